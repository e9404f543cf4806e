"""MEMORY.md on the screen: as told, changed, left out, and another hand's edits."""

from pathlib import Path
from typing import Any

import pytest
from made_up import HOSTILE
from memories import MadeUpMemory, hostile, made_up, note, records, remembering
from running import on_screen, press, toasts

from levelmem.screens.digest import DigestScreen
from levelmem.screens.memory import MemoryScreen
from levelmem.settings import MemorySettings, Settings
from levelmem.widgets.spans import plain
from levelmem.widgets.status_bar import StatusLine

BEFORE = len(records())


@pytest.fixture
def memory(tmp_path: Path) -> MadeUpMemory:
    return made_up(tmp_path)


def file(memory: MadeUpMemory) -> Path:
    return memory.folder() / "MEMORY.md"


async def test_it_shows_what_the_next_session_is_told(memory: MadeUpMemory) -> None:
    async with remembering(memory, "m") as pilot:
        shown = on_screen(pilot)
        assert "MEMORY.md: what the next session of parcel is told" in shown
        assert "of 1,500 tokens" in shown
        assert "- Use pnpm, never npm" in shown
        assert "## Recently" in shown
        assert "Always run the hook" not in shown
        assert "Not written to the file yet" in shown


async def test_it_says_what_is_left_out_and_why(memory: MadeUpMemory) -> None:
    async with remembering(memory, "m", "shift+tab") as pilot:
        shown = on_screen(pilot)
        assert "Held: waits for you to confirm it (4)" in shown
        assert "· Tariffs live in src/tariffs.py" in shown


async def test_it_is_written_and_then_shows_what_changed(memory: MadeUpMemory) -> None:
    async with remembering(memory, "m", "w") as pilot:
        assert file(memory).read_text().count("Use pnpm") == 1
        assert any("MEMORY.md is written" in toast for toast in toasts(pilot))
        assert "The file says exactly this" in on_screen(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, MemoryScreen)
        await press(pilot, "n", *"XYZ", "enter", "m", "tab")
        shown = on_screen(pilot)
        assert "Changed" in shown and "+ - XYZ" in shown
        await press(pilot, "w", "u")
        assert "XYZ" not in file(memory).read_text()
        await press(pilot, "U")
        assert "XYZ" in file(memory).read_text()
        await press(pilot, "u", "u", "u")
        assert not file(memory).exists()
        await press(pilot, "u")
        assert any("nothing" in toast for toast in toasts(pilot)), toasts(pilot)


async def test_a_decision_of_an_earlier_run_is_taken_back_from_memory(
    memory: MadeUpMemory,
) -> None:
    await edited(memory, "Deploys need no review")
    found = file(memory).read_text()
    async with remembering(memory, "m", "t"):
        assert file(memory).read_text() != found
    async with remembering(memory, "u") as pilot:
        assert any("hold what another hand" in toast for toast in toasts(pilot))
        assert file(memory).read_text() == found
        assert "4 to review" in on_screen(pilot)
        status = pilot.app.screen.query_one(StatusLine).status
        assert "another hand changed MEMORY.md: m decides" in plain(status)


async def test_the_first_writing_is_taken_back(memory: MadeUpMemory) -> None:
    async with remembering(memory, "m", "w", "u"):
        assert not file(memory).exists()


async def edited(memory: MadeUpMemory, line: str) -> None:
    """Let MEMORY.md be written, and then another hand add a line."""
    async with remembering(memory, "m", "w"):
        pass
    text = file(memory).read_text().replace("## Facts\n", f"## Facts\n\n- {line}\n")
    file(memory).write_text(text)


async def test_a_foreign_edit_is_shown_first_and_nothing_is_written(
    memory: MadeUpMemory,
) -> None:
    await edited(memory, "Deploys need no review")
    async with remembering(memory, "m") as pilot:
        shown = on_screen(pilot)
        assert "Another hand changed MEMORY.md: 1 line" in shown
        assert "+ - Deploys need no review" in shown
        before = file(memory).read_text()
        await press(pilot, "w")
        assert file(memory).read_text() == before
        assert any("first decide" in toast for toast in toasts(pilot))


@pytest.mark.parametrize("key", ["a", "f5"])
async def test_a_foreign_edit_is_accepted_as_hand_written(
    memory: MadeUpMemory, key: str
) -> None:
    await edited(memory, "Deploys need no review")
    async with remembering(memory, "m", key) as pilot:
        text = file(memory).read_text()
        assert "<!-- pinned -->" in text and "Deploys need no review" in text
        assert "By hand" in on_screen(pilot)


async def test_a_foreign_edit_is_held_for_review(memory: MadeUpMemory) -> None:
    await edited(memory, "Deploys need no review")
    async with remembering(memory, "m", "t") as pilot:
        assert "Deploys need no review" not in file(memory).read_text()
        held = memory.appended(since=BEFORE)
        texts = [record["text"] for record in held if "text" in record]
        assert texts == ["Deploys need no review"]
        await press(pilot, "escape")
        assert "5 to review" in on_screen(pilot)


async def test_a_foreign_edit_is_discarded_and_brought_back(
    memory: MadeUpMemory,
) -> None:
    await edited(memory, "Deploys need no review")
    async with remembering(memory, "m", "x") as pilot:
        assert "Deploys need no review" not in file(memory).read_text()
        assert not any("text" in record for record in memory.appended(since=BEFORE))
        await press(pilot, "u")
        assert "Deploys need no review" in file(memory).read_text()


async def test_keys_that_decide_are_hidden_where_nothing_is_to_decide(
    memory: MadeUpMemory,
) -> None:
    async with remembering(memory, "m", "a", "t", "x") as pilot:
        assert not file(memory).exists()
        assert "Discard it" not in on_screen(pilot)


async def test_the_file_is_opened_in_the_persons_editor(
    memory: MadeUpMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(
        DigestScreen, "open_file", lambda self, path, line=0: opened.append(path)
    )
    async with remembering(memory, "m", "o") as pilot:
        assert any("not written yet" in toast for toast in toasts(pilot))
        await press(pilot, "w", "o")
        assert opened == [file(memory)]


async def test_above_the_cap_the_bar_says_so(memory: MadeUpMemory) -> None:
    memory.write([note(f"Rule {n} of the house", f"rule {n}", n) for n in range(40)])
    small = Settings(refresh_seconds=0, memory=MemorySettings(digest_tokens=200))
    async with remembering(memory, "m", settings=small) as pilot:
        assert "of 200 tokens" in on_screen(pilot)
        await press(pilot, "shift+tab")
        assert "above 200 tokens" in on_screen(pilot)


async def test_a_memory_that_is_off_says_so(memory: MadeUpMemory) -> None:
    off = Settings(refresh_seconds=0, memory=MemorySettings(enabled=False))
    async with remembering(memory, "m", "tab", "w", "y", settings=off) as pilot:
        assert "Memory is switched off" in on_screen(pilot)


async def test_hostile_texts_are_shown_as_they_read(memory: MadeUpMemory) -> None:
    memory.write([*hostile(), note(f"Yes {HOSTILE}", HOSTILE, 1)])
    memory.folder().joinpath("MEMORY.md").write_text(f"# x\n\n## Facts\n- {HOSTILE}\n")
    async with remembering(memory, "m") as pilot:
        for _ in range(4):
            assert "\x1b" not in on_screen(pilot)
            await press(pilot, "tab")
        await press(pilot, "G", "g", "j", "k", "y", "x")
        assert pilot.app.is_running
