"""What is ranked: one thing that was said, done or remembered, by whom and when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

COMMAND_MARK = "$ "
"""What a line begins with that is a command somebody ran."""


class DocumentKind(StrEnum):
    """Where a document comes from."""

    FACT = "fact"
    """A fact of a memory."""
    JOURNAL = "journal"
    """What a finished session left behind."""
    TURN = "turn"
    """One turn of a session."""


class Role(StrEnum):
    """Who speaks in a document."""

    PERSON = "person"
    AGENT = "agent"
    NOBODY = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that can answer a question."""

    kind: DocumentKind
    text: str
    """What is shown and ranked."""
    reference: str = ""
    """The fact's key; empty for others."""
    role: Role = Role.NOBODY
    author: str = ""
    """The speaker's name, where a conversation has several people."""
    when: datetime | None = None
    """Aware."""
    agent: str = ""
    session: str = ""
    """The session's id; of a fact, the one it was first seen in."""
    turn: int = -1
    """The number of the turn in its session; -1 where it has none."""

    @property
    def source(self) -> tuple[str, str, int]:
        """What a fact and the turn it was seen in have in common."""
        return (self.agent, self.session, self.turn)


@dataclass(slots=True)
class Stored:
    """A document as the index keeps it."""

    id: int
    """Documents of one conversation have consecutive numbers, in order."""
    group: int
    """The conversation or the memory it belongs to."""
    kind: str
    reference: str
    role: str
    author: str
    at: float | None
    """Seconds since the epoch."""
    agent: str
    session: str
    turn: int
    length: int
    """How many terms it has."""
    terms: str
    """Its terms, each between two spaces of its own."""
    text: str = ""
    """Only read for what is shown."""

    @property
    def document(self) -> Document:
        """The document; its text is there where it was read."""
        return Document(
            kind=DocumentKind(self.kind),
            text=self.text,
            reference=self.reference,
            role=Role(self.role),
            author=self.author,
            when=None if self.at is None else datetime.fromtimestamp(self.at, UTC),
            agent=self.agent,
            session=self.session,
            turn=self.turn,
        )

    def count(self, term: str) -> int:
        """Return how often a term stands in it."""
        return self.terms.count(f" {term} ")

    def has(self, *sequence: str) -> bool:
        """Tell whether terms stand in it one after the other."""
        return f" {'  '.join(sequence)} " in self.terms
