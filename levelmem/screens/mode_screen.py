"""What the screens of the three modes share: tabs above, status and keys below."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from levelmem.engine.project import Project
from levelmem.screens.library import Library
from levelmem.widgets.chips import Chip, ChipLine
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine
from levelmem.widgets.tab_line import TabLine


@dataclass(frozen=True, slots=True)
class Mode:
    """One of the modes in the tab line."""

    name: str
    """How the application knows it."""
    key: str
    title: str
    screen: str
    """Where its screen is: ``module:class``, imported when it is first shown. The
    class is made with a :class:`Library`."""


MODES = (
    Mode("history", "1", "History", "levelmem.screens.history:HistoryScreen"),
    Mode("search", "2", "Search", "levelmem.screens.search:SearchScreen"),
    Mode("memory", "3", "Memory", "levelmem.screens.memory:MemoryScreen"),
)


class ModeScreen(Screen[None]):
    """The base of the three screens; a screen yields its widgets in ``body``."""

    MODE: ClassVar[str]
    """The name of its mode."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    def body(self) -> Iterable[Widget]:
        """Yield the widgets between the tabs and the status."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield TabLine(id="tabs")
        yield from self.body()
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show the tabs and follow their notes."""
        self.library.tabs_changed.subscribe(self, lambda _: self._show_tabs())
        self._show_tabs()

    def _show_tabs(self) -> None:
        notes = self.library.tab_notes
        tabs = self.query_one(TabLine)
        tabs.chips = tuple(
            Chip(
                mode.name,
                f"{mode.key} {mode.title}",
                notes.get(mode.name, ""),
                on=mode.name == self.MODE,
            )
            for mode in MODES
        )
        if self.library.folder:
            tabs.place = Project.of(self.library.folder).name

    def on_chip_line_pressed(self, event: ChipLine.Pressed) -> None:
        """Go to the mode that was clicked."""
        if isinstance(event.chip_line, TabLine):
            event.stop()
            self.app.switch_mode(event.chip_id)

    def say(self, status: Line) -> None:
        """Show ``status`` in the line above the keys."""
        self.query_one(StatusLine).status = status
