"""What MEMORY.md said before each decision on it, so that decisions can be taken back.

It lies with the seal, on this machine alone: the records of a memory tell that a
step was taken, but a file that another hand wrote has no place among them.
"""

import json
from dataclasses import dataclass
from typing import Any

from levelmem.engine.memory.digest.seal import SEAL
from levelmem.engine.memory.store import DIGEST, MemoryStore

EARLIER = "memory-earlier.json"
_MOST = 20
"""Decisions that can be taken back; the oldest go first."""


@dataclass(frozen=True, slots=True)
class _Before:
    """MEMORY.md and its seal before one change; None where there was no file."""

    digest: str | None
    seal: str | None


class EarlierDigests:
    """The MEMORY.md of one memory as it was before the last changes of it."""

    def __init__(self, store: MemoryStore, sides: MemoryStore) -> None:
        """``store`` has MEMORY.md; ``sides`` has the seal, and what is kept."""
        self._store = store
        self._sides = sides

    def keep(self, change: str) -> None:
        """Keep what MEMORY.md says now, for who takes ``change`` back."""
        known = self._load()
        known[change] = _Before(
            self._store.read_text(DIGEST), self._sides.read_text(SEAL)
        )
        newest = dict(list(known.items())[-_MOST:])
        kept = {id_: [was.digest, was.seal] for id_, was in newest.items()}
        self._sides.replace(EARLIER, json.dumps({"v": 1, "before": kept}) + "\n")

    def knows(self, change: str) -> bool:
        """Tell whether it is kept what MEMORY.md said before a change."""
        return change in self._load()

    def bring_back(self, change: str) -> None:
        """Let MEMORY.md say again what it said before a change that is known."""
        was = self._load()[change]
        # The seal first, as when it is written: a crash between the two leaves a
        # file that waits for a decision, never one that counts as levelmem's own.
        _put(self._sides, SEAL, was.seal)
        _put(self._store, DIGEST, was.digest)

    def _load(self) -> dict[str, _Before]:
        try:
            data: Any = json.loads(self._sides.read_text(EARLIER) or "{}")
            kept = data.get("before", {}).items()
            return {id_: _Before(*map(_text, was)) for id_, was in kept}
        except (ValueError, TypeError, AttributeError, RecursionError):
            # Damaged: nothing can be brought back, and nothing else is lost.
            return {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _put(store: MemoryStore, name: str, text: str | None) -> None:
    if text is None:
        store.remove(name)
    else:
        store.replace(name, text)
