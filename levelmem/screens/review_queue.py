"""What Review goes through, one after another: pure bookkeeping, nothing drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.learning.harvest import Harvested
from levelmem.engine.memory.learning.tombstones import signature
from levelmem.engine.memory.views.provenance import Place, main_place
from levelmem.widgets.memory_items import FactItem, Item
from levelmem.widgets.review_cards import harvest_id


@dataclass(frozen=True, slots=True)
class Found:
    """A note found in old sessions, in the queue."""

    note: Harvested
    group: str = ""
    """What the notes have in common that say nearly the same."""

    @property
    def id(self) -> str:
        """Its identity."""
        return harvest_id(self.note)

    @property
    def key(self) -> str:
        """The key of the fact that it would become."""
        return fact_key(self.note.text)

    @property
    def project(self) -> str:
        """The project that it was typed in last."""
        return self.note.sightings[-1].project


def grouped(notes: Sequence[Harvested]) -> list[Found]:
    """Return found notes, those that say nearly the same beside each other.

    The surest note of a group leads it, and the groups stand as their leaders did.
    """
    groups: list[list[Harvested]] = []
    for note in notes:
        group = next((some for some in groups if _near(some[0], note)), None)
        if group is None:
            groups.append([note])
        else:
            group.append(note)
    return [Found(note, harvest_id(group[0])) for group in groups for note in group]


def _near(one: Harvested, other: Harvested) -> bool:
    """Tell whether half of the content words of two notes of a project are shared."""
    mine, yours = set(signature(one.text)), set(signature(other.text))
    same_project = one.sightings[-1].project == other.sightings[-1].project
    return same_project and 2 * len(mine & yours) >= len(mine | yours)


Case: TypeAlias = FactItem | Found


def origin_of(case: Case) -> Place | None:
    """Return the place that a case came from; None where there is none."""
    return main_place(case.fact) if isinstance(case, FactItem) else None


def held_cases(items: Iterable[Item]) -> list[FactItem]:
    """Return what is held: one origin after another, like ones beside each other.

    The origin with the newest note comes first.
    """
    held = [i for i in items if isinstance(i, FactItem) and i.fact.to_review]
    groups: dict[tuple[str, Place | None], list[FactItem]] = {}
    for item in sorted(held, key=_newest, reverse=True):
        groups.setdefault((item.project, origin_of(item)), []).append(item)
    for group in groups.values():
        group.sort(key=lambda item: signature(item.fact.text))
    return [item for group in groups.values() for item in group]


def _newest(item: FactItem) -> tuple[bool, float]:
    return item.when is not None, item.when.timestamp() if item.when else 0.0


@dataclass(slots=True)
class Queue:
    """The cases in order, the one that is shown, and those put off."""

    cases: list[Case] = field(default_factory=list)
    at: int = 0
    later: set[str] = field(default_factory=set)
    decided: int = 0

    @property
    def current(self) -> Case | None:
        """The case that is shown; None where all are decided or put off."""
        return self.cases[self.at] if self.at < len(self.cases) else None

    @property
    def left(self) -> int:
        """How many are neither decided nor put off."""
        return sum(case.id not in self.later for case in self.cases)

    def take(self, cases: Sequence[Case]) -> None:
        """Take what waits now; the order of before stays, new ones come last.

        What is shown stays shown; if it is gone, what followed it is shown.
        """
        now: Mapping[str, Case] = {case.id: case for case in cases}
        current = self.current
        gone = [case for case in self.cases if case.id not in now]
        before = sum(self.cases.index(case) < self.at for case in gone)
        known = [now[case.id] for case in self.cases if case.id in now]
        ids = {case.id for case in known}
        self.cases = known + [case for case in cases if case.id not in ids]
        self.later &= set(now)
        self.at -= before
        if current is not None and current.id not in now:
            self._skip_later()
        elif current is None:
            self.at = 0
            self._skip_later()

    def show(self, case_id: str) -> None:
        """Show a case by its id, where it is in the queue."""
        for place, case in enumerate(self.cases):
            if case.id == case_id:
                self.at = place
                self.later.discard(case_id)

    def put_off(self) -> None:
        """Leave the case for later and go to the next; at the end, begin again."""
        if self.current is None:
            self.later.clear()
            self.at = 0
        else:
            self.later.add(self.current.id)
            self._skip_later()

    def step(self, by: int) -> None:
        """Look at the case before or after, decided on or not."""
        if self.cases:
            self.at = max(0, min(self.at + by, len(self.cases) - 1))

    def alike(self) -> list[Found]:
        """Return all found notes of the project that say nearly what the shown one
        says, that one among them."""
        current = self.current
        if not isinstance(current, Found):
            return []
        return [
            case
            for case in self.cases
            if isinstance(case, Found) and case.group == current.group
        ]

    def together(self) -> list[FactItem]:
        """Return all held notes of the project from where the shown one came."""
        current = self.current
        place = origin_of(current) if current else None
        if current is None or place is None:
            return [current] if isinstance(current, FactItem) else []
        return [
            case
            for case in self.cases
            if isinstance(case, FactItem)
            and case.project == current.project
            and place.gave(case.fact)
        ]

    def _skip_later(self) -> None:
        """Go to the next case that is not put off, around; to the end if none is."""
        count = len(self.cases)
        for step in range(count):
            place = (self.at + step) % count
            if self.cases[place].id not in self.later:
                self.at = place
                return
        self.at = count
