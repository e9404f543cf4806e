"""A matched line for people: cut around the match, with the words lit."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining

from levelmem.engine.sessions.query_terms import Pattern, Sought, Term
from levelmem.engine.text import fold, one_line

LINE_CAP = 400
"""Characters of a line that are shown."""


def excerpt(line: str, sought: Sequence[Sought | str], cap: int = LINE_CAP) -> str:
    """Return a line safe to show, cut to ``cap`` characters around its first match."""
    shown = one_line(line)
    if len(shown) <= cap:
        return shown
    first = next((start for start, _ in lit(shown, sought)), 0)
    start = max(0, min(first - cap // 3, len(shown) - cap))
    cut = shown[start : start + cap]
    return ("…" if start else "") + cut + ("…" if start + cap < len(shown) else "")


def lit(line: str, sought: Iterable[Sought | str]) -> list[tuple[int, int]]:
    """Return where something stands in a line, as spans of its characters.

    Bare strings are folded words. Spans may overlap; they are sorted.
    """
    folded, starts = _folded(line)
    spans: list[tuple[int, int]] = []
    for item in sought:
        if isinstance(item, Pattern):
            spans += item.spans(line)
            continue
        term = Term((item,)) if isinstance(item, str) else item
        for start, end in term.spans(folded):
            cluster = starts[bisect_right(starts, start) - 1]
            spans.append((bisect_left(starts, cluster), bisect_left(starts, end)))
    return sorted(spans)


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sorted spans with those that touch or overlap made one."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            first, last = joined[-1]
            joined[-1] = (first, max(last, end))
        else:
            joined.append((start, end))
    return joined


def _folded(line: str) -> tuple[str, Sequence[int]]:
    """Return a folded line, and where in it each character of the line begins."""
    if line.isascii():
        return fold(line), range(len(line) + 1)
    starts: list[int] = []
    folded = ""
    for part in _clusters(line):
        starts.extend([len(folded)] * len(part))
        folded += fold(part)
    starts.append(len(folded))
    return folded, starts


def _clusters(line: str) -> Iterator[str]:
    """Yield each character with what must be folded together with it.

    Accents of their own belong to the letter before, and Hangul written as single
    letters becomes syllables when it is folded.
    """
    part = ""
    for character in line:
        joins = "\u1160" <= character <= "\u11ff" or combining(character)
        if part and not joins:
            yield part
            part = ""
        part += character
    if part:
        yield part
