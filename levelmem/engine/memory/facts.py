"""A fact as the fold finds it: what is remembered, how far it is trusted, and why."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from levelmem.engine.memory.records import Observation, Origin
from levelmem.engine.sessions.times import parse_time


class State(StrEnum):
    """How far a fact is trusted; only some states ever reach an agent."""

    INFERRED = "inferred"
    """Seen once, or always in the same place."""
    OBSERVED = "observed"
    """Seen in two or more sessions, from distinct evidence."""
    CONFIRMED = "confirmed"
    """The person confirmed it, or said it in their own words."""
    SUPERSEDED = "superseded"
    """A newer fact replaced it."""
    UNCONFIRMED = "unconfirmed-instruction"
    """Reads as an order, or an agent's note in words that nobody typed."""
    REMOVED = "removed"
    """The person said that it is not true."""


class Reason(Struct, frozen=True, gc=False):
    """Why a fact is held: a rule, and the span of its text that the rule met."""

    rule: str
    start: int
    end: int


class Sighting(Struct, frozen=True, gc=False):
    """One time that a fact was seen or said."""

    text: str
    source: str
    """The session."""
    at: datetime | None
    origin: Origin | None = None
    said: str = ""
    """Of a note: the quote that the agent handed over."""
    note: bool = False
    credited: bool = False
    counts: bool = True
    """False where it is no evidence: memory's own words, or a forgotten source."""


class Event(Struct, frozen=True, gc=False):
    """One step in the life of a fact."""

    at: datetime | None
    what: str
    """``learned``, ``reworded``, ``noted``, ``confirmed``, ``removed``,
    ``restored``, ``superseded``, ``pinned``, ``unpinned``, ``edited``, ``kind``,
    ``source forgotten``, or ``undone``."""
    detail: str = ""
    undone: bool = False
    """Whether a later undo took the step back."""


class Fact(Struct, frozen=True, gc=False):
    """One thing that memory holds, with its whole story."""

    key: str
    """Identity: levelmem's key of its first wording; an edit does not change it."""
    text: str
    state: State
    active: bool
    """Whether it may reach an agent unasked, in the digest."""
    kind: str = ""
    """Of a note: ``preference``, ``project`` or ``reference``."""
    said: str = ""
    """The words it goes back to: the person's where ``credited``, else what an agent
    quoted."""
    credited: bool = False
    note: bool = False
    """Whether somebody asked for it to be remembered."""
    sources: tuple[str, ...] = ()
    """Distinct sessions that count as evidence, in the order they came."""
    evidence: int = 0
    """Distinct pieces of evidence behind it."""
    learned_at: datetime | None = None
    updated_at: datetime | None = None
    """When it was last seen; of a credited note, when it was credited."""
    pinned: bool = False
    reasons: tuple[Reason, ...] = ()
    superseded_by: str = ""
    """The text that replaced it."""
    ended_at: datetime | None = None
    """When it was removed or superseded."""
    observations: tuple[Observation, ...] = ()
    """The records it was seen in, in file order."""
    uncounted: frozenset[int] = frozenset()
    """Positions among them that are no evidence."""
    history: tuple[Event, ...] = ()
    keys: tuple[str, ...] = ()
    """Every levelmem key that leads here, its own first."""

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """Every time it was seen or said, in file order."""
        # Built when somebody looks: a fold of a year's records must stay quick.
        return tuple(
            Sighting(
                text=seen.text,
                source=seen.source,
                at=parse_time(seen.at),
                origin=seen.origin,
                said=seen.said,
                note=seen.note,
                credited=seen.credited,
                counts=place not in self.uncounted,
            )
            for place, seen in enumerate(self.observations)
        )

    @property
    def in_force(self) -> bool:
        """Whether it holds, even where it waits for a confirm to become active."""
        return self.state in (State.CONFIRMED, State.OBSERVED)

    @property
    def listed(self) -> bool:
        """Whether lists and recall show it: everything but what was removed."""
        return self.state is not State.REMOVED

    @property
    def to_review(self) -> bool:
        """Whether it waits for the person."""
        return self.state is State.UNCONFIRMED
