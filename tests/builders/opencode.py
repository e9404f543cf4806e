"""Made-up opencode stores: a database, and the tree of files of before it."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.opencode import SOURCE

Data = dict[str, Any]
Said = tuple[Data, Sequence[Data]]
"""A message, and its parts."""

START = 1_776_157_200_000
PROJECT = "/home/ada/code/lamp"
SESSION = "ses_20b5413bcffeU9tjYsYXWYC3zL"

_TABLES = """
create table project (id text, worktree text);
create table session (id text, project_id text, parent_id text, directory text,
  title text, revert text, time_created integer, time_updated integer,
  time_archived integer);
create table message (id text, session_id text, time_created integer,
  time_updated integer, data text);
create table part (id text, message_id text, session_id text, time_created integer,
  time_updated integer, data text);
create table session_message (id text, session_id text, type text,
  time_created integer, time_updated integer, data text);
create table account (id text, token text);
"""


def at(minutes: float) -> int:
    """Return a time of the made-up day as opencode writes it."""
    return START + int(minutes * 60_000)


def info(ident: str = SESSION, **more: Any) -> Data:
    """Return what a session says of itself."""
    times = {"created": at(0), "updated": at(9)}
    known = {"id": ident, "directory": PROJECT, "title": "Paint the lamp"}
    return {**known, "time": times, **more}


def asked(ident: str, *parts: Data, minute: float = 1, **more: Any) -> Said:
    """Return a message of the person."""
    return {"id": ident, "role": "user", "time": {"created": at(minute)}, **more}, parts


def answered(ident: str, *parts: Data, minute: float = 2, **more: Any) -> Said:
    """Return an answer."""
    message = {"id": ident, "role": "assistant", "time": {"created": at(minute)}}
    return {**message, "modelID": "gpt-5", **more}, parts


def text(words: str, **more: Any) -> Data:
    return {"type": "text", "text": words, **more}


def tool(name: str, given: Data, output: Any = "ok", **state: Any) -> Data:
    """Return a call of a tool with what it gave back."""
    known = {"status": "completed", "input": given, "output": output}
    return {"type": "tool", "tool": name, "callID": "c1", "state": {**known, **state}}


def put_files(root: Path, session: Data, talk: Sequence[Said]) -> Path:
    """Write a session as a tree of files."""
    storage = root / "storage"
    path = storage / "session" / "p1" / f"{session['id']}.json"
    _write(path, session)
    for message, parts in talk:
        _write(storage / "message" / session["id"] / f"{message['id']}.json", message)
        for number, part in enumerate(parts):
            _write(storage / "part" / message["id"] / f"prt_{number}.json", part)
    return path


def put_rows(
    root: Path, session: Data, talk: Sequence[Said], name: str = "opencode.db"
) -> Path:
    """Write a session into a database, made where it is not there."""
    root.mkdir(parents=True, exist_ok=True)
    path = root / name
    is_new = not path.exists()
    database = sqlite3.connect(path)
    database.execute("pragma synchronous = off")
    if is_new:
        database.executescript(_TABLES)
    times = session.get("time", {})
    database.execute(
        "insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            session["id"],
            session.get("projectID", "p1"),
            session.get("parentID"),
            session.get("directory"),
            session.get("title"),
            json.dumps(session["revert"]) if "revert" in session else None,
            times.get("created"),
            times.get("updated"),
            times.get("archived"),
        ),
    )
    for message, parts in talk:
        body = {key: value for key, value in message.items() if key != "id"}
        when = message.get("time", {}).get("created")
        values = (message["id"], session["id"], when, when, json.dumps(body))
        database.execute("insert into message values (?, ?, ?, ?, ?)", values)
        for number, part in enumerate(parts):
            row = (f"prt_{number}", message["id"], session["id"], when, when)
            database.execute(
                "insert into part values (?, ?, ?, ?, ?, ?)", (*row, json.dumps(part))
            )
    database.commit()
    database.close()
    return path


def put_newer(path: Path, kind: str, minute: float = 1, **data: Any) -> None:
    """Add a message of the second form to the session of a database."""
    database = sqlite3.connect(path)
    when = at(minute)
    row = (f"evt_{minute}", SESSION, kind, when, when, json.dumps(data))
    database.execute("insert into session_message values (?, ?, ?, ?, ?, ?)", row)
    database.commit()
    database.close()


def listed(root: Path) -> list[Session]:
    """Return the sessions of a store."""
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(root: Path) -> tuple[Session, list[Turn]]:
    """Return the one session of a store, and its turns."""
    (session,) = listed(root)
    return session, list(SOURCE.turns(session))


def _write(path: Path, data: Data) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))
