"""Sessions that their agent is about to delete: pointed out, and kept if wanted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.widgets.background import background
from levelmem.widgets.row_list import RowList

if TYPE_CHECKING:
    from levelmem.engine.sessions.copies import Kept
    from levelmem.engine.sessions.expiry import Expiry
    from levelmem.engine.sessions.listing import Listing


@dataclass
class ExpiriesKnown(Message):
    """A worker has found what is soon deleted, and kept what was to be kept."""

    expiries: "Mapping[tuple[str, str], Expiry]"
    kept: "Kept | None"
    """None where no copies are wanted."""


class HistoryExpiry(Screen[Any]):
    """Adds to History what agents delete by themselves."""

    library: Library
    _looked_at: "Sequence[Session] | None" = None
    _keeping_problem: str = ""

    @property
    def sessions(self) -> RowList[Session]:
        """The list."""
        raise NotImplementedError

    def action_session(self) -> Session | None:
        """Return the session under the cursor."""
        raise NotImplementedError

    def show_session(self, session: Session | None) -> None:
        """Show a session in the preview."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Look at every whole listing."""
        self.library.listing_changed.subscribe(self, self._look_for_expiries)

    def _look_for_expiries(self, listing: "Listing") -> None:
        if listing.done and listing.sessions is not self._looked_at:
            self._looked_at = listing.sessions
            self._find_expiries(listing.sessions)

    @background("find what expires", group="expiry", exclusive=True)
    def _find_expiries(self, sessions: Sequence[Session]) -> None:
        catalog = self.library.catalog()
        found = catalog.expiries(sessions, self.library.now())
        kept = None
        if self.library.session_settings.keep_copies:
            kept = catalog.keep_copies([s for s in sessions if s.key in found])
        self.post_message(ExpiriesKnown(found, kept))

    def on_expiries_known(self, event: ExpiriesKnown) -> None:
        """Say what is deleted and when, and where it could not be kept."""
        if self.library.expiries != event.expiries:
            self.library.expiries = event.expiries
            self.sessions.redraw()
            self.show_session(self.action_session())
        problems = event.kept.problems if event.kept else ()
        said = f"{problems[0][0]}: {problems[0][1]}" if problems else ""
        if said and said != self._keeping_problem:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            self.app.notify(said + more, title="No copy kept", severity="error")
        self._keeping_problem = said
