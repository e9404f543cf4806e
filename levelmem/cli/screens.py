"""Opens the application: on this machine's sessions, or on the built-in example."""

import argparse
import gc
import tempfile
from pathlib import Path

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.engine.places import Places
from levelmem.settings import Settings


def open_app(options: argparse.Namespace) -> int:
    """Open levelmem on what the agents of this machine left."""
    settings = settings_of(options)
    return _run(places_of(options, settings), project_folder(options), settings)


def open_demo(options: argparse.Namespace) -> int:
    """Open levelmem on a made-up project in a folder that is gone afterwards."""
    from levelmem.demo import make
    from levelmem.demo.story import PROJECT

    settings = settings_of(options)
    with tempfile.TemporaryDirectory(prefix="levelmem-demo-") as home:
        places = make(Path(home))
        return _run(places, str(Path(home) / PROJECT), settings)


def _run(places: Places, folder: str, settings: Settings) -> int:
    # What is made while starting stays: looking through it for garbage costs a
    # tenth of the time to the first frame. The application enables it afterwards.
    gc.disable()
    from levelmem.app import LevelmemApp
    from levelmem.screens.library import Library

    app = LevelmemApp(Library(places, folder, memory=settings.memory), settings)
    app.run()
    return app.return_code or 0
