"""One pass over a session: as a list shows it."""

import re
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._database import ident_of
from levelmem.engine.sessions.sources.crush.conversation import Conversation, read
from levelmem.engine.sessions.sources.crush.turns import (
    CANCELED,
    FAILED,
    finish_of,
    turns_of,
)
from levelmem.engine.sessions.sources.crush.words import HEADLESS_TITLE
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = re.compile(r"(?:New|Untitled) Session$", re.IGNORECASE)


def scan(file: SessionFile, project: str) -> Scan:
    """Read one session; never raises for what it holds."""
    try:
        found = read(file.path)
    except OSError as error:
        return Scan(unreadable(file, ident_of(file.path), error))
    row = Row()
    for turn in turns_of(found):
        row.take(turn)
    return Scan(_session(file, found, row, project))


def _session(file: SessionFile, found: Conversation, row: Row, project: str) -> Session:
    for name in ("created_at", "updated_at"):
        row.see(parse_time(found.row.get(name)))
    title = text_of(found.row.get("title")).strip().removeprefix(HEADLESS_TITLE)
    parent = text_of(found.row.get("parent_session_id"))
    facts: dict[str, Any] = {
        "project": text_of(found.row.get("workspace_cwd")) or project,
        "title": "" if _NO_TITLE.match(title) else title,
        "state": _state(found),
        "kind": Kind.SUBAGENT if parent and row.kind is Kind.MAIN else row.kind,
        "parent_id": parent,
        "skipped": found.skipped,
        "size": sum(len(str(part)) for m in found.messages for part in m.parts),
    }
    ident = ident_of(file.path)
    if ident.startswith("title-"):  # Crush asked a model for a title, no more
        facts["kind"] = Kind.HIDDEN
    if found.row.get("archived_at"):
        facts["lifecycle"] = "archived"
    return row.session(file, ident, **facts)


def _state(found: Conversation) -> str:
    reason = finish_of(found.messages[-1]).get("reason") if found.messages else None
    if reason == CANCELED:
        return "interrupted"
    return "error" if reason in FAILED else ""
