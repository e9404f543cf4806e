"""``sessions`` and ``show``."""

import argparse
import shlex
import shutil
from collections.abc import Iterator
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
    Turn,
)
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line


def sessions(options: argparse.Namespace) -> int:
    """List the main sessions of every agent, newest first."""
    catalog = Catalog.open(places_of(options))
    listing = catalog.listing()
    chosen = of_project(options, listing.main)
    if options.agent:
        agent = agent_named(options.agent)
        chosen = tuple(s for s in chosen if s.agent == agent)
    chosen = chosen[: options.limit]
    if options.json:
        print_object(
            {
                "sessions": [_session(s, catalog.resume(s)) for s in chosen],
                "skipped": list(_skipped(listing)),
            }
        )
        return 0
    print_table(map(_row, chosen), shutil.get_terminal_size((100, 40)).columns)
    for problem in _skipped(listing):
        lines = f"{problem['lines']} lines skipped" if problem["lines"] else ""
        complain(f"{problem['path']}: {problem['why'] or lines}")
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
        shown = [_turn(turn) for turn in turns]
        head = _session(session, catalog.resume(session))
        print_object({"session": head, "turns": shown})
        return 0
    print_text(f"{session.title}\n{session.agent} · {session.id} · {session.project}")
    for turn in turns:
        when = iso(turn.when) or ""
        print_text(f"\n[{turn.number}] {turn.role} ({turn.origin}) {when}".rstrip())
        for block in turn.blocks:
            print_text(_plain(block))
    return 0


def one_session(listing: Listing, options: argparse.Namespace) -> Session:
    agent = agent_named(options.agent) if options.agent else ""
    found = listing.find(options.id, agent)
    if not found:
        raise Refused(f"no session has the id {options.id}; try: levelmem sessions")
    if len(found) > 1:
        some = ", ".join(f"{s.agent} {s.id}" for s in found[:5])
        raise Refused(f"{options.id} fits {len(found)} sessions: {some}")
    return found[0]


def _session(session: Session, resume: Resume) -> dict[str, Any]:
    return {
        "agent": session.agent,
        "id": session.id,
        "title": session.title,
        "project": session.project,
        "created": iso(session.created),
        "updated": iso(session.updated),
        "turns": session.turns,
        "model": session.model,
        "path": str(session.path),
        "resume": resume_command(resume),
        "resume_problem": resume.problem or None,
        "branch": session.branch,
        "state": session.state,
        "lifecycle": session.lifecycle,
        "pinned": session.pinned,
        "edits": [{"path": path, "count": count} for path, count in session.edits],
        "children": session.children,
        "skipped_lines": session.skipped,
    }


def resume_command(resume: Resume) -> str | None:
    """Return the shell line that picks a session up, or None where there is none."""
    if not resume.argv:
        return None
    command = shlex.join(resume.argv)
    if resume.folder:
        return f"cd {shlex.quote(resume.folder)} && {command}"
    return command


def _skipped(listing: Listing) -> Iterator[dict[str, Any]]:
    for report in listing.reports:
        if report.skipped_lines:
            yield {
                "agent": report.agent,
                "path": str(report.root),
                "lines": report.skipped_lines,
                "why": "",
            }
        for path, why in report.problems:
            yield {"agent": report.agent, "path": str(path), "lines": 0, "why": why}


def _row(session: Session) -> tuple[str, ...]:
    updated = session.updated or datetime.fromtimestamp(0, UTC)
    return (
        updated.astimezone().strftime("%Y-%m-%d %H:%M"),
        session.agent,
        one_line(session.id)[:13],
        f"{session.turns} turn{'' if session.turns == 1 else 's'}",
        one_line(session.title),
    )


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "number": turn.number,
        "role": turn.role,
        "origin": turn.origin.value,
        "when": iso(turn.when),
        "model": turn.model,
        "note": turn.note,
        "blocks": [_block(block) for block in turn.blocks],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"kind": "text", "text": text}
        case Thinking(text):
            return {"kind": "thinking", "text": text}
        case ToolCall():
            return {
                "kind": "tool_call",
                "tool": block.tool,
                "summary": block.summary,
                "input": dict(block.input),
                "call": block.call_id,
            }
        case ToolResult():
            return {
                "kind": "tool_result",
                "text": block.text,
                "error": block.is_error,
                "call": block.call_id,
            }
        case FileEdit():
            return {"kind": "edit", "path": block.path, "diff": block.diff}
        case Image(label):
            return {"kind": "image", "label": label}
        case Notice(text):
            return {"kind": "notice", "text": text}


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
