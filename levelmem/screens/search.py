"""Search Sessions: one box over everything that was said and done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import get_current_worker

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import Query, parse
from levelmem.engine.sessions.search_results import BEST, Hit, Progress
from levelmem.engine.sessions.text_keeping import Keeping
from levelmem.screens.exporting import Exporting
from levelmem.screens.library import Library
from levelmem.screens.mode_screen import ModeScreen
from levelmem.screens.search_box import SearchBox
from levelmem.screens.search_memory import SearchMemory
from levelmem.screens.search_view import (
    NOTHING_FOUND,
    Shown,
    Standing,
    folded_away,
    hit_look,
    hit_rows,
    nothing_typed,
    query_chips,
)
from levelmem.screens.session_actions import COPY_COMMAND, RESUME
from levelmem.screens.text_keeping import TextKeeping, TextsKept
from levelmem.widgets.background import background
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look
from levelmem.widgets.spans import Line

_REPORT_HITS = 10
"""Hits collected before the screen is told, between two reports of progress."""


@dataclass
class Searched(Message):
    """A worker has found more, or got further."""

    generation: int
    """Which search it belongs to; those before the newest are dropped."""
    hits: tuple[Hit, ...]
    progress: Progress | None


@dataclass
class LookedUp(Message):
    """A worker has looked up the lines of the hits that are shown."""

    generation: int
    """Which search they belong to."""


class SearchScreen(ModeScreen, Exporting, SearchMemory, TextKeeping):
    """Finds sessions by words: titles at once, then conversations in batches."""

    MODE = "search"
    AUTO_FOCUS = "#search-box"
    CSS_PATH = "search.tcss"
    BINDING_GROUP_TITLE = "Search"
    HELP = (
        "Every word must stand somewhere in the session: any case, accents typed or "
        'not. "two words" is a phrase, -word leaves sessions out that have it, '
        "re:/pattern/ is a regular expression. Fields: agent: project: file: cmd: "
        "role: model: branch: tag:, is:pinned archived interrupted edited child, "
        "in:title said answered tools diff, after: before: on: with a date, a "
        "weekday, 3d or last week."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,f3", "edit_query", "Search", id="search.edit"),
        RESUME,
        Binding("y,f9", "copy_line", "Copy", id="search.copy"),
        Binding("m,f4", "more", "More hits", show=False, id="search.more"),
        Binding("t,f6", "tool_output", "Tool output", show=False, id="search.output"),
        Binding("ctrl+r", "order", "Order", id="search.order", tooltip="Best first"),
        Binding("l,f8", "like", "Like this", show=False, id="search.like"),
        Binding("e,f7", "export", "Export", show=False, id="session.export"),
        Binding("s,ctrl+s", "save", "Save search", show=False, id="search.save"),
        Binding("ctrl+o", "recall", "Searches", show=False, id="search.recall"),
        replace(COPY_COMMAND, key="Y,shift+f9"),
        Binding("escape", "back", "Back to the box", show=False, id="search.back"),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._query = Query()
        self._text = ""
        self._hits: list[Hit] = []
        self._progress: Progress | None = None
        self._searching = False
        self._seen: dict[tuple[str, str], Session] = {}
        """The sessions that the running or finished search has looked at."""
        self._shown = Shown()
        self._generation = 0
        self._keeping: Keeping | None = None

    def body(self) -> Iterable[Widget]:
        """Yield the box, how it was understood, and the hits."""
        yield SearchBox(placeholder="words, a phrase, -without", id="search-box")
        yield FilterBar(id="parts")
        yield RowList(self._look, id="hits")

    def on_mount(self) -> None:
        """Search again when sessions arrive that were not there."""
        super().on_mount()
        self.read_searches()
        self.library.listing_changed.subscribe(self, lambda _: self._listing_changed())
        self._listing_changed()
        self._show()

    def _listing_changed(self) -> None:
        self._search_new_sessions()
        if (listing := self.library.listing) and listing.done:
            self.keep_texts(listing.sessions)

    @property
    def hits(self) -> RowList[Hit]:
        """The list of hits."""
        return self.query_one("#hits", RowList)

    # Searching.

    @on(Input.Changed, "#search-box")
    def _query_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.typed_at = monotonic()
        # Parsed again, "3d" would mean another second: the text is what counts.
        text = " ".join(event.value.split())
        if text != self._text:
            self._text = text
            self._query = parse(event.value, self.library.now())
            output = self._query.asks_for_output
            self._shown = replace(self._shown, most=BEST, output=output)
            self._search_anew()

    def _search_anew(self) -> None:
        """Begin a search over all sessions; what runs is cancelled."""
        self._generation += 1
        self._hits, self._progress, self._seen = [], None, {}
        self._searching = False
        self._show()
        self._search_new_sessions()

    def _search_new_sessions(self) -> None:
        """Search what the catalog has brought or changed since the last look.

        While a search runs, what is new waits: it is still seen as new afterwards.
        """
        listing = self.library.listing
        if not self._query or listing is None or self._searching:
            return
        new = [
            session
            for session in listing.sessions
            if (known := self._seen.get(session.key)) is not session
            and known != session
        ]
        if new:
            self._searching = True
            again = {session.key for session in new}
            self._seen.update((session.key, session) for session in new)
            self._hits = [hit for hit in self._hits if hit.session.key not in again]
            self._search(self._generation, self._query, new)

    @background("search", group="search", exclusive=True)
    def _search(
        self, generation: int, query: Query, sessions: Sequence[Session]
    ) -> None:
        """Search in a thread; hand hits over in small groups."""
        worker = get_current_worker()
        waiting: list[Hit] = []
        count = 0
        finder = self.library.finder()
        for found in finder.search(sessions, query, lambda: worker.is_cancelled):
            if worker.is_cancelled:
                return
            progress = found if isinstance(found, Progress) else None
            if isinstance(found, Hit):
                # Which sections there are is asked at once; further lines can wait.
                _ = found.evidence if count < self._shown.most else found.output
                waiting.append(found)
                count += 1
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
            self._searching = not event.progress.done
            # A later look at a few changed sessions tells nothing of the whole.
            if self._progress is None or not self._progress.done:
                self._progress = event.progress
        self._show()
        if not self._searching:
            self._search_new_sessions()

    def on_texts_kept(self, event: TextsKept) -> None:
        """Say how far the texts are."""
        super().on_texts_kept(event)
        self._keeping = None if event.done else event.keeping
        self._say()

    # Showing.

    def _show(self) -> None:
        hits, rows = self.hits, hit_rows(self._hits, self._shown)
        hits.placeholder = self._placeholder()
        hits.show(rows)
        # What fits best is not known before all lines are.
        seen = self._hits if self._shown.by_relevance else rows.items
        if waiting := [hit for hit in seen if not hit.looked_up]:
            self._look_up(self._generation, waiting)
        self.query_one(FilterBar).chips = query_chips(self._query)
        self._say()

    @background("look up what was found", group="lines", exclusive=True)
    def _look_up(self, generation: int, hits: Sequence[Hit]) -> None:
        """Look up in a thread what hits are shown with."""
        worker = get_current_worker()
        for hit in hits:
            if worker.is_cancelled:
                return
            _ = hit.evidence
        self.post_message(LookedUp(generation))

    def on_looked_up(self, event: LookedUp) -> None:
        """Show the lines, unless another search has begun."""
        event.stop()
        if event.generation == self._generation:
            self._show()

    def _say(self) -> None:
        standing = Standing(
            self._query,
            len(self._hits),
            len(self.hits.rows),
            self._progress,
            self._shown.by_relevance,
            folded_away(self._hits, self._shown),
            self._keeping,
        )
        self.say(standing.line())

    def _placeholder(self) -> tuple[Line, ...]:
        if not self._query:
            return nothing_typed(self.searches)
        if self._progress is None or not self._progress.done:
            return ((("searching…", "muted"),),)
        return NOTHING_FOUND

    def _look(self, hit: Hit) -> Look:
        agent = self.library.agent(hit.session.agent)
        return hit_look(hit, self._query, self.library.now(), agent)

    # What the mixed-in actions ask.

    def action_session(self) -> Session | None:
        """Return the session of the hit under the cursor."""
        hit = self.hits.current
        return hit.session if hit else None

    def exported_sessions(self) -> Sequence[Session]:
        """Return the sessions of the marked hits, or of the one under the cursor."""
        return [hit.session for hit in self.hits.chosen]

    def searches_changed(self) -> None:
        """Show the searches where nothing is typed."""
        self._show()

    def search_text(self) -> str:
        """Return what stands in the box."""
        return self.query_one(SearchBox).value

    def search_for(self, text: str) -> None:
        """Put a query into the box."""
        box = self.query_one(SearchBox)
        box.value = text
        box.cursor_position = len(text)
        box.focus()

    # Keys.

    @on(RowList.Opened, "#hits")
    def _open(self) -> None:
        """Open the conversation at the line that matched."""
        from levelmem.screens.transcript import Place, TranscriptScreen

        if (hit := self.hits.current) is None:
            return
        place = None
        if (found := hit.evidence).turn >= 0:
            words = tuple(hit.near.split()) or self._query.words
            place = Place(found.turn, found.block, found.row, words)
        self.app.push_screen(TranscriptScreen(self.library, hit.session, place))

    def action_copy_line(self) -> None:
        """Copy the line that matched."""
        if hit := self.hits.current:
            self.copy(hit.evidence.line, "the line")

    def action_like(self) -> None:
        """Show the sessions that are like the one under the cursor."""
        from levelmem.screens.likeness import LikeScreen

        if hit := self.hits.current:
            self.app.push_screen(LikeScreen(self.library, hit.session))

    def action_edit_query(self) -> None:
        """Put the cursor into the box."""
        self.query_one(SearchBox).focus()

    def action_back(self) -> None:
        """Go one step back: take marks away, then to the box."""
        if self.hits.marks:
            self.hits.unmark()
        else:
            self.action_edit_query()

    def action_more(self) -> None:
        """Show as many hits again."""
        self._shown = replace(self._shown, most=self._shown.most + BEST)
        self._show()

    def action_tool_output(self) -> None:
        """Unfold the hits in the output of tools, or fold them."""
        self._shown = replace(self._shown, output=not self._shown.output)
        self._show()

    def action_order(self) -> None:
        """Show the best first, or the newest."""
        by_relevance = not self._shown.by_relevance
        self._shown = replace(self._shown, by_relevance=by_relevance)
        self._show()
