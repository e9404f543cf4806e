"""What is remembered from one run to the next, and that losing it costs nothing."""

from pathlib import Path

import pytest

from levelmem.state import State


def test_values_come_back_in_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    State(path).put("filters", {"agent": "codex"})
    assert State(path).get("filters") == {"agent": "codex"}
    assert State(path).get("other") is None


def test_it_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    State(path).put("a", 1)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("body", ["", "torn", "[]", "7", "\x00"])
def test_a_file_that_does_not_fit_is_an_empty_one(tmp_path: Path, body: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(body)
    state = State(path)
    assert state.get("a") is None
    state.put("a", 1)
    assert State(path).get("a") == 1


def test_a_place_that_can_not_be_written_keeps_values_for_this_run(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    state = State(tmp_path / "file" / "state.json")
    state.put("a", 1)
    assert state.get("a") == 1


def test_without_a_file_nothing_is_written() -> None:
    state = State()
    state.put("a", 1)
    assert state.get("a") == 1
