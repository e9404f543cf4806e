"""The quick pick as a program of its own: for shells and for tmux popups."""

from typing import ClassVar

from textual.worker import get_current_worker

from levelmem.engine.sessions.model import Session
from levelmem.screens.failures import TellsFailures
from levelmem.screens.library import Library, ListingArrived
from levelmem.screens.quick_pick import QuickPick
from levelmem.settings import Settings
from levelmem.theme import DARK, LIGHT
from levelmem.widgets.background import background


class PickApp(TellsFailures[Session]):
    """Shows nothing but the pick; its return value is the session, or None."""

    TITLE = "levelmem pick"
    ENABLE_COMMAND_PALETTE = False
    CSS: ClassVar[str] = "Screen { background: $background; }"

    def __init__(self, library: Library, text: str, settings: Settings) -> None:
        """``text`` stands in the box at first."""
        super().__init__()
        self.library = library
        library.connect(self)
        self._text = text
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        wanted = settings.theme
        self.theme = wanted if wanted in self.available_themes else DARK.name

    def on_mount(self) -> None:
        """Show the pick, and read the stores."""
        pick = QuickPick(self.library, self._text)
        pick.add_class("-whole")
        self.push_screen(pick, self.exit)
        self.call_after_refresh(self._read_stores)

    @background("read stores")
    def _read_stores(self) -> None:
        worker = get_current_worker()
        for listing in self.library.snapshots(lambda: worker.is_cancelled):
            self.post_message(ListingArrived(0, listing))

    def on_listing_arrived(self, event: ListingArrived) -> None:
        """Hand the listing to the pick."""
        self.library.receive(event.listing)
