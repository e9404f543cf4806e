"""Corrections that a person typed in old sessions, as notes waiting for review.

What was typed to one agent, once, and never written down: "no, use pnpm". Found by
rules over typed words alone, across all agents; a person looks at each one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from levelmem.engine.memory.learning.statements import LIKELY, Statement, statements
from levelmem.engine.memory.learning.tombstones import (
    Signature,
    near_identical,
    signature,
)
from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import TYPED, Kind, Session, Turn
from levelmem.engine.text import one_line

REPEATED = 0.1
"""What each further session that says the same adds to the score."""
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Sighting:
    """One place where a person typed it."""

    agent: str
    session: str
    project: str
    turn: int
    when: datetime | None
    quote: str
    """The sentence as it was typed, secrets scrubbed."""


@dataclass(frozen=True, slots=True)
class Harvested:
    """A note waiting for review."""

    text: str
    """The note: the person's words, without "no," and "please"."""
    score: float
    """From 0 to 1: how surely it is meant to last."""
    reasons: tuple[str, ...]
    """Why, and what speaks against it."""
    sightings: tuple[Sighting, ...]
    """Where it was typed, oldest first; near-identical words are one note."""

    @property
    def quote(self) -> str:
        """The words that the note was made of, the newest ones."""
        return self.sightings[-1].quote

    @property
    def likely(self) -> bool:
        """Whether it reads as a lasting rule, and not only perhaps."""
        return self.score >= LIKELY


def harvest(sessions: Iterable[tuple[Session, Iterable[Turn]]]) -> list[Harvested]:
    """Return what persons stated in ``sessions``, the surest first.

    Sessions that a program held with an agent (subagents, helpers) are passed over,
    and so is a message that stands in several copies of a session: it counts once.
    """
    found: list[tuple[Statement, Sighting]] = []
    seen: set[tuple[str, datetime | None]] = set()
    for session, turns in sessions:
        if session.kind is not Kind.MAIN:
            continue
        for turn in turns:
            copy = (turn.text, turn.when)
            if turn.origin in TYPED and (turn.when is None or copy not in seen):
                seen.add(copy)
                found += _of_turn(session, turn)
    groups = _grouped(sorted(found, key=_age))
    return sorted((_note(group) for group in groups), key=_surest)


def _of_turn(session: Session, turn: Turn) -> Iterator[tuple[Statement, Sighting]]:
    if not turn.text.strip():
        return
    for statement in statements(scrub_text(turn.text)):
        sighting = Sighting(
            agent=session.agent,
            session=session.id,
            project=session.project,
            turn=turn.number,
            when=turn.when,
            quote=one_line(statement.quote),
        )
        yield replace(statement, text=one_line(statement.text)), sighting


def _age(item: tuple[Statement, Sighting]) -> tuple[float, str, int]:
    when = item[1].when
    return (when.timestamp() if when else 0.0, item[1].session, item[1].turn)


def _surest(note: Harvested) -> tuple[float, int, str]:
    return (-note.score, -len(note.sightings), note.text)


# --- near-duplicates ---------------------------------------------------------------

_Group = list[tuple[Statement, Sighting]]


def _grouped(found: Sequence[tuple[Statement, Sighting]]) -> list[_Group]:
    """Put near-identical statements of one project together, in order."""
    groups: list[_Group] = []
    by_words: dict[tuple[str, Signature], _Group] = {}
    for statement, sighting in found:
        words = (sighting.project, signature(statement.text))
        group = by_words.get(words) or _alike(statement, sighting, groups)
        if group is None:
            group = []
            groups.append(group)
        by_words.setdefault(words, group)
        group.append((statement, sighting))
    return groups


def _alike(
    statement: Statement, sighting: Sighting, groups: Sequence[_Group]
) -> _Group | None:
    for group in groups:
        first, place = group[0]
        if place.project == sighting.project and alike(first.text, statement.text):
            return group
    return None


def alike(one: str, other: str) -> bool:
    """Tell whether two notes say the same thing in other words, or one more word.

    A negation is never the one more word.
    """
    if near_identical(one, other):
        return True
    mine, yours = signature(one), signature(other)
    if mine.count("not") != yours.count("not"):
        return False
    together = set(mine) | set(yours)
    return len(set(mine) & set(yours)) >= _ALIKE * len(together)


def _note(group: _Group) -> Harvested:
    """Make one note of a group: the surest wording, every sighting."""
    best = max((statement for statement, _ in group), key=lambda s: s.score)
    sightings = tuple(sighting for _, sighting in group)
    further = len({(s.agent, s.session) for s in sightings}) - 1
    reasons = best.reasons
    if further:
        reasons = (*reasons, f"was said in {further + 1} sessions")
    score = round(min(1.0, best.score + REPEATED * further), 2)
    return Harvested(best.text, score, reasons, sightings)
