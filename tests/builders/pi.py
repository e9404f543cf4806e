"""A made-up Pi store: a file of entries for each session."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.pi import SOURCE

Data = dict[str, Any]

START = datetime(2026, 4, 14, 9, tzinfo=UTC)
PROJECT = "/home/ada/code/lamp"
SESSION = "019e19b4-eb48-746a-aa6b-8dfcfa37954b"


def at(minutes: float) -> str:
    """Return a time of the made-up day as Pi writes it."""
    moment = START + timedelta(minutes=minutes)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def head(session: str = SESSION, **more: Any) -> Data:
    """Return the header of a file."""
    return {
        "type": "session",
        "version": 3,
        "id": session,
        "timestamp": at(0),
        "cwd": PROJECT,
        **more,
    }


def entry(
    kind: str, ident: str, parent: str | None, minute: float = 1, **more: Any
) -> Data:
    """Return an entry of the tree."""
    return {
        "type": kind,
        "id": ident,
        "parentId": parent,
        "timestamp": at(minute),
        **more,
    }


def message(
    ident: str, parent: str | None, role: str, content: Any, **more: Any
) -> Data:
    """Return an entry that holds a message."""
    inner = {"role": role, "content": content, **more}
    return entry("message", ident, parent, message=inner)


def call(ident: str, name: str, **arguments: Any) -> Data:
    """Return a call of a tool, as a part of an answer."""
    return {"type": "toolCall", "id": ident, "name": name, "arguments": arguments}


def put(root: Path, entries: Sequence[Data], name: str = "") -> Path:
    """Write a session where Pi would."""
    folder = root / "--home-ada-code-lamp--"
    path = folder / (name or f"2026-04-14T09-00-00-000Z_{SESSION}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in entries))
    return path


def put_rows(agent: Path, session: str, entries: Sequence[Data]) -> Path:
    """Write a session into an agent's database, as OpenClaw would; no other stays."""
    path = agent / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE IF NOT EXISTS transcript_events"
            " (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER)"
        )
        database.execute("DELETE FROM transcript_events")
        for number, one in enumerate(entries):
            row = (session, number, json.dumps(one), 1771596931729 + number)
            database.execute("INSERT INTO transcript_events VALUES (?, ?, ?, ?)", row)
        database.commit()
    return path


def listed(root: Path, source: Source = SOURCE) -> list[Session]:
    """Return the sessions of a store."""
    return source.assemble(root, [source.scan(file) for file in source.files(root)])


def only(root: Path) -> tuple[Session, list[Turn]]:
    """Return the one session of a store, and its turns."""
    (session,) = listed(root)
    return session, list(SOURCE.turns(session))
