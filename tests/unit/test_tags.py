"""Tags: how they are typed, kept in the overlay, found, and changed for several."""

import json
from pathlib import Path

import pytest

from levelmem.engine.sessions.labels import (
    Label,
    apply_labels,
    file_session,
    read_labels,
)
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.tags import (
    LONGEST,
    MOST,
    common_tags,
    normal_tags,
    retagged,
    typed_tags,
)


@pytest.mark.parametrize(
    ("typed", "tags"),
    [
        ("", ()),
        (" , ;; ", ()),
        ("bug urgent", ("bug", "urgent")),
        ("urgent,bug;  Bug", ("bug", "urgent")),
        ("#Release #2026-11", ("2026-11", "release")),
        ("Straße STRASSE", ("strasse",)),
        ("設計 c++", ("c++", "設計")),
        ("a\x1b[31mb", ("a␛[31mb",)),
    ],
)
def test_a_line_is_read_as_tags(typed: str, tags: tuple[str, ...]) -> None:
    assert typed_tags(typed) == tags


def test_a_tag_is_one_word_of_bounded_length() -> None:
    assert normal_tags(["two words"]) == ("two-words",)
    (long,) = normal_tags(["x" * 500])
    assert len(long) == LONGEST
    assert len(normal_tags(map(str, range(500)))) == MOST


def test_several_sessions_change_by_what_they_share() -> None:
    mine, other = ("bug", "old"), ("bug", "ui")
    before = common_tags([mine, other])
    assert before == ("bug",)
    assert retagged(mine, before, ("later",)) == ("later", "old")
    assert retagged(other, before, ("later",)) == ("later", "ui")
    assert retagged(mine, before, before) == mine
    assert common_tags([]) == ()


def session(agent: str, path: Path) -> Session:
    return Session(agent=agent, id=path.stem, path=path, title="T")


@pytest.mark.parametrize("agent", ["claude-code", "levelcode"])
def test_tags_go_to_the_overlay_and_never_to_the_agents_file(
    tmp_path: Path, agent: str
) -> None:
    path = tmp_path / "store" / "p" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"kind":"meta"}\n')
    overlay = tmp_path / "labels.jsonl"
    filed = session(agent, path)
    file_session(filed, Label(tags=("UI", "bug")), overlay, [tmp_path / "store"])
    assert path.read_text() == '{"kind":"meta"}\n'
    (shown,) = apply_labels([filed], read_labels(overlay))
    assert shown.tags == ("bug", "ui")
    file_session(filed, Label(tags=()), overlay, [tmp_path / "store"])
    (shown,) = apply_labels([filed], read_labels(overlay))
    assert shown.tags == ()


@pytest.mark.parametrize("tags", ["bug", 7, None, {"a": 1}])
def test_tags_of_another_shape_are_passed_over(tmp_path: Path, tags: object) -> None:
    overlay = tmp_path / "labels.jsonl"
    record = {"v": 1, "agent": "codex", "id": "s", "pinned": True, "tags": tags}
    overlay.write_text(json.dumps(record) + "\n")
    label = read_labels(overlay)["codex", "s"]
    assert label.tags is None
    assert label.pinned


def test_an_empty_lifecycle_takes_the_word_back(tmp_path: Path) -> None:
    overlay, mine = tmp_path / "labels.jsonl", session("codex", tmp_path / "s.jsonl")
    for lifecycle, filed in (("active", True), ("", False), ("trashed", True)):
        file_session(mine, Label(lifecycle=lifecycle), overlay)
        (shown,) = apply_labels([mine], read_labels(overlay))
        assert shown.filed is filed
        assert shown.lifecycle == (lifecycle or "active")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tag:bug", True),
        ("tag:BUG", True),
        ("-tag:bug", False),
        ("tag:ui", False),
        ('tag:"bug"', True),
    ],
)
def test_search_asks_for_tags(tmp_path: Path, query: str, found: bool) -> None:
    mine = Session(agent="codex", id="s", path=tmp_path, tags=("bug",))
    parsed = parse(query)
    assert not parsed.problems
    assert parsed.admits(mine) is found
