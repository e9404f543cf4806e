"""A conversation while it is read, and what its log says of the session."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from levelmem.engine.sessions.jsonl import Record
from levelmem.engine.sessions.model import ASKED, Block, Origin, Turn

ABANDONED = "abandoned branch"


@dataclass(slots=True)
class Talk:
    """The turns so far, and the answer that is being written."""

    turns: list[Turn] = field(default_factory=list)
    first: datetime | None = None
    last: datetime | None = None
    model: str = ""
    """The model that answers now."""
    project: str = ""
    state: str = ""
    """How the last run ended: ``interrupted``, ``error`` or ``""``."""
    children: int = 0
    _blocks: list[Block] = field(default_factory=list)
    _begun: tuple[Record, datetime | None, str] | None = None
    _floor: int = 0
    """What is before this turn is out of reach for what takes turns back."""

    def see(self, when: datetime | None) -> None:
        """Take in a time at which something happened."""
        if when is not None:
            self.first = min(self.first or when, when)
            self.last = max(self.last or when, when)

    def answer(
        self, record: Record, when: datetime | None, blocks: list[Block], note: str = ""
    ) -> None:
        """Take in a part of an answer: the parts of one step are one turn."""
        if self._begun is None or self._begun[2] != note:
            self.end_answer()
            self._begun = (record, when, note)
        self._blocks += blocks

    def end_answer(self) -> None:
        """End the answer that is being written, if there is one."""
        if self._begun is not None:
            (record, when, note), blocks = self._begun, self._blocks
            self._begun, self._blocks = None, []
            self._add("assistant", Origin.AGENT, blocks, record, when, note)

    def say(
        self,
        role: str,
        origin: Origin,
        blocks: list[Block],
        record: Record,
        when: datetime | None,
        note: str = "",
    ) -> None:
        """Add a turn; the answer before it ends."""
        self.end_answer()
        self._add(role, origin, blocks, record, when, note)

    def forget(self) -> None:
        """Put what was said so far out of reach: the agent's context was cleared."""
        self.end_answer()
        self._floor = len(self.turns)

    def take_back(self, count: int) -> None:
        """Mark the last ``count`` prompts, and what followed them, as taken back."""
        self.end_answer()
        for at in range(len(self.turns) - 1, self._floor - 1, -1):
            turn = self.turns[at]
            if count <= 0 or turn.origin is Origin.COMPACTION:
                return
            if turn.note:
                continue
            self.turns[at] = replace(turn, note=ABANDONED)
            if turn.origin in ASKED - {Origin.SHELL_ESCAPE}:
                count -= 1

    def _add(
        self,
        role: str,
        origin: Origin,
        blocks: list[Block],
        record: Record,
        when: datetime | None,
        note: str,
    ) -> None:
        if blocks:
            self.turns.append(
                Turn(
                    len(self.turns),
                    role,
                    origin,
                    tuple(blocks),
                    when,
                    self.model if origin is Origin.AGENT else "",
                    record.offset,
                    record.length,
                    note,
                )
            )
