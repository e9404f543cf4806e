"""What the sessions of a project amount to, over time: pure counts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta, tzinfo
from typing import TypeAlias

from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.sessions.work import Work

_MOST_WEEKS = 13
_MOST_MONTHS = 36

Key: TypeAlias = tuple[str, str]
"""What identifies a session."""
_NONE_READ: Mapping[Key, Work] = {}


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was done."""

    sessions: int = 0
    turns: int = 0
    """Turns that the person typed."""
    edits: int = 0

    work: Work = field(default_factory=Work)
    """What conversations came to, as far as they were read."""

    @classmethod
    def of(cls, session: Session, work: Work) -> "Counts":
        """Return the counts of one session."""
        return cls(1, session.turns, sum(count for _, count in session.edits), work)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.sessions + other.sessions,
            self.turns + other.turns,
            self.edits + other.edits,
            self.work + other.work,
        )


@dataclass(frozen=True, slots=True)
class Period:
    """A week, a month or a year."""

    first: date
    """Its first day."""
    name: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class Totals:
    """What was done in all, and in what."""

    counts: Counts
    days: int = 0
    """Days on which a session was active last."""
    first: date | None = None
    last: date | None = None
    unfinished: int = 0
    """Sessions that were interrupted, or ended in an error."""
    periods: tuple[Period, ...] = ()
    """From the first to the last one, those without sessions among them."""
    agents: tuple[tuple[str, Counts], ...] = ()
    """By the agent's name, the one with most sessions first."""
    models: tuple[tuple[str, Counts], ...] = ()
    files: tuple[tuple[str, int], ...] = ()
    """Paths, and how often each was edited, most often first."""
    read: int = 0
    """Sessions whose conversation was read: commits, checks and time are of these."""


def counted_sessions(sessions: Iterable[Session]) -> list[Session]:
    """Return those that count: the main ones that are not in the trash."""
    return [
        session
        for session in sessions
        if session.kind is Kind.MAIN and session.lifecycle != "trashed"
    ]


def totals(
    sessions: Iterable[Session],
    zone: tzinfo | None = None,
    works: Mapping[Key, Work] = _NONE_READ,
) -> Totals:
    """Return what sessions amount to.

    Args:
        sessions: those among them that count are counted.
        zone: where days begin, the machine's own by default; a session counts on the
            day when it was active last.
        works: what conversations came to, by the session's key.
    """
    counted = counted_sessions(sessions)
    counts = {s.key: Counts.of(s, works.get(s.key, Work())) for s in counted}
    days = {session.key: _day(session, zone) for session in counted}
    known = sorted(day for day in days.values() if day)
    files: Counter[str] = Counter()
    for session in counted:
        files.update(dict(session.edits))
    return Totals(
        counts=sum(counts.values(), Counts()),
        days=len(set(known)),
        first=known[0] if known else None,
        last=known[-1] if known else None,
        unfinished=sum(s.state in ("interrupted", "error") for s in counted),
        periods=tuple(_periods(counts, days, known)),
        agents=_by(counted, counts, lambda session: session.agent),
        models=_by(counted, counts, lambda session: session.model),
        files=tuple(sorted(files.items(), key=lambda file: (-file[1], file[0]))),
        read=sum(key in works for key in counts),
    )


def _day(session: Session, zone: tzinfo | None) -> date | None:
    moment = session.updated or session.created
    return moment.astimezone(zone).date() if moment else None


def _by(
    sessions: Iterable[Session],
    counts: Mapping[Key, Counts],
    name_of: Callable[[Session], str],
) -> tuple[tuple[str, Counts], ...]:
    """Return the counts by a name, those without one left out."""
    found: dict[str, Counts] = {}
    for session in sessions:
        if name := name_of(session):
            found[name] = found.get(name, Counts()) + counts[session.key]
    return tuple(
        sorted(found.items(), key=lambda entry: (-entry[1].sessions, entry[0]))
    )


def _periods(
    counts: Mapping[Key, Counts], days: Mapping[Key, date | None], known: list[date]
) -> Iterator[Period]:
    """Yield weeks, months or years, whichever makes a list that one can take in."""
    if not known:
        return
    begin, name = _steps(known[0], known[-1])
    found: dict[date, Counts] = {}
    for key, one in counts.items():
        if day := days[key]:
            found[begin(day)] = found.get(begin(day), Counts()) + one
    first = begin(known[0])
    while first <= known[-1]:
        yield Period(first, name(first), found.get(first, Counts()))
        # No period is longer than 366 days: the next one begins within that.
        first = next(
            start
            for days_on in (7, 31, 366)
            if (start := begin(first + timedelta(days=days_on))) > first
        )


def _steps(
    first: date, last: date
) -> tuple[Callable[[date], date], Callable[[date], str]]:
    """Return what gives the first day of a day's period, and that period's name."""
    months = 12 * (last.year - first.year) + last.month - first.month
    if (last - first).days < 7 * _MOST_WEEKS:
        return (
            lambda day: day - timedelta(days=day.weekday()),
            lambda day: f"{day:%d %b %Y}",
        )
    if months < _MOST_MONTHS:
        return lambda day: day.replace(day=1), lambda day: f"{day:%b %Y}"
    return lambda day: day.replace(month=1, day=1), lambda day: f"{day:%Y}"
