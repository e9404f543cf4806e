"""What the next session is told, and what MEMORY.md says until then."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from levelmem.engine.memory.digest.consolidate import Consolidator
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import DIGEST, JOURNAL
from levelmem.engine.memory.views.telling import Telling, ageless, tellings

TODAY = date(2026, 11, 26)
NOTE = "Use `pnpm` (never npm) — see <https://pnpm.example>"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    clock = datetime(2026, 11, 20, tzinfo=UTC)
    memory = Memory("/work/parcel", tmp_path, clock=lambda: clock)
    memory.add_note(NOTE)
    memory.observe("Tariffs live in src/tariffs.py", "s1")
    line = JournalLine("s1", "2026-11-20T00:00:00Z", "Round weights", "They are.")
    memory.store.append([line], JOURNAL)
    return memory


def told(memory: Memory, text: str) -> Telling | None:
    found = tellings(memory, Consolidator(memory), TODAY)
    return found.get(text if text == "s1" else memory.fact(text).key)


def test_before_it_is_written_the_file_says_nothing(memory: Memory) -> None:
    assert told(memory, NOTE) == Telling("", written=False)
    assert told(memory, "s1") == Telling("", written=False)
    inferred = told(memory, "Tariffs")
    assert inferred and not inferred.told and not inferred.written


def test_what_is_written_is_found_in_the_file_again(memory: Memory) -> None:
    Consolidator(memory).consolidate(TODAY)
    assert told(memory, NOTE) == Telling("", written=True)
    assert told(memory, "s1") == Telling("", written=True)


def test_the_file_says_it_until_it_is_written_anew(memory: Memory) -> None:
    Consolidator(memory).consolidate(TODAY)
    memory.forget(NOTE)
    gone = told(memory, NOTE)
    assert gone and not gone.told and gone.written
    memory.undo()
    memory.edit(NOTE, "Use yarn")
    assert told(memory, "Use yarn") == Telling("", written=False)
    Consolidator(memory).consolidate(TODAY)
    assert told(memory, "Use yarn") == Telling("", written=True)


def test_what_another_hand_wrote_is_not_said(memory: Memory) -> None:
    store = memory.store
    Consolidator(memory).consolidate(TODAY)
    text = store.read_text(DIGEST)
    store.replace(DIGEST, f"{text}- Tariffs live in src/tariffs.py or elsewhere, ask\n")
    found = tellings(memory, Consolidator(memory), TODAY)
    assert found.foreign
    tariffs = found.get(memory.fact("Tariffs").key)
    assert tariffs and not tariffs.written


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("- Uses pnpm (3 days old)", "- Uses pnpm"),
        ("- Uses pnpm (1 day old)", "- Uses pnpm"),
        (
            "- Uses pnpm (you confirmed it, 12 days old)",
            "- Uses pnpm (you confirmed it)",
        ),
        ("- Uses pnpm (of unknown age)", "- Uses pnpm"),
        ("- Uses pnpm (done)", "- Uses pnpm (done)"),
        ("- Notes (3 days old) stay", "- Notes (3 days old) stay"),
        ("# Project memory as of 2026-11-26", "# Project memory as of …"),
        ("- As of 2026-11-26 it is so", "- As of 2026-11-26 it is so"),
    ],
)
def test_what_a_day_changes_is_no_change(line: str, kept: str) -> None:
    assert ageless(line) == [kept]
