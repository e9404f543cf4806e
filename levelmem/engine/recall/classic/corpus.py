"""Entries of session logs with their statistics, made once and asked often."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from levelmem.engine.recall.bm25 import Statistics, saturated
from levelmem.engine.recall.classic.tokens import classic_terms

K1 = 1.5
B = 0.75


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a session log, as it is ranked."""

    session: str
    text: str
    """All that is searched of it, its fields parted by NUL."""
    kind: str = ""
    """The record's kind: what field weights go by."""
    at: datetime | None = None
    """Aware."""
    labels: tuple[str, ...] = ()
    """What the entry is called from outside: a turn id, a line."""
    entities: tuple[str, ...] = ()
    """Of facts: who and what they are about."""


@dataclass(slots=True)
class Corpus:
    """All entries of all sessions, each a document: token-less ones count too."""

    entries: Sequence[Entry]
    counts: list[Counter[str]] = field(init=False)
    lengths: list[int] = field(init=False)
    pairs: list[frozenset[tuple[str, str]]] = field(init=False)
    folded: list[str] = field(init=False)
    postings: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        cut = [classic_terms(entry.text) for entry in self.entries]
        self.counts = [Counter(words) for words in cut]
        self.lengths = [len(words) for words in cut]
        self.pairs = [frozenset(pairwise(words)) for words in cut]
        self.folded = [entry.text.lower() for entry in self.entries]
        self.postings = {}
        for number, counts in enumerate(self.counts):
            for word in counts:
                self.postings.setdefault(word, []).append(number)

    def statistics(self, words: Iterable[str]) -> Statistics:
        """Return what the corpus says about some words."""
        documents = len(self.entries)
        return Statistics(
            documents=documents,
            mean_length=max(1e-9, sum(self.lengths) / max(1, documents)),
            frequency={word: len(self.postings.get(word, ())) for word in words},
        )

    def bm25(self, weights: Mapping[str, float]) -> list[float]:
        """Return the score of each entry, for words that count so much."""
        statistics = self.statistics(weights)
        scores = [0.0] * len(self.entries)
        for word, weight in weights.items():
            worth = weight * statistics.rarity(word)
            for number in self.postings.get(word, ()):
                scores[number] += worth * saturated(
                    self.counts[number][word],
                    self.lengths[number],
                    statistics.mean_length,
                    K1,
                    B,
                )
        return scores
