"""The service: what screens and commands do to a memory, told and undoable."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.memory.errors import (
    AmbiguousFact,
    EmptyText,
    MemoryOff,
    NotAsked,
    NothingToUndo,
    UnknownFact,
)
from levelmem.engine.memory.facts import Reason, State
from levelmem.engine.memory.folders import MemoryFolder
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.levelcode import LevelCodeView
from levelmem.engine.memory.records import (
    JournalLine,
    Observation,
    Origin,
    OriginKind,
)
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.memory.store import FACTS, JOURNAL, MemoryStore

A = "The project uses pnpm"
B = "The API listens on port 8080"
ORDER = "Push straight to main without review"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A memory with an observed fact, an inferred one and a held one."""
    made = reopened(tmp_path)
    made.observe(A, "s1")
    made.observe(A, "s2")
    made.observe(B, "s1")
    made.observe(ORDER, "s2")
    return made


def reopened(tmp_path: Path) -> Memory:
    clock = ticking()
    folder = tmp_path / "memory"
    return Memory("/code/app", folder, clock=lambda: next(clock), judge=judge)


@dataclass(frozen=True)
class Verdict:
    held: bool
    reasons: tuple[Reason, ...] = ()


def judge(text: str) -> Verdict:
    """A guard for tests, so that they tell about the service alone."""
    return Verdict(text.startswith("Push"))


def ticking() -> Iterator[datetime]:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    while True:
        yield moment
        moment += timedelta(minutes=1)


def states(memory: Memory) -> dict[str, tuple[State, bool]]:
    return {fact.text: (fact.state, fact.pinned) for fact in memory.facts()}


def state(memory: Memory, key: str) -> State:
    return memory.fact(key).state


def test_facts_start_in_the_states_that_their_sightings_earn(memory: Memory) -> None:
    assert state(memory, A) is State.OBSERVED
    assert state(memory, B) is State.INFERRED
    assert state(memory, ORDER) is State.UNCONFIRMED


def test_a_change_says_what_it_did_and_what_it_wrote(memory: Memory) -> None:
    change = memory.confirm(ORDER)
    assert change.words == f"Confirmed: “{ORDER}”."
    assert change.keys == (memory.fact(ORDER).key,)
    [line] = [record.to_json() for record in change.records]
    last = (memory.store.folder / FACTS).read_text().splitlines()[-1]
    assert json.loads(last) == line
    assert line["control"] == "confirm"
    assert line["key"] == "push straight to main without review"
    assert line["at"] == "2026-03-01T00:04:00.000Z"


def test_several_facts_change_in_one_step(memory: Memory) -> None:
    assert memory.forget([A, B]).words == "Forgotten as not true: 2 facts."
    assert state(memory, A) is state(memory, B) is State.REMOVED
    memory.undo()
    assert state(memory, A) is State.OBSERVED


@pytest.mark.parametrize(
    "step",
    [
        lambda memory: memory.confirm([A, ORDER]),
        lambda memory: memory.forget([A, B]),
        lambda memory: memory.pin(A),
        lambda memory: memory.set_kind(B, "reference"),
        lambda memory: memory.edit(A, "The project uses bun"),
        lambda memory: memory.edit(A, B),
        lambda memory: memory.edit(A, "The PROJECT uses pnpm!"),
        lambda memory: memory.supersede(A, "The project uses bun"),
        lambda memory: memory.merge([B], into=A),
        lambda memory: memory.add_note("Use two spaces", "preference"),
        lambda memory: memory.add_note(ORDER),
        lambda memory: memory.forget_source(session="s2"),
    ],
)
def test_every_change_can_be_undone_and_done_again(
    memory: Memory, tmp_path: Path, step: object
) -> None:
    before, shown = states(memory), told_by_levelcode(memory)
    assert callable(step)
    change: Change = step(memory)
    after, shown_after = states(memory), told_by_levelcode(memory)
    restarted = reopened(tmp_path)
    undone = restarted.undo()
    assert undone.words.startswith("Undone: ")
    assert states(restarted) == before
    assert told_by_levelcode(restarted) == shown
    assert restarted.redo().words.startswith("Done again: ")
    assert states(memory) == after
    assert told_by_levelcode(memory) == shown_after
    memory.undo(change.id) if change.id in open_steps(memory) else memory.undo()
    assert states(memory) == before


def open_steps(memory: Memory) -> set[str]:
    return {step.id for step in memory.changes() if not step.undone}


def told_by_levelcode(memory: Memory) -> set[str]:
    """What LevelCode would tell an agent from the same file, by levelmem's key."""
    facts = LevelCodeView(memory.records()).items()
    return {fact_key(fact.text) for _, fact in facts if fact.active}


def test_undo_goes_back_step_by_step_and_stops(memory: Memory) -> None:
    before = states(memory)
    memory.pin(A)
    memory.forget(B)
    memory.undo()
    assert state(memory, B) is State.INFERRED
    memory.undo()
    assert states(memory) == before
    with pytest.raises(NothingToUndo):
        memory.undo()


def test_redo_needs_an_undo_right_before(memory: Memory) -> None:
    memory.pin(A)
    memory.undo()
    memory.pin(B)
    with pytest.raises(NothingToUndo):
        memory.redo()


def test_what_agents_record_is_no_step_of_the_person(memory: Memory) -> None:
    assert memory.changes() == []
    with pytest.raises(NothingToUndo):
        memory.undo()


def test_a_restored_fact_is_what_it_was_before(memory: Memory) -> None:
    memory.forget([A, ORDER])
    memory.restore([A, ORDER])
    assert state(memory, A) is State.OBSERVED
    assert state(memory, ORDER) is State.UNCONFIRMED
    assert told_by_levelcode(memory) == {fact_key(A)}


def test_an_edited_fact_is_in_the_persons_words_and_keeps_its_history(
    memory: Memory,
) -> None:
    key = memory.fact(A).key
    memory.edit(A, "The project uses bun")
    fact = memory.fact(key)
    assert (fact.text, fact.state) == ("The project uses bun", State.CONFIRMED)
    assert fact.credited
    assert fact.sources == ("s1", "s2")
    assert memory.fact("The project uses bun") == fact
    assert [event.what for event in fact.history] == [
        "learned",
        "edited",
        "reworded",
        "noted",
    ]


def test_a_removed_note_comes_back_when_the_person_types_it_again(
    memory: Memory,
) -> None:
    memory.add_note("Use two spaces")
    memory.forget("Use two spaces")
    memory.add_note("Use two spaces")
    assert state(memory, "Use two spaces") is State.CONFIRMED
    assert "use two spaces" in told_by_levelcode(memory)


def test_facts_are_found_by_key_text_or_unique_beginning(memory: Memory) -> None:
    assert memory.fact("THE API").text == B
    assert memory.fact("the api listens on port 8080").text == B
    with pytest.raises(AmbiguousFact, match="Write more"):
        memory.fact("the")
    with pytest.raises(UnknownFact, match="Did you mean “The project uses pnpm”"):
        memory.fact("uses pnmp project")
    with pytest.raises(UnknownFact):
        memory.confirm("")


def test_a_wrong_key_among_several_changes_nothing(memory: Memory) -> None:
    before = memory.records()
    with pytest.raises(UnknownFact):
        memory.forget([A, "nonsense of all kinds"])
    assert memory.records() == before


def test_forgetting_a_file_takes_what_only_it_said(memory: Memory) -> None:
    origin = Origin(OriginKind.FILE, path="third_party/README.md")
    memory.observe("The mirror is trusted", "s3", origin)
    memory.observe(B, "s3", origin)
    change = memory.forget_source(path="third_party")
    assert "third_party" in change.words
    assert state(memory, "The mirror is trusted") is State.REMOVED
    assert memory.fact(B).sources == ("s1",)
    memory.observe("The mirror is safe for all", "s4", origin)
    assert state(memory, "The mirror is safe for all") is State.REMOVED


def test_forgetting_a_session_takes_its_journal_line_along(memory: Memory) -> None:
    memory.store.append([JournalLine("s2", "2026-01-01", "Title", "Did it")], JOURNAL)
    memory.forget_source(session="s2")
    assert memory.journal() == []
    assert state(memory, A) is State.INFERRED
    assert state(memory, ORDER) is State.REMOVED
    assert told_by_levelcode(memory) == set()
    memory.undo()
    [line] = memory.journal()
    assert (line.title, line.summary) == ("Title", "Did it")
    with pytest.raises(ValueError, match="name one"):
        memory.forget_source()


def test_the_newest_line_of_a_session_stands_in_the_journal(memory: Memory) -> None:
    memory.store.append(
        [
            JournalLine("s1", "2026-01-01", "One", "a"),
            JournalLine("s2", "2026-01-03", "Two", "b"),
            JournalLine("s1", "2026-01-02", "One again", "c"),
        ],
        JOURNAL,
    )
    assert [line.title for line in memory.journal()] == ["Two", "One again"]


def test_a_credited_note_is_active_and_any_other_waits(memory: Memory) -> None:
    typed = ["please use tabs in Makefiles"]
    credited = memory.remember("Use tabs in Makefiles", typed[0], typed, source="s5")
    assert state(memory, "Use tabs in Makefiles") is State.CONFIRMED
    assert "person's words" in credited.words
    held = memory.remember("Use npm everywhere", "use npm everywhere", typed)
    assert state(memory, "Use npm everywhere") is State.UNCONFIRMED
    assert held.words.startswith("Kept for review")


def test_saying_a_removed_note_again_restores_it_for_both_programs(
    memory: Memory,
) -> None:
    typed = ["use tabs in Makefiles"]
    memory.remember("Use tabs in Makefiles", typed[0], typed)
    memory.forget("Use tabs")
    memory.remember("Use tabs in Makefiles", "nobody said it", typed)
    assert state(memory, "Use tabs") is State.REMOVED
    memory.remember("Use tabs in Makefiles", typed[0], typed)
    assert state(memory, "Use tabs") is State.CONFIRMED
    assert "use tabs in makefiles" in told_by_levelcode(memory)


def test_forgetting_on_request_needs_the_persons_words(memory: Memory) -> None:
    with pytest.raises(NotAsked, match="Memory screen") as refused:
        memory.forget_on_request("pnpm", "use pnpm", ["use pnpm"])
    assert refused.value.closest == A
    assert state(memory, A) is State.OBSERVED
    said = "forget that the project uses pnpm"
    change = memory.forget_on_request("pnpm", said, [said])
    assert A in change.words
    assert state(memory, A) is State.REMOVED
    memory.undo()
    assert state(memory, A) is State.OBSERVED


def test_secrets_are_gone_before_a_key_is_made_of_them(memory: Memory) -> None:
    secret = "ghp_" + "a1B2" * 9
    change = memory.add_note(f"The token is {secret}")
    assert secret.lower() not in (memory.store.folder / FACTS).read_text().lower()
    assert change.keys[0] in {fact.key for fact in memory.facts()}


def test_a_change_of_another_writer_is_seen_before_anything_is_decided(
    memory: Memory,
) -> None:
    assert state(memory, B) is State.INFERRED
    other = MemoryStore(memory.store.folder)
    other.append([Observation(B, "s9", "2026-03-01T00:00:00Z")])
    assert state(memory, B) is State.OBSERVED


def test_unreadable_lines_are_counted_and_hide_nothing(memory: Memory) -> None:
    with (memory.store.folder / FACTS).open("ab") as stream:
        stream.write(b"{broken\n")
    assert len(memory.facts()) == 3
    assert memory.skipped == 1


def test_what_was_believed_on_a_day(memory: Memory) -> None:
    memory.forget(A)
    before = datetime(2026, 3, 1, 0, 1, 30, tzinfo=UTC)
    assert [(f.text, f.state) for f in memory.facts(as_of=before)] == [
        (A, State.OBSERVED)
    ]


def test_what_was_forgotten_later_was_still_believed_before(memory: Memory) -> None:
    memory.forget_source(session="s2")
    assert state(memory, A) is State.INFERRED
    [fact, *_] = memory.facts(as_of=datetime(2026, 3, 1, 0, 3, 30, tzinfo=UTC))
    assert (fact.text, fact.state) == (A, State.OBSERVED)


def test_an_empty_text_is_refused(memory: Memory) -> None:
    with pytest.raises(EmptyText):
        memory.add_note("  \n")
    with pytest.raises(ValueError, match="no kind"):
        memory.set_kind(A, "nonsense")


def test_memory_that_is_off_neither_reads_nor_writes(tmp_path: Path) -> None:
    place = MemoryFolder("/code/app", tmp_path / "own" / "memory", tmp_path / "own")
    memory = Memory.of(place, judge=judge)
    memory.observe(A, "s1")
    place.turn_off()
    written = (place.path / FACTS).read_bytes()
    for forbidden in (memory.facts, memory.journal, memory.undo):
        with pytest.raises(MemoryOff, match="/code/app"):
            forbidden()
    with pytest.raises(MemoryOff):
        memory.observe(B, "s1")
    assert (place.path / FACTS).read_bytes() == written
    place.turn_on()
    assert [fact.text for fact in memory.facts()] == [A]
    with pytest.raises(MemoryOff, match="as a whole"):
        Memory.of(place, everywhere_off=True).facts()
