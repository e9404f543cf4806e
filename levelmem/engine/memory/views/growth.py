"""A memory over time: how it grew, and what became of what it held on a day."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from levelmem.engine.memory.facts import Fact, State


class Since(StrEnum):
    """What became of a fact since a day."""

    ADDED = "Added since"
    GONE = "Gone since"
    CHANGED = "Changed since"
    SAME = ""


@dataclass(frozen=True, slots=True)
class Then:
    """A fact as it was on a day, and as it is now."""

    then: Fact | None
    """None where it was not known yet."""
    now: Fact | None
    since: Since

    @property
    def fact(self) -> Fact:
        """It as it was, or else as it is."""
        fact = self.then or self.now
        assert fact is not None
        return fact


def compared(then: Iterable[Fact], now: Iterable[Fact]) -> list[Then]:
    """Return what a memory held on a day, and what was added to it since.

    Facts are the same by any of their keys. What was removed both then and now is
    left out.
    """
    now = list(now)
    today = {key: fact for fact in now for key in fact.keys}
    found: list[Then] = []
    known: set[str] = set()
    for fact in then:
        later = today.get(fact.key)
        known.update(later.keys if later else fact.keys)
        if fact.listed or (later and later.listed):
            found.append(_compared(fact, later))
    added = (fact for fact in now if fact.listed)
    found += [
        Then(None, fact, Since.ADDED) for fact in added if known.isdisjoint(fact.keys)
    ]
    return found


def _compared(then: Fact, now: Fact | None) -> Then:
    if not then.listed:
        return Then(None, now, Since.ADDED)
    if now is None or not now.listed:
        return Then(then, now, Since.GONE)
    if (then.state, then.text, then.active) != (now.state, now.text, now.active):
        return Then(then, now, Since.CHANGED)
    return Then(then, now, Since.SAME)


def first_day(facts: Iterable[Fact]) -> date | None:
    """Return the day on which the first fact was learned."""
    return min((f.learned_at.date() for f in facts if f.learned_at), default=None)


def days_between(first: date, last: date, most: int) -> list[date]:
    """Return at most ``most`` days from the first to the last, evenly apart."""
    span = (last - first).days
    count = max(1, min(most - 1, span))
    steps = (round(span * step / count) for step in range(count + 1))
    return [first + timedelta(days=days) for days in dict.fromkeys(steps)]


def states(facts: Sequence[Fact]) -> Mapping[State, int]:
    """Return how many facts are in each state."""
    return Counter(fact.state for fact in facts)
