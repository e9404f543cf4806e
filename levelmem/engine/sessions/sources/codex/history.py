"""The whole conversation of a rollout: what it continues, without what it copies.

A later revision or a fork may begin in another file (``history_base``) and does not
repeat it; its records are put before the file's own. Older forks and subagents do
repeat their parent's lines, with new timestamps; those are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from levelmem.engine.sessions.jsonl import Skipped
from levelmem.engine.sessions.sources.codex.files import find_rollout, root_of
from levelmem.engine.sessions.sources.codex.lines import META, Line, read_lines
from levelmem.engine.sessions.sources.codex.meta import ThreadMeta, thread_meta
from levelmem.engine.sessions.sources.codex.names import parse_name

_MARKS = (b"session_meta", b"turn_context", b"task_started", b"turn_started")
_TURN_MARKS = {"task_started", "turn_started"}
_MAX_CHAIN = 64


@dataclass(frozen=True, slots=True)
class History:
    """One conversation, spread over one file or several."""

    path: Path
    meta: ThreadMeta
    bases: tuple["_Base", ...] = ()
    """What comes before the file's own lines, the oldest first."""
    broken: bool = False
    """Whether a file that the beginning lies in is gone."""
    skipped: Skipped = field(default_factory=Skipped)
    """Lines of the file itself that could not be read, after it was read."""

    def lines(self, needles: Sequence[bytes] = ()) -> Iterator[Line]:
        """Yield every line of the conversation in order.

        With ``needles``, only lines that contain one of them, and the marks of
        turns. Raises ``OSError`` when a file can't be opened.
        """
        if needles:
            needles = (*needles, *_MARKS)
        for base in self.bases:
            yield from base.lines(self.meta.id, needles)
        compressed = self.path.suffix == ".zst"
        self.skipped.lines = 0
        for line in _own_lines(self.path, self.meta, self.skipped, needles):
            # An offset into the plain bytes leads nowhere in a compressed file.
            yield replace(line, offset=-1, length=0) if compressed else line


@dataclass(frozen=True, slots=True)
class _Base:
    """The part of another rollout that a conversation begins with."""

    path: Path
    meta: ThreadMeta
    end_ordinal: int
    end_offset: int

    def lines(self, thread: str, needles: Sequence[bytes]) -> Iterator[Line]:
        foreign = "" if self.meta.id == thread else self.meta.id
        for line in _own_lines(self.path, self.meta, Skipped(), needles):
            if self._is_beyond(line):
                return
            # Offsets count in the base's file, which is not the session's.
            yield replace(line, offset=-1, length=0, thread=foreign)

    def _is_beyond(self, line: Line) -> bool:
        if self.end_ordinal >= 0 and line.ordinal >= 0:
            return line.ordinal >= self.end_ordinal
        return 0 <= self.end_offset <= line.offset


def read_history(path: Path) -> History:
    """Find the whole conversation that a rollout is the end of.

    Raises ``OSError`` when the file can't be opened.
    """
    meta = read_meta(path)
    bases: list[_Base] = []
    seen, limit, current = {path}, -1, meta
    while current.base and len(bases) < _MAX_CHAIN:
        found = find_rollout(root_of(path), current.base.rollout_id, seen)
        if found is None:
            return History(path, meta, tuple(bases), broken=True)
        limit = _lower(limit, current.base.end_ordinal)
        try:
            base_meta = read_meta(found)
        except OSError:
            return History(path, meta, tuple(bases), broken=True)
        bases.insert(0, _Base(found, base_meta, limit, current.base.end_offset))
        seen.add(found)
        current = base_meta
    return History(path, meta, tuple(bases))


def _lower(limit: int, ordinal: int) -> int:
    """Ordinals run on through a chain, so that the lowest end holds for all below."""
    return min((end for end in (limit, ordinal) if end >= 0), default=-1)


def read_meta(path: Path) -> ThreadMeta:
    """Return what a rollout says of its thread.

    The first ``session_meta`` is the file's own, unless lines before it are missing:
    then it may be a parent's, and only one that names this thread counts.

    Raises ``OSError`` when the file can't be opened.
    """
    skipped = Skipped()
    name = parse_name(path)
    for line in read_lines(path, skipped):
        if line.kind != META:
            break
        meta = thread_meta(path, line.payload)
        if skipped.lines and name and meta.id != name.thread_id:
            break
        return meta
    return thread_meta(path, {})


def _own_lines(
    path: Path, meta: ThreadMeta, skipped: Skipped, needles: Sequence[bytes]
) -> Iterator[Line]:
    """Yield the lines of one file that are not copied from another thread."""
    lines = read_lines(path, skipped, needles)
    if not meta.copied:
        yield from lines
    elif meta.own_from >= 0:
        yield from (ln for ln in lines if ln.kind == META or _is_own(ln, meta))
    else:
        yield from _without_replay(lines, path, meta)


def _is_own(line: Line, meta: ThreadMeta) -> bool:
    return line.ordinal < 0 or line.ordinal >= meta.own_from


def _without_replay(
    lines: Iterator[Line], path: Path, meta: ThreadMeta
) -> Iterator[Line]:
    """Leave out what stands before the last parent's meta, and the parent's turns."""
    start = _last_foreign_meta(path, meta)
    parents = _turn_ids(path, meta.parent_id or meta.forked_from)
    turn = ""
    for line in lines:
        if line.kind == "turn_context" or line.type in _TURN_MARKS:
            turn = line.turn_id
        if line.offset <= start and line.kind != META:
            continue
        if (line.turn_id or turn) in parents and line.kind != META:
            continue
        yield line


def _last_foreign_meta(path: Path, meta: ThreadMeta) -> int:
    offset = -2
    for line in read_lines(path, Skipped(), (b"session_meta",)):
        if line.kind == META and line.payload.get("id") != meta.id:
            offset = line.offset
    return offset


def _turn_ids(path: Path, parent: str) -> set[str]:
    """Return the ids of the parent's turns, where its file still exists."""
    found = find_rollout(root_of(path), parent, {path}) if parent else None
    if found is None:
        return set()
    try:
        marks = read_lines(found, Skipped(), _MARKS[1:])
        return {line.turn_id for line in marks} - {""}
    except OSError:
        return set()
