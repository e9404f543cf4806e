"""Reads all that Memory lists, for a worker: facts, journal, other agents' lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from levelmem.engine.memory.shelf import Contents, Shelf
from levelmem.engine.memory.views.known import known_everywhere, known_of_project
from levelmem.engine.memory.views.telling import Telling, Tellings
from levelmem.screens.memory_view import Outlook, outlook
from levelmem.widgets.memory_items import FactItem, Item, JournalItem, KnownItem


@dataclass(frozen=True)
class Reading:
    """What was read, of one project or all."""

    items: tuple[Item, ...] = ()
    projects: tuple[str, ...] = ()
    """This one first."""
    skipped: int = 0
    """Lines that could not be read."""
    problems: tuple[str, ...] = ()
    """Why memories can't be read, for people."""
    foreign: tuple[str, ...] = ()
    """Projects whose MEMORY.md another hand changed."""

    @cached_property
    def outlook(self) -> Outlook:
        """What waits among all this, and what the next session is told of it."""
        return outlook(self.items)


def read_memory(
    shelf: Shelf,
    everywhere: bool,
    environ: Mapping[str, str],
    told: Callable[[str], Tellings],
    before: Sequence[Item] = (),
) -> Reading:
    """Return what this project's memory holds, or those of all projects.

    ``told`` says of a project what its next session is told; of the items
    ``before`` those that still fit are taken again.
    """
    found = shelf.read_all() if everywhere else shelf.read_here()
    known_facts = {id(i.fact): i for i in before if isinstance(i, FactItem)}
    items: list[Item] = []
    foreign: list[str] = []
    for contents in found:
        telling = told(contents.project)
        items += _items(contents, telling, environ, known_facts)
        if telling.foreign:
            foreign.append(contents.project)
    for known in known_everywhere(environ):
        items.append(KnownItem(found[0].project, known))
    return Reading(
        tuple(items),
        tuple(contents.project for contents in found),
        sum(contents.skipped for contents in found),
        tuple(contents.problem for contents in found if contents.problem),
        tuple(foreign),
    )


def _items(
    contents: Contents,
    told: Tellings,
    environ: Mapping[str, str],
    before: Mapping[int, FactItem],
) -> Iterator[Item]:
    project = contents.project
    for fact in contents.facts:
        telling, item = told.get(fact.key), before.get(id(fact))
        if item is None or item.fact is not fact:
            item = FactItem(project, fact, telling=telling)
        yield _telling(item, telling)
    for line in contents.journal:
        yield JournalItem(project, line, told.get(line.id))
    for known in known_of_project(project, environ):
        yield KnownItem(project, known)


def read_held(shelf: Shelf, everywhere: bool) -> tuple[list[FactItem], list[str]]:
    """Return what waits for the person, and why memories can't be read."""
    found = shelf.read_all() if everywhere else shelf.read_here()
    held = [
        FactItem(contents.project, fact)
        for contents in found
        for fact in contents.facts
        if fact.to_review
    ]
    return held, [contents.problem for contents in found if contents.problem]


def with_tellings(reading: Reading, told: Mapping[str, Tellings]) -> Reading:
    """Return a reading with what each project's next session is told."""
    return replace(
        reading,
        items=tuple(_told(item, told) for item in reading.items),
        foreign=tuple(project for project, some in told.items() if some.foreign),
    )


def _told(item: Item, told: Mapping[str, Tellings]) -> Item:
    if isinstance(item, KnownItem) or item.project not in told:
        return item
    key = item.fact.key if isinstance(item, FactItem) else item.line.id
    return _telling(item, told[item.project].get(key))


def _telling(
    item: FactItem | JournalItem, telling: Telling | None
) -> FactItem | JournalItem:
    if item.telling is telling or item.telling == telling:
        return item
    return replace(item, telling=telling)


def drifted(
    items: Iterable[Item], cancelled: Callable[[], bool]
) -> Iterator[tuple[str, str]]:
    """Yield id and drift of each fact that its project's working tree contradicts.

    Only facts that agents are told or may be told soon are looked at, and only where
    the working tree is on this machine.
    """
    from levelmem.engine.memory.freshness.checks import Tree, check
    from levelmem.engine.memory.freshness.working_tree import WorkingTree

    trees: dict[str, Tree | None] = {}
    for item in items:
        if cancelled():
            return
        if not isinstance(item, FactItem) or not item.fact.in_force:
            continue
        if item.project not in trees:
            folder = Path(item.project)
            trees[item.project] = WorkingTree(folder) if folder.is_dir() else None
        tree = trees[item.project]
        if tree is not None and (drift := check(item.fact.text, tree)):
            yield item.id, drift.words
