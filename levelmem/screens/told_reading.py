"""Reads what the next session is told of a memory, for a worker or a command."""

from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import DIGEST
from levelmem.screens.library import Library
from levelmem.widgets.digest_pages import Told


def read_told(library: Library, memory: Memory) -> Told:
    """Return a memory's MEMORY.md: as it would be, as it is, and what is left out.

    Raises ``MemoryOff`` and ``StoreError``.
    """
    consolidator = library.consolidator(memory)
    names = {fact.key: fact.text for fact in memory.facts()}
    names |= {line.id: line.title or line.summary for line in memory.journal()}
    return Told(
        memory.project,
        consolidator.digest(library.now().date()),
        library.memory_settings.digest_tokens,
        consolidator.sealed(),
        memory.store.read_text(DIGEST) or "",
        consolidator.foreign_edit(),
        names,
    )
