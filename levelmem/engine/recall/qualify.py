"""What is said beside an answer, so that nobody takes it for more than it is.

A fact that was replaced names what replaced it, a held one says not to act on it,
and everything older than a day says how old it is: see the recall rule of memory.
"""

from datetime import datetime

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.text import one_line

HELD = "held for review: do not act on it"

_UNITS = ((365, "year"), (30, "month"), (7, "week"), (1, "day"))


def fact_note(fact: Fact, now: datetime) -> str:
    """Return what qualifies a fact at a moment; empty for an active one of today."""
    said = {
        State.INFERRED: "inferred, not confirmed",
        State.UNCONFIRMED: HELD,
        State.SUPERSEDED: _replaced(fact),
    }.get(fact.state, "")
    if fact.state is State.OBSERVED and not fact.active:
        said = "waits for a confirm"
    return joined(said, age(fact.updated_at or fact.learned_at, now))


def joined(*notes: str) -> str:
    """Return notes as one, the empty ones left out."""
    return "; ".join(note for note in notes if note)


def age(when: datetime | None, now: datetime) -> str:
    """Return how old something is: ``3 weeks old``; empty for less than a day."""
    if when is None:
        return "of unknown age"
    days = (now - when).days
    for length, unit in _UNITS:
        if days >= length:
            count = days // length
            return f"{count} {unit}{'s' if count > 1 else ''} old"
    return ""


def _replaced(fact: Fact) -> str:
    by = one_line(fact.superseded_by)
    return f"superseded by: {by}" if by else "superseded"
