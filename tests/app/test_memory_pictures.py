"""How Memory, Review and MEMORY.md look, at their widths and in their states.

After a change on purpose: run with ``--snapshot-update`` and look at the pictures.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_up import NOW
from memories import PROJECT, MadeUpMemory, go_to, made_up, remembering
from running import press
from textual.app import App

from levelmem.engine.memory.learning.harvest import Harvested, Sighting
from levelmem.screens import harvesting
from levelmem.settings import Settings

Picture = Callable[[App[Any], str], None]
WIDTHS = {60: 20, 80: 24, 120: 40}


@pytest.fixture
def memory(tmp_path: Path) -> MadeUpMemory:
    return made_up(tmp_path)


@pytest.mark.parametrize("width", WIDTHS)
async def test_memory(picture: Picture, memory: MadeUpMemory, width: int) -> None:
    async with remembering(memory, size=(width, WIDTHS[width])) as pilot:
        picture(pilot.app, f"memory-{width}")


async def test_memory_of_all_projects(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, "A", "down", "space", size=(200, 50)) as pilot:
        picture(pilot.app, "memory-all-200")


async def test_the_story_of_a_hidden_sign(
    picture: Picture, memory: MadeUpMemory
) -> None:
    async with remembering(memory, size=(120, 30)) as pilot:
        await go_to(pilot, "skip the review")
        picture(pilot.app, "memory-story-hidden")


async def test_the_story_alone(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, size=(60, 20)) as pilot:
        await go_to(pilot, "Weights are")
        await press(pilot, "v")
        picture(pilot.app, "memory-story-60")


async def test_everything_from_one_file(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, size=(100, 24)) as pilot:
        await go_to(pilot, "Always run the hook")
        await press(pilot, "w", "enter")
        picture(pilot.app, "memory-place")
        await press(pilot, "F")
        picture(pilot.app, "dialog-forget-place")


@pytest.mark.parametrize("width", [80, 120])
async def test_another_day(picture: Picture, memory: MadeUpMemory, width: int) -> None:
    keys = ["t", *["left"] * 6]
    async with remembering(memory, *keys, size=(width, WIDTHS[width])) as pilot:
        picture(pilot.app, f"memory-time-{width}")


async def test_an_empty_memory(picture: Picture, tmp_path: Path) -> None:
    async with remembering(MadeUpMemory(tmp_path), size=(80, 24)) as pilot:
        picture(pilot.app, "memory-empty")


async def test_dialogs(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, size=(100, 30)) as pilot:
        await go_to(pilot, "Use pnpm")
        await press(pilot, "e")
        picture(pilot.app, "dialog-edit")
        await press(pilot, "escape", "K")
        picture(pilot.app, "dialog-kind")


async def test_help_of_memory(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, "question_mark", size=(100, 50)) as pilot:
        picture(pilot.app, "help-memory")


@pytest.mark.parametrize("theme", ["levelmem-light", "ansi-dark"])
async def test_other_themes(picture: Picture, memory: MadeUpMemory, theme: str) -> None:
    settings = Settings(theme=theme, refresh_seconds=0)
    async with remembering(memory, size=(100, 30), settings=settings) as pilot:
        picture(pilot.app, f"memory-{theme}")
        await press(pilot, "r", "right")
        picture(pilot.app, f"review-{theme}")


async def test_without_colours(
    picture: Picture, memory: MadeUpMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with remembering(memory, size=(100, 30)) as pilot:
        picture(pilot.app, "memory-no-color")


@pytest.mark.parametrize("width", WIDTHS)
async def test_review(picture: Picture, memory: MadeUpMemory, width: int) -> None:
    size = (width, WIDTHS[width])
    async with remembering(memory, "r", "c", "right", size=size) as pilot:
        await pilot.app.workers.wait_for_complete()
        picture(pilot.app, f"review-{width}")


async def test_review_at_its_end(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, "r", "s", "s", "s", "s", size=(80, 24)) as pilot:
        picture(pilot.app, "review-later")


@pytest.mark.parametrize("width", [80, 120])
async def test_digest(picture: Picture, memory: MadeUpMemory, width: int) -> None:
    async with remembering(memory, "m", size=(width, WIDTHS[width])) as pilot:
        picture(pilot.app, f"digest-{width}")
        await press(pilot, "shift+tab")
        picture(pilot.app, f"digest-left-out-{width}")


async def test_a_foreign_edit(picture: Picture, memory: MadeUpMemory) -> None:
    async with remembering(memory, "m", "w", size=(100, 30)) as pilot:
        file = memory.folder() / "MEMORY.md"
        text = file.read_text()
        file.write_text(text.replace("## Facts\n", "## Facts\n- No review needed\n"))
        await press(pilot, "escape", "m")
        picture(pilot.app, "digest-foreign")


@pytest.mark.parametrize("width", [80, 120])
async def test_a_found_note(
    picture: Picture,
    memory: MadeUpMemory,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
) -> None:
    def note(text: str, quote: str, *sessions: str) -> Harvested:
        where = tuple(
            Sighting("claude-code", session, PROJECT, 1, NOW, quote)
            for session in sessions
        )
        return Harvested(text, 0.9, ("says how things are done here",), where)

    notes = [
        note("Use pnpm for installs", "no, use pnpm for installs", "s0001", "s0004"),
        note("Use pnpm for all installs here", "use pnpm for all installs here", "s4"),
    ]
    monkeypatch.setattr(harvesting, "harvest", lambda sessions: notes)
    memory.write([])
    async with remembering(memory, "r", size=(width, WIDTHS[width])) as pilot:
        picture(pilot.app, f"review-found-{width}")
