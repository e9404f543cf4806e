"""Which documents are worth an exact score: those in which most of the question stands.

A document counts with the turns before it, as the scorer will read it; how often a
word stands does not count yet.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from heapq import nlargest

from levelmem.engine.recall.settings import RankSettings


def choose(
    matches: Mapping[str, Iterable[int]],
    weights: Mapping[str, float],
    settings: RankSettings,
    limit: int,
) -> list[int]:
    """Return the documents that most likely answer, best first.

    Args:
        matches: the documents in which each term stands.
        weights: what each term is worth.
        settings: how much a turn's predecessors count, and how many.
        limit: at most so many are returned.
    """
    bits = {term: 1 << place for place, term in enumerate(matches)}
    alone: dict[int, int] = {}
    for term, numbers in matches.items():
        bit = bits[term]
        for number in numbers:
            alone[number] = alone.get(number, 0) | bit
    together = _with_predecessors(alone, settings.context_least)
    worth = _worth(bits, weights)
    ranked = [
        (worth(alone.get(number, 0)) + settings.context * worth(found), number)
        for number, found in together.items()
    ]
    return [number for _, number in nlargest(limit, ranked)]


def _with_predecessors(alone: Mapping[int, int], back: int) -> dict[int, int]:
    """Return the terms of each document and those before it, as sets of bits."""
    together = dict(alone)
    for number, found in alone.items():
        for after in range(number + 1, number + back + 1):
            together[after] = together.get(after, 0) | found
    return together


def _worth(
    bits: Mapping[str, int], weights: Mapping[str, float]
) -> Callable[[int], float]:
    """Return what gives the worth of a set of terms: there are few different sets."""

    @cache
    def worth(found: int) -> float:
        return sum(weights.get(t, 0.0) for t, bit in bits.items() if found & bit)

    return worth
