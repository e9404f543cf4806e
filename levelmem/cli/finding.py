"""``search``, ``like``, ``blame``, ``export`` and ``index``."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.cli.context import of_project, places_of, settings_of
from levelmem.cli.output import (
    Refused,
    WrongUsage,
    complain,
    print_line,
    print_object,
    print_text,
)
from levelmem.cli.sessions import one_session
from levelmem.engine.sessions.blame import Edit, Target
from levelmem.engine.sessions.blame import blame as edits_by
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search_results import Hit, Progress
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import first_line, one_line


def search(options: argparse.Namespace) -> int:
    """Search titles and conversations; print each hit as it is found."""
    catalog, finder = _open(options)
    query = parse(joined(options.words))
    for problem in query.problems:
        complain(problem)
    if not query:
        raise WrongUsage(
            "nothing is asked for; give words, or a field such as agent:codex"
        )
    chosen = of_project(options, catalog.listing().sessions)
    hits, last = 0, Progress(0, 0, 0)
    for item in finder.search(chosen, query):
        if isinstance(item, Progress):
            last = item
            continue
        hits += 1
        (print_line(_hit(item)) if options.json else _print_hit(item))
        if options.limit and hits >= options.limit:
            break  # which ends the search
    if options.json:
        print_line({"done": True, "searched": last.searched, "hits": hits})
    else:
        for line in _summary(hits, last):
            complain(line)
    return 0


def joined(words: Sequence[str]) -> str:
    """Return the words of a command line as one query.

    A word that the shell was given in quotes is the phrase that it looks like.
    """
    if len(words) == 1:
        return words[0]
    return " ".join(
        f'"{word}"' if " " in word and '"' not in word and ":" not in word else word
        for word in words
    )


def like(options: argparse.Namespace) -> int:
    """List the sessions that are most like one."""
    from levelmem.engine.sessions.likeness import like as sessions_like

    catalog, _ = _open(options)
    listing = catalog.listing()
    session = one_session(listing, options)
    found = sessions_like(session, of_project(options, listing.main), options.limit)
    if options.json:
        rows = [
            {**_named(f.session), "score": round(f.score, 4), "common": list(f.why)}
            for f in found
        ]
        print_object({"sessions": rows})
        return 0
    for f in found:
        _print_head(f.session)
        print_text(f"    in common: {one_line(', '.join(f.why))}")
    return 0


def blame(options: argparse.Namespace) -> int:
    """List the sessions that edited a file, newest first, and what asked for it."""
    if not options.path:
        raise WrongUsage("name the file whose sessions are asked for")
    target = _target(options.path)
    catalog, _ = _open(options)
    chosen = of_project(options, catalog.listing().sessions)
    edits: list[Edit] = []
    for edit in edits_by(target, chosen, catalog.turns):
        edits.append(edit)
        if not options.json:
            _print_head(edit.session)
            times = f" (edited {edit.count} times)" if edit.count > 1 else ""
            asked = first_line(edit.request) or "nobody asked for it in this session"
            print_text(f"    turn {edit.turn}{times}: {asked[:300]}")
        if options.limit and len(edits) >= options.limit:
            break
    if options.json:
        print_object({"edits": [_edit(edit) for edit in edits]})
    elif not edits:
        complain(f"no session on this machine edited {options.path}")
    return 0


def export(options: argparse.Namespace) -> int:
    """Print one session as a document, secrets taken out."""
    from levelmem.engine.secrets import scrub_text
    from levelmem.engine.sessions.export import Form, document, form_of

    form = Form(options.format) if options.format else form_of(options.output)
    catalog, _ = _open(options)
    session = one_session(catalog.listing(), options)
    try:
        text = "".join(document(form, session, catalog.turns(session), scrub_text))
    except OSError as error:
        raise Refused(f"{session.path}: {error.strerror}; is it gone?") from error
    if options.output:
        _write_private(options.output, text)
    if options.json:
        where = str(options.output) if options.output else None
        print_object({**_named(session), "path": where, "format": form, "text": text})
    elif options.output:
        complain(f"written to {options.output}")
    else:
        sys.stdout.write(text)
    return 0


def index(options: argparse.Namespace) -> int:
    """Keep the texts of all sessions, so that the next search is fast."""
    from levelmem.engine.sessions.text_keeping import Keeping

    catalog, finder = _open(options)
    if finder.cache is None:
        raise Refused("search.cache is off in the settings, so nothing is kept")
    if options.rebuild:
        finder.cache.clear()
    last = Keeping(0, 0)
    for last in finder.keep(catalog.listing().sessions):  # noqa: B007
        pass
    facts = {
        "kept": last.kept,
        "sessions": last.total,
        "unreadable": last.unreadable,
        "left_out": last.left_out,
        "bytes": finder.cache.size,
    }
    if options.json:
        print_object(facts)
    else:
        megabytes = finder.cache.size / 1e6
        complain(f"{last.kept} of {last.total} sessions kept, {megabytes:.1f} MB")
    return 0


def _open(options: argparse.Namespace) -> tuple[Catalog, Finder]:
    settings = settings_of(options)
    places = places_of(options, settings)
    catalog = Catalog.open(places)
    search_settings = settings.search
    finder = Finder.open(
        catalog,
        places,
        cached=search_settings.cache,
        private=search_settings.private_projects,
    )
    return catalog, finder


def _target(given: str) -> Target:
    """Return the file that is meant, with the text of its line."""
    name, _, number = given.rpartition(":")
    if not name or not number.isdigit() or Path(given).exists():
        name, number = given, ""
    path = Path(os.path.abspath(Path(name).expanduser()))  # noqa: PTH100 - links stay
    if not number:
        return Target(path)
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    if not 1 <= int(number) <= len(lines):
        raise Refused(f"{path} has {len(lines)} lines; there is no line {number}")
    line = lines[int(number) - 1].strip()
    if not line:
        raise Refused(f"line {number} of {path} is empty: nobody can be asked for it")
    return Target(path, line)


def _write_private(path: Path, text: str) -> None:
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error


def _named(session: Session) -> dict[str, Any]:
    return {
        "agent": session.agent,
        "id": session.id,
        "title": session.title,
        "project": session.project,
        "updated": iso(session.updated),
    }


def _hit(hit: Hit) -> dict[str, Any]:
    shown = hit.evidence
    found = {
        "agent": hit.session.agent,
        "id": hit.session.id,
        "title": hit.session.title,
        "turn": shown.turn if shown.turn >= 0 else None,
        "line": shown.line,
        "where": shown.where,
        "more": shown.more,
    }
    return {**found, "near": hit.near} if hit.near else found


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        **_named(edit.session),
        "turn": edit.turn if edit.turn >= 0 else None,
        "asked": edit.asked if edit.asked >= 0 else None,
        "request": edit.request,
        "diff": edit.diff,
        "count": edit.count,
    }


def _print_head(session: Session) -> None:
    day = f"{session.updated.astimezone():%Y-%m-%d} " if session.updated else ""
    print_text(f"{day}{session.agent} {session.id}  {one_line(session.title)}")


def _print_hit(hit: Hit) -> None:
    _print_head(hit.session)
    shown = hit.evidence
    if shown.where != "title":
        more = f"  (+{shown.more} more)" if shown.more else ""
        near = f"≈ {hit.near}: " if hit.near else ""
        print_text(f"    {near}{shown.where}: {shown.line}{more}")


def _summary(hits: int, last: Progress) -> list[str]:
    """Return what was found, and what was skipped."""
    match = "session matches" if hits == 1 else "sessions match"
    lines = [f"{hits} {match}; {last.searched} conversations searched"]
    if last.unreadable:
        lines.append(f"{last.unreadable} could not be read and were skipped")
    if last.slow:
        lines.append(f"{last.slow} were skipped: the pattern takes too long there")
    if last.out_of_time:
        lines.append("the pattern takes too long; not everything was searched")
    return lines
