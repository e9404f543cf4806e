"""One pass over a session: as a list shows it."""

import re
from typing import Any

from levelmem.engine.sessions.json_values import as_dict
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._database import database_of, ident_of
from levelmem.engine.sessions.sources.opencode.conversation import Conversation, read
from levelmem.engine.sessions.sources.opencode.turns import ABORTED, turns_of
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = re.compile(r"(?:New|Child) session\b.*\d{4}-\d\d-\d\d|New session$")
_SUBAGENT = re.compile(r"\s*\(@[^()]{1,80} subagent\)$")


def scan(file: SessionFile) -> Scan:
    """Read one session; never raises for what it holds."""
    try:
        found = read(file.path)
    except OSError as error:
        return Scan(unreadable(file, _ident(file), error))
    row = Row()
    for turn in turns_of(found):
        row.take(turn)
    return Scan(_session(file, found, row))


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
    return row.session(file, text_of(info.get("id")) or _ident(file), **facts)


def _ident(file: SessionFile) -> str:
    path = file.path
    return ident_of(path) if database_of(path) else path.stem


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
