"""History as plain lines, one thing after another: for screen readers and pipes."""

import argparse
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from levelmem.cli.context import agent_named, places_of, project_folder
from levelmem.cli.output import print_object, print_text
from levelmem.cli.sessions import listed_fields
from levelmem.cli.skipped import complain_of_skipped
from levelmem.engine.project import Project
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.sources import sources
from levelmem.screens.history_view import Filters, HistoryView, history_view, is_project
from levelmem.widgets.rows import Look
from levelmem.widgets.session_look import session_look
from levelmem.widgets.spans import plain


def history(options: argparse.Namespace) -> int:
    """Print what History shows: sections, then each session in a few plain lines."""
    catalog = Catalog.open(places_of(options))
    listing = catalog.listing()
    now = datetime.now().astimezone()
    home = Project.of(project_folder(options))
    # A project that was named is meant, whether or not it has sessions.
    here = options.project is not None or is_project(home, listing.sessions)
    filters = Filters(
        project=home if here and not options.all else None,
        agent=agent_named(options.agent) if options.agent else "",
    )
    view = history_view(listing.sessions, filters, home, now)
    if options.json:
        print_object(_json(view, catalog, options.limit))
        return 0
    for line in _lines(view, now, options.limit):
        print_text(line)
    complain_of_skipped(listing)
    return 0


def _json(view: HistoryView, catalog: Catalog, limit: int | None) -> dict[str, Any]:
    """Return the sessions in order, each with the section that it stands in."""
    rows, project, label = view.rows, view.filters.project, ""
    heads = {section.start: section.label for section in rows.sections}
    sessions = []
    for place, session in enumerate(rows.items[:limit]):
        label = heads.get(place, label)
        fields = listed_fields(session, catalog.resume(session))
        sessions.append({"section": label, **fields})
    return {"project": project.path if project else None, "sessions": sessions}


def _lines(view: HistoryView, now: datetime, limit: int | None) -> Iterator[str]:
    rows, project = view.rows, view.filters.project
    where = f"project {project.name}" if project else "all projects"
    yield f"History of {where}: {_counted(len(rows))}"
    heads = {section.start: section for section in rows.sections}
    for place, session in enumerate(rows.items[:limit]):
        if (head := heads.get(place)) is not None:
            yield ""
            yield f"{head.label}: {_counted(int(head.aside.replace(',', '')))}"
        agent = sources()[session.agent].label
        look = session_look(session, now, agent, with_project=project is None)
        yield from _row(place + 1, look, session.id)


def _row(number: int, look: Look, session_id: str) -> Iterator[str]:
    title, *details = (plain(line) for line in look.lines)
    when = plain(look.aside).replace("★", "pinned,")
    yield f"{number}. {title}"
    for detail in details:
        yield f"   {detail.replace(' · ', ', ')}, {when}"
    yield f"   id {session_id}"


def _counted(count: int) -> str:
    return f"{count:,} session{'s' * (count != 1)}"
