"""Reads all that Memory lists, for a worker: facts, journal, other agents' lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from levelmem.engine.memory.digest.consolidate import Consolidator
from levelmem.engine.memory.shelf import Contents, Shelf
from levelmem.engine.memory.views.known import known_everywhere, known_of_project
from levelmem.widgets.memory_items import FactItem, Item, JournalItem, KnownItem

Untold = Mapping[str, str]
"""By key of a fact or id of a session: why it is not told, ``""`` where it is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, of one project or all."""

    items: tuple[Item, ...] = ()
    projects: tuple[str, ...] = ()
    """This one first."""
    skipped: int = 0
    """Lines that could not be read."""
    problems: tuple[str, ...] = ()
    """Why memories can't be read, for people."""


def read_memory(
    shelf: Shelf,
    everywhere: bool,
    environ: Mapping[str, str],
    untold: Callable[[str], Untold],
) -> Reading:
    """Return what this project's memory holds, or those of all projects.

    ``untold`` says of a project what its MEMORY.md leaves out.
    """
    found = shelf.read_all() if everywhere else shelf.read_here()
    items: list[Item] = []
    for contents in found:
        items += _items(contents, untold(contents.project), environ)
    for known in known_everywhere(environ):
        items.append(KnownItem(found[0].project, known))
    return Reading(
        tuple(items),
        tuple(contents.project for contents in found),
        sum(contents.skipped for contents in found),
        tuple(contents.problem for contents in found if contents.problem),
    )


def _items(
    contents: Contents, untold: Untold, environ: Mapping[str, str]
) -> Iterator[Item]:
    project = contents.project
    for fact in contents.facts:
        yield FactItem(project, fact, untold=untold.get(fact.key))
    for line in contents.journal:
        yield JournalItem(project, line, untold.get(line.id))
    for known in known_of_project(project, environ):
        yield KnownItem(project, known)


def with_untold(reading: Reading, untold: Mapping[str, Untold]) -> Reading:
    """Return a reading with what each project's MEMORY.md leaves out."""
    return replace(reading, items=tuple(_told(item, untold) for item in reading.items))


def _told(item: Item, untold: Mapping[str, Untold]) -> Item:
    if isinstance(item, KnownItem):
        return item
    key = item.fact.key if isinstance(item, FactItem) else item.line.id
    why = untold.get(item.project, {}).get(key)
    return item if item.untold == why else replace(item, untold=why)


def untold_lines(consolidator: Consolidator, today: date) -> Untold:
    """Return what the next session is told of a memory, and why not."""
    digest = consolidator.digest(today)
    return {**dict(digest.left_out), **dict.fromkeys(digest.included, "")}


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
