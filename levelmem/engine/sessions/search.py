"""Search over everything said and done: titles at once, then conversations.

Matching is exact: every word must stand somewhere in the session's title or
conversation, in any case, accents typed or not. Conversations are read from the
agents' own files, newest first, in batches; results come as they are found.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from levelmem.engine.sessions.model import (
    ASKED,
    Block,
    FileEdit,
    Kind,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.query import Query
from levelmem.engine.text import fold, one_line

BATCH = 50
"""Conversations read between two reports of progress."""

BEST = 40
"""Hits that a person is shown at first."""

_ORDER = ("title", "said", "answered", "edits", "tools")
_LINE_CAP = 400


@dataclass(frozen=True, slots=True)
class Hit:
    """A session that matches, and the line that shows it best."""

    session: Session
    where: str
    """``title``, ``said``, ``answered``, ``edits`` or ``tools``."""
    line: str
    """The matched line, safe to show, at most 400 characters around the match."""
    turn: int = -1
    """The turn it stands in; -1 for the title."""
    block: int = 0
    """The block of that turn."""
    row: int = 0
    """The line within that block's text."""
    more: int = 0
    """Further lines of the session that match."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search is."""

    searched: int
    total: int
    hits: int
    unreadable: int = 0
    """Conversations whose file could not be opened."""
    done: bool = False


Found: TypeAlias = Hit | Progress
Read: TypeAlias = Callable[[Session], Iterator[Turn]]


def _never() -> bool:
    return False


def search(
    sessions: Sequence[Session],
    query: Query,
    read: Read,
    cancelled: Callable[[], bool] = _never,
) -> Iterator[Found]:
    """Yield title hits at once, then hits of conversations with progress.

    ``sessions`` come newest first; subagents and hidden ones are passed over.
    ``read`` opens a conversation. A session yields one hit. Stops within one
    conversation after ``cancelled()`` turns true.
    """
    if not query:
        yield Progress(0, 0, 0, done=True)
        return
    asked = [s for s in sessions if s.kind is Kind.MAIN and query.admits(s)]
    titled = [] if query.without else [s for s in asked if in_title(s, query)]
    yield from (Hit(s, "title", one_line(s.title)) for s in titled)
    named = {s.key for s in titled}
    rest = [s for s in asked if s.key not in named]
    hits, unreadable = len(titled), 0
    yield Progress(0, len(rest), hits, done=not rest)
    for number, session in enumerate(rest, 1):
        if cancelled():
            return
        try:
            hit = in_conversation(session, query, read(session))
        except OSError:
            hit = None
            unreadable += 1
        if hit:
            hits += 1
            yield hit
        if number % BATCH == 0 or number == len(rest):
            yield Progress(number, len(rest), hits, unreadable, number == len(rest))


def in_title(session: Session, query: Query) -> bool:
    """Tell whether the title alone meets every word."""
    title = fold(session.title)
    return all(word in title for word in query.words)


def in_conversation(
    session: Session, query: Query, turns: Iterator[Turn]
) -> Hit | None:
    """Return the best hit of a conversation, or None where it does not match."""
    title = fold(session.title)
    missing = {word for word in query.words if word not in title}
    best: tuple[tuple[int, int], Hit] | None = None
    lines = 0
    for turn in turns:
        for index, (where, text) in searchable(turn):
            folded = fold(text)
            if any(word in folded for word in query.without):
                return None
            if not any(word in folded for word in query.words):
                continue
            missing = {word for word in missing if word not in folded}
            for row, line in enumerate(text.split("\n")):
                score = _score(line, query.words)
                if not score:
                    continue
                lines += 1
                rank = (-score, _ORDER.index(where))
                if best is None or rank < best[0]:
                    shown = excerpt(line, query.words)
                    best = rank, Hit(session, where, shown, turn.number, index, row)
    if missing or any(word in title for word in query.without):
        return None
    if best is None:
        return Hit(session, "title", one_line(session.title))
    return _counted(best[1], lines - 1)


def _counted(hit: Hit, more: int) -> Hit:
    return Hit(hit.session, hit.where, hit.line, hit.turn, hit.block, hit.row, more)


def _score(line: str, words: Sequence[str]) -> int:
    folded = fold(line)
    return sum(word in folded for word in words)


def searchable(turn: Turn) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield each block's index, with what it counts as and its text.

    Reasoning and what a client put into the conversation is not searched.
    """
    for index, block in enumerate(turn.blocks):
        if text := _text(block):
            where = _where(turn.origin, block)
            if where:
                yield index, (where, text)


def _where(origin: Origin, block: Block) -> str:
    if isinstance(block, FileEdit):
        return "edits"
    if isinstance(block, ToolCall | ToolResult):
        return "tools"
    if origin in ASKED:
        return "said"
    return "answered" if origin is Origin.AGENT else ""


def _text(block: Block) -> str:
    match block:
        case Text(text) | ToolResult(text):
            return text
        case ToolCall():
            return "\n".join((block.summary, *_strings(block.input)))
        case FileEdit():
            return f"{block.path}\n{block.diff}"
        case _:
            return ""


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def excerpt(line: str, words: Sequence[str], cap: int = _LINE_CAP) -> str:
    """Return a long line cut to ``cap`` characters around its first match."""
    shown = one_line(line)
    if len(shown) <= cap:
        return shown
    folded = fold(shown)
    places = [at for word in words if (at := folded.find(word)) >= 0]
    # Folding can change the length a little: good enough to centre on.
    start = max(0, min(places, default=0) - cap // 3)
    cut = shown[start : start + cap]
    return ("…" if start else "") + cut + ("…" if start + cap < len(shown) else "")


def lit(line: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the words stand in a line, as spans of its characters."""
    starts: list[int] = []  # offset in the folded line where each character begins
    folded = ""
    for character in line:
        starts.append(len(folded))
        folded += fold(character)
    starts.append(len(folded))
    spans: list[tuple[int, int]] = []
    for word in words:
        at = folded.find(word)
        while at >= 0:
            first = bisect_right(starts, at) - 1
            spans.append((first, bisect_left(starts, at + len(word))))
            at = folded.find(word, at + len(word))
    return sorted(spans)
