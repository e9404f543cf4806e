"""``recap``: what happened lately in a project."""

import argparse
from datetime import timedelta
from typing import Any

from levelmem.cli.context import places_of, project_folder
from levelmem.cli.output import complain, print_object, print_text
from levelmem.engine.project import Project
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.lately import Ask, Lately, last_burst, lately
from levelmem.engine.sessions.recap import Recap
from levelmem.engine.sessions.recap import recap as recap_of
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line


def recap(options: argparse.Namespace) -> int:
    """Print the last burst of work: requests, commits, what is unfinished."""
    project = Project.of(project_folder(options))
    catalog = Catalog.open(places_of(options))
    sessions = [
        session
        for session in catalog.listing().main
        if session.lifecycle != "trashed" and project.holds(session.project)
    ]
    burst = last_burst(sessions, options.sessions, timedelta(hours=options.hours))
    read: list[tuple[Any, Recap]] = []
    for session in burst:
        try:
            read.append((session, recap_of(catalog.turns(session))))
        except OSError as error:
            complain(f"{session.path}: {error.strerror or error}")
    found = lately(read)
    if options.json:
        print_object(_json(project, found, catalog))
    else:
        _print(project, found, catalog)
    return 0


def _print(project: Project, found: Lately, catalog: Catalog) -> None:
    if not found.sessions:
        print_text(f"No sessions in {project.name} yet.")
        return
    count = len(found.sessions)
    ended = found.ended
    when = f", until {ended.astimezone():%a %d %b %Y, %H:%M}" if ended else ""
    plural = "" if count == 1 else "s"
    print_text(f"{project.name}, lately: {count} session{plural}{when}")
    _part("Asked", [_ask(ask, catalog) for ask in found.asked])
    _part("Planned", [f"{plan.request} ({plan.why})" for plan in found.plans])
    _part("Committed", found.commits)
    _part("Unfinished", [f"{one_line(a.request)}: {a.why}" for a in found.unfinished])
    for ask in found.unfinished:
        if command := catalog.resume(ask.session).command:
            print_text(f"  $ {command}")


def _part(head: str, lines: list[str] | tuple[str, ...]) -> None:
    if lines:
        print_text(f"\n{head}")
        for line in lines:
            print_text(f"  - {one_line(line)}")


def _ask(ask: Ask, catalog: Catalog) -> str:
    return f"{ask.request} ({catalog.source(ask.session).label})"


def _json(project: Project, found: Lately, catalog: Catalog) -> dict[str, Any]:
    def ask(entry: Ask) -> dict[str, Any]:
        return {
            "agent": entry.session.agent,
            "session": entry.session.id,
            "turn": entry.turn,
            "request": entry.request,
        }

    return {
        "project": project.path,
        "began": iso(found.began),
        "ended": iso(found.ended),
        "sessions": [
            {"agent": s.agent, "id": s.id, "title": s.title} for s in found.sessions
        ],
        "asked": [ask(entry) for entry in found.asked],
        "plans": [{**ask(plan), "answer": plan.why} for plan in found.plans],
        "commits": list(found.commits),
        "unfinished": [
            {
                **ask(entry),
                "why": entry.why,
                "resume": catalog.resume(entry.session).command or None,
            }
            for entry in found.unfinished
        ],
    }
