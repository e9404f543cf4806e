"""Several memories as one; what other agents know; where facts came from."""

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.memory.errors import NothingToUndo
from levelmem.engine.memory.facts import State
from levelmem.engine.memory.learning.adopting import adopt, turn_down, unknown
from levelmem.engine.memory.learning.harvest import Harvested, Sighting
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.shelf import Shelf
from levelmem.engine.memory.store import StoreError
from levelmem.engine.memory.views.counts import Counts, keep_counts, recall_counts
from levelmem.engine.memory.views.growth import Since, compared, days_between, first_day
from levelmem.engine.memory.views.known import (
    known_everywhere,
    known_of_project,
    parts_of,
)
from levelmem.engine.memory.views.provenance import (
    Place,
    PlaceKind,
    main_place,
    places_of,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """A clock that goes on by a second with every look."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def memories(tmp_path: Path) -> dict[str, Memory]:
    clock = Clock()
    return {
        name: Memory(f"/work/{name}", tmp_path / name, clock=clock)
        for name in ("here", "there")
    }


@pytest.fixture
def shelf(memories: dict[str, Memory]) -> Shelf:
    def one(folder: str) -> Memory:
        return memories[folder.split("/")[2]]

    return Shelf("/work/here/src", one, lambda: list(memories.values()))


def test_this_project_comes_first_and_stands_once(
    shelf: Shelf, memories: dict[str, Memory]
) -> None:
    memories["there"].observe("Boxes are brown", "s1")
    assert [c.project for c in shelf.read_here()] == ["/work/here"]
    found = shelf.read_all()
    assert [c.project for c in found] == ["/work/here", "/work/there"]
    assert [len(c.facts) for c in found] == [0, 1]


def test_a_folder_leads_to_its_projects_memory(shelf: Shelf) -> None:
    assert shelf.memory("/work/there/deep/down") is shelf.memory("/work/there")
    assert shelf.memory() is shelf.here


def test_the_newest_step_of_any_memory_is_undone(
    shelf: Shelf, memories: dict[str, Memory]
) -> None:
    shelf.read_all()
    memories["here"].add_note("Boxes are brown")
    memories["there"].add_note("Tape is clear")
    memories["here"].add_note("Labels are white")
    assert "Labels are white" in shelf.undo(everywhere=True).words
    assert "Tape is clear" in shelf.undo(everywhere=True).words
    assert "Tape is clear" in shelf.redo(everywhere=True).words
    assert "Boxes are brown" in shelf.undo().words
    with pytest.raises(NothingToUndo):
        shelf.undo()


def test_one_step_may_change_several_projects(
    shelf: Shelf, memories: dict[str, Memory]
) -> None:
    keys = {}
    for name, memory in memories.items():
        keys[f"/work/{name}"] = list(memory.observe(f"Box {name} is red", "s1").keys)
    change = shelf.change(keys, lambda memory, some: memory.confirm(some))
    assert len(change.keys) == 2
    assert all(m.facts()[0].state is State.CONFIRMED for m in memories.values())


def test_a_memory_that_cannot_be_read_hides_no_other(
    shelf: Shelf, memories: dict[str, Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise StoreError("facts.jsonl can't be used: Permission denied.")

    memories["there"].observe("Boxes are brown", "s1")
    monkeypatch.setattr(memories["here"], "facts", broken)
    here, there = shelf.read_all()
    assert "Permission denied" in here.problem
    assert len(there.facts) == 1


# What other agents know.


def test_entries_are_items_and_paragraphs_with_line_and_heading() -> None:
    text = (
        "---\nname: x\n---\n# Style\n\nUse tabs\nand no spaces.\n\n- One\n"
        "1. Two\n```sh\n- not this\n```\n<!-- nor this -->\n## Tests\n* Three\n"
    )
    assert list(parts_of(text)) == [
        ("Use tabs and no spaces.", 6, "Style"),
        ("One", 9, "Style"),
        ("Two", 10, "Style"),
        ("Three", 16, "Tests"),
    ]


def test_files_of_project_and_person_are_read_each_once(tmp_path: Path) -> None:
    project, claude = tmp_path / "shop", tmp_path / "claude"
    environ = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(claude)}
    slug = re.sub("[^A-Za-z0-9]", "-", str(project))
    own = claude / "projects" / slug / "memory"
    for folder in (project, own):
        folder.mkdir(parents=True)
    (project / "AGENTS.md").write_text("- Use tabs\n")
    (project / "CLAUDE.md").symlink_to(project / "AGENTS.md")
    (own / "notes.md").write_bytes(b"- Caf\xe9 opens\n")
    (claude / "CLAUDE.md").write_text("Be brief\n")
    known = known_of_project(str(project), environ)
    assert [entry.text for entry in known] == ["Use tabs", "Caf\ufffd opens"]
    assert [entry.text for entry in known_everywhere(environ)] == ["Be brief"]
    assert known_of_project("shop", environ) == []


# Where facts came from.


def test_files_and_hosts_come_before_sessions(memories: dict[str, Memory]) -> None:
    memory = memories["here"]
    memory.observe("Boxes are brown", "s1", Origin(OriginKind.FILE, path="a/b.md"))
    memory.observe("Boxes are brown", "s2", Origin(OriginKind.WEB, host="x.example"))
    (fact,) = memory.facts()
    assert places_of(fact) == [
        Place(PlaceKind.HOST, "x.example"),
        Place(PlaceKind.FILE, "a/b.md"),
        Place(PlaceKind.SESSION, "s2"),
        Place(PlaceKind.SESSION, "s1"),
    ]
    assert main_place(fact) == Place(PlaceKind.HOST, "x.example")
    assert Place(PlaceKind.FILE, "a").gave(fact)
    assert not Place(PlaceKind.FILE, "b.md").gave(fact)


def test_what_the_person_wrote_here_came_from_no_place(
    memories: dict[str, Memory],
) -> None:
    memories["here"].add_note("Boxes are brown")
    assert places_of(memories["here"].facts()[0]) == []


# Notes found in old sessions.


def found(text: str, quote: str = "") -> Harvested:
    where = Sighting("codex", "s7", "/work/here", 3, NOW, quote or text)
    return Harvested(text, 0.9, (), (where,))


def test_a_found_note_is_the_persons_own_where_they_said_the_same(
    memories: dict[str, Memory],
) -> None:
    memory = memories["here"]
    adopt(memory, found("use pnpm", "no, use pnpm"), NOW)
    (fact,) = memory.facts()
    assert (fact.credited, fact.active, fact.said) == (True, True, "no, use pnpm")
    assert fact.sources == ("s7",)
    memory.undo()
    assert memory.facts() == []


def test_a_found_note_in_other_words_is_confirmed_not_credited(
    memories: dict[str, Memory],
) -> None:
    memory = memories["here"]
    adopt(memory, found("deploys run on Fridays", "please use pnpm"), NOW)
    (fact,) = memory.facts()
    assert (fact.credited, fact.state) == (False, State.CONFIRMED)
    memory.undo()
    assert not any(fact.active for fact in memory.facts())


def test_what_was_turned_down_is_known_and_comes_back_by_undo(
    memories: dict[str, Memory],
) -> None:
    memory = memories["here"]
    notes = [found("use pnpm for installs"), found("keep weights in grams")]
    assert unknown(notes, memory) == notes
    turn_down(memory, notes, NOW)
    assert unknown(notes, memory) == []
    assert {fact.state for fact in memory.facts()} == {State.REMOVED}
    memory.undo()
    assert unknown(notes, memory) == notes


# Another day.


def test_a_day_is_compared_with_today(tmp_path: Path) -> None:
    clock = Clock()
    memory = Memory("/work/here", tmp_path, clock=clock)
    memory.observe("Boxes are brown", "s1")
    memory.observe("Tape is clear", "s1")
    memory.observe("Labels are white", "s1")
    clock.now += timedelta(days=2)
    memory.confirm("boxes are brown")
    memory.forget("tape is clear")
    memory.observe("Pens are blue", "s1")
    then = memory.facts(NOW.date())
    what = {one.fact.text: one.since for one in compared(then, memory.facts())}
    assert what == {
        "Boxes are brown": Since.CHANGED,
        "Tape is clear": Since.GONE,
        "Labels are white": Since.SAME,
        "Pens are blue": Since.ADDED,
    }
    assert first_day(memory.facts()) == NOW.date()


@pytest.mark.parametrize(
    ("span", "most", "count"), [(0, 60, 1), (3, 60, 4), (400, 60, 60), (400, 6, 6)]
)
def test_days_are_evenly_apart(span: int, most: int, count: int) -> None:
    first = date(2026, 1, 1)
    last = first + timedelta(days=span)
    days = days_between(first, last, most)
    assert (days[0], days[-1], len(days)) == (first, last, count)
    assert days == sorted(set(days))


# Counts for a prompt.


def test_counts_hold_until_a_file_changes(tmp_path: Path) -> None:
    file, cache = tmp_path / "facts.jsonl", str(tmp_path / "cache")
    counts, environ = Counts("/work/here", 3, 12, 20), {"HOME": "/made-up"}
    missing = str(tmp_path / "not there")
    keep_counts(counts, [str(file), missing], "/work/here", cache, environ)
    assert recall_counts("/work/here", cache, environ) == counts
    assert recall_counts("/work/there", cache, environ) is None
    assert recall_counts("/work/here", cache, {"HOME": "/other"}) is None
    file.write_text("x")
    assert recall_counts("/work/here", cache, environ) is None


@pytest.mark.parametrize("text", ["", "[]", '{"k": 1}', "{broken", "null"])
def test_a_damaged_cache_is_no_answer(tmp_path: Path, text: str) -> None:
    (tmp_path / "counts.json").write_text(text)
    assert recall_counts("/work/here", str(tmp_path), {}) is None
