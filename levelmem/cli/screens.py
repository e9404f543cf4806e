"""Opens the application: on this machine's sessions, or on the built-in example."""

from __future__ import annotations

import argparse
import asyncio
import gc
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.terminal import drawn_on_terminal
from levelmem.engine.places import Places
from levelmem.settings import Settings

if TYPE_CHECKING:
    from levelmem.app import LevelmemApp

_EVERYTHING = {"all": False, "agent": None, "limit": None, "json": False}
"""What ``history`` is told where it stands for the application."""

Opening: TypeAlias = "Callable[[LevelmemApp], Awaitable[None]]"
"""What is done once the application has drawn a frame."""


def open_app(options: argparse.Namespace) -> int:
    """Open levelmem on what the agents of this machine left."""
    if options.plain:
        from levelmem.cli.plain import history

        return history(argparse.Namespace(**vars(options), **_EVERYTHING))
    from levelmem.screens.history_states import OPEN_EXAMPLE

    settings = settings_of(options)
    code = _run(places_of(options, settings), project_folder(options), settings)
    return open_demo(options) if code == OPEN_EXAMPLE else code


def open_review(options: argparse.Namespace) -> int:
    """Open levelmem on Memory, and on what waits there for the person."""
    if options.plain:
        from levelmem.cli import plain_memory

        return plain_memory.review(options)
    settings = settings_of(options)
    places = places_of(options, settings)
    everywhere: bool = options.all

    async def review(app: LevelmemApp) -> None:
        from levelmem.screens.review import ReviewScreen

        await app.switch_mode("memory")
        await app.push_screen(ReviewScreen(app.library, everywhere))

    return _run(places, project_folder(options), settings, review)


def open_demo(options: argparse.Namespace) -> int:
    """Open levelmem on a made-up project in a folder that is gone afterwards."""
    from levelmem.demo import make
    from levelmem.demo.home import demo_home
    from levelmem.demo.story import PROJECT

    settings = settings_of(options)
    with demo_home() as home:
        return _run(make(home), str(home / PROJECT), settings)


def _run(
    places: Places, folder: str, settings: Settings, opening: Opening | None = None
) -> int:
    with drawn_on_terminal("levelmem --help"):
        return _shown(places, folder, settings, opening)


def _leaving_when_told(opening: Opening | None) -> Opening:
    """Return an opening after which a hangup or ``kill`` leaves as a key does.

    So the terminal is given back as it was, and nothing temporary stays behind.
    """

    async def begin(app: LevelmemApp) -> None:
        loop = asyncio.get_running_loop()
        for told in (signal.SIGHUP, signal.SIGTERM):
            loop.add_signal_handler(told, partial(app.exit, return_code=128 + told))
        if opening is not None:
            await opening(app)

    return begin


def _shown(
    places: Places, folder: str, settings: Settings, opening: Opening | None
) -> int:
    # What is made while starting stays: looking through it for garbage costs a
    # tenth of the time to the first frame. The application enables it afterwards.
    gc.disable()
    # Stores are read in a thread of their own. The screen's turn must come soon: each
    # frame takes several, and 5 ms each, which is the default, can be seen.
    sys.setswitchinterval(0.0005)
    from levelmem.app import LevelmemApp
    from levelmem.screens.library import Library
    from levelmem.state import State

    library = Library(
        places,
        folder,
        memory=settings.memory,
        search=settings.search,
        sessions=settings.sessions,
        state=State(places.state / "state.json"),
    )
    library.glimpse()
    app = LevelmemApp(library, settings, _leaving_when_told(opening))
    app.run()
    return app.return_code or 0
