"""Sessions like one: the same files, the same rare words."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.likeness import Like, like
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.screens.session_actions import (
    COPY_COMMAND,
    RESUME,
    SessionActions,
)
from levelmem.widgets.ages import age
from levelmem.widgets.background import background
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows
from levelmem.widgets.session_look import title_of
from levelmem.widgets.session_title import SessionTitle
from levelmem.widgets.spans import joined
from levelmem.widgets.status_bar import KeyLine, StatusLine


@dataclass
class LikesFound(Message):
    """A worker has compared the sessions."""

    likes: list[Like]


class LikeScreen(SessionActions):
    """Lists the sessions most like one, with what they have in common."""

    AUTO_FOCUS = "#likes"
    BINDING_GROUP_TITLE = "Sessions like this one"
    BINDINGS: ClassVar[list[BindingType]] = [
        RESUME,
        replace(COPY_COMMAND, key="y,Y,f9", show=True),
        Binding("escape,backspace", "back", "Back", id="like.back"),
    ]

    def __init__(self, library: Library, session: Session) -> None:
        super().__init__()
        self.library = library
        self.session = session

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield SessionTitle(
            f"Sessions like “{title_of(self.session)}”",
            (
                self.library.agent(self.session.agent),
                project_name(self.session.project),
            ),
        )
        yield RowList(self._look, id="likes")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Compare the sessions."""
        self.likes.placeholder = ((("Looking …", "muted"),),)
        if self.library.listing is not None:
            self._find()

    @property
    def likes(self) -> RowList[Like]:
        """The list."""
        return self.query_one("#likes", RowList)

    @background("find sessions like this one", group="like")
    def _find(self) -> None:
        listing = self.library.listing
        assert listing is not None
        self.post_message(LikesFound(like(self.session, listing.main)))

    def on_likes_found(self, event: LikesFound) -> None:
        """Show them."""
        self.likes.placeholder = (
            (("No session has anything in common with it", "muted"),),
        )
        ids = [f"{f.session.agent}:{f.session.id}" for f in event.likes]
        self.likes.show(Rows(event.likes, ids))
        count = f"{len(event.likes)} sessions, the most alike first"
        self.query_one(StatusLine).status = ((count, "muted"),)

    def _look(self, found: Like) -> Look:
        session = found.session
        about = joined(
            (self.library.agent(session.agent), project_name(session.project)), "muted"
        )
        head = ((title_of(session), "title"), ("  ", ""), *about)
        common = ((f"in common: {', '.join(found.why)}", "faint"),)
        when = age(session.updated or session.created, self.library.now())
        return Look((head, common), ((when, "muted"),))

    def action_session(self) -> Session | None:
        """Return the session under the cursor."""
        found = self.likes.current
        return found.session if found else None

    @on(RowList.Opened, "#likes")
    def _open(self) -> None:
        from levelmem.screens.transcript import TranscriptScreen

        if session := self.action_session():
            self.app.push_screen(TranscriptScreen(self.library, session))

    def action_back(self) -> None:
        """Go back to where it was opened."""
        self.dismiss()
