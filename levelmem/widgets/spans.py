"""Styled text of one line: what line-drawn widgets are given, and how it is cut.

A :data:`Line` is a tuple of spans, a span a text and the name of its *tone*. Tones
are names, never colours: the widget that draws them looks each up in the theme.
"""

from collections.abc import Iterable
from typing import TypeAlias

from rich.cells import cell_len, set_cell_size

from levelmem.engine.text import safe_text

Span: TypeAlias = tuple[str, str]
"""A text and its tone, one of :data:`levelmem.widgets.tones.TONES` or ``""``."""
Line: TypeAlias = tuple[Span, ...]
"""Spans from left to right."""

ELLIPSIS = "…"


def clean(text: str) -> str:
    """Return ``text`` safe to draw on one line; spaces at its ends stay."""
    if text.isascii() and text.isprintable():
        return text
    return safe_text(text).replace("\n", " ")


def clean_line(line: Iterable[Span]) -> Line:
    """Return ``line`` with every text safe to draw."""
    return tuple((clean(text), tone) for text, tone in line)


def plain(line: Iterable[Span]) -> str:
    """Return the bare text of ``line``."""
    return "".join(text for text, _ in line)


def cells(line: Iterable[Span]) -> int:
    """Return how many terminal cells ``line`` takes."""
    return sum(cell_len(text) for text, _ in line)


def fit(line: Iterable[Span], room: int) -> Line:
    """Return ``line`` cut to ``room`` cells, with an ellipsis where it was cut."""
    taken: list[Span] = []
    for text, tone in line:
        size = cell_len(text)
        if size > room:
            if room > 0:
                taken.append((clip(text, room), tone))
            break
        taken.append((text, tone))
        room -= size
    return tuple(taken)


def followed(line: Line, about: Line, room: int) -> Line:
    """Return ``line`` and what follows it, cut to ``room`` cells.

    However long the line is, a third is left for what follows.
    """
    if not about:
        return fit(line, room)
    gap: Line = (("  ", ""),)
    left = max(room // 3, room - cells(line))
    left = min(left, cells((*gap, *about)))
    return (*fit(line, room - left), *fit((*gap, *about), left))


def without_cells(line: Iterable[Span], room: int) -> Line:
    """Return ``line`` without its first ``room`` cells."""
    left: list[Span] = []
    for text, tone in line:
        size = cell_len(text)
        if size <= room:
            room -= size
            continue
        at = 0
        while room > 0:
            room -= cell_len(text[at])
            at += 1
        left.append((text[at:], tone))
    return tuple(left)


def clip(text: str, room: int) -> str:
    """Return ``text`` cut to ``room`` cells, with an ellipsis where it was cut."""
    if cell_len(text) <= room:
        return text
    if room <= 0:
        return ""
    return set_cell_size(text, room - 1).rstrip() + ELLIPSIS


def joined(parts: Iterable[str], tone: str, separator: str = " · ") -> Line:
    """Return the parts that say something as one span, with separators between."""
    text = separator.join(part for part in parts if part)
    return ((text, tone),) if text else ()


def highlighted(text: str, tone: str, hits: Iterable[tuple[int, int]]) -> Line:
    """Return ``text`` with the given character ranges in the tone ``match``."""
    spans: list[Span] = []
    at = 0
    for start, end in hits:
        if start > at:
            spans.append((text[at:start], tone))
        spans.append((text[start:end], "match"))
        at = end
    if at < len(text):
        spans.append((text[at:], tone))
    return tuple(spans)
