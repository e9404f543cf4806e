"""The shape that every benchmark is brought into: conversations and questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


class BenchDataError(Exception):
    """A file that is no benchmark data; its text says what was expected."""


@dataclass(frozen=True, slots=True)
class BenchTurn:
    """One turn of a benchmark's conversation."""

    id: str
    session: str
    speaker: str
    text: str
    """What was said; an image's caption stands behind it in brackets."""
    when: datetime | None
    """Of its session, aware."""
    is_person: bool = True


@dataclass(frozen=True, slots=True)
class BenchFact:
    """A fact that somebody's model drew from the conversation."""

    session: str
    speaker: str
    text: str
    sources: tuple[str, ...]
    """Turn ids."""


@dataclass(frozen=True, slots=True)
class BenchQuestion:
    """A question and the ids that answer it."""

    text: str
    gold: tuple[str, ...]
    category: str = ""
    asked: datetime | None = None
    number: int = 0
    """Its place among all questions of the file, from 0."""
    scored: bool = True
    """False for questions without an answer in the conversation."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One conversation with its questions."""

    id: str
    turns: tuple[BenchTurn, ...]
    questions: tuple[BenchQuestion, ...]
    facts: tuple[BenchFact, ...] = ()
    sessions: Mapping[str, str] = field(default_factory=dict)
    """The session of each turn."""
