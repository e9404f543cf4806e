"""History: the sessions of all agents, newest first, in time buckets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from levelmem.engine.project import Project
from levelmem.engine.sessions.archiving import FADED
from levelmem.engine.sessions.model import Session
from levelmem.screens.exporting import Exporting
from levelmem.screens.history_calendar import HistoryCalendar
from levelmem.screens.history_chips import chips
from levelmem.screens.history_expiry import HistoryExpiry
from levelmem.screens.history_filters import EVERYWHERE, HistoryFilters
from levelmem.screens.history_lately import HistoryLately
from levelmem.screens.history_states import (
    OPEN_EXAMPLE,
    no_agents,
    placeholder,
    status,
)
from levelmem.screens.history_view import (
    Filters,
    HistoryView,
    history_view,
    is_project,
    kept,
    recalled,
)
from levelmem.screens.library import Library
from levelmem.screens.mode_screen import ModeScreen
from levelmem.screens.session_actions import (
    COPY_COMMAND,
    EDIT_FILE,
    RESUME,
)
from levelmem.screens.session_filing import SessionFiling
from levelmem.screens.session_unfolding import SessionUnfolding
from levelmem.widgets.activity_calendar import ActivityCalendar
from levelmem.widgets.background import background
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.lately_strip import LatelyStrip
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look
from levelmem.widgets.session_look import session_look
from levelmem.widgets.session_preview import SessionPreview
from levelmem.widgets.word_box import WordBox

if TYPE_CHECKING:
    from levelmem.engine.sessions.catalog import Listing

_FILTERS, _TOGGLED, _HEIGHT = "history-filters", "history-preview", "history-rows"
"""What is remembered from one run to the next."""

_ROW = "history-row"
"""The session that was selected, by the key of its row."""

_AGES_SECONDS = 60.0
"""How often ages and buckets are told anew where nothing else has changed."""


@dataclass
class ViewReady(Message):
    """A worker has computed what History shows."""

    generation: int
    """Those before the newest are dropped."""
    view: HistoryView


class HistoryScreen(
    ModeScreen,
    HistoryLately,
    HistoryCalendar,
    HistoryFilters,
    SessionUnfolding,
    HistoryExpiry,
    SessionFiling,
    Exporting,
):
    """The list of sessions and a preview of the selected one."""

    MODE = "history"
    CSS_PATH = "history.tcss"
    AUTO_FOCUS = "#sessions"
    BINDING_GROUP_TITLE = "History"
    BINDINGS: ClassVar[list[BindingType]] = [
        RESUME,
        Binding(
            "v,f10",
            "preview",
            "Preview",
            show=False,
            id="history.preview",
            tooltip="Show or hide the preview",
        ),
        Binding(
            "z,f11",
            "compact",
            "Compact",
            show=False,
            id="history.compact",
            tooltip="One line or two for each session",
        ),
        Binding(
            "i,f12",
            "lately",
            "Lately",
            show=False,
            id="history.lately",
            tooltip="What happened here lately: show or hide it",
        ),
        Binding(
            "right,l",
            "unfold(True)",
            "Show subagents",
            show=False,
            id="history.unfold",
        ),
        Binding(
            "left,h",
            "unfold(False)",
            "Hide subagents",
            show=False,
            id="history.fold",
        ),
        COPY_COMMAND,
        EDIT_FILE,
        Binding(
            "e,ctrl+e",
            "export",
            "Export",
            show=False,
            id="history.export",
            tooltip="Export as a document, secrets taken out",
        ),
        Binding(
            "P,ctrl+f2",
            "totals",
            "Totals",
            show=False,
            id="history.totals",
            tooltip="Totals of this project, over time",
        ),
        Binding(
            "exclamation_mark,ctrl+f1",
            "damage",
            "Unreadable",
            show=False,
            id="history.damage",
            tooltip="List the files that could not be read, and where",
        ),
        Binding("escape", "back", "Back", show=False, id="history.back"),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.home = Project.of(library.folder) if library.folder else None
        self.filters = recalled(library.state.get(_FILTERS))
        self.view: HistoryView | None = None
        """What is shown; None until the first listing is there."""
        self._generation = 0
        self._row_wanted = library.state.get(_ROW)
        self._row_here: str | None = None
        """The row to begin with next time; None until the person moved."""
        self._stepped = False
        """Whether the preview has followed the cursor already."""

    def body(self) -> Iterable[Widget]:
        """Yield the filters, the list and the preview."""
        yield FilterBar(id="filters")
        yield LatelyStrip(id="lately")
        yield ActivityCalendar(id="calendar")
        yield WordBox("Words of a title or project", id="words")
        with Horizontal(id="panes"):
            height = 1 if self.library.state.get(_HEIGHT) == 1 else 2
            yield RowList[Session](self._look, row_height=height, id="sessions")
            yield SessionPreview(id="preview")

    @property
    def sessions(self) -> RowList[Session]:
        """The list."""
        return self.query_one("#sessions", RowList)

    def on_mount(self) -> None:
        """Follow the catalog."""
        self.library.listing_changed.subscribe(self, lambda _: self.recompute())
        self.set_interval(_AGES_SECONDS, self._tell_ages)
        # Not by a message, which comes a frame later: a step is drawn once, not twice.
        self.watch(self.sessions, "cursor", self._step, init=False)
        self.set_class(bool(self.library.state.get(_TOGGLED)), "-preview-toggled")
        if self.library.listing is not None and self.library.listing.newest_only:
            self._show_view(self._view_of(self.library.listing, self.filters))
        else:
            self._show_state()
            self.recompute()

    def _look(self, session: Session) -> Look:
        now = self.library.now()
        expiry = self.library.expiries.get(session.key)
        return session_look(
            session,
            now,
            self.library.agent(session.agent),
            with_project=self.filters.project is None,
            days_left=expiry.days_left(now) if expiry else None,
        )

    # From listings to the view.

    def change(self, filters: Filters) -> None:
        """Show what ``filters`` let through."""
        if filters != self.filters:
            self.filters = filters
            self.library.state.put(_FILTERS, kept(filters))
            self.recompute()

    def _tell_ages(self) -> None:
        """Tell ages anew; only a new day moves sessions to other buckets."""
        if self.view is None or self.view.day != self.library.now().date():
            self.recompute()
        else:
            self.sessions.redraw()
            self._show_preview()

    def recompute(self) -> None:
        """Compute the view anew."""
        self._generation += 1
        if self.library.listing is not None:
            self._compute_view(self._generation, self.library.listing, self.filters)

    @background("filter sessions", group="history", exclusive=True)
    def _compute_view(
        self, generation: int, listing: "Listing", filters: Filters
    ) -> None:
        self.post_message(ViewReady(generation, self._view_of(listing, filters)))

    def _view_of(self, listing: "Listing", filters: Filters) -> HistoryView:
        sessions, home = listing.sessions, self.home
        if not self.scope_chosen and home is not None:
            everywhere = self.library.state.get(EVERYWHERE) is True
            here = not everywhere and is_project(home, sessions)
            filters = replace(filters, project=home if here else None)
        now, measure = self.library.now(), self.measure
        days = self.library.memory_settings.auto_archive_days
        return history_view(sessions, filters, home, now, measure, days)

    def on_view_ready(self, event: ViewReady) -> None:
        """Show the newest view."""
        if event.generation == self._generation:
            self._show_view(event.view)

    def _show_view(self, view: HistoryView) -> None:
        self.view = view
        self.filters = view.filters
        listing = self.library.listing
        if listing is not None and not listing.newest_only:
            self.library.note_on_tab("history", f"{view.counts.total:,}")
        self.sessions.show(view.rows)
        self._select_kept_row()
        self._show_state()
        self.show_days(view)
        self.tell_lately()

    def _select_kept_row(self) -> None:
        """Go to the row that was selected last time, once it is there."""
        row, self._row_wanted = self._row_wanted, None
        if row and isinstance(row, str) and not self.sessions.select(row):
            listing = self.library.listing
            if listing is not None and not listing.done:
                self._row_wanted = row  # It may still come.

    def _keep_row(self) -> None:
        """Remember the row; at the top the next run begins with what is new."""
        if self._row_here is not None:
            self.library.state.put(_ROW, self._row_here)

    def on_screen_suspend(self) -> None:
        """Remember where the person was."""
        self._keep_row()

    def on_unmount(self) -> None:
        """Remember where the person was."""
        self._keep_row()

    def _show_state(self) -> None:
        listing = self.library.listing
        if self.view is not None:
            counted = listing is not None and not listing.newest_only
            self.query_one(FilterBar).chips = tuple(
                chips(self.view, self.home, self.library.agent, counted=counted)
            )
        self.sessions.placeholder = placeholder(
            listing,
            self.filters,
            calendar=bool(self.measure),
            archived=self.view.counts.shelves["archived"] if self.view else 0,
        )
        self.set_class(not len(self.sessions.rows), "-empty")
        self.say(status(listing, len(self.sessions.rows), self.filters))

    # Keys and clicks.

    def action_preview(self) -> None:
        """Show or hide the preview."""
        self.toggle_class("-preview-toggled")
        toggled = self.has_class("-preview-toggled")
        self.library.state.put(_TOGGLED, toggled)
        self.call_after_refresh(self._show_preview)

    def action_compact(self) -> None:
        """Show one line or two for each session."""
        self.sessions.row_height = 3 - self.sessions.row_height
        self.library.state.put(_HEIGHT, self.sessions.row_height)

    def action_unfold(self, show: bool) -> None:
        """Show or hide the subagents of the selected session."""
        if row := self.sessions.current_id:
            rows = self.filters.unfolded
            rows = rows | {row} if show else rows - {row}
            self.change(replace(self.filters, unfolded=rows))

    def action_totals(self) -> None:
        """Tell what the sessions of this project, or of all, amount to."""
        from levelmem.screens.totals import TotalsScreen

        project = self.filters.project
        self.app.push_screen(TotalsScreen(self.library, self.home, project))

    def action_damage(self) -> None:
        """List the files that could not be read (whole)."""
        from levelmem.screens.damage import DamageScreen

        self.app.push_screen(DamageScreen(self.library))

    # The box for words.

    def shelf(self, session: Session) -> str:
        """Return where a session lies: what its age archives is where one sees it."""
        found = super().shelf(session)
        return self.filters.shelf if found == FADED else found

    def action_find(self) -> None:
        """Go to the box."""
        self.query_one(WordBox).open()

    def on_word_box_changed(self, event: WordBox.Changed) -> None:
        """Filter while somebody types."""
        self.change(replace(self.filters, words=event.words))

    def on_word_box_submitted(self) -> None:
        """Go to the list."""
        self.sessions.focus()

    def action_back(self) -> None:
        """Go one step back: clear the box, leave it, take marks and filters away."""
        box = self.query_one(WordBox)
        if box.step_back():
            if not box.is_open:
                self.sessions.focus()
        elif self.measure:
            self.hide_calendar()
        elif self.sessions.marks:
            self.sessions.unmark()
        elif self.filters.narrowed:
            self.calendar.clear()
            self.change(replace(Filters(), project=self.filters.project))

    # The selected session.

    @on(RowList.Moved, "#sessions")
    def _follow_row(self) -> None:
        if self._row_wanted is None and len(self.sessions.rows):
            self._row_here = self.sessions.current_id if self.sessions.cursor else ""
        if not self._stepped:
            self._show_preview()
        self._stepped = False

    def _step(self) -> None:
        """Show the session of a row at once, so that both are drawn together."""
        self._stepped = True
        self._show_preview()

    def _show_preview(self) -> None:
        self.show_session(self.sessions.current)

    def action_session(self) -> Session | None:
        """Return the session under the cursor."""
        return self.sessions.current

    @on(RowList.Opened, "#sessions")
    def _open(self) -> None:
        from levelmem.screens.transcript import TranscriptScreen

        session = self.sessions.current
        if session is not None:
            self.app.push_screen(TranscriptScreen(self.library, session))
        elif no_agents(self.library.listing):
            self.app.exit(return_code=OPEN_EXAMPLE)

    def filed_sessions(self) -> Sequence[Session]:
        """Return the marked sessions, or the one under the cursor."""
        return self.sessions.chosen

    def exported_sessions(self) -> Sequence[Session]:
        """Return the marked sessions, or the one under the cursor."""
        return self.sessions.chosen

    def filing_done(self) -> None:
        """Take the marks away: they have done their work."""
        self.sessions.unmark()
