"""Consolidation: writing MEMORY.md, sealing it, and deciding on foreign edits.

What an agent is told is what levelmem would write from the records and from what
the person accepted as hand-written. A file that another hand changed is neither
told nor overwritten before the person has seen the difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from levelmem.engine.memory.digest.handwritten import Block, pinned, take_apart
from levelmem.engine.memory.digest.page import (
    LIMITS,
    Digest,
    DigestLimits,
    build_digest,
)
from levelmem.engine.memory.digest.seal import SEAL, ForeignEdit, Seal, foreign_edit
from levelmem.engine.memory.digest.tokens import CountTokens, tokenizer_at_hand
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import DIGEST, MemoryStore


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What a consolidation did."""

    digest: Digest
    """What the next session is told."""
    written: bool
    """Whether MEMORY.md was written; False while a foreign edit waits."""
    foreign: ForeignEdit | None = None


class Consolidator:
    """Keeps the MEMORY.md of one memory."""

    def __init__(
        self,
        memory: Memory,
        *,
        limits: DigestLimits = LIMITS,
        count_tokens: CountTokens | None = None,
    ) -> None:
        """Work on ``memory``; the other arguments are those of ``build_digest``.

        Tokens are counted by the tokenizer at hand where none is given.
        """
        self._memory = memory
        self._limits = limits
        self._count_tokens = count_tokens or tokenizer_at_hand()

    def digest(self, today: date) -> Digest:
        """Return what the next session is told: no foreign edit is in it."""
        return self._digest(today, take_apart(self._seal().text).blocks)

    def sealed(self) -> str:
        """Return what levelmem wrote last; ``""`` where it never did."""
        return self._seal().text

    def foreign_edit(self) -> ForeignEdit | None:
        """Return what another hand changed in MEMORY.md, if it did."""
        found = self._memory.store.read_text(DIGEST) or ""
        names = [
            f"{line.title} {line.summary} {line.state}"
            for line in self._memory.journal()
        ]
        return foreign_edit(self._seal(), found, self._memory.facts(), names)

    def consolidate(self, today: date) -> Consolidated:
        """Write MEMORY.md and seal it, unless a foreign edit waits for a decision."""
        with self._memory.store.locked():
            foreign = self.foreign_edit()
            digest = self.digest(today)
            if foreign is None:
                self._write(digest)
        return Consolidated(digest, foreign is None, foreign)

    def accept(self, today: date, change: str = "") -> Consolidated:
        """Keep a foreign edit as the person's own hand-writing, to the byte.

        Facts whose lines were taken out are not true: they are removed, as a part of
        the step ``change``.
        """
        with self._memory.store.locked():
            foreign = self.foreign_edit()
            if foreign is not None and foreign.taken_out:
                self._memory.forget([key for key, _ in foreign.taken_out], change)
            found = self._memory.store.read_text(DIGEST) or ""
            blocks = [*take_apart(found or self._seal().text).blocks]
            digest = self._digest(today, [*blocks, *_accepted(foreign)])
            self._write(digest)
        return Consolidated(digest, True)

    def distrust(self, today: date, change: str = "") -> Consolidated:
        """Take a foreign edit out, and list what it says for review, as a part of
        the step ``change``."""
        with self._memory.store.locked():
            foreign = self.foreign_edit()
            if foreign is not None:
                origin = Origin(OriginKind.FILE, path=DIGEST)
                self._memory.hold(foreign.texts(), origin, change)
            digest = self.digest(today)
            self._write(digest)
        return Consolidated(digest, True)

    def discard(self, today: date) -> Consolidated:
        """Take a foreign edit out and forget it."""
        with self._memory.store.locked():
            digest = self.digest(today)
            self._write(digest)
        return Consolidated(digest, True)

    def _digest(self, today: date, blocks: Sequence[Block]) -> Digest:
        return build_digest(
            self._memory.facts(),
            self._memory.journal(),
            today=today,
            blocks=blocks,
            limits=self._limits,
            count_tokens=self._count_tokens,
        )

    def _write(self, digest: Digest) -> None:
        # The seal first: it knows the text before it too, so a crash between the two
        # leaves a file that is still known.
        self._memory.claim()
        self._sides().replace(SEAL, self._seal().renewed(digest.text).to_text())
        self._memory.store.replace(DIGEST, digest.text)
        facts = self._memory.facts()
        self._memory.told(fact.text for fact in facts if fact.key in digest.included)

    def _seal(self) -> Seal:
        return Seal.parse(self._sides().read_text(SEAL))

    def _sides(self) -> MemoryStore:
        return MemoryStore(self._memory.sides)


def _accepted(foreign: ForeignEdit | None) -> list[Block]:
    """Return the loose lines of an edit as pinned blocks, one for each section."""
    sections: dict[str, list[str]] = {}
    for section, line in foreign.lines if foreign else ():
        sections.setdefault(section, []).append(line)
    return [pinned(lines, section) for section, lines in sections.items()]
