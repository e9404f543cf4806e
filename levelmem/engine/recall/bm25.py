"""BM25, the part that every ranker shares."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a whole collection says about its terms."""

    documents: int
    mean_length: float
    """Mean number of terms in a document, above zero."""
    frequency: Mapping[str, int]
    """In how many documents each term of the question stands."""

    def rarity(self, term: str) -> float:
        """Return the inverse document frequency: high for rare terms, never below 0."""
        found = self.frequency.get(term, 0)
        return log(1 + (self.documents - found + 0.5) / (found + 0.5))


def saturated(count: float, length: float, mean: float, k1: float, b: float) -> float:
    """Return what a term that occurs ``count`` times is worth, before its rarity.

    ``k1`` says how soon further occurrences stop to count, ``b`` how much a document
    of more than ``mean`` length is held back, from 0 to 1.
    """
    return count * (k1 + 1) / (count + k1 * (1 - b + b * length / mean))
