"""The selected session unfolded: what is known at once, then what it amounts to."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import get_current_worker

from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.widgets.background import background
from levelmem.widgets.session_preview import Preview, SessionPreview
from levelmem.widgets.session_story import Story

if TYPE_CHECKING:
    from levelmem.screens.stories import Stories

_REST_SECONDS = 0.15
"""How long the cursor rests before a conversation is read for its story."""


@dataclass
class StoryRead(Message):
    """A worker has read what a session amounts to."""

    session: Session
    story: Story


class SessionUnfolding(Screen[Any]):
    """Adds the preview of the selected session to a screen."""

    library: Library
    _stories: "Stories | None" = None
    _resting: Timer | None = None

    @property
    def rests(self) -> bool:
        """Whether the cursor must still rest before the story is read."""
        return self._resting is not None

    def action_session(self) -> Session | None:
        """Return the session under the cursor."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Read stories anew once memory has changed."""
        self.library.memory_changed.subscribe(self, lambda _: self._forget_stories())

    def show_session(self, session: Session | None) -> None:
        """Show a session in the preview, and read its story if the cursor rests."""
        if self._resting is not None:
            self._resting.stop()
            self._resting = None
        story = self._stories.known(session) if self._stories and session else None
        self._show_story(session, story)
        if session is not None and story is None and not session.error:
            self._resting = self.set_timer(_REST_SECONDS, self._read_current)

    def _show_story(self, session: Session | None, story: Story | None) -> None:
        preview = None
        if session is not None:
            agent = self.library.agent(session.agent)
            now = self.library.now()
            expiry = self.library.expiries.get(session.key)
            preview = Preview(
                session,
                agent,
                now,
                story,
                days_left=expiry.days_left(now) if expiry else None,
                kept=self.library.session_settings.keep_copies,
            )
        self.query_one(SessionPreview).show(preview)

    def _read_current(self) -> None:
        self._resting = None
        session = self.action_session()
        if session is not None and self.query_one(SessionPreview).display:
            self._read_story(session)

    @background("read what was done", group="story", exclusive=True)
    def _read_story(self, session: Session) -> None:
        from levelmem.screens.stories import Cancelled, Stories

        if self._stories is None:
            self._stories = Stories(self.library)
        worker = get_current_worker()
        listing = self.library.listing
        try:
            story = self._stories.read(
                session,
                listing.sessions if listing else (),
                lambda: worker.is_cancelled,
            )
        except Cancelled:
            return
        self.post_message(StoryRead(session, story))

    def on_story_read(self, event: StoryRead) -> None:
        """Show a story if its session is still the selected one."""
        current = self.action_session()
        if current is not None and current.key == event.session.key:
            self._show_story(current, event.story)

    def _forget_stories(self) -> None:
        if self._stories is not None:
            self._stories.forget()
            self.show_session(self.action_session())
