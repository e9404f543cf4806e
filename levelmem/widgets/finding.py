"""Where words stand in a line: any case, accents typed or not."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from levelmem.engine.text import fold


def count(text: str, words: Iterable[str]) -> int:
    """Return how often folded ``words`` stand in ``text``."""
    folded = fold(text)
    return sum(folded.count(word) for word in words)


def places(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Return where folded ``words`` stand in ``text``, as ranges of its characters.

    Ranges are in order of their starts and may overlap.
    """
    folded = fold(text)
    starts = range(len(text) + 1) if text.isascii() else _starts(text)
    found: list[tuple[int, int]] = []
    for word in words:
        at = folded.find(word) if word else -1
        while at >= 0:
            first = bisect_right(starts, at) - 1
            found.append((first, bisect_left(starts, at + len(word))))
            at = folded.find(word, at + len(word))
    return sorted(found)


def _starts(text: str) -> list[int]:
    """Return where the folding of each character begins in the folded text."""
    return list(accumulate((len(fold(character)) for character in text), initial=0))
