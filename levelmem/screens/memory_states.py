"""What Memory says while there is nothing to list, in its chips and status line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from levelmem.engine.memory.views.growth import Since
from levelmem.engine.memory.views.provenance import Place, PlaceKind
from levelmem.engine.project import name as project_name
from levelmem.engine.text import clip, one_line
from levelmem.screens.memory_reading import Reading
from levelmem.screens.memory_view import Filters
from levelmem.widgets.chips import Chip
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem, Group, Item
from levelmem.widgets.page_parts import paragraph
from levelmem.widgets.spans import Line

_PLACE_CELLS = 44
_PROBLEM_CELLS = 50


def placeholder(reading: Reading | None, filters: Filters) -> tuple[Line, ...]:
    """Return what stands in the list while it is empty."""
    if reading is None:
        return ((("Reading memory …", "muted"),),)
    if reading.problems and not reading.items:
        lines: list[Line] = [(("Memory can't be shown.", "strong"),), ()]
        for problem in reading.problems:
            lines += paragraph(problem, "muted", _PROBLEM_CELLS)
        return tuple(lines)
    if filters.narrowed and reading.items:
        return (
            (("Nothing in this memory fits.", "strong"),),
            (),
            (("esc", "key"), (" takes the filters away", "muted")),
        )
    name = project_name(reading.projects[0]) if reading.projects else "this folder"
    return (
        ((f"Nothing is remembered for {name} yet.", "strong"),),
        (),
        (("n", "key"), (" writes a note that every new session is told", "muted")),
        (("r", "key"), (" looks for what you told your agents before", "muted")),
    )


def status(reading: Reading | None, filters: Filters) -> Line:
    """Return the status: what is told, what waits, what could not be read."""
    if reading is None:
        return (("Reading memory …", "muted"),)
    if filters.place is not None:
        return (
            (f"Everything from {place_words(filters.place)}", "accent"),
            (" · F forgets all of it · esc leaves", "muted"),
        )
    name = f"{len(reading.projects):,} projects"
    if not filters.everywhere:
        name = project_name(reading.projects[0]) if reading.projects else ""
    ahead = reading.outlook
    told = counted(ahead.facts, "fact")
    if ahead.sessions:
        told += f" and {counted(ahead.sessions, 'session')}"
    line: Line = ((f"{name}: the next session is told {told}", "muted"),)
    if ahead.unwritten:
        line = (*line, (f", {ahead.unwritten:,} not in MEMORY.md yet", "muted"))
    if reading.foreign:
        words = " · ! another hand changed MEMORY.md: m decides"
        line = (*line, (words, "warning"))
    if ahead.waiting:
        line = (*line, (f" · ? {ahead.waiting:,} to review", "warning"))
    if reading.skipped:
        lines = "line" if reading.skipped == 1 else "lines"
        words = f" · ! {reading.skipped:,} unreadable {lines}"
        line = (*line, (words, "warning"))
    if reading.problems and reading.items:
        line = (*line, (f" · ! {one_line(reading.problems[0])}", "warning"))
    if filters.sort != Filters().sort:
        line = (*line, (f" · {filters.sort}", "muted"))
    return line


def day_status(items: Iterable[Item]) -> Line:
    """Return what became of a memory since the day that is looked at."""
    since = Counter(item.since for item in items if isinstance(item, FactItem))
    added, gone, changed = (
        since[name] for name in (Since.ADDED, Since.GONE, Since.CHANGED)
    )
    words = f"since then {added:,} added, {gone:,} gone, {changed:,} changed"
    return ((f"{words} · ", "accent"), ("t or esc: today again", "muted"))


def place_words(place: Place, title: str = "") -> str:
    """Return a place for people; ``title`` is that of a session, where known."""
    name = clip(one_line(title or place.name), _PLACE_CELLS)
    match place.kind:
        case PlaceKind.SESSION:
            return f"the session “{name}”"
        case PlaceKind.FILE:
            return f"the file {name}"
        case PlaceKind.HOST:
            return f"the host {name}"


def chips(
    reading: Reading | None, filters: Filters, counts: Mapping[Group, int]
) -> Iterator[Chip]:
    """Yield the scope, and every group that holds something, with counts."""
    if reading is None:
        return
    yield Chip("here", "This project", on=not filters.everywhere)
    yield Chip("everywhere", "All", on=filters.everywhere)
    for group in Group:
        count, on = counts.get(group, 0), filters.group is group
        if count or on:
            label = "Other agents" if group is Group.KNOWN else group.value
            yield Chip(f"group:{group.value}", label, f"{count:,}", on)
