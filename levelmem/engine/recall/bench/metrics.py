"""Recall and ranking quality, as the published benchmarks define them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2

CUTS = (1, 3, 5, 10)


def recall_at(gold: Iterable[str], ranked: Sequence[str], k: int) -> float:
    """Return which share of the gold ids stands among the first ``k``."""
    wanted = set(gold)
    return len(wanted & set(ranked[:k])) / len(wanted)


def any_at(gold: Iterable[str], ranked: Sequence[str], k: int) -> float:
    """Return 1.0 where any gold id stands among the first ``k``, else 0.0."""
    return float(not set(gold).isdisjoint(ranked[:k]))


def ndcg_at(gold: Iterable[str], ranked: Sequence[str], k: int) -> float:
    """Return the discounted gain of the first ``k``, binary, against the ideal."""
    wanted = set(gold)
    gain = sum(1 / log2(i + 2) for i, found in enumerate(ranked[:k]) if found in wanted)
    ideal = sum(1 / log2(place + 2) for place in range(min(k, len(wanted))))
    return gain / ideal


@dataclass(slots=True)
class Tally:
    """Means over questions, in total and by group (a category, a conversation)."""

    asked: int = 0
    sums: dict[str, float] = field(default_factory=dict)

    def add(self, gold: Sequence[str], ranked: Sequence[str]) -> None:
        """Count one question. ``gold`` holds at least one id."""
        self.asked += 1
        for k in CUTS:
            self._add(f"R@{k}", recall_at(gold, ranked, k))
            self._add(f"any@{k}", any_at(gold, ranked, k))
        self._add("nDCG@10", ndcg_at(gold, ranked, 10))

    def _add(self, name: str, value: float) -> None:
        self.sums[name] = self.sums.get(name, 0.0) + value

    def means(self) -> dict[str, float]:
        """Return the mean of each metric, to four digits; none for no question."""
        return {name: round(total / self.asked, 4) for name, total in self.sums.items()}


@dataclass(slots=True)
class Board:
    """A tally over all questions, and one for each group of them."""

    total: Tally = field(default_factory=Tally)
    groups: dict[str, dict[str, Tally]] = field(default_factory=dict)

    def add(self, gold: Sequence[str], ranked: Sequence[str], **groups: str) -> None:
        """Count one question, under its groups too: ``category="1"``."""
        self.total.add(gold, ranked)
        for by, name in groups.items():
            self.groups.setdefault(by, {}).setdefault(name, Tally()).add(gold, ranked)

    def report(self) -> dict[str, object]:
        """Return the metrics as a JSON object."""
        return {
            "questions": self.total.asked,
            "metrics": self.total.means(),
            **{
                f"by_{by}": {
                    name: {"questions": tally.asked, **tally.means()}
                    for name, tally in sorted(tallies.items())
                }
                for by, tallies in self.groups.items()
            },
        }
