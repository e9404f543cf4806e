"""Logical lines of a text with their look, and the rows they take on a screen."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from levelmem.widgets.spans import Line, Span, plain
from levelmem.widgets.wrapping import cut, wrap


@dataclass(frozen=True, slots=True)
class BodyLine:
    """One line of a text, before it is wrapped."""

    line: Line
    marker: str = ""
    """What stands before its first row: a bullet, a number."""
    marker_tone: str = "muted"
    ground: str = ""
    """The tone of the whole line."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a wrapped text."""

    line: Line
    ground: str = ""
    source: int = -1
    """Which line of the text it belongs to, from 0; -1 for none."""


def row_count(body: Iterable[BodyLine], room: int, most: int = sys.maxsize) -> int:
    """Return how many rows ``body`` takes at ``room`` cells; none counts past ``most``.

    Where there are more, the count is ``most`` or above.
    """
    count = 0
    for b in body:
        if count >= most:
            break
        count += len(wrap(plain(b.line), room - len(b.marker)))
    return count


def body_rows(body: Iterable[BodyLine], room: int) -> Iterator[Row]:
    """Yield the rows of ``body``; later rows of a line hang under the first."""
    for source, b in enumerate(body):
        margin: Span = (b.marker, b.marker_tone)
        for start, end in wrap(plain(b.line), room - len(b.marker)):
            yield Row((margin, *cut(b.line, start, end)), b.ground, source)
            margin = (" " * len(b.marker), "")


def overlay(line: Line, ranges: Sequence[tuple[int, int]], tone: str) -> Line:
    """Return ``line`` with the given character ranges in ``tone`` instead."""
    if not ranges:
        return line
    length, at = len(plain(line)), 0
    pieces: list[Span] = []
    for start, end in ranges:
        if start < at:
            continue
        pieces += cut(line, at, start)
        pieces += [(text, tone) for text, _ in cut(line, start, end)]
        at = end
    return (*pieces, *cut(line, at, length))
