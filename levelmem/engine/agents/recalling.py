"""Recall for agents: this project's answers, in bounded time, and no evidence later."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from levelmem.engine.memory.service import Memory
from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.recall.answers import Answer
from levelmem.engine.recall.service import (
    INDEX,
    MEMORY,
    SESSION,
    Recall,
    Refreshed,
)
from levelmem.engine.sessions.catalog import Catalog, Listing
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.times import iso

SECONDS = 20.0
"""How long an agent waits while new sessions are read; the rest is read later."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """One answer, with its source."""

    kind: str
    """``fact``, ``journal`` or ``turn``."""
    text: str
    """With what to mind before relying on it, in brackets."""
    state: str
    """Of a fact how far it is trusted, of a journal line how the session ended, of a
    turn who spoke."""
    agent: str
    session: str
    turn: int | None
    date: str
    """ISO 8601; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class Found:
    """What recall found in the time it had."""

    hits: list[Recalled]
    unread: int
    """Sessions that are not looked through yet."""
    problems: list[str]
    """What could not be read or used, for people."""


def recall(
    places: Places,
    memory: Memory,
    question: str,
    limit: int,
    now: datetime,
    seconds: float = SECONDS,
) -> Found:
    """Return what answers a question, and what could not be looked through.

    Facts of any state but removed, the journal, and the project's sessions.
    """
    catalog = Catalog.open(places)
    finder = Recall(places.cache / INDEX)
    try:
        project = Project(memory.project)
        done = refresh_index(
            finder, catalog, [memory], seconds, complete=(SESSION,), first=project
        )
        answers = finder.ask(question, now, project=project, limit=limit)
    finally:
        finder.close()
    note_told(memory, answers)
    problems = [*finder.problems, *done.problems]
    if done.unreadable:
        problems.append(
            f"{done.unreadable} sessions are not looked through yet, or can't be read:"
            " asked again, recall knows more of them."
        )
    return Found(list(map(_recalled, answers)), done.unreadable, problems)


def refresh_index(
    finder: Recall,
    catalog: Catalog,
    memories: list[Memory],
    seconds: float,
    *,
    complete: Collection[str] = (SESSION, MEMORY),
    first: Project | None = None,
) -> Refreshed:
    """Bring recall's index up to date, as far as the time allows.

    The sessions of the project ``first`` are read before any others. Those whose
    files there was no time to look at are counted as unreadable. ``complete`` is as
    in :meth:`~.service.Recall.refresh`.
    """
    end = time.monotonic() + seconds

    def is_late() -> bool:
        return time.monotonic() > end

    listing = Listing()
    for listing in catalog.refresh(is_late):  # noqa: B007 - the last one counts
        pass
    if not listing.done:
        complete = tuple(kind for kind in complete if kind != SESSION)
    sessions = list(listing.sessions)
    if first:
        sessions.sort(key=lambda session: not first.holds(session.project))
    done = finder.refresh(sessions, _in_time(catalog, is_late), memories, complete)
    return replace(done, unreadable=done.unreadable + listing.total - listing.read)


def note_told(memory: Memory, answers: Iterable[Answer], session: str = "") -> None:
    """Remember what went out to an agent, so that its echo is no evidence."""
    memory.told(
        (answer.text.removesuffix(f" [{answer.note}]") for answer in answers), session
    )


def _in_time(
    catalog: Catalog, is_late: Callable[[], bool]
) -> Callable[[Session], Iterator[Turn]]:
    """Return a reader that gives up when the time is over: what it did not read
    stays out of the index, and is read the next time."""

    def read(session: Session) -> Iterator[Turn]:
        if is_late():
            raise TimeoutError(session.id)
        return catalog.turns(session)

    return read


def _recalled(answer: Answer) -> Recalled:
    return Recalled(
        kind=answer.kind,
        text=answer.text,
        state=answer.state,
        agent=answer.agent,
        session=answer.session,
        turn=answer.turn,
        date=iso(answer.when) or "",
    )
