"""Memory, Review and MEMORY.md as plain lines: for screen readers and pipes."""

import argparse
import os
from collections.abc import Iterator
from datetime import datetime

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.output import complain, print_object, print_text
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.views.telling import Tellings, tellings
from levelmem.engine.project import name as project_name
from levelmem.engine.text import one_line
from levelmem.screens.library import Library
from levelmem.screens.memory_reading import Reading, read_held, read_memory
from levelmem.screens.memory_states import status
from levelmem.screens.memory_view import Filters, Searchable, memory_view
from levelmem.screens.review_queue import held_cases
from levelmem.screens.told_reading import read_told
from levelmem.widgets.digest_pages import LeftOutPage, Told, digest_status
from levelmem.widgets.fact_look import counted
from levelmem.widgets.item_look import item_look
from levelmem.widgets.memory_items import FactItem, Item, JournalItem
from levelmem.widgets.page_view import Page
from levelmem.widgets.review_cards import HeldCard
from levelmem.widgets.rows import Rows
from levelmem.widgets.spans import plain

_UNWRAPPED = 1_000_000
"""Cells of a line that nothing reaches: a reader wraps by itself."""


def memory(options: argparse.Namespace) -> int:
    """Print what Memory shows: groups, then each fact in a few plain lines."""
    library, now = _library(options), datetime.now().astimezone()

    def told(project: str) -> Tellings:
        def ask(memory: Memory) -> Tellings:
            return tellings(memory, library.consolidator(memory), now.date())

        return library.shelf.ask(project, ask)

    reading = read_memory(library.shelf, options.all, os.environ, told)
    filters = Filters(everywhere=options.all)
    rows = memory_view(Searchable(reading.items), filters).rows
    if options.json:
        print_object({"items": [_fields(item) for item in rows.items]})
    else:
        for line in _memory_lines(reading, rows, filters, now):
            print_text(line)
    return _told_problems(reading.problems)


def review(options: argparse.Namespace) -> int:
    """Print what waits for the person, each note with why and where from."""
    library, now = _library(options), datetime.now().astimezone()
    items, problems = read_held(library.shelf, options.all)
    held = held_cases(items)
    print_text(f"To review: {counted(len(held), 'note')}")
    for number, item in enumerate(held, 1):
        print_text("")
        print_text(f"{number}. {project_name(item.project)}")
        for line in _page_lines(HeldCard(item, now)):
            print_text(f"   {line}")
        key = one_line(item.fact.key)
        print_text(f'   decide: levelmem confirm "{key}", or: levelmem forget "{key}"')
    return _told_problems(problems)


def digest(options: argparse.Namespace) -> int:
    """Print the view of MEMORY.md: its weight, its text, what changed, what not."""
    library = _library(options)
    for line in _digest_lines(library.shelf.ask("", lambda m: read_told(library, m))):
        print_text(line)
    return 0


def _library(options: argparse.Namespace) -> Library:
    settings = settings_of(options)
    places = places_of(options, settings)
    return Library(places, project_folder(options), memory=settings.memory)


def _memory_lines(
    reading: Reading, rows: Rows[Item], filters: Filters, now: datetime
) -> Iterator[str]:
    yield f"Memory of {plain(status(reading, filters))}".replace(" · ", ", ")
    heads = {section.start: section for section in rows.sections}
    for place, item in enumerate(rows.items):
        if (head := heads.get(place)) is not None:
            yield ""
            yield f"{head.label}: {head.aside}"
        look = item_look(item, now, filters.everywhere)
        title, *details = (plain(line) for line in look.lines)
        when = plain(look.aside).replace("★", "pinned,")
        yield f"{place + 1}. {title}"
        for detail in details:
            yield f"   {', '.join(filter(None, (detail.replace(' · ', ', '), when)))}"
        if isinstance(item, FactItem):
            yield f"   key {one_line(item.fact.key)}"


def _fields(item: Item) -> dict[str, object]:
    """Return an item with its group, and whether the next session is told."""
    fields: dict[str, object] = {"group": item.group.value, "project": item.project}
    if isinstance(item, FactItem):
        fields |= {"key": item.fact.key, "text": item.fact.text}
    elif isinstance(item, JournalItem):
        fields |= {"key": item.line.id, "text": item.line.title or item.line.summary}
    else:
        known = item.known
        fields |= {"text": known.text, "path": str(known.path), "line": known.line}
        return fields
    telling = item.telling
    return fields | {
        "told": telling.told if telling else None,
        "why_not": telling.why_not if telling else None,
        "written": telling.written if telling else None,
    }


def _digest_lines(told: Told) -> Iterator[str]:
    digest = told.digest
    name = project_name(told.project)
    yield f"MEMORY.md of {name}: {digest.tokens:,} of {told.cap:,} tokens"
    for section, tokens in digest.tokens_by_section.items():
        yield f"{section.capitalize()}: {counted(tokens, 'token')}"
    yield plain(digest_status(told))
    yield from ("", "As the next session is told:", "", digest.text.rstrip("\n"))
    changes = told.changes if told.sealed else []
    yield from ("", "Changed since it was written last:")
    yield from _changes(changes)
    if told.foreign is not None:
        yield from ("", "What another hand changed in the file:")
        yield from _changes(told.foreign.diff.split("\n")[2:])
        yield "decide: levelmem consolidate --foreign accept, distrust or discard"
    yield from ("", f"Left out: {len(digest.left_out):,}")
    yield from _page_lines(LeftOutPage(told))


def _changes(diff: list[str]) -> Iterator[str]:
    words = {"+": "added", "-": "taken out"}
    found = [f"{words[line[0]]}: {line[1:]}" for line in diff if line[:1] in words]
    yield from found or ["nothing"]


def _page_lines(page: Page) -> Iterator[str]:
    """Yield the lines of a page that hold anything."""
    lines = (plain(line).strip() for line in page.lines(_UNWRAPPED))
    return (line for line in lines if line)


def _told_problems(problems: tuple[str, ...] | list[str]) -> int:
    for problem in problems:
        complain(problem)
    return 1 if problems else 0
