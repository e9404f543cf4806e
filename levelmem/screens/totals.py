"""What the sessions of a project amount to: in all, over time, by agent and file."""

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.project import Project
from levelmem.engine.sessions.totals import Totals, totals
from levelmem.screens.history_view import holds
from levelmem.screens.library import Library
from levelmem.screens.scrolled_page import BACK, ScrolledPage
from levelmem.widgets.background import background
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.page_view import PageView
from levelmem.widgets.status_bar import KeyLine, StatusLine
from levelmem.widgets.totals_page import TotalsPage


@dataclass
class Counted(Message):
    """A worker has counted."""

    totals: Totals
    place: str
    """Whose sessions they are, for people."""
    done: bool
    """Whether all stores were read by then."""


class TotalsScreen(ScrolledPage):
    """A page of counts; what is written meanwhile is counted at once."""

    CSS_PATH = "totals.tcss"
    BINDING_GROUP_TITLE = "Totals"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,f7", "scope", "This project / all", id="totals.scope"),
        BACK,
    ]

    def __init__(
        self, library: Library, home: Project | None, project: Project | None
    ) -> None:
        """Show ``project``, or all for None; ``home`` is the other one to go to."""
        super().__init__()
        self.library = library
        self._home, self._project = home, project

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield PageTitle()
        yield PageView(id="page")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Count, and again whenever the listing changes."""
        self.query_one(PageTitle).title = "Totals"
        self.library.listing_changed.subscribe(self, lambda _: self.count())
        self.count()

    @background("count sessions", group="totals", exclusive=True)
    def count(self) -> None:
        """Count the sessions of the listing; none is read for that."""
        worker, project = get_current_worker(), self._project
        listing = self.library.listing
        sessions = listing.sessions if listing else ()
        chosen = [s for s in sessions if project is None or holds(project, s.project)]
        found = totals(chosen, self.library.now().tzinfo)
        place = project.name if project else "all projects"
        if not worker.is_cancelled:
            done = listing is not None and listing.done
            self.post_message(Counted(found, place, done))

    def on_counted(self, event: Counted) -> None:
        """Show the counts."""
        self.query_one(PageTitle).title = f"Totals · {event.place}"
        self.view.show(TotalsPage(event.place, event.totals, self.library.agent))
        reading = "Still reading: the counts will grow"
        self.query_one(StatusLine).status = () if event.done else ((reading, "accent"),)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the other scope only where there is one."""
        return action != "scope" or self._home is not None

    def action_scope(self) -> None:
        """Show this project, or all of them."""
        self._project = self._home if self._project is None else None
        self.count()
