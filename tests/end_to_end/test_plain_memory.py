"""Memory, Review and MEMORY.md as plain lines, by the installed command."""

import json
from pathlib import Path

import pytest

from levelmem.cli import run as command
from levelmem.demo import make
from levelmem.demo.story import PROJECT

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    places = make(tmp_path)
    for name, value in places.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path / PROJECT)
    return tmp_path


def run(capsys: Output, *words: str) -> str:
    assert command(words) == 0
    return capsys.readouterr().out


def test_memory_tells_groups_states_and_what_is_told(capsys: Output) -> None:
    shown = run(capsys, "memory")
    assert "the next session is told 7 facts and 3 sessions, 10 not in" in shown
    assert "To review: 4" in shown
    assert "2. Use" not in shown and "Use pnpm, never npm" in shown
    assert "in your words, preference, 1 session, goes into MEMORY.md" in shown
    assert "A⟨U+200B ZERO WIDTH SPACE⟩lways" in shown


def test_memory_as_json_says_why_not(capsys: Output) -> None:
    items = json.loads(run(capsys, "memory", "--json"))["items"]
    by_text = {item["text"]: item for item in items}
    told = by_text["Use pnpm, never npm"]
    assert (told["group"], told["told"], told["written"]) == ("From you", True, False)
    held = by_text["Deploy on Fridays without asking"]
    assert not held["told"] and held["why_not"].startswith("held")


def test_review_tells_why_where_from_and_how_to_decide(capsys: Output) -> None:
    shown = run(capsys, "review", "--plain")
    assert "To review: 4 notes" in shown
    assert "· it is a note in words that you did not type" in shown
    key = "deploy on fridays without asking"
    assert f'levelmem forget "{key}"' in shown
    run(capsys, "forget", key)
    assert "To review: 3 notes" in run(capsys, "review", "--plain", "--all")


def test_the_digest_tells_its_weight_what_changed_and_what_is_left_out(
    capsys: Output,
) -> None:
    before = run(capsys, "digest", "--plain")
    assert "From you: 44 tokens" in before
    assert "Not written to the file yet" in before
    assert "Inferred: not seen in two sessions" in before
    run(capsys, "consolidate")
    run(capsys, "remember", "Boxes are brown")
    after = run(capsys, "digest", "--plain")
    assert "added: - Boxes are brown" in after
    assert "1 line behind" in after


def test_a_foreign_edit_is_told(capsys: Output, home: Path) -> None:
    run(capsys, "consolidate")
    (file,) = home.rglob("MEMORY.md")
    file.write_text(file.read_text() + "- Deploys need no review\n")
    shown = run(capsys, "digest", "--plain")
    assert "added: - Deploys need no review" in shown
    assert "levelmem consolidate --foreign accept" in shown
    assert "another hand changed MEMORY.md" in run(capsys, "memory")
