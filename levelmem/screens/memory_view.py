"""The view that Memory shows: what is remembered in groups, filtered and sorted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.views.provenance import Place
from levelmem.engine.text import fold, one_line
from levelmem.widgets.memory_items import FactItem, Group, Item, JournalItem, KnownItem
from levelmem.widgets.rows import Rows, Section

_LONG_AGO = datetime.fromtimestamp(0, UTC)


def _when(item: Item) -> datetime:
    return item.when or _LONG_AGO


def _sessions(item: Item) -> int:
    return len(item.fact.sources) if isinstance(item, FactItem) else 0


SORTS: Mapping[str, tuple[Callable[[Item], Any], bool]] = {
    "newest first": (_when, True),
    "oldest first": (_when, False),
    "most seen first": (lambda item: (_sessions(item), _when(item)), True),
    "by alphabet": (lambda item: one_line(item.words).casefold(), False),
}
"""Ways to sort a group: key and whether the greatest comes first. Pinned facts always
stand before the others, and lines of other agents in the order of their files."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What is shown of a memory, and in which order."""

    everywhere: bool = False
    """All projects, or only the one that levelmem is in."""
    group: Group | None = None
    """Only this group."""
    words: str = ""
    """Each of these words stands in the text, the quote or what replaced it."""
    place: Place | None = None
    """Only what came from there."""
    sort: str = "newest first"

    @property
    def narrowed(self) -> bool:
        """Whether anything keeps a part of the memory away."""
        return bool(self.group or self.words or self.place)


@dataclass(frozen=True, slots=True)
class MemoryView:
    """The rows, and how many each group would have by itself."""

    rows: Rows[Item] = field(default_factory=Rows)
    counts: Mapping[Group, int] = field(default_factory=dict)


class Searchable:
    """Items with their words folded once, for a filter that follows every key."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self._folded: dict[str, str] = {}

    def holding(self, words: str) -> Sequence[Item]:
        """Return the items in which every word stands."""
        asked = fold(words).split()
        if not asked:
            return self.items
        return [item for item in self.items if self._has(item, asked)]

    def _has(self, item: Item, words: Sequence[str]) -> bool:
        text = self._folded.get(item.id)
        if text is None:
            text = self._folded[item.id] = fold(item.words)
        return all(word in text for word in words)


def memory_view(found: Searchable, filters: Filters) -> MemoryView:
    """Return what ``filters`` let through, in groups."""
    groups: dict[Group, list[Item]] = {group: [] for group in Group}
    place = filters.place
    for item in found.holding(filters.words):
        if place is None or came_from(item, place):
            groups[item.group].append(item)
    counts = Counter({group: len(members) for group, members in groups.items()})
    if filters.group is not None:
        groups = {filters.group: groups[filters.group]}
    items: list[Item] = []
    sections: list[Section] = []
    for group, members in groups.items():
        if members:
            sections.append(Section(group, len(items), f"{len(members):,}"))
            items += _sorted(group, members, filters.sort)
    return MemoryView(Rows(items, [item.id for item in items], sections), counts)


def came_from(item: Item, place: Place) -> bool:
    """Tell whether an item came from a place, among others perhaps."""
    match item:
        case FactItem():
            return place.gave(item.fact)
        case JournalItem():
            return place.kind == "session" and item.line.id == place.name
    return False


def _sorted(group: Group, members: list[Item], sort: str) -> list[Item]:
    if group is Group.KNOWN or len(members) < 2:
        return members
    key, reverse = SORTS[sort]
    members = sorted(members, key=key, reverse=reverse)
    pinned = [item for item in members if _is_pinned(item)]
    return pinned + [item for item in members if not _is_pinned(item)]


def _is_pinned(item: Item) -> bool:
    if isinstance(item, FactItem):
        return item.fact.pinned
    return isinstance(item, JournalItem) and item.line.pinned


def next_sort(sort: str) -> str:
    """Return the way to sort after ``sort``, around."""
    ring = list(SORTS)
    return ring[(ring.index(sort) + 1) % len(ring)]


def next_group(filters: Filters, counts: Mapping[Group, int]) -> Filters:
    """Return the filters for the next group that holds anything, at last for all."""
    ring = [None, *(group for group in Group if counts.get(group))]
    here = ring.index(filters.group) if filters.group in ring else 0
    return replace(filters, group=ring[(here + 1) % len(ring)])


def facts_of(items: Iterable[Item]) -> list[Fact]:
    """Return the facts among items."""
    return [item.fact for item in items if isinstance(item, FactItem)]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What waits among some items, and what the next session is told of them, as far
    as that is known."""

    waiting: int = 0
    """How many facts wait for the person."""

    facts: int = 0
    sessions: int = 0
    unwritten: int = 0
    """How many of both MEMORY.md does not say yet, or says though they are not told."""


def outlook(items: Iterable[Item]) -> Outlook:
    """Return what the next session is told, or may be told, of some items."""
    waiting = facts = sessions = unwritten = 0
    for item in items:
        if isinstance(item, KnownItem):
            continue
        telling = item.telling
        if isinstance(item, FactItem):
            waiting += item.fact.to_review
            facts += telling.told if telling else item.fact.active
        elif telling:
            sessions += telling.told
        if telling:
            unwritten += telling.told != telling.written
    return Outlook(waiting, facts, sessions, unwritten)
