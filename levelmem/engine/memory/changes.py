"""Changes as steps that can be taken back: which are undone, and what they did.

Every record that one step of the person wrote carries the step's ``change``. An undo
is a change of its own whose records name, in ``undoes``, the one they take back, so
an undo can be undone as well, and nothing is ever deleted.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from levelmem.engine.memory.records import Record


@dataclass(frozen=True, slots=True)
class PastChange:
    """One step that the person took, as the history of changes lists it."""

    id: str
    at: str
    records: tuple[Record, ...]
    undone: bool
    undoes: str = ""


def undone_changes(records: Iterable[object]) -> frozenset[str]:
    """Return the ids of all changes that are taken back as things stand.

    The last undo decides first: one that was itself undone takes nothing back.
    """
    undos: dict[str, str] = {}
    for record in records:
        undoes = getattr(record, "undoes", "")
        if undoes:
            undos[getattr(record, "change", "") or f"undo of {undoes}"] = undoes
    undone: set[str] = set()
    for change, target in reversed(undos.items()):
        if change not in undone:
            undone.add(target)
    return frozenset(undone)


def past_changes(records: Iterable[Record]) -> list[PastChange]:
    """Return the steps of a file in order, each with its records."""
    known = list(records)
    undone = undone_changes(known)
    steps: dict[str, list[Record]] = {}
    for record in known:
        change = getattr(record, "change", "")
        if change:
            steps.setdefault(change, []).append(record)
    return [
        PastChange(
            id=change,
            at=getattr(parts[0], "at", ""),
            records=tuple(parts),
            undone=change in undone,
            undoes=getattr(parts[0], "undoes", ""),
        )
        for change, parts in steps.items()
    ]
