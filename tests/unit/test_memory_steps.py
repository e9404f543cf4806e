"""Decisions on MEMORY.md and imports as steps: taken back, also by another run."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from levelmem.engine.memory.digest.consolidate import Consolidator
from levelmem.engine.memory.digest.deciding import Decision, decide
from levelmem.engine.memory.digest.earlier import EARLIER
from levelmem.engine.memory.errors import NothingToUndo
from levelmem.engine.memory.exchange.sharing import import_texts
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import DIGEST

TODAY = date(2026, 11, 26)
FOREIGN = "- Deploys need no review \udcff\n"


def opened(folder: Path) -> Memory:
    """Return the memory as another run of levelmem opens it."""
    clock = datetime(2026, 11, 26, tzinfo=UTC)
    return Memory("/work/parcel", folder, clock=lambda: clock)


def text(folder: Path) -> str | None:
    return opened(folder).store.read_text(DIGEST)


def take(folder: Path, decision: Decision) -> str:
    memory = opened(folder)
    return decide(memory, Consolidator(memory), decision, TODAY)[1].words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A memory whose MEMORY.md another hand changed."""
    memory = opened(tmp_path)
    memory.add_note("Use pnpm, never npm")
    Consolidator(memory).consolidate(TODAY)
    before = text(tmp_path)
    assert before
    memory.store.replace(DIGEST, before + FOREIGN)
    return tmp_path


@pytest.mark.parametrize(
    "decision", [Decision.ACCEPT, Decision.DISTRUST, Decision.DISCARD]
)
def test_a_decision_is_taken_back_and_done_again_by_other_runs(
    folder: Path, decision: Decision
) -> None:
    found = text(folder)
    held = len(opened(folder).facts())
    take(folder, decision)
    decided, facts = text(folder), len(opened(folder).facts())
    assert decided != found
    assert Consolidator(opened(folder)).foreign_edit() is None

    assert "another hand" in opened(folder).undo().words
    assert text(folder) == found
    assert len(opened(folder).facts()) == held
    foreign = Consolidator(opened(folder)).foreign_edit()
    assert foreign and foreign.texts() == ["Deploys need no review \udcff"]

    assert "Done again" in opened(folder).redo().words
    assert text(folder) == decided
    assert len(opened(folder).facts()) == facts
    assert Consolidator(opened(folder)).foreign_edit() is None


def test_the_first_writing_is_taken_back(tmp_path: Path) -> None:
    opened(tmp_path).add_note("Use pnpm, never npm")
    assert "MEMORY.md is written" in take(tmp_path, Decision.WRITE)
    assert text(tmp_path)
    opened(tmp_path).undo()
    assert text(tmp_path) is None


def test_nothing_is_a_step_while_a_foreign_edit_waits(folder: Path) -> None:
    found, steps = text(folder), opened(folder).changes()
    assert "first decide" in take(folder, Decision.WRITE)
    assert text(folder) == found
    assert opened(folder).changes() == steps


def test_where_the_earlier_file_is_not_kept_the_undo_says_so(folder: Path) -> None:
    take(folder, Decision.DISCARD)
    decided = text(folder)
    (folder / EARLIER).write_text("{torn")
    assert "not on this machine" in opened(folder).undo().words
    assert text(folder) == decided


def test_levelcode_and_the_fold_pass_over_a_decision(folder: Path) -> None:
    facts = opened(folder).facts()
    take(folder, Decision.ACCEPT)
    assert opened(folder).facts() == facts


def test_an_import_is_one_step(tmp_path: Path) -> None:
    memory = opened(tmp_path)
    import_texts(memory, ["Uses Redis", "Port 8080"], "shared.md")
    assert [fact.to_review for fact in memory.facts()] == [True, True]
    assert "hold 2 lines" in opened(tmp_path).undo().words
    assert opened(tmp_path).facts() == []
    with pytest.raises(NothingToUndo):
        opened(tmp_path).undo()
    opened(tmp_path).redo()
    assert len(opened(tmp_path).facts()) == 2
