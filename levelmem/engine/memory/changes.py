"""Changes as steps that can be taken back: which are undone, and what they did.

Every record that one step of the person wrote carries the step's ``change``. An undo
is a change of its own whose records name, in ``undoes``, the one they take back, so
an undo can be undone as well, and nothing is ever deleted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from levelmem.engine.memory.records import Control, Other, Record


@dataclass(frozen=True, slots=True)
class PastChange:
    """One step that the person took, as the history of changes lists it."""

    id: str
    at: str
    records: tuple[Record, ...]
    undone: bool
    undoes: str = ""


class Steps:
    """The steps of one file, kept up as it grows."""

    def __init__(self, records: Sequence[Record] = ()) -> None:
        self.undone: frozenset[str] = frozenset()
        """The ids of all changes that are taken back as things stand."""
        self._undos: dict[str, str] = {}
        self._records: dict[str, list[tuple[int, Record]]] = {}
        self._count = 0
        self.add(records)

    def add(self, records: Sequence[Record]) -> None:
        """Take in the records that follow."""
        for line, record in enumerate(records, self._count):
            if not isinstance(record, Other) and record.change:
                self._records.setdefault(record.change, []).append((line, record))
        self._count += len(records)
        if undos := _undos(records):
            self._undos |= undos
            self.undone = _undone(self._undos)

    def undone_after(self, records: Iterable[Record]) -> frozenset[str]:
        """Return what would be undone if these records followed."""
        return _undone(self._undos | _undos(records))

    def lines(self, changes: Iterable[str]) -> list[int]:
        """Return the positions of the records of some changes."""
        return [line for id_ in changes for line, _ in self._records.get(id_, ())]

    def past(self) -> list[PastChange]:
        """Return the steps in order, each with its records."""
        return [
            PastChange(
                id=change,
                at=getattr(parts[0][1], "at", ""),
                records=tuple(record for _, record in parts),
                undone=change in self.undone,
                undoes=getattr(parts[0][1], "undoes", ""),
            )
            for change, parts in self._records.items()
        ]


def undone_changes(records: Iterable[Record]) -> frozenset[str]:
    """Return the ids of all changes that are taken back as things stand."""
    return _undone(_undos(records))


def _undos(records: Iterable[Record]) -> dict[str, str]:
    """Return by change what it takes back."""
    return {
        record.change or f"undo of {record.undoes}": record.undoes
        for record in records
        if isinstance(record, Control) and record.undoes
    }


def _undone(undos: dict[str, str]) -> frozenset[str]:
    """The last undo decides first: one that was itself undone takes nothing back."""
    undone: set[str] = set()
    for change, target in reversed(undos.items()):
        if change not in undone:
            undone.add(target)
    return frozenset(undone)
