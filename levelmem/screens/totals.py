"""What the sessions of a project amount to: in all, over time, by agent and file."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.totals import Totals, counted_sessions, totals
from levelmem.engine.sessions.work import Work, work_of
from levelmem.screens.history_view import holds
from levelmem.screens.library import Library
from levelmem.screens.scrolled_page import BACK, ScrolledPage
from levelmem.widgets.background import background
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.page_view import PageView
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine
from levelmem.widgets.totals_page import TotalsPage

_PAUSE_SECONDS = 0.5
"""Between two counts that are shown while conversations are read."""


@dataclass
class Counted(Message):
    """A worker has counted."""

    totals: Totals
    place: str
    """Whose sessions they are, for people."""
    reading: str
    """What is still being read, for people; empty where all is."""


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
        self._works: dict[tuple[str, str], Work] = {}
        """What conversations came to, by the session's key."""
        self._editions: dict[tuple[str, str], tuple[object, ...]] = {}
        """Which state of a session was read."""

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
        """Count the sessions of the listing, then read one conversation after another.

        What was read is known when the listing has changed.
        """
        worker, project = get_current_worker(), self._project
        listing = self.library.listing
        sessions = counted_sessions(listing.sessions if listing else ())
        chosen = [s for s in sessions if project is None or holds(project, s.project)]
        if listing is None or not listing.done:
            self._tell(chosen, project, "Still reading: the counts will grow")
            return
        told = -_PAUSE_SECONDS
        for number, session in enumerate(chosen):
            if worker.is_cancelled:
                return
            if monotonic() - told > _PAUSE_SECONDS:
                reading = f"Reading conversations: {number:,} of {len(chosen):,}"
                self._tell(chosen, project, reading)
                told = monotonic()
            self._read(session)
        self._tell(chosen, project, "")

    def _read(self, session: Session) -> None:
        edition = (session.updated, session.size)
        if self._editions.get(session.key) == edition:
            return
        with suppress(OSError):  # The list says what can't be read.
            self._works[session.key] = work_of(self.library.catalog().turns(session))
        self._editions[session.key] = edition

    def _tell(
        self, sessions: Sequence[Session], project: Project | None, reading: str
    ) -> None:
        found = totals(sessions, self.library.now().tzinfo, dict(self._works))
        place = project.name if project else "all projects"
        if not get_current_worker().is_cancelled:
            self.post_message(Counted(found, place, reading))

    def on_counted(self, event: Counted) -> None:
        """Show the counts."""
        self.query_one(PageTitle).title = f"Totals · {event.place}"
        self.view.show(TotalsPage(event.place, event.totals, self.library.agent))
        status: Line = ((event.reading, "accent"),) if event.reading else ()
        self.query_one(StatusLine).status = status

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the other scope only where there is one."""
        return action != "scope" or self._home is not None

    def action_scope(self) -> None:
        """Show this project, or all of them."""
        self._project = self._home if self._project is None else None
        self.count()
