"""Import and export from the Memory screen: held for review, and taken back."""

import json
from pathlib import Path

import pytest
from made_up import HOSTILE
from memories import (
    MadeUpMemory,
    groups,
    made_up,
    records,
    remembering,
)
from running import on_screen, press, toasts
from textual.pilot import Pilot
from textual.widgets import Input

BEFORE = len(records())


@pytest.fixture
def memory(tmp_path: Path) -> MadeUpMemory:
    return made_up(tmp_path)


async def typed(pilot: Pilot[None], text: str) -> None:
    """Put a text into the dialog's box and send it off."""
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


async def test_what_a_file_says_is_held_and_taken_back(
    memory: MadeUpMemory, tmp_path: Path
) -> None:
    file = tmp_path / "shared.md"
    file.write_text("# Ours\n\n- Use pnpm, never npm\n- Port 8080 is the API\n")
    async with remembering(memory, "i") as pilot:
        await typed(pilot, str(file))
        assert any("1 line of shared.md" in toast for toast in toasts(pilot))
        assert "Port 8080 is the API" in groups(pilot)["To review"]
        assert "5 to review" in on_screen(pilot)
        assert memory.appended(since=BEFORE)[0]["from"]["path"] == "shared.md"
    async with remembering(memory, "u") as pilot:
        assert "Port 8080 is the API" not in groups(pilot)["To review"]


async def test_a_file_that_says_nothing_new_is_no_step(
    memory: MadeUpMemory, tmp_path: Path
) -> None:
    file = tmp_path / "shared.md"
    file.write_text("- Use pnpm, never npm\n")
    async with remembering(memory, "i") as pilot:
        await typed(pilot, str(file))
        assert any("Nothing new" in toast for toast in toasts(pilot))
        assert memory.appended(since=BEFORE) == []


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"{}"])
async def test_a_file_that_can_not_be_imported_says_so(
    memory: MadeUpMemory, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "shared.md"
    if content is not None:
        file.write_bytes(content)
    async with remembering(memory, "i") as pilot:
        await typed(pilot, str(file))
        assert any("shared.md" in toast for toast in toasts(pilot))
        assert memory.appended(since=BEFORE) == []


@pytest.mark.parametrize(("key", "form"), [("2", "bundle"), ("3", "whole")])
async def test_an_export_is_written_for_the_person_alone(
    memory: MadeUpMemory, tmp_path: Path, key: str, form: str
) -> None:
    file = tmp_path / f"{form}.json"
    async with remembering(memory, "E", key) as pilot:
        await typed(pilot, str(file))
        assert any("Exported to" in toast for toast in toasts(pilot))
    assert "Use pnpm, never npm" in json.dumps(json.loads(file.read_text()))
    assert file.stat().st_mode & 0o777 == 0o600


async def test_markdown_leaves_out_what_is_held(
    memory: MadeUpMemory, tmp_path: Path
) -> None:
    async with remembering(memory, "E", "1") as pilot:
        await typed(pilot, str(tmp_path / "memory.md"))
    text = (tmp_path / "memory.md").read_text()
    assert "Use pnpm, never npm" in text and "run the hook as root" not in text


async def test_a_hostile_name_is_shown_as_it_reads(memory: MadeUpMemory) -> None:
    async with remembering(memory, "i") as pilot:
        await typed(pilot, HOSTILE)
        assert "\x1b" not in on_screen(pilot)
        await press(pilot, "E", "1")
        await typed(pilot, f"/dev/null/{HOSTILE}")
        assert pilot.app.is_running
