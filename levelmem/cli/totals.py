"""``totals``: what the sessions of a project amount to, over time."""

import argparse
import shutil
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from levelmem.cli.context import places_of, project_folder
from levelmem.cli.output import print_object, print_text
from levelmem.engine.project import Project
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.totals import Counts, Totals, counted_sessions
from levelmem.engine.sessions.totals import totals as totals_of
from levelmem.engine.sessions.work import Work, work_of


def totals(options: argparse.Namespace) -> int:
    """Print counts of this project's sessions, or of all."""
    project = None if options.all else Project.of(project_folder(options))
    catalog = Catalog.open(places_of(options))
    sessions = [
        session
        for session in counted_sessions(catalog.listing().main)
        if project is None or project.holds(session.project)
    ]
    works = {} if options.quick else _works(catalog, sessions)
    found = totals_of(sessions, works=works)
    if options.json:
        where = project.path if project else None
        print_object({"project": where, "totals": _fields(found)})
        return 0
    from levelmem.engine.sessions.sources import sources
    from levelmem.widgets.spans import plain
    from levelmem.widgets.totals_page import TotalsPage

    place = project.name if project else "all projects"
    labels = {name: source.label for name, source in sources().items()}
    page = TotalsPage(place, found, lambda name: labels.get(name, name))
    print_text(place)
    for line in page.lines(shutil.get_terminal_size().columns):
        print_text(plain(line).rstrip())
    return 0


def _works(
    catalog: Catalog, sessions: Iterable[Session]
) -> dict[tuple[str, str], Work]:
    """Read every conversation."""
    works = {}
    for session in sessions:
        with suppress(OSError):  # ``sessions --skipped`` lists what can't be read.
            works[session.key] = work_of(catalog.turns(session))
    return works


def _fields(found: Totals) -> dict[str, Any]:
    return {
        **_counts(found.counts),
        "days": found.days,
        "first": found.first.isoformat() if found.first else None,
        "last": found.last.isoformat() if found.last else None,
        "unfinished": found.unfinished,
        "read": found.read,
        "periods": [
            {"first": period.first.isoformat(), **_counts(period.counts)}
            for period in found.periods
        ],
        "agents": [{"agent": name, **_counts(c)} for name, c in found.agents],
        "models": [{"model": name, **_counts(c)} for name, c in found.models],
        "files": [{"path": path, "edits": count} for path, count in found.files],
    }


def _counts(counts: Counts) -> dict[str, int]:
    work = counts.work
    return {
        "sessions": counts.sessions,
        "turns": counts.turns,
        "edits": counts.edits,
        "commits": work.commits,
        "checks": work.checks,
        "failed_checks": work.failed,
        "minutes": round(work.time.total_seconds() / 60),
    }
