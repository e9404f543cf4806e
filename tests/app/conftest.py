"""The application under test: a fixed time, nothing that moves, pictures to compare."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Textual reads these once, when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ.pop("NO_COLOR", None)
sys.path.insert(0, str(Path(__file__).parent))

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App
from textual.widgets import Input

SNAPSHOTS = Path(__file__).parents[2] / "snapshots"


class SvgFiles(SingleFileSnapshotExtension):
    """One SVG a picture, in the repository's own folder of pictures."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        """Return the folder of all pictures."""
        return str(SNAPSHOTS)

    @classmethod
    def get_snapshot_name(cls, *, test_location: Any, index: Any = 0) -> str:
        """Return the name that the test gave, or the test's own."""
        return str(index) if index else str(test_location.snapshot_name)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep cursors from blinking and the time zone from mattering."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> Callable[[App[Any], str], None]:
    """Return a check that the application looks as it did when it was looked at."""

    def check(app: App[Any], name: str) -> None:
        svg = app.export_screenshot()
        svg = re.sub(r"terminal-\d+", "terminal", svg)
        svg = "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
        assert svg == snapshot(name=name, extension_class=SvgFiles)

    return check
