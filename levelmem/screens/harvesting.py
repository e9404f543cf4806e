"""Looks through old sessions for what the person told their agents, for a worker."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from levelmem.engine.memory.errors import MemoryProblem
from levelmem.engine.memory.learning.adopting import unknown
from levelmem.engine.memory.learning.harvest import Harvested, harvest
from levelmem.engine.memory.store import StoreError
from levelmem.engine.sessions.model import Session, Turn
from levelmem.screens.library import Library

_TELL_EVERY = 10


def harvest_notes(
    library: Library,
    sessions: Sequence[Session],
    tell: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> list[Harvested]:
    """Return the likely notes that no memory has, the surest first.

    ``tell`` hears how many sessions were read. Sessions that can't be read are passed
    over; when it is cancelled nothing is returned.
    """

    def conversations() -> Iterator[tuple[Session, Iterator[Turn]]]:
        for number, session in enumerate(sessions):
            if cancelled():
                return
            if number % _TELL_EVERY == 0:
                tell(number)
            yield session, _readable_turns(library, session)

    notes = [note for note in harvest(conversations()) if note.likely]
    if cancelled():
        return []
    by_project: dict[str, list[Harvested]] = {}
    for note in notes:
        by_project.setdefault(note.sightings[-1].project, []).append(note)
    kept: set[int] = set()
    for project, some in by_project.items():
        with suppress(MemoryProblem, StoreError):
            new = library.shelf.ask(project, partial(unknown, some))
            kept |= {id(note) for note in new}
    return [note for note in notes if id(note) in kept]


def _readable_turns(library: Library, session: Session) -> Iterator[Turn]:
    with suppress(OSError):
        yield from library.catalog().turns(session)
