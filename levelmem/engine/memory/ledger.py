"""The facts of one file as it grows: only what a new record touches is folded anew.

The result is the fold of all records, always. An undo names the change that it takes
back, so what that touched is read again; where a control names a key that LevelCode
alone knows and nobody used before, all of them are.
"""

from collections.abc import Sequence
from itertools import islice

from levelmem.engine.collector import collector_held, leave_alone
from levelmem.engine.memory.changes import PastChange, Steps
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.fold import (
    Folding,
    Judge,
    heeds_tombstones,
    judged,
    tombstones_of,
)
from levelmem.engine.memory.group import Group, Index
from levelmem.engine.memory.learning.tombstones import Tombstones
from levelmem.engine.memory.levelcode import LevelCodeView
from levelmem.engine.memory.records import Record
from levelmem.engine.memory.regrowth import regrown

Stones = frozenset[tuple[str, int]]

_MANY = 5_000
"""Records from which it is felt when the collector looks through them."""


class Ledger:
    """Records in file order, and the facts that they fold to."""

    def __init__(self, judge: Judge | None = None, confirm_facts: bool = False) -> None:
        """Fold with a guard, levelmem's own by default, and that setting."""
        self.records: list[Record] = []
        self._levelcode = LevelCodeView()
        self._levelcode_has = 0
        self._judge = judge or judged
        self._confirm_facts = confirm_facts
        self._forgotten: frozenset[str] = frozenset()
        self._steps = Steps()
        self._index: Index | None = None
        self._facts: dict[Group, Fact] = {}
        self._stones: Stones = frozenset()
        self._tombstones: Tombstones | None = None
        """Made of the stones."""

    @property
    def levelcode(self) -> LevelCodeView:
        """What LevelCode makes of the same records: only who writes asks."""
        with collector_held():
            new = islice(self.records, self._levelcode_has, None)
            self._levelcode.add(new)
            self._levelcode_has = len(self.records)
        return self._levelcode

    def extend(self, records: Sequence[Record]) -> None:
        """Take in the records that a file gained."""
        with collector_held():
            before, start = self._steps.undone, len(self.records)
            self.records += records
            self._steps.add(records)
            if self._index is None or not self._index.knows_keys_of(records):
                self._index = None
            elif flipped := before ^ self._steps.undone:
                new = range(start, len(self.records))
                lines = [*self._steps.lines(flipped), *new]
                undone = self._steps.undone
                self._index = regrown(self._index, self.records, lines, undone)
                self._drop_replaced(self._index)
            else:
                self._index.read_on(records)

    def forget_sessions(self, sessions: frozenset[str]) -> None:
        """Say which sessions are no evidence, by the journal."""
        changed = sessions ^ self._forgotten
        self._forgotten = sessions
        if changed and self._index is not None:
            self._index.touch_sessions(changed)

    def facts(self) -> list[Fact]:
        """Return the fold of all records."""
        with collector_held():
            first = self._index is None
            index = self._read_index()
            self._stones = self._refresh(index, self._facts, self._stones)
            if first and len(self.records) > _MANY:
                leave_alone()
            return [self._facts[group] for group in index.groups]

    def facts_after(self, records: Sequence[Record]) -> list[Fact]:
        """Return what the facts would be if some records of levelmem's own followed.

        Those that they do not touch are the very same objects as before.
        """
        self.facts()
        with collector_held():
            undone = self._steps.undone_after(records)
            lines = self._steps.lines(undone ^ self._steps.undone)
            together = [*self.records, *records]
            lines += range(len(self.records), len(together))
            index = regrown(self._read_index(), together, lines, undone)
            facts, tombstones = dict(self._facts), self._tombstones
            self._refresh(index, facts, self._stones)
            self._tombstones = tombstones
            return [facts[group] for group in index.groups]

    def changes(self) -> list[PastChange]:
        """Return the steps that the person took, oldest first."""
        return self._steps.past()

    def _read_index(self) -> Index:
        if self._index is None:
            self._facts.clear()
            self._index = Index(self._steps.undone)
            self._index.read(self.records)
        return self._index

    def _drop_replaced(self, index: Index) -> None:
        known = self._facts
        self._facts = {group: known[group] for group in index.groups if group in known}

    def _refresh(self, index: Index, facts: dict[Group, Fact], was: Stones) -> Stones:
        """Fold what changed, and return what is removed now."""
        stones, touched = _stones(index), index.touched
        if not touched and stones == was and len(facts) == len(index.groups):
            return stones
        near = Tombstones(text for text, _ in stones ^ was)
        if near or self._tombstones is None:
            self._tombstones = tombstones_of(index)
        folding = Folding(
            index,
            self._judge,
            self._forgotten,
            self._confirm_facts,
            self._tombstones,
        )
        close = _close_to(near, index) if near else touched
        due = [
            group
            for group in index.groups
            if group in touched
            or group not in facts
            or group in close
            or (group.superseded and folding.depends_on(group, touched))
        ]
        for group in due:
            facts[group] = folding.fact(group)
        touched.clear()
        return stones


def _close_to(near: Tombstones, index: Index) -> set[Group]:
    """Return the groups that some removed texts may keep out, or no longer do."""
    heeding = [group for group in index.groups if heeds_tombstones(group)]
    texts = [group.text for group in heeding]
    removed = near.held(texts)
    return {
        group for group, text in zip(heeding, texts, strict=True) if text in removed
    }


def _stones(index: Index) -> Stones:
    return frozenset(
        (group.text, group.removed_line) for group in index.groups if group.removed
    )
