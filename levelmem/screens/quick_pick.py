"""Quick pick: a few letters find a session, over whatever screen is open."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.worker import get_current_worker

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.excerpts import lit, merged
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.quick import Pick, QuickIndex
from levelmem.engine.text import fold
from levelmem.screens.library import Library
from levelmem.widgets.ages import age
from levelmem.widgets.background import background
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows
from levelmem.widgets.session_look import file_name, title_of, trouble
from levelmem.widgets.spans import Line, highlighted, joined
from levelmem.widgets.status_bar import StatusLine

_PICKS = 50
"""Sessions that are shown at first, and as many more whenever the last is reached."""


@dataclass
class Picked(Message):
    """A worker has picked."""

    generation: int
    """Which text it belongs to; those before the newest are dropped."""
    text: str
    picks: list[Pick]
    sessions: int
    """How many there are to pick from."""


class PickBox(Input):
    """The box; the list below is moved in without leaving it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+j,ctrl+n", "move(1)", "Down", show=False, id="pick.down"),
        Binding("up,ctrl+k", "move(-1)", "Up", show=False, id="pick.up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="pick.page-down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="pick.page-up"),
    ]

    def action_move(self, rows: int) -> None:
        """Go so many rows down in the list."""
        self.screen.query_one(RowList).action_move(rows)

    def action_page(self, pages: int) -> None:
        """Go so many views down in the list."""
        self.screen.query_one(RowList).action_page(pages)


class QuickPick(ModalScreen[Session | None]):
    """Answers with the session that was picked, None when it was called off."""

    AUTO_FOCUS = "#pick-box"
    CSS_PATH = "quick_pick.tcss"
    BINDING_GROUP_TITLE = "Quick pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", id="pick.cancel"),
    ]

    def __init__(self, library: Library, text: str = "") -> None:
        """``text`` stands in the box at first."""
        super().__init__()
        self.library = library
        self._text = text
        self._words: tuple[str, ...] = ()
        self._index: QuickIndex | None = None
        self._indexed: object = None
        """The sessions that the index was made of."""
        self._generation = 0
        self._most = _PICKS
        """At most so many are shown."""

    def compose(self) -> ComposeResult:
        """Put the pick together."""
        with Vertical(id="pick"):
            yield PickBox(
                self._text,
                placeholder="title, project, branch, file",
                select_on_focus=False,
                id="pick-box",
            )
            yield RowList(self._look, id="picks")
            yield StatusLine(id="pick-status")

    def on_mount(self) -> None:
        """Pick at once, and again when the listing gets fuller."""
        self.picks.can_focus = False
        self.picks.placeholder = ((("Reading …", "muted"),),)
        self.library.listing_changed.subscribe(self, lambda _: self._pick())
        self._pick()

    @property
    def picks(self) -> RowList[Pick]:
        """The list."""
        return self.query_one("#picks", RowList)

    @on(Input.Changed, "#pick-box")
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._text, self._most = event.value, _PICKS
        self._pick()

    @on(RowList.Moved, "#picks")
    def _moved(self, event: RowList.Moved) -> None:
        """Show more where there are more and the last one is reached."""
        event.stop()
        shown = len(self.picks.rows)
        if shown == self._most and self.picks.cursor == shown - 1:
            self._most += _PICKS
            self._pick()

    def _pick(self) -> None:
        if self.library.listing is not None:
            self._generation += 1
            self._find(self._generation, self._text, self._most)

    @background("pick a session", group="pick", exclusive=True)
    def _find(self, generation: int, text: str, most: int) -> None:
        worker = get_current_worker()
        listing = self.library.listing
        assert listing is not None
        if self._index is None or self._indexed is not listing.sessions:
            self._index = QuickIndex(listing.sessions)
            self._indexed = listing.sessions
        if not worker.is_cancelled:
            picks = self._index.picks(text, most)
            self.post_message(Picked(generation, text, picks, len(self._index)))

    def on_picked(self, event: Picked) -> None:
        """Show what fits, unless more was typed."""
        event.stop()
        if event.generation != self._generation:
            return
        self._words = tuple(fold(event.text).split())
        nothing = "No session is like that" if event.text else "No sessions yet"
        self.picks.placeholder = (((nothing, "muted"),),)
        ids = [f"{p.session.agent}:{p.session.id}" for p in event.picks]
        self.picks.show(Rows(event.picks, ids))
        more = len(event.picks) == self._most < event.sessions
        many = f"{len(event.picks)}{'+' * more}"
        status = f"{many} of {event.sessions:,} sessions · ↵ opens · esc closes"
        self.query_one(StatusLine).status = ((status, "muted"),)

    def _look(self, pick: Pick) -> Look:
        session = pick.session
        title = title_of(session)
        near: Line = (("≈ ", "warning"),) if pick.near else ()
        head = highlighted(title, "title", merged(lit(title, self._words)))
        place = joined(
            (
                self.library.agent(session.agent),
                project_name(session.project),
                session.branch,
                self._file(session),
            ),
            "muted",
        )
        about = [
            span
            for text, tone in place
            for span in highlighted(text, tone, merged(lit(text, self._words)))
        ]
        when = age(session.updated or session.created, self.library.now())
        sign, _ = trouble(session)
        return Look(((*near, *head), tuple(about)), ((when, "muted"),), sign)

    def _file(self, session: Session) -> str:
        """Return the file that was typed, or the one edited most."""
        names = [file_name(path) for path, _ in session.edits]
        typed = (n for n in names for word in self._words if word in fold(n))
        return next(typed, names[0] if names else "")

    @on(Input.Submitted, "#pick-box")
    @on(RowList.Opened, "#picks")
    def _take(self, event: Message) -> None:
        event.stop()
        pick = self.picks.current
        if pick is not None:
            self.dismiss(pick.session)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
