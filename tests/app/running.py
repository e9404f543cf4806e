"""Runs the application over a made-up library, for one test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from made_up import MadeUpCatalog, library
from textual.pilot import Pilot

from levelmem.app import LevelmemApp
from levelmem.screens import session_unfolding
from levelmem.screens.history import HistoryScreen
from levelmem.settings import Settings

session_unfolding._REST_SECONDS = 0.01

QUIET = Settings(refresh_seconds=0)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until workers and messages have come to rest."""
    await pilot.pause()
    while getattr(pilot.app.screen, "rests", False):
        await pilot.pause(0.01)
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
    await pilot.pause()


@asynccontextmanager
async def running(
    catalog: MadeUpCatalog | None = None,
    size: tuple[int, int] = (120, 40),
    folder: str = "/work/parcel",
    settings: Settings = QUIET,
) -> AsyncIterator[Pilot[None]]:
    """Yield a pilot once the first listing is on the screen."""
    app = LevelmemApp(library(catalog, folder), settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        yield pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and wait for what they set off."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def history(pilot: Pilot[None]) -> HistoryScreen:
    """Return the screen that is shown, which must be History."""
    screen = pilot.app.screen
    assert isinstance(screen, HistoryScreen)
    return screen


def on_screen(pilot: Pilot[None]) -> str:
    """Return what can be read on the screen, row by row."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join(line.text.rstrip() for line in lines)


def toasts(pilot: Pilot[None]) -> list[str]:
    """Return titles and texts of the toasts that are shown."""
    return [f"{n.title} {n.message}".strip() for n in pilot.app._notifications]
