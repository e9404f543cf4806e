"""A session of the editor's: an entry of its database, and one for each message."""

import errno
import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.json_values import Data, as_dict, as_list
from levelmem.engine.sessions.jsonl import Record, Skipped, text_of
from levelmem.engine.sessions.model import (
    Block,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolResult,
)
from levelmem.engine.sessions.sources._database import decoded, ident_of, opened
from levelmem.engine.sessions.sources.cursor.messages import picture
from levelmem.engine.sessions.sources.cursor.store import ENTRIES
from levelmem.engine.sessions.sources.cursor.tools import (
    call_blocks,
    diff_of,
    result_of,
)
from levelmem.engine.sessions.sources.cursor.words import said
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_NOWHERE = Record({}, -1, 0)
_NO_MODEL = "default"
"""What stands for whatever model was chosen elsewhere."""
_FAILED = frozenset(("error", "cancelled", "rejected"))


def read_composer(path: Path, skipped: Skipped) -> tuple[Data, Talk]:
    """Return a session and its conversation.

    Raises ``OSError`` when it is gone or its database can't be read.
    """
    ident = ident_of(path)
    with opened(path.parent) as connection:
        about = _value(connection, f"composerData:{ident}", skipped)
        if about is None:
            raise FileNotFoundError(errno.ENOENT, "the session is gone", str(path))
        about = {**about, **_head(connection, ident)}
        bubbles = list(_bubbles(connection, ident, about, skipped))
    talk = Talk()
    asked = Origin.SUBAGENT_PROMPT if parent_of(about) else Origin.HUMAN
    model = text_of(as_dict(about.get("modelConfig")).get("modelName"))
    talk.model = model if model != _NO_MODEL else ""
    for bubble in bubbles:
        _take(talk, bubble, asked)
    talk.end_answer()
    return about, talk


def parent_of(about: Data) -> str:
    """Return the session that started this one, or ``""``."""
    return text_of(as_dict(about.get("subagentInfo")).get("parentComposerId"))


def folder_of(about: Data) -> str:
    """Return the folder that a session says it works in, or ``""``."""
    place = as_dict(as_dict(about.get("agentLocation")).get("environment"))
    for told in (about.get("workspaceIdentifier"), place):
        address = as_dict(as_dict(told).get("uri"))
        folder = text_of(address.get("fsPath")) or text_of(address.get("path"))
        if folder:
            return folder
    return text_of(_repository(about).get("repoPath"))


def branch_of(about: Data) -> str:
    """Return the branch that a session worked on, or ``""``."""
    branches = as_list(_repository(about).get("branches"))
    return text_of(branches[0].get("branchName")) if branches else ""


def _repository(about: Data) -> Data:
    known = as_list(about.get("trackedGitRepos"))
    return known[0] if known else {}


def _head(connection: sqlite3.Connection, ident: str) -> Data:
    """Return what newer versions keep in a table of its own, for their list."""
    columns = ("value", "isArchived", "isSubagent", "createdAt", "lastUpdatedAt")
    where = "WHERE composerId = ?"
    with suppress(sqlite3.OperationalError):
        for row in select(connection, "composerHeaders", columns, where, (ident,)):
            known = {key: row[key] for key in columns[1:] if row.get(key) is not None}
            value = decoded(row.get("value"))
            head = value if isinstance(value, dict) else {}
            return {**{k: v for k, v in head.items() if v}, **known}
    return {}


def _bubbles(
    connection: sqlite3.Connection, ident: str, about: Data, skipped: Skipped
) -> Iterator[Data]:
    """Yield the messages in their order; early versions have them in the session."""
    inline = as_list(about.get("conversation"))
    if inline:
        yield from inline
        return
    for head in as_list(about.get("fullConversationHeadersOnly")):
        key = f"bubbleId:{ident}:{text_of(head.get('bubbleId'))}"
        bubble = _value(connection, key, skipped)
        if bubble is not None:
            yield {"type": head.get("type"), **bubble}


def _value(connection: sqlite3.Connection, key: str, skipped: Skipped) -> Data | None:
    rows = select(connection, ENTRIES, ("value",), "WHERE key = ?", (key,))
    value = next((row["value"] for row in rows), None)
    if value is None:
        return None
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    with suppress(ValueError, RecursionError, TypeError):
        return as_dict(json.loads(text))
    skipped.lines += 1
    return {}


def _take(talk: Talk, bubble: Data, asked: Origin) -> None:
    when = parse_time(bubble.get("createdAt")) or parse_time(bubble.get("timestamp"))
    talk.see(when)
    model = as_dict(bubble.get("modelInfo"))
    talk.model = text_of(model.get("modelName")) or talk.model
    text = text_of(bubble.get("text"))
    if bubble.get("type") == 1:
        words, origin = said(text)
        blocks: list[Block] = [Text(cut(words))] if words.strip() else []
        blocks += [picture(image) for image in as_list(bubble.get("images"))]
        whose = origin if origin is Origin.INJECTED else asked
        talk.say("user", whose, blocks, _NOWHERE, when)
        return
    thought = text_of(as_dict(bubble.get("thinking")).get("text")).strip()
    said_blocks: list[Block] = [Thinking(cut(thought))] if thought else []
    said_blocks += [Text(cut(text))] if text.strip() else []
    tool = as_dict(bubble.get("toolFormerData"))
    ident = text_of(tool.get("toolCallId")) or text_of(bubble.get("bubbleId"))
    if tool:
        given = tool.get("rawArgs") or tool.get("params")
        diff = diff_of(tool.get("result"))
        said_blocks += call_blocks(text_of(tool.get("name")), given, ident, diff)
    talk.answer(_NOWHERE, when, said_blocks)
    _take_result(talk, tool, ident, bubble)


def _take_result(talk: Talk, tool: Data, ident: str, bubble: Data) -> None:
    when = parse_time(bubble.get("createdAt"))
    failed = text_of(tool.get("status")) in _FAILED
    error = text_of(tool.get("error"))
    if tool and (tool.get("result") or failed):
        found = ToolResult(result_of(tool.get("result")) or cut(error), ident, failed)
        talk.say("tool", Origin.TOOL, [found], _NOWHERE, when)
    if message := text_of(as_dict(bubble.get("errorDetails")).get("message")):
        talk.say("system", Origin.NOTIFICATION, [Notice(cut(message))], _NOWHERE, when)
