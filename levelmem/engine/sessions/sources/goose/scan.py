"""One pass over a session: as a list shows it."""

import re
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._database import database_of, ident_of
from levelmem.engine.sessions.sources.goose.conversation import Conversation, read
from levelmem.engine.sessions.sources.goose.turns import turns_of
from levelmem.engine.sessions.sources.goose.words import SUBAGENTS
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = re.compile(
    r"(?:(?:New|CLI|Desktop|Untitled)[ _-](?:session|chat)(?: ?\d+)?|\d{8}_\d+)$",
    re.IGNORECASE,
)


def scan(file: SessionFile) -> Scan:
    """Read one session; never raises for what it holds."""
    is_row = database_of(file.path) is not None
    ident = ident_of(file.path) if is_row else file.path.stem
    try:
        found = read(file.path)
    except OSError as error:
        return Scan(unreadable(file, ident, error))
    row = Row()
    for turn in turns_of(found):
        row.take(turn)
    size = {"size": _size(found)} if is_row else {}
    return Scan(_session(file, ident, found, row, size))


def _session(
    file: SessionFile, ident: str, found: Conversation, row: Row, more: dict[str, int]
) -> Session:
    for name in ("created_at", "updated_at"):
        row.see(parse_time(found.row.get(name)))
    facts: dict[str, Any] = {
        "project": text_of(found.row.get("working_dir")),
        "kind": _kind(found, row),
        "parent_id": text_of(found.row.get("parent_session_id")),
        "skipped": found.skipped,
        **_title(found),
        **more,
    }
    if found.row.get("archived_at"):
        facts["lifecycle"] = "archived"
    return row.session(file, ident, **facts)


def _title(found: Conversation) -> dict[str, str]:
    names = (text_of(found.row.get(name)).strip() for name in ("name", "description"))
    title = next(filter(None, names), "")
    if found.row.get("user_set_name"):
        return {"title": title, "title_source": "named"}
    return {"title": "" if _NO_TITLE.match(title) else title}


def _kind(found: Conversation, row: Row) -> Kind:
    kind = found.row.get("session_type")
    if kind == "hidden":
        return Kind.HIDDEN
    is_child = kind in SUBAGENTS or text_of(found.row.get("parent_session_id"))
    return Kind.SUBAGENT if is_child and row.kind is Kind.MAIN else row.kind


def _size(found: Conversation) -> int:
    """Return about how many bytes a session takes in its database."""
    return sum(len(str(message.content)) for message in found.messages)
