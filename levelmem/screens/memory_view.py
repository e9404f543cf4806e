"""The view that Memory shows: facts in groups, each with its state and its age."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.text import fold, one_line
from levelmem.widgets.ages import age
from levelmem.widgets.fact_look import SIGNS, state_words
from levelmem.widgets.rows import Look, Rows, Section
from levelmem.widgets.spans import Line, joined

_EPOCH = datetime.fromtimestamp(0, UTC)

GROUPS = ("To review", "From you", "Facts", "Inferred", "Superseded", "Removed")
"""The groups in the order of the screen."""


def group_of(fact: Fact) -> str:
    """Return the group that a fact is listed in."""
    match fact.state:
        case State.UNCONFIRMED:
            return "To review"
        case State.SUPERSEDED:
            return "Superseded"
        case State.REMOVED:
            return "Removed"
        case State.INFERRED:
            return "Inferred"
    return "From you" if fact.note else "Facts"


def memory_rows(facts: Iterable[Fact], words: str = "") -> Rows[Fact]:
    """Return the facts in which every word stands, in groups.

    In a group pinned ones come first, then the newest.
    """
    asked = fold(words).split()
    groups: dict[str, list[Fact]] = {group: [] for group in GROUPS}
    for fact in facts:
        if all(word in fold(f"{fact.text} {fact.said}") for word in asked):
            groups[group_of(fact)].append(fact)
    items: list[Fact] = []
    sections: list[Section] = []
    for group, members in groups.items():
        if members:
            sections.append(Section(group, len(items), f"{len(members):,}"))
            items += sorted(members, key=_rank, reverse=True)
    return Rows(items, [fact.key for fact in items], sections)


def _rank(fact: Fact) -> tuple[bool, datetime]:
    return fact.pinned, fact.updated_at or fact.learned_at or _EPOCH


def fact_look(fact: Fact, now: datetime) -> Look:
    """Return the rows of a fact: its text, then quietly how far it is trusted."""
    dimmed = fact.state in (State.SUPERSEDED, State.REMOVED)
    text: Line = ((one_line(fact.text), "faint" if dimmed else "title"),)
    seen = len(fact.sources)
    sessions = f"{seen} session{'' if seen == 1 else 's'}" if seen else ""
    parts = (state_words(fact), fact.kind, sessions)
    pin: Line = (("★ ", "accent"),) if fact.pinned else ()
    when = age(fact.updated_at or fact.learned_at, now)
    return Look(
        lines=(text, joined(parts, "muted")),
        aside=(*pin, (when, "muted")),
        sign=SIGNS[fact.state],
    )


def to_review(facts: Sequence[Fact]) -> int:
    """Return how many facts wait for the person."""
    return sum(fact.to_review for fact in facts)


def told(facts: Sequence[Fact]) -> int:
    """Return how many facts may reach the next session."""
    return sum(fact.active for fact in facts)
