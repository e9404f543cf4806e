"""Finding a fact by what people type for it: a key, a beginning of it, its text."""

from collections.abc import Sequence

from levelmem.engine.memory.errors import AmbiguousFact, UnknownFact
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.learning.tombstones import signature


def find_fact(facts: Sequence[Fact], asked: str) -> Fact:
    """Return the one fact that a key, a text or a unique beginning of either means.

    Raises :class:`UnknownFact`, with the nearest one named, or
    :class:`AmbiguousFact` when several begin so.
    """
    key = fact_key(asked)
    for fact in facts:
        if asked in fact.keys or key in fact.keys:
            return fact
    begin = [
        fact
        for fact in facts
        if key and any(known.startswith(key) for known in fact.keys)
    ]
    if len(begin) == 1:
        return begin[0]
    if begin:
        raise AmbiguousFact(asked, tuple(fact.text for fact in begin))
    nearest = closest_fact([fact for fact in facts if fact.listed], asked)
    raise UnknownFact(asked, nearest.text if nearest else "")


def closest_fact(facts: Sequence[Fact], query: str) -> Fact | None:
    """Return the fact that a query means best, or None where nothing is near.

    What counts is how many of the query's content words the text or its quote has;
    then likeness of the whole, then the newer one.
    """
    from rapidfuzz import fuzz

    words = frozenset(signature(query))
    wanted = fact_key(query)

    def nearness(fact: Fact) -> tuple[int, float]:
        own = frozenset((*signature(fact.text), *signature(fact.said)))
        return len(words & own), fuzz.WRatio(wanted, fact_key(fact.text))

    best = max(reversed(facts), key=nearness, default=None)
    if best is None:
        return None
    shared, likeness = nearness(best)
    return best if shared or likeness >= 75 else None
