"""How the screens look, at their widths and in their states.

After a change on purpose: run with ``--snapshot-update`` and look at the pictures.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from made_up import MadeUpCatalog, listing, session, turns
from running import press, running
from textual.app import App

from levelmem.engine.sessions.catalog import Listing, StoreReport
from levelmem.engine.sessions.damage import DamagedFile
from levelmem.engine.sessions.model import ToolResult
from levelmem.settings import Settings

Picture = Callable[[App[Any], str], None]
WIDTHS = {60: 20, 80: 24, 120: 40, 200: 50}


@pytest.mark.parametrize("width", WIDTHS)
async def test_history(picture: Picture, width: int) -> None:
    async with running(size=(width, WIDTHS[width])) as pilot:
        picture(pilot.app, f"history-{width}")


@pytest.mark.parametrize("width", WIDTHS)
async def test_transcript(picture: Picture, width: int) -> None:
    async with running(size=(width, WIDTHS[width])) as pilot:
        await press(pilot, "enter")
        picture(pilot.app, f"transcript-{width}")


async def test_history_of_all_projects(picture: Picture) -> None:
    async with running() as pilot:
        await press(pilot, "s", "down", "down", "space")
        picture(pilot.app, "history-all-marked")


async def test_history_compact_with_subagents(picture: Picture) -> None:
    async with running() as pilot:
        await press(pilot, "z", "right")
        picture(pilot.app, "history-compact")


async def test_preview_alone_on_a_narrow_screen(picture: Picture) -> None:
    async with running(size=(60, 20)) as pilot:
        await press(pilot, "v")
        picture(pilot.app, "history-preview-60")


@pytest.mark.parametrize("size", [(60, 30), (120, 40)])
async def test_the_calendar(picture: Picture, size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await press(pilot, "c", "up", "space", "up")
        picture(pilot.app, f"history-calendar-{size[0]}")


@pytest.mark.parametrize("size", [(60, 30), (100, 30)])
async def test_the_threads_of_a_transcript(
    picture: Picture, size: tuple[int, int]
) -> None:
    async with running(size=size) as pilot:
        await press(pilot, "enter", "t")
        picture(pilot.app, f"transcript-threads-{size[0]}")


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_the_settings(picture: Picture, size: tuple[int, int]) -> None:
    settings = Settings(
        refresh_seconds=0, theme="levelmem", keymap={"history.scope": "f7"}
    )
    async with running(size=size, settings=settings) as pilot:
        await press(pilot, "ctrl+t")
        picture(pilot.app, f"settings-{size[0]}")


async def test_history_filtered_by_words(picture: Picture) -> None:
    async with running(size=(80, 24)) as pilot:
        await press(pilot, "slash", *"tariff")
        picture(pilot.app, "history-words")


EMPTY_STATES = {
    "no-agent": replace(listing(()), reports=()),
    "no-sessions": listing(()),
    "reading": listing((), read=12, total=340, done=False),
}


@pytest.mark.parametrize("state", EMPTY_STATES)
async def test_history_with_nothing_to_list(picture: Picture, state: str) -> None:
    catalog = MadeUpCatalog([EMPTY_STATES[state]])
    async with running(catalog, (80, 24)) as pilot:
        picture(pilot.app, f"history-{state}")


async def test_history_when_no_session_fits(picture: Picture) -> None:
    async with running(size=(80, 24)) as pilot:
        await press(pilot, "slash", *"nowhere", "enter")
        picture(pilot.app, "history-nothing-fits")


async def test_history_while_stores_are_read_and_some_files_are_bad(
    picture: Picture,
) -> None:
    whole = listing()
    bad = StoreReport(
        "codex",
        whole.sessions[0].path.parent,
        3,
        3,
        damaged=(DamagedFile(whole.sessions[1].path, 17),),
        problems=((whole.sessions[0].path, "Permission denied"),),
    )
    part = replace(whole, reports=(bad,), read=80, total=340, done=False)
    async with running(MadeUpCatalog([part]), (80, 24)) as pilot:
        picture(pilot.app, "history-partial")


async def test_history_where_stores_and_a_session_can_not_be_read(
    picture: Picture,
) -> None:
    class Locked(MadeUpCatalog):
        def refresh(self, *_: object) -> Iterator[Listing]:
            yield from super().refresh()
            raise PermissionError(13, "Permission denied", "/made-up/store/codex")

    gone = session(1, title="", error="can't be read: Permission denied", turns=0)
    found = listing([gone, session(2)])
    report = replace(found.reports[0], problems=((gone.path, "Permission denied"),))
    locked = Locked([replace(found, reports=(report,))])
    async with running(locked, (100, 24)) as pilot:
        picture(pilot.app, "history-error")


@pytest.mark.parametrize("theme", ["levelmem-light", "textual-dark", "ansi-dark"])
async def test_history_and_transcript_in_other_themes(
    picture: Picture, theme: str
) -> None:
    settings = Settings(theme=theme, refresh_seconds=0)
    async with running(size=(100, 30), settings=settings) as pilot:
        picture(pilot.app, f"history-{theme}")
        await press(pilot, "enter")
        picture(pilot.app, f"transcript-{theme}")


async def test_without_colours(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(size=(100, 30)) as pilot:
        picture(pilot.app, "history-no-color")
        await press(pilot, "enter")
        picture(pilot.app, "transcript-no-color")


async def test_finding_in_a_transcript(picture: Picture) -> None:
    async with running(size=(100, 30)) as pilot:
        await press(pilot, "enter", "slash", *"weights", "enter", "n")
        picture(pilot.app, "transcript-find")


async def test_a_long_block_that_is_cut(picture: Picture) -> None:
    printed = "\n".join(f"tests/test_{n}.py passed" for n in range(500))
    talk = turns()
    talk[3] = replace(talk[3], blocks=(ToolResult(printed, "c1"),))
    async with running(MadeUpCatalog([listing()], talk), (80, 24)) as pilot:
        await press(pilot, "enter", "slash", *"pytest", "enter")
        await press(pilot, "enter", *["down"] * 61)
        picture(pilot.app, "transcript-cut")


async def test_unfolded_transcript(picture: Picture) -> None:
    async with running(size=(100, 50)) as pilot:
        await press(pilot, "enter", "T", "g")
        picture(pilot.app, "transcript-unfolded")


async def test_transcript_that_cannot_be_read(picture: Picture) -> None:
    class Gone(MadeUpCatalog):
        def turns(self, session: Any) -> Any:
            raise FileNotFoundError(2, "No such file or directory")

    async with running(Gone([listing()]), (80, 24)) as pilot:
        await press(pilot, "enter")
        picture(pilot.app, "transcript-gone")


async def test_help(picture: Picture) -> None:
    async with running() as pilot:
        await press(pilot, "question_mark")
        picture(pilot.app, "help")


async def test_palette(picture: Picture) -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+p")
        await pilot.pause(0.5)
        picture(pilot.app, "palette")


async def test_dialogs(picture: Picture) -> None:
    async with running(MadeUpCatalog([listing()], turns()), (100, 30)) as pilot:
        await press(pilot, "r")
        picture(pilot.app, "dialog-resume")
        await press(pilot, "escape", "R")
        picture(pilot.app, "dialog-rename")


async def test_toast_after_filing(picture: Picture) -> None:
    async with running(size=(100, 30)) as pilot:
        await press(pilot, "d")
        picture(pilot.app, "history-filed")
