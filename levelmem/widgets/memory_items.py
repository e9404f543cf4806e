"""What the Memory screen lists: facts, sessions of the journal, other agents' lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.views.growth import Since
from levelmem.engine.memory.views.known import Known
from levelmem.engine.memory.views.telling import Telling
from levelmem.engine.sessions.times import parse_time


class Group(StrEnum):
    """The groups in the order of the screen: what waits for the person is first."""

    ADDED = "Added since"
    GONE = "Gone since"
    CHANGED = "Changed since"
    REVIEW = "To review"
    DRIFTED = "Drifted"
    YOURS = "From you"
    FACTS = "Facts"
    INFERRED = "Inferred"
    SUPERSEDED = "Superseded"
    KNOWN = "Known to other agents"
    JOURNAL = "Journal"
    REMOVED = "Removed"


_WAITS_OR_ENDED: Mapping[State, Group] = {
    State.UNCONFIRMED: Group.REVIEW,
    State.SUPERSEDED: Group.SUPERSEDED,
    State.REMOVED: Group.REMOVED,
}
"""The groups of facts that the working tree is not asked about."""


@dataclass(frozen=True, slots=True)
class FactItem:
    """A fact of one project."""

    project: str
    fact: Fact
    drift: str = ""
    """What in the working tree contradicts it, for people."""
    telling: Telling | None = None
    """Whether the next session is told; None: not known yet."""
    since: Since | None = None
    """In a view of another day: what became of it since."""
    later: Fact | None = None
    """In a view of another day: it as it is now."""

    @property
    def id(self) -> str:
        """Its identity among all projects."""
        return f"{self.project}\n{self.fact.key}"

    @property
    def group(self) -> Group:
        """The group that it is listed in."""
        if self.since:
            return Group(self.since.value)
        if self.fact.state in _WAITS_OR_ENDED:
            return _WAITS_OR_ENDED[self.fact.state]
        if self.drift:
            return Group.DRIFTED
        if self.fact.state is State.INFERRED:
            return Group.INFERRED
        return Group.YOURS if self.fact.note else Group.FACTS

    @property
    def words(self) -> str:
        """What it is searched by."""
        return f"{self.fact.text} {self.fact.said} {self.fact.superseded_by}"

    @property
    def when(self) -> datetime | None:
        """When it was last seen, said or ended."""
        fact = self.fact
        return fact.ended_at or fact.updated_at or fact.learned_at


@dataclass(frozen=True, slots=True)
class JournalItem:
    """What one session left behind."""

    project: str
    line: JournalLine
    telling: Telling | None = None
    """As of a fact."""

    @property
    def id(self) -> str:
        """Its identity among all projects."""
        return f"{self.project}\nsession {self.line.id}"

    @property
    def group(self) -> Group:
        """The group that it is listed in."""
        return Group.JOURNAL

    @property
    def words(self) -> str:
        """What it is searched by."""
        return f"{self.line.title} {self.line.summary} {' '.join(self.line.files)}"

    @property
    def when(self) -> datetime | None:
        """When the session was."""
        return parse_time(self.line.at)


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A line that another agent loads by itself."""

    project: str
    known: Known

    @property
    def id(self) -> str:
        """Its identity among all projects."""
        return f"{self.project}\n{self.known.path}:{self.known.line}"

    @property
    def group(self) -> Group:
        """The group that it is listed in."""
        return Group.KNOWN

    @property
    def words(self) -> str:
        """What it is searched by."""
        return f"{self.known.text} {self.known.heading} {self.known.path.name}"

    @property
    def when(self) -> datetime | None:
        """Nobody wrote down when."""
        return None


Item: TypeAlias = FactItem | JournalItem | KnownItem
