"""The person's decisions on MEMORY.md, each a step that can be taken back.

Consolidation by itself is nobody's step: it happens whenever a session starts or was
sealed. What the person decides on the screen or the command line is one.
"""

from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum

from levelmem.engine.memory.digest.consolidate import Consolidated, Consolidator
from levelmem.engine.memory.service import Change, Memory


class Decision(StrEnum):
    """What can be decided."""

    WRITE = "write"
    """Write it now."""
    ACCEPT = "accept"
    """Keep what another hand wrote as one's own."""
    DISTRUST = "distrust"
    """Take it out and hold it for review."""
    DISCARD = "discard"
    """Take it out and forget it."""


_WORDS: Mapping[Decision, str] = {
    Decision.ACCEPT: "Kept as you wrote it; MEMORY.md is written and sealed.",
    Decision.DISTRUST: "Taken out of MEMORY.md and held for your review.",
    Decision.DISCARD: "Taken out of MEMORY.md.",
}


def decide(
    memory: Memory, consolidator: Consolidator, decision: Decision, today: date
) -> tuple[Consolidated, Change]:
    """Do what the person decided, as a step that an undo takes back.

    While a foreign edit waits, MEMORY.md is not written and there is no step.
    Raises ``MemoryOff`` and ``StoreError``.
    """
    if decision is Decision.WRITE and (foreign := consolidator.foreign_edit()):
        words = "Not written: first decide on what another hand changed."
        return Consolidated(consolidator.digest(today), False, foreign), Change(words)
    step = memory.begin_digest_step(decision.value)
    ways: Mapping[Decision, Callable[[], Consolidated]] = {
        Decision.WRITE: lambda: consolidator.consolidate(today),
        Decision.ACCEPT: lambda: consolidator.accept(today, step.id),
        Decision.DISTRUST: lambda: consolidator.distrust(today, step.id),
        Decision.DISCARD: lambda: consolidator.discard(today),
    }
    done = ways[decision]()
    tokens = done.digest.tokens
    written = f"MEMORY.md is written: {tokens:,} token{'s' * (tokens != 1)}."
    return done, Change(_WORDS.get(decision, written), (), step.records, step.id)
