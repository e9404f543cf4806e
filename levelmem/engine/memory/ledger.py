"""The facts of one file as it grows: only what a new record touches is folded anew.

The result is the fold of all records, always; what can't be told from the new
records alone (an undo, a control under a key that nobody used before) is folded
from the beginning.
"""

import sys
from collections.abc import Sequence

from levelmem.engine.collector import collector_held
from levelmem.engine.memory.changes import undone_changes
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.fold import Folding, Judge, judged
from levelmem.engine.memory.group import Group, Index
from levelmem.engine.memory.learning.tombstones import Tombstones
from levelmem.engine.memory.levelcode import LevelCodeView
from levelmem.engine.memory.records import Record

Stones = frozenset[tuple[str, int]]


class Ledger:
    """Records in file order, and the facts that they fold to."""

    def __init__(self, judge: Judge | None = None, confirm_facts: bool = False) -> None:
        """Fold with a guard, levelmem's own by default, and that setting."""
        self.records: list[Record] = []
        self.levelcode = LevelCodeView()
        """What LevelCode makes of the same records."""
        self._judge = judge or judged
        self._confirm_facts = confirm_facts
        self._forgotten: frozenset[str] = frozenset()
        self._index: Index | None = None
        self._facts: dict[Group, Fact] = {}
        self._stones: Stones = frozenset()

    def extend(self, records: Sequence[Record]) -> None:
        """Take in the records that a file gained."""
        with collector_held():
            self.records += records
            self.levelcode.add(records)
            if self._index is not None and self._index.can_read_on(records):
                self._index.read_on(records)
            else:
                self._index = None

    def forget_sessions(self, sessions: frozenset[str]) -> None:
        """Say which sessions are no evidence, by the journal."""
        if sessions != self._forgotten:
            self._forgotten = sessions
            self._facts.clear()

    def facts(self) -> list[Fact]:
        """Return the fold of all records."""
        with collector_held():
            if self._index is None:
                self._facts.clear()
                self._index = Index()
                self._index.read(self.records, undone_changes(self.records))
            self._refresh(self._index)
            return [self._facts[group] for group in self._index.groups]

    def _refresh(self, index: Index) -> None:
        stones = _stones(index)
        near = Tombstones(text for text, _ in stones ^ self._stones)
        folding = Folding(index, self._judge, self._forgotten, self._confirm_facts)
        for group in index.groups:
            if (
                group in index.touched
                or group not in self._facts
                or group.superseded
                or (near and near.holds(group.text, sys.maxsize))
            ):
                self._facts[group] = folding.fact(group)
        index.touched.clear()
        self._stones = stones


def _stones(index: Index) -> Stones:
    return frozenset(
        (group.text, group.removed_line) for group in index.groups if group.removed
    )
