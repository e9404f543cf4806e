"""Search Sessions: one box over everything that was said and done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import get_current_worker

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import Query, parse
from levelmem.engine.sessions.search import BEST, Hit, Progress, search
from levelmem.screens.library import Library
from levelmem.screens.mode_screen import ModeScreen
from levelmem.screens.search_view import Standing, hit_look, hit_rows, query_chips
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look

_REPORT_HITS = 10
"""Hits collected before the screen is told, between two reports of progress."""


@dataclass
class Searched(Message):
    """A worker has found more, or got further."""

    generation: int
    """Which search it belongs to; those before the newest are dropped."""
    hits: tuple[Hit, ...]
    progress: Progress | None


class SearchBox(Input):
    """The box; arrows and Enter lead from it into the hits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,enter", "to_hits", "To the hits", id="search.to-hits"),
        Binding("escape", "step_back", "Clear, then leave", id="search.clear"),
    ]

    def action_to_hits(self) -> None:
        """Leave the box for the hits."""
        self.screen.query_one("#hits").focus()

    def action_step_back(self) -> None:
        """Empty the box; leave it when it is empty."""
        if self.value:
            self.clear()
        else:
            self.action_to_hits()


class SearchScreen(ModeScreen, SessionActions):
    """Finds sessions by words: titles at once, then conversations in batches."""

    MODE = "search"
    AUTO_FOCUS = "#search-box"
    CSS_PATH = "search.tcss"
    HELP = (
        "Every word must stand somewhere in the session: any case, accents typed or "
        'not. "two words" is a phrase, -word leaves sessions out that have it, and '
        "agent: project: model: branch: file: look at the session itself."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,f3", "edit_query", "Search", id="search.edit"),
        Binding("m,f4", "more", "More hits", show=False, id="search.more"),
        Binding("r,f5", "resume", "Resume", id="session.resume"),
        Binding("y,f9", "copy_line", "Copy", id="search.copy"),
        Binding(
            "Y,shift+f9",
            "copy_command",
            "Copy command",
            show=False,
            id="session.copy-command",
            tooltip="Copy the command that resumes the session",
        ),
        Binding("escape", "edit_query", "Back to the box", show=False),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._query = Query()
        self._hits: list[Hit] = []
        self._progress: Progress | None = None
        self._running = False
        self._seen: dict[tuple[str, str], Session] = {}
        """The sessions that the running or finished search has looked at."""
        self._shown = BEST
        self._generation = 0

    def body(self) -> Iterable[Widget]:
        """Yield the box, how it was understood, and the hits."""
        yield SearchBox(placeholder="words, a phrase, -without", id="search-box")
        yield FilterBar(id="parts")
        yield RowList(self._look, id="hits")

    def on_mount(self) -> None:
        """Search again when sessions arrive that were not there."""
        super().on_mount()
        self.library.listing_changed.subscribe(
            self, lambda _: self._search_new_sessions()
        )
        self._show()

    @property
    def hits(self) -> RowList[Hit]:
        """The list of hits."""
        return self.query_one("#hits", RowList)

    # Searching.

    @on(Input.Changed, "#search-box")
    def _query_changed(self, event: Input.Changed) -> None:
        event.stop()
        query = parse(event.value)
        if query != self._query:
            self._query = query
            self._shown = BEST
            self._search_anew()

    def _search_anew(self) -> None:
        """Begin a search over all sessions; what runs is cancelled."""
        self._generation += 1
        self._hits, self._progress, self._seen = [], None, {}
        self._running = False
        self._show()
        self._search_new_sessions()

    def _search_new_sessions(self) -> None:
        """Search what the catalog has brought or changed since the last look.

        While a search runs, what is new waits: it is still seen as new afterwards.
        """
        listing = self.library.listing
        if not self._query or listing is None or self._running:
            return
        new = [
            session
            for session in listing.sessions
            if (known := self._seen.get(session.key)) is not session
            and known != session
        ]
        if new:
            self._running = True
            again = {session.key for session in new}
            self._seen.update((session.key, session) for session in new)
            self._hits = [hit for hit in self._hits if hit.session.key not in again]
            self._search(self._generation, self._query, new)

    @work(thread=True, group="search", exclusive=True, exit_on_error=False)
    def _search(
        self, generation: int, query: Query, sessions: Sequence[Session]
    ) -> None:
        """Search in a thread; hand hits over in small groups."""
        worker = get_current_worker()
        waiting: list[Hit] = []
        read = self.library.catalog().turns
        for found in search(sessions, query, read, lambda: worker.is_cancelled):
            if worker.is_cancelled:
                return
            progress = found if isinstance(found, Progress) else None
            if isinstance(found, Hit):
                waiting.append(found)
            if progress or len(waiting) >= _REPORT_HITS:
                self.post_message(Searched(generation, tuple(waiting), progress))
                waiting = []

    def on_searched(self, event: Searched) -> None:
        """Take in what was found, unless another search has begun."""
        event.stop()
        if event.generation != self._generation:
            return
        self._hits += event.hits
        if event.progress:
            self._running = not event.progress.done
            # A later look at a few changed sessions tells nothing of the whole.
            if self._progress is None or not self._progress.done:
                self._progress = event.progress
        self._show()

    # Showing.

    def _show(self) -> None:
        rows = hit_rows(self._hits, self._shown)
        hits = self.hits
        hits.placeholder = self._placeholder()
        hits.show(rows)
        self.query_one(FilterBar).chips = query_chips(self._query)
        standing = Standing(self._query, len(self._hits), len(rows), self._progress)
        self.say(standing.line())

    def _placeholder(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        if not self._query:
            return (
                (("Find what was said and done", "strong"),),
                (),
                (('words   "a phrase"   -without   agent:codex', "muted"),),
            )
        if self._progress is None or not self._progress.done:
            return ((("searching…", "muted"),),)
        return (
            (("No session has all of these words", "strong"),),
            (),
            (("Fewer words find more; whole words are not needed", "muted"),),
        )

    def _look(self, hit: Hit) -> Look:
        agent = self.library.agent(hit.session.agent)
        return hit_look(hit, self._query, self.library.now(), agent)

    # Keys.

    def action_session(self) -> Session | None:
        """Return the session of the hit under the cursor."""
        hit = self.hits.current
        return hit.session if hit else None

    @on(RowList.Opened, "#hits")
    def _open(self) -> None:
        """Open the conversation at the line that matched."""
        from levelmem.screens.transcript import Place, TranscriptScreen

        if (hit := self.hits.current) is None:
            return
        place = None
        if hit.turn >= 0:
            place = Place(hit.turn, hit.block, hit.row, self._query.words)
        self.app.push_screen(TranscriptScreen(self.library, hit.session, place))

    def action_copy_line(self) -> None:
        """Copy the line that matched."""
        if hit := self.hits.current:
            self.copy(hit.line, "the line")

    def action_edit_query(self) -> None:
        """Put the cursor into the box."""
        self.query_one(SearchBox).focus()

    def action_more(self) -> None:
        """Show as many hits again."""
        self._shown += BEST
        self._show()
