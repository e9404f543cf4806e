"""The view that History shows: sessions filtered, in buckets, with counts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import Any

from levelmem.engine.project import Project, git_root, name, normalise
from levelmem.engine.sessions.archiving import SHOWN_ON, shelves
from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.text import fold
from levelmem.widgets.ages import Buckets
from levelmem.widgets.rows import Rows, Section

SHELVES = tuple(SHOWN_ON)

FLAGS: dict[str, Callable[[Session], bool]] = {
    "pinned": lambda session: session.pinned,
    "edited": lambda session: bool(session.edits),
    "interrupted": lambda session: (
        session.state in ("interrupted", "error") or bool(session.error)
    ),
}
"""Filters that are on or off: pinned, edited files, did not end well."""

MEASURES: dict[str, Callable[[Session], int]] = {
    "turns": lambda session: session.turns,
    "edits": lambda session: sum(count for _, count in session.edits),
}
"""What the calendar can count on each day."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which sessions are shown; all that are set must hold."""

    project: Project | None = None
    """Only sessions of this project; None shows every project."""
    agent: str = ""
    """Only sessions of this agent, by its name."""
    words: str = ""
    """Each of these words stands in the title or the project's name."""
    flags: frozenset[str] = frozenset()
    """Which of :data:`FLAGS` must hold."""
    shelf: str = "active"
    """One of :data:`SHELVES`."""
    tag: str = ""
    """Only sessions with this tag."""
    days: tuple[date, date] | None = None
    """Only sessions last active between these days, both included."""
    unfolded: frozenset[str] = frozenset()
    """Ids of the rows whose subagents are shown under them."""

    @property
    def narrowed(self) -> bool:
        """Whether anything but the project keeps sessions away."""
        return replace(self, project=None, unfolded=frozenset()) != Filters()

    def misses(
        self,
        session: Session,
        shelf: str,
        words: Sequence[str],
        zone: tzinfo | None,
    ) -> list[str]:
        """Return the names of the filters that keep ``session`` away.

        ``shelf`` is where it lies; ``words`` are those of the filter, folded once for
        all sessions; days begin in ``zone``.
        """
        missed = [name for name in self.flags if not FLAGS[name](session)]
        if shelf not in SHOWN_ON[self.shelf]:
            missed.append("shelf")
        if self.tag and self.tag not in session.tags:
            missed.append("tag")
        if self.agent and session.agent != self.agent:
            missed.append("agent")
        if self.project is not None and not holds(self.project, session.project):
            missed.append("project")
        if words and not _has_words(session, words):
            missed.append("words")
        if self.days is not None:
            day = day_of(session, zone)
            if day is None or not self.days[0] <= day <= self.days[1]:
                missed.append("days")
        return missed


def kept(filters: Filters) -> dict[str, Any]:
    """Return what the next run begins with: not words, days or the project."""
    return {
        "agent": filters.agent,
        "flags": sorted(filters.flags),
        "shelf": filters.shelf,
        "tag": filters.tag,
    }


def recalled(value: object) -> Filters:
    """Return the filters that were kept; nothing is filtered where they don't fit."""
    if not isinstance(value, dict):
        return Filters()
    agent, flags, shelf = (value.get(name) for name in ("agent", "flags", "shelf"))
    tag = value.get("tag")
    return Filters(
        tag=tag if isinstance(tag, str) else "",
        agent=agent if isinstance(agent, str) else "",
        flags=frozenset(
            name for name in FLAGS if isinstance(flags, list) and name in flags
        ),
        shelf=shelf if shelf in SHELVES else "active",
    )


@dataclass(slots=True)
class Counts:
    """How many sessions each filter would show, the others as they are."""

    total: int = 0
    """All that are neither archived nor trashed, whatever the filters say."""
    here: int = 0
    """Those of the project that levelmem was started in."""
    everywhere: int = 0
    agents: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    shelves: Counter[str] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)

    def add(
        self,
        session: Session,
        shelf: str,
        missed: Sequence[str],
        home: Project | None,
    ) -> None:
        """Count a session wherever at most that filter keeps it away."""
        self.total += shelf in SHOWN_ON["active"]
        if not missed:
            self.flags.update(name for name, test in FLAGS.items() if test(session))
        if not missed or missed == ["shelf"]:
            self.shelves.update(s for s, shown in SHOWN_ON.items() if shelf in shown)
        if session.tags and (not missed or missed == ["tag"]):
            self.tags.update(session.tags)
        if not missed or missed == ["agent"]:
            self.agents[session.agent] += 1
        if not missed or missed == ["project"]:
            self.everywhere += 1
            self.here += home is not None and holds(home, session.project)


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Rows and counts, computed together."""

    filters: Filters
    """What was let through."""
    rows: Rows[Session]
    counts: Counts
    day: date
    """The day on which its time buckets hold."""
    days: Mapping[date, int] = field(default_factory=dict)
    """How much was done on each day, where that was asked for."""


def row_id(session: Session) -> str:
    """Return what identifies a session's row."""
    return f"{session.agent}:{session.id}"


def day_of(session: Session, zone: tzinfo | None) -> date | None:
    """Return the day in ``zone`` on which a session was last active."""
    when = session.updated or session.created
    return when.astimezone(zone).date() if when else None


def history_view(
    sessions: Sequence[Session],
    filters: Filters,
    home: Project | None,
    now: datetime,
    measure: str = "",
    archive_days: int = 0,
) -> HistoryView:
    """Return what History shows of ``sessions``, which come newest first.

    Args:
        sessions: all of them.
        filters: what is let through.
        home: the project that levelmem was started in: its sessions are counted
            whatever the filters say.
        now: tells ages, and in which time zone days begin.
        measure: one of :data:`MEASURES` to be counted for each day, or ``""``.
        archive_days: without activity, after which a session counts as archived; 0
            is never.
    """
    words = fold(filters.words).split()
    kept, counts, days = [], Counts(), Counter[date]()
    shelf_of = shelves(now, archive_days)
    for session in sessions:
        if session.kind is Kind.MAIN:
            shelf = shelf_of(session)
            missed = filters.misses(session, shelf, words, now.tzinfo)
            counts.add(session, shelf, missed, home)
            if not missed:
                kept.append(session)
            counted = measure and (not missed or missed == ["days"])
            if counted and (day := day_of(session, now.tzinfo)):
                days[day] += MEASURES[measure](session)
    children = _children(sessions) if filters.unfolded else {}
    rows = _rows(kept, children, filters.unfolded, now)
    return HistoryView(filters, rows, counts, now.date(), days)


def is_project(home: Project, sessions: Iterable[Session]) -> bool:
    """Tell whether ``home`` has sessions and is more than a folder of projects."""
    if not git_root(home.path):
        return any(normalise(s.project) == home.path for s in sessions if s.project)
    return any(s.kind is Kind.MAIN and holds(home, s.project) for s in sessions)


@lru_cache(maxsize=8192)
def holds(project: Project, folder: str) -> bool:
    """Tell whether a session that worked in ``folder`` belongs to ``project``."""
    return project.holds(folder)


def _has_words(session: Session, words: Sequence[str]) -> bool:
    text = fold(f"{session.title or session.preview} {name(session.project)}")
    return all(word in text for word in words)


def _children(sessions: Iterable[Session]) -> dict[tuple[str, str], list[Session]]:
    children: dict[tuple[str, str], list[Session]] = {}
    for session in sessions:
        if session.kind is Kind.SUBAGENT and session.parent_id:
            children.setdefault((session.agent, session.parent_id), []).append(session)
    return children


def _rows(
    kept: Iterable[Session],
    children: dict[tuple[str, str], list[Session]],
    unfolded: frozenset[str],
    now: datetime,
) -> Rows[Session]:
    buckets = Buckets(now)
    items: list[Session] = []
    starts: list[tuple[str, int, int]] = []  # bucket, its first row, sessions
    for session in kept:
        bucket = buckets.name(session.updated or session.created)
        if not starts or starts[-1][0] != bucket:
            starts.append((bucket, len(items), 0))
        label, start, count = starts[-1]
        starts[-1] = (label, start, count + 1)
        items.append(session)
        if unfolded and row_id(session) in unfolded:
            items += children.get(session.key, ())
    sections = [Section(label, start, f"{count:,}") for label, start, count in starts]
    return Rows(items, [row_id(session) for session in items], sections)
