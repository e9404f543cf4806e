"""What a search yields, and what it needs to be given."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.searched_text import Stream
from levelmem.engine.sessions.word_lists import WordList

BATCH = 50
"""Conversations searched between two reports of progress."""

BEST = 40
"""Hits that a person is shown at first."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The line that shows best why a session matches."""

    where: str
    """``title``, ``said``, ``answered``, ``diff`` or ``tools``."""
    line: str
    """The matched line, safe to show, at most 400 characters around the match."""
    turn: int = -1
    """The turn it stands in; -1 for the title."""
    block: int = 0
    """The block of that turn."""
    row: int = 0
    """The line within that block's text."""
    more: int = 0
    """Further lines that match: of the talk, or of the tools where it stands there."""
    output: bool = False
    """Whether it is what a tool gave back: such hits are folded away."""
    score: int = 0
    """How well it fits; higher is better, among the hits of one search."""


class Hit:
    """A session that matches.

    That it matches is known at once. Which line shows it is looked up when that is
    first asked for, in the kept texts or in the session's file: nobody reads five
    thousand lines, and finding them takes ten times as long as the search.
    """

    __slots__ = ("_evidence", "near", "session", "talked", "titled")

    def __init__(
        self,
        session: Session,
        evidence: Evidence | Callable[[Session], Evidence],
        *,
        titled: bool = False,
        talked: bool = False,
        near: str = "",
    ) -> None:
        """``evidence`` is what shows it, or how it is looked up."""
        self._evidence = evidence
        self.session = session
        self.titled = titled
        """Whether the title alone matches."""
        self.talked = talked
        """Whether what was said matches, so that no tool needs to be looked at."""
        self.near = near
        """What was searched for instead, since nothing matches exactly."""

    @property
    def looked_up(self) -> bool:
        """Whether the evidence is at hand: no file is read to show it."""
        return self.titled or isinstance(self._evidence, Evidence)

    @property
    def evidence(self) -> Evidence:
        """The line that shows it best; looked up when it is first asked for."""
        if not isinstance(self._evidence, Evidence):
            self._evidence = self._evidence(self.session)
        return self._evidence

    @property
    def output(self) -> bool:
        """Whether nothing but what a tool gave back matches."""
        if self.titled or self.talked:
            return False
        return self.evidence.output


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search is."""

    searched: int
    """Conversations searched so far."""
    total: int
    hits: int
    unreadable: int = 0
    """Conversations whose file could not be opened."""
    done: bool = False
    tools: int = 0
    """How many of ``tools_total`` conversations were also searched for tools."""
    tools_total: int = 0
    slow: int = 0
    """Conversations that a pattern took too long for: they may match."""
    out_of_time: bool = False
    """Whether the search ended before its end because of a pattern."""


Found: TypeAlias = Hit | Progress
Read: TypeAlias = Callable[[Session], Iterator[Turn]]
Cancelled: TypeAlias = Callable[[], bool]


class Texts(Protocol):
    """Conversations that are kept ready to be searched."""

    def talks(self, sessions: Sequence[Session]) -> Mapping[tuple[str, str], Stream]:
        """Return the talk of those sessions that are kept and current, by key."""

    def words(self, sessions: Sequence[Session]) -> Mapping[tuple[str, str], WordList]:
        """Return the words of what is not talk, of those that are kept, by key."""

    def rest(self, session: Session) -> Stream | None:
        """Return what is not talk; None where it is not kept any more."""

    def drop(self, session: Session) -> None:
        """Forget a session, since what is kept of it is damaged."""


class NoTexts:
    """Keeps nothing: every conversation is read from its file."""

    def talks(self, sessions: Sequence[Session]) -> Mapping[tuple[str, str], Stream]:
        """Return nothing."""
        return {}

    def words(self, sessions: Sequence[Session]) -> Mapping[tuple[str, str], WordList]:
        """Return nothing."""
        return {}

    def rest(self, session: Session) -> Stream | None:
        """Return nothing."""
        return None

    def drop(self, session: Session) -> None:
        """Do nothing."""
