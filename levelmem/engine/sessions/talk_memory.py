"""Talk that was searched once, held in memory for the next key press.

A person who types searches the same sessions again with every letter. What they said
is a twentieth of their files, so that it is read from the cache once.
"""

import threading
from dataclasses import dataclass

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.searched_text import Stream

MOST_BYTES = 96 * 1024 * 1024
"""Talk beyond that is read from the cache each time: two million typed lines."""


@dataclass(frozen=True, slots=True)
class _Held:
    session: Session
    known: object
    talk: Stream


class TalkMemory:
    """Talk by session. Safe to use from several threads."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], _Held] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, session: Session, known: object) -> Stream | None:
        """Return the talk of a session; None where it is another than it was.

        ``known`` is what the cache knows of it, compared with what it knew.
        """
        held = self._held.get(session.key)
        if held is None or held.session is not session:
            return None
        return held.talk if held.known is known or held.known == known else None

    def add(self, session: Session, known: object, talk: Stream) -> None:
        """Hold the talk of a session in place of what was held, where there is room."""
        with self._lock:
            before = self._held.pop(session.key, None)
            if before is not None:
                self._bytes -= len(before.talk.folded)
            if self._bytes + len(talk.folded) <= MOST_BYTES:
                self._held[session.key] = _Held(session, known, talk)
                self._bytes += len(talk.folded)
