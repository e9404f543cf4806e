"""Keeps the texts of sessions ready for search while a screen is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic, sleep, thread_time
from typing import Any

from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.text_keeping import Keeping
from levelmem.screens.library import Library
from levelmem.widgets.background import background

_QUIET_SECONDS = 1.0
"""Nothing is kept until nobody has typed for so long: typing comes first."""
_REPORT_SECONDS = 0.5


@dataclass
class TextsKept(Message):
    """A worker has made more texts ready."""

    keeping: Keeping
    done: bool


class TextKeeping(Screen[Any]):
    """Adds the keeping of texts to a screen."""

    library: Library
    typed_at = 0.0
    """When somebody last typed; the screen notes it."""
    _keeping_texts = False
    _kept_listing: object = None

    def keep_texts(self, sessions: Sequence[Session]) -> None:
        """Keep what is new among the sessions, unless that is being done."""
        if not self._keeping_texts and sessions is not self._kept_listing:
            self._keeping_texts = True
            self._kept_listing = sessions
            self._keep(sessions)

    @background("keep texts", group="texts")
    def _keep(self, sessions: Sequence[Session]) -> None:
        worker: Worker[None] = get_current_worker()
        due, keeping, begun = 0.0, Keeping(0, 0), thread_time()
        finder = self.library.finder()
        for keeping in finder.keep(sessions, lambda: worker.is_cancelled):
            if monotonic() > due:
                self.post_message(TextsKept(keeping, False))
                due = monotonic() + _REPORT_SECONDS
            # Half of the time is left to the screen, all of it while somebody types.
            sleep(min(0.5, thread_time() - begun))
            while monotonic() - self.typed_at < _QUIET_SECONDS:
                if worker.is_cancelled:
                    return
                sleep(0.1)
            begun = thread_time()
        self.post_message(TextsKept(keeping, True))

    def on_texts_kept(self, event: TextsKept) -> None:
        """Note that a worker is done."""
        if event.done:
            self._keeping_texts = False
