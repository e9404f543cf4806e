"""Since you left: the last burst of work in this project, over History's list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Kind, Session
from levelmem.screens.history_view import Filters, holds, row_id
from levelmem.screens.library import Library
from levelmem.widgets.background import background
from levelmem.widgets.lately_strip import LatelyStrip, Strip
from levelmem.widgets.row_list import RowList

_HIDDEN = "lately-hidden"
_LARGEST = 50_000_000
"""Bytes of a session that is read for the strip."""


@dataclass
class LatelyRead(Message):
    """A worker has read the last burst of work."""

    strip: Strip


class HistoryLately(Screen[Any]):
    """Adds the strip to History."""

    library: Library
    home: Project | None
    filters: Filters
    _burst: tuple[object, ...] = ()

    @property
    def sessions(self) -> RowList[Session]:
        """The list."""
        raise NotImplementedError

    def tell_lately(self) -> None:
        """Read the last burst of work anew, if it is another than the one told."""
        listing = self.library.listing
        if listing is None or not listing.done or self.filters.project is None:
            return
        from levelmem.engine.sessions.lately import last_burst

        home = self.filters.project
        burst = last_burst(
            session
            for session in listing.sessions
            if session.kind is Kind.MAIN
            and session.lifecycle != "trashed"
            and holds(home, session.project)
        )
        edition = tuple((*s.key, s.updated, s.lifecycle) for s in burst)
        if burst and edition != self._burst:
            self._burst = edition
            if self._ended(burst) != self._hidden().get(home.path):
                self._read_burst(burst)

    @background("read the last work", group="lately", exclusive=True)
    def _read_burst(self, burst: Sequence[Session]) -> None:
        from levelmem.engine.sessions.lately import lately
        from levelmem.engine.sessions.recap import recap

        worker = get_current_worker()
        read = []
        for session in burst:
            if worker.is_cancelled:
                return
            if session.size > _LARGEST:
                continue
            try:
                turns = self.library.catalog().turns(session)
                read.append((session, recap(turns)))
            except OSError:
                continue
        found = lately(read)
        if found.asked:
            self.post_message(LatelyRead(Strip(found, self.library.now())))

    def on_lately_read(self, event: LatelyRead) -> None:
        """Show it."""
        self.query_one(LatelyStrip).strip = event.strip

    @on(LatelyStrip.Hidden)
    def action_lately(self) -> None:
        """Hide the strip until there is other work, or show it again."""
        strip = self.query_one(LatelyStrip)
        home = self.filters.project or self.home
        if home is None:
            self.app.notify("levelmem was not started in a project.")
        elif strip.strip is not None:
            hidden = {**self._hidden(), home.path: self._ended(self._shown(strip))}
            self.library.state.put(_HIDDEN, hidden)
            strip.strip = None
        else:
            hidden = self._hidden()
            hidden.pop(home.path, None)
            self.library.state.put(_HIDDEN, hidden)
            self._burst = ()
            self.tell_lately()

    @on(LatelyStrip.Chosen)
    def _choose(self, event: LatelyStrip.Chosen) -> None:
        listing = self.library.listing
        for session in listing.sessions if listing else ():
            if session.key == event.key:
                self.sessions.select(row_id(session))
                self.sessions.focus()

    def _hidden(self) -> dict[str, str]:
        """Return when the work ended that was hidden, by project."""
        hidden = self.library.state.get(_HIDDEN)
        return dict(hidden) if isinstance(hidden, dict) else {}

    def _shown(self, strip: LatelyStrip) -> Sequence[Session]:
        return strip.strip.lately.sessions if strip.strip else ()

    def _ended(self, burst: Sequence[Session]) -> str:
        """Return when a burst ended, as the state has it."""
        times = [s.updated for s in burst if s.updated]
        return max(times).isoformat() if times else ""
