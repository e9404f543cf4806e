"""Fingerprints of what memory told agents, so that its echo is no new evidence.

An agent that was told a fact will state it again. Without this every digest would
confirm itself: told on Monday, stated on Tuesday, "seen in two sessions" since.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from levelmem.engine.memory.learning.tombstones import signature
from levelmem.engine.memory.records import Json, Origin, OriginKind
from levelmem.engine.memory.store import MemoryStore

TOLD = "told.jsonl"


@dataclass(frozen=True, slots=True)
class _Told:
    session: str
    marks: tuple[str, ...]

    def to_json(self) -> Json:
        return {"v": 1, "session": self.session, "marks": list(self.marks)}


class Outgoing:
    """What went out, by session; what went into a file went to all of them."""

    def __init__(self, sides: MemoryStore) -> None:
        """Keep fingerprints in levelmem's own folder of the project."""
        self._sides = sides
        self._marks: dict[str, set[str]] = {}
        self._read_at: tuple[int, int, int] | None = None

    def add(self, texts: Iterable[str], session: str = "") -> None:
        """Remember that these texts were told, to one session or to any."""
        self._read()
        known = self._marks.get(session, set())
        new = tuple(dict.fromkeys(fingerprint(text) for text in texts))
        new = tuple(mark for mark in new if mark not in known)
        if new:
            self._sides.append([_Told(session, new)], TOLD)

    def was_told(self, text: str, session: str) -> bool:
        """Tell whether a session was told this, in these words or nearly these."""
        self._read()
        mark = fingerprint(text)
        return any(mark in self._marks.get(one, ()) for one in ("", session))

    def origin_of(
        self, text: str, session: str, origin: Origin | None
    ) -> Origin | None:
        """Return where a sighting's words really came from.

        What an agent says counts as memory's own where memory told it so. A command,
        a file or the person say it by themselves.
        """
        by_agent = origin is None or origin.kind == OriginKind.AGENT
        if not by_agent or not self.was_told(text, session):
            return origin
        return replace(origin or Origin(""), kind=OriginKind.MEMORY)

    def _read(self) -> None:
        found = self._sides.signature(TOLD)
        if found == self._read_at:
            return
        self._marks = {}
        for line in self._sides.lines(TOLD).objects:
            session, marks = line.get("session"), line.get("marks")
            if isinstance(session, str) and isinstance(marks, list):
                self._marks.setdefault(session, set()).update(map(str, marks))
        self._read_at = found


def fingerprint(text: str) -> str:
    """Return a mark that near-identical texts share."""
    words = " ".join(signature(text)).encode("utf-8", "replace")
    return hashlib.blake2b(words, digest_size=8).hexdigest()
