"""One pass over a session: as a list shows it."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.opencode.conversation import (
    Conversation,
    as_dict,
    read,
)
from levelmem.engine.sessions.sources.opencode.store import database_of
from levelmem.engine.sessions.sources.opencode.turns import ABORTED, turns_of
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = re.compile(r"(?:New|Child) session\b.*\d{4}-\d\d-\d\d|New session$")
_SUBAGENT = re.compile(r"\s*\(@[^()]{1,80} subagent\)$")


def scan(file: SessionFile) -> Scan:
    """Read one session; never raises for what it holds."""
    if file.path.suffix == ".db":
        return Scan(
            unreadable(file, file.path.stem, "the database is damaged or closed")
        )
    try:
        found = read(file.path)
    except OSError as error:
        return Scan(unreadable(file, file.path.stem, error))
    row = Row()
    for turn in turns_of(found):
        row.take(turn)
    return Scan(_session(file, found, row))


def assemble(scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions, those of subagents counted at their parents."""
    found = {scan.session.id: scan.session for scan in scans}
    children = Counter(
        session.parent_id for session in found.values() if session.kind is Kind.SUBAGENT
    )
    return [
        replace(session, children=children[session.id])
        if children[session.id]
        else session
        for session in found.values()
    ]


def _session(file: SessionFile, found: Conversation, row: Row) -> Session:
    info, times = found.info, as_dict(found.info.get("time"))
    for name in ("created", "updated"):
        row.see(parse_time(times.get(name)))
    title = _SUBAGENT.sub("", text_of(info.get("title")).strip())
    parent = text_of(info.get("parentID"))
    kind = Kind.SUBAGENT if parent and row.kind is Kind.MAIN else row.kind
    facts: dict[str, Any] = {
        "project": _folder(info),
        "title": "" if _NO_TITLE.match(title) else title,
        "state": _state(found),
        "kind": kind,
        "parent_id": parent,
        "skipped": found.skipped,
    }
    if times.get("archived"):
        facts["lifecycle"] = "archived"
    if database_of(file.path):
        facts["size"] = _size(found)
    return row.session(file, text_of(info.get("id")) or file.path.stem, **facts)


def _folder(info: Any) -> str:
    """Return the folder; ``/`` is what the project of no repository is called."""
    folder = text_of(info.get("directory"))
    return folder if folder != "/" else ""


def _state(found: Conversation) -> str:
    last = found.messages[-1].info if found.messages else {}
    error = text_of(as_dict(last.get("error")).get("name"))
    return ("interrupted" if error == ABORTED else "error") if error else ""


def _size(found: Conversation) -> int:
    """Return about how many bytes a session takes in its database."""
    return sum(len(str(part)) for message in found.messages for part in message.parts)
