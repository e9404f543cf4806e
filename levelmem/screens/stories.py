"""Reads what sessions amount to, in a worker, and remembers the latest ones."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Lock

from levelmem.engine.sessions.lately import why_unfinished
from levelmem.engine.sessions.model import Kind, Session, Turn
from levelmem.engine.sessions.recap import Recap, recap
from levelmem.screens.library import Library
from levelmem.widgets.session_look import title_of
from levelmem.widgets.session_story import Story

_KEPT = 64
_CHILDREN = 5


class Cancelled(Exception):
    """Nobody waits for the story any more."""


class Stories:
    """The stories of the sessions that were looked at last."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: OrderedDict[tuple[object, ...], Story] = OrderedDict()
        self._lock = Lock()

    def known(self, session: Session) -> Story | None:
        """Return the story of a session as it is now, if it was read already."""
        with self._lock:
            return self._known.get(_edition(session))

    def forget(self) -> None:
        """Read everything anew: memory has changed."""
        with self._lock:
            self._known.clear()

    def read(
        self,
        session: Session,
        sessions: Iterable[Session],
        cancelled: Callable[[], bool],
    ) -> Story:
        """Return the story of ``session``; for a worker.

        ``sessions`` are those among which its family is looked for. Raises
        :class:`Cancelled` once ``cancelled()`` is true.
        """
        if (known := self.known(session)) is not None:
            return known
        try:
            turns = self._library.catalog().turns(session)
            found = recap(_until(turns, cancelled))
        except OSError as error:
            return Story(problem=error.strerror or str(error))
        story = story_of(
            found,
            _decisions(session, found),
            _facts(self._library, session),
            family(session, sessions),
        )
        with self._lock:
            self._known[_edition(session)] = story
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return story


def story_of(
    found: Recap,
    decisions: Iterable[str] = (),
    facts: Iterable[tuple[str, str]] = (),
    relations: Iterable[tuple[str, str]] = (),
) -> Story:
    """Return the story that a recap and what others know of it make."""
    from levelmem.engine.secrets import scrub_text

    return Story(
        asked=tuple(scrub_text(thread.request) for thread in found.asks),
        unfinished=why_unfinished(found),
        commits=tuple((e.sha, scrub_text(e.message)) for e in found.committed),
        pushed=bool(found.pushed),
        checks=tuple((scrub_text(c.command), c.verdict) for c in found.last_checks),
        decisions=tuple(decisions),
        facts=tuple(facts),
        family=tuple(relations),
    )


def family(session: Session, sessions: Iterable[Session]) -> Iterator[tuple[str, str]]:
    """Yield the relations of a session: where it came from, what came of it."""
    helpers: list[str] = []
    for other in sessions:
        if other.agent != session.agent:
            continue
        if other.id == session.parent_id:
            child = session.kind is Kind.SUBAGENT
            yield ("Run by" if child else "Goes on from", title_of(other))
        elif other.parent_id == session.id:
            if other.kind is Kind.SUBAGENT:
                helpers.append(title_of(other))
            elif other.kind is Kind.MAIN:
                yield "Continued in", title_of(other)
    for title in helpers[:_CHILDREN]:
        yield "Subagent", title
    if (more := len(helpers) - _CHILDREN) > 0:
        yield "Subagents", f"and {more} more"


def _edition(session: Session) -> tuple[object, ...]:
    return (*session.key, session.updated, session.size, session.turns)


def _until(turns: Iterable[Turn], cancelled: Callable[[], bool]) -> Iterator[Turn]:
    for turn in turns:
        if cancelled():
            raise Cancelled
        yield turn


def _decisions(session: Session, found: Recap) -> tuple[str, ...]:
    from levelmem.engine.memory.learning.outcome import outcome

    left = outcome(session, found)
    return left.decisions if left else ()


def _facts(library: Library, session: Session) -> list[tuple[str, str]]:
    """Return the facts that came from a session, none where memory can't be read."""
    from levelmem.engine.memory.views.provenance import Place, PlaceKind
    from levelmem.engine.problem import Problem

    place = Place(PlaceKind.SESSION, session.id)
    project = session.project or library.folder
    if not library.memory_settings.enabled or not project:
        return []
    with suppress(Problem, OSError):
        facts = library.shelf.ask(project, lambda memory: memory.facts())
        return [(f.text, f.state.value) for f in facts if f.listed and place.gave(f)]
    return []
