"""Opens the memory of a project, wherever it lies."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from levelmem.engine.memory.folders import all_memories, memory_folder
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.verdicts import VerdictCache
from levelmem.engine.places import Places
from levelmem.engine.sessions.labels import LEVELCODE
from levelmem.engine.sessions.sources import sources


def levelcode_roots(places: Places) -> Sequence[Path]:
    """Return LevelCode's stores: the named ones, else those found."""
    found = sources()[LEVELCODE].roots(places.environ)
    return places.roots.get(LEVELCODE) or found


def _now() -> datetime:
    return datetime.now(UTC)


def open_memory(
    folder: str,
    places: Places,
    *,
    confirm_facts: bool = False,
    enabled: bool = True,
    clock: Callable[[], datetime] = _now,
) -> Memory:
    """Return the memory of the project that ``folder`` belongs to.

    ``enabled`` is the master switch: a memory that is off is returned all the same
    and raises ``MemoryOff`` when it is used.
    """
    return Memory.of(
        memory_folder(folder, places, levelcode_roots(places)),
        clock=clock,
        confirm_facts=confirm_facts,
        everywhere_off=not enabled,
        judge=_verdicts(places).judge,
    )


def _verdicts(places: Places) -> VerdictCache:
    return VerdictCache(places.cache / "verdicts.json")


def open_memories(
    places: Places,
    *,
    confirm_facts: bool = False,
    enabled: bool = True,
    clock: Callable[[], datetime] = _now,
) -> list[Memory]:
    """Return every memory of this machine that holds anything, as by ``open_memory``.

    Those that their project switched off are left out.
    """
    judge = _verdicts(places).judge
    return [
        Memory.of(
            place,
            clock=clock,
            confirm_facts=confirm_facts,
            everywhere_off=not enabled,
            judge=judge,
        )
        for place in all_memories(places, levelcode_roots(places))
        if not place.off
    ]
