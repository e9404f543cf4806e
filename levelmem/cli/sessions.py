"""``sessions`` and ``show``."""

import argparse
import shutil
import sys
from datetime import UTC, datetime
from typing import Any

from levelmem.cli.context import agent_named, of_project, places_of
from levelmem.cli.output import (
    Refused,
    complain,
    print_object,
    print_table,
    print_text,
)
from levelmem.cli.skipped import complain_of_skipped, print_skipped, skipped
from levelmem.engine.sessions.as_json import session_fields, turn_fields
from levelmem.engine.sessions.catalog import Catalog, Listing
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Resume,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.tags import normal_tag
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line

_LINE = 2000
"""Characters of a line that a terminal is given."""


def sessions(options: argparse.Namespace) -> int:
    """List the main sessions of every agent, newest first."""
    catalog = Catalog.open(places_of(options))
    listing = catalog.listing()
    if options.skipped and not options.json:
        print_skipped(listing)
        return 0
    chosen = of_project(options, listing.main)
    if options.agent:
        agent = agent_named(options.agent)
        chosen = tuple(s for s in chosen if s.agent == agent)
    if options.tag:
        tag = normal_tag(options.tag)
        chosen = tuple(s for s in chosen if tag in s.tags)
    chosen = chosen[: options.limit]
    if options.json:
        print_object(
            {
                "sessions": [listed_fields(s, catalog.resume(s)) for s in chosen],
                "skipped": list(skipped(listing)),
            }
        )
        return 0
    print_table(map(_row, chosen), shutil.get_terminal_size((100, 40)).columns)
    if not listing.main:
        complain("no agent has left sessions here yet; to look around: levelmem demo")
    complain_of_skipped(listing)
    return 0


def show(options: argparse.Namespace) -> int:
    """Print one session: its turns in file order."""
    catalog = Catalog.open(places_of(options))
    session = one_session(catalog.listing(), options)
    try:
        turns = list(catalog.turns(session))
    except OSError as error:
        raise Refused(f"{session.path}: {error.strerror}; is it gone?") from error
    if options.json:
        shown = [turn_fields(turn) for turn in turns]
        head = listed_fields(session, catalog.resume(session))
        print_object({"session": head, "turns": shown})
        return 0
    print_text(f"{session.title}\n{session.agent} · {session.id} · {session.project}")
    # A terminal takes minutes over a line of a megabyte; a file or a pipe does not.
    whole = options.full or not sys.stdout.isatty()
    for turn in turns:
        when = iso(turn.when) or ""
        print_text(f"\n[{turn.number}] {turn.role} ({turn.origin}) {when}".rstrip())
        for block in turn.blocks:
            text = _plain(block)
            print_text(text if whole else lines_clipped(text))
    return 0


def lines_clipped(text: str) -> str:
    """Return ``text`` with its very long lines cut, and what was cut told."""
    if len(text) <= _LINE:
        return text
    return "\n".join(map(_clipped, text.split("\n")))


def _clipped(line: str) -> str:
    if len(line) <= _LINE:
        return line
    return f"{line[:_LINE]}… {len(line) - _LINE:,} more characters: show --full"


def one_session(listing: Listing, options: argparse.Namespace) -> Session:
    """Return the session that ``ID`` and ``--agent`` mean; raises Refused."""
    agent = agent_named(options.agent) if options.agent else ""
    found = listing.find(options.id, agent)
    if not found:
        raise Refused(f"no session has the id “{options.id}”; try: levelmem sessions")
    if len(found) > 1:
        some = ", ".join(f"{s.agent} {s.id}" for s in found[:5])
        raise Refused(f"{options.id} fits {len(found)} sessions: {some}")
    return found[0]


def listed_fields(session: Session, resume: Resume) -> dict[str, Any]:
    """Return what JSON tells of a session, and how it is resumed."""
    return {
        **session_fields(session),
        "resume": resume.command or None,
        "resume_problem": resume.problem or None,
    }


def _row(session: Session) -> tuple[str, ...]:
    updated = session.updated or datetime.fromtimestamp(0, UTC)
    return (
        updated.astimezone().strftime("%Y-%m-%d %H:%M"),
        session.agent,
        one_line(session.id)[:13],
        f"{session.turns} turn{'' if session.turns == 1 else 's'}",
        one_line(session.title),
    )


def _plain(block: Block) -> str:
    match block:
        case Text(text) | ToolResult(text):
            return text
        case Thinking(text):
            return f"(thinking) {text}"
        case ToolCall():
            return f"→ {block.tool} {block.summary}"
        case FileEdit():
            return f"± {block.path}\n{block.diff}"
        case Image(label):
            return f"[{label}]"
        case Notice(text):
            return f"— {text}"
