"""Keeps the text cache current, in the background and within bounds."""

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from levelmem.engine.sessions.growing import Mark, Stale
from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import Kind, Session, Turn
from levelmem.engine.sessions.passages import Passage, passages
from levelmem.engine.sessions.search_results import Cancelled
from levelmem.engine.sessions.searched_text import Stream, streams
from levelmem.engine.sessions.text_cache import MOST_PARTS, Kept, TextCache, token_of

ScrubAll: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""Takes secrets out of texts."""

Grow: TypeAlias = Callable[[Session, Mark | None], tuple[Sequence[Turn], Mark | None]]
"""How a conversation is read that grows; see ``Growing``."""

SHARE = 0.25
"""The kept text takes at most this part of the session files' size."""

_LEAST = 16 * 1024 * 1024
"""Below so many bytes nobody cares about the share."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How far the cache is."""

    kept: int
    """Sessions that are kept and current."""
    total: int
    """Sessions that are to be kept."""
    unreadable: int = 0
    left_out: int = 0
    """Sessions that there is no room for: they are searched in their own files."""


@dataclass
class TextKeeper:
    """Brings a cache up to date with a listing."""

    cache: TextCache
    grow: Grow
    """Reads a session, or what is new of it."""
    scrub: ScrubAll
    """Takes secrets out of the texts of a conversation before they are written."""
    private: Callable[[Session], bool] = lambda session: False
    """Tells whether a session's project wants nothing of it to be kept."""

    def update(
        self, sessions: Sequence[Session], cancelled: Cancelled
    ) -> Iterator[Keeping]:
        """Keep what is new or changed, newest first; drop what is gone.

        Yields after every session, so that whoever drives it can rest between two.
        """
        wanted = [s for s in sessions if s.kind is not Kind.HIDDEN]
        wanted = [s for s in wanted if not self.private(s)]
        here = {session.key for session in wanted}
        self.cache.forget([key for key in self.cache.kept() if key not in here])
        room = max(_LEAST, int(SHARE * sum(session.size for session in wanted)))
        todo = self._stale(wanted)
        kept, unreadable, left_out = len(wanted) - len(todo), 0, 0
        used = self.cache.size
        yield Keeping(kept, len(wanted))
        for session, stamp, before in todo:
            if cancelled():
                return
            if used >= room:
                left_out += 1
                continue
            if taken := self._keep(session, stamp, before):
                kept += 1
                used += taken - (before.size if before else 0)
            else:
                unreadable += 1
            yield Keeping(kept, len(wanted), unreadable, left_out)
        yield Keeping(kept, len(wanted), unreadable, left_out)

    def _stale(
        self, wanted: Sequence[Session]
    ) -> list[tuple[Session, str, Kept | None]]:
        """Return the sessions to be read, what their files are like, what is kept.

        The cache is asked once: every session that is kept changes it.
        """
        kept = self.cache.kept()
        todo = []
        for session in wanted:
            known, stamp = kept.get(session.key), stamp_of(session)
            current = known and (known.token, known.stamp) == (token_of(session), stamp)
            if not current:
                todo.append((session, stamp, known))
        return todo

    def _keep(self, session: Session, stamp: str, known: Kept | None) -> int:
        """Read a session and keep it; return its bytes, 0 where that failed."""
        with suppress(OSError), _no_collection():
            if known and known.parts < MOST_PARTS - 1:
                with suppress(Stale):
                    return self._keep_growth(session, stamp, known)
            return self._keep_whole(session, stamp)
        return 0

    def _keep_whole(self, session: Session, stamp: str) -> int:
        turns, mark = self.grow(session, None)
        parts = self._parts(turns, mark)
        return self.cache.keep(session, stamp, parts, _written(mark))

    def _keep_growth(self, session: Session, stamp: str, known: Kept) -> int:
        """Read what is new of a session. Raises ``Stale`` where that is not enough."""
        turns, mark = self.grow(session, _read(self.cache.mark(known)))
        parts = self._parts(turns, mark)
        return self.cache.keep(session, stamp, parts, _written(mark), grown=known)

    def _parts(
        self, turns: Sequence[Turn], mark: Mark | None
    ) -> list[tuple[Stream, Stream]]:
        """Return turns ready to be kept: those that are settled, and the others."""
        found = list(self._scrubbed(list(passages(turns))))
        if mark is None:
            return [streams(found)]
        settled = [passage for passage in found if passage.turn < mark.number]
        open_ones = found[len(settled) :]
        first = [streams(settled)] if settled else []
        return [*first, streams(open_ones)]

    def _scrubbed(self, found: Sequence[Passage]) -> Iterator[Passage]:
        clean = self.scrub([passage.text for passage in found])
        for passage, text in zip(found, clean, strict=True):
            yield passage if text is passage.text else replace(passage, text=text)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Hold back the garbage collector: it would look, again and again and for a tenth
    of the time, for cycles in the many small values of a conversation.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _written(mark: Mark | None) -> str:
    if mark is None:
        return ""
    return json.dumps([mark.offset, mark.number, dict(mark.state)])


def _read(written: str) -> Mark:
    """Return a mark as it was. Raises ``Stale`` where it can't be read."""
    try:
        offset, number, state = json.loads(written)
    except ValueError as error:
        raise Stale from error
    return Mark(offset, number, state)


def stamp_of(session: Session) -> str:
    """Return what changes when a file of the session may have; ``""`` if it is gone."""
    try:
        return " ".join(
            signature(path, path.stat())
            if path.is_file()
            else str(path.stat().st_mtime_ns)
            for path in (session.path, *session.files)
        )
    except OSError:
        return ""
