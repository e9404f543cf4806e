"""Made-up stores of Crush: a database in a project, and the list of projects."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.crush import SOURCE

Data = dict[str, Any]

START = 1_776_157_200
SESSION = "9da7d0cd-971b-4040-bb2b-c9e19a088dfb"

_TABLES = """
create table sessions (id text primary key, parent_session_id text, title text,
  message_count integer, updated_at integer, created_at integer,
  summary_message_id text);
create table messages (id text primary key, session_id text, role text, parts text,
  model text, created_at integer, updated_at integer, finished_at integer,
  provider text, is_summary_message integer default 0);
create table files (id text, session_id text, path text, content text);
"""


def part(kind: str, **data: Any) -> Data:
    """Return a part of a message."""
    return {"type": kind, "data": data}


def text(words: str, **data: Any) -> Data:
    return part("text", text=words, **data)


def call(name: str, given: object, ident: str = "c1") -> Data:
    """Return a call of a tool, its arguments the text of an object as Crush has it."""
    body = given if isinstance(given, str) else json.dumps(given)
    return part("tool_call", id=ident, name=name, input=body, finished=True)


def gave(content: object, ident: str = "c1", **data: Any) -> Data:
    """Return what a tool gave back."""
    known = {"tool_call_id": ident, "content": content, "is_error": False}
    return part("tool_result", **{**known, **data})


def said(role: str, *parts: object, **row: Any) -> Data:
    """Return a message; what it ended with is a part of it."""
    return {"role": role, "parts": json.dumps(parts), **row}


def session(ident: str = SESSION, **row: Any) -> Data:
    """Return the row of a session."""
    return {"id": ident, "title": "Paint the lamp", **row}


def put(folder: Path, row: Data, talk: Sequence[Data] = ()) -> Path:
    """Write a session into the database of a data folder; return the database."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "crush.db"
    is_new = not path.exists()
    database = sqlite3.connect(path)
    database.execute("pragma synchronous = off")
    if is_new:
        database.executescript(_TABLES)
    times = {"created_at": START, "updated_at": START + 540}
    _insert(database, "sessions", {**times, **row})
    for number, message in enumerate(talk):
        when = START + 60 * (number // 2)
        known = {"id": f"{row['id']}-{number}", "session_id": row["id"]}
        times = {"created_at": when, "updated_at": when}
        _insert(database, "messages", {**known, **times, **message})
    database.commit()
    database.close()
    return path


def register(home: Path, *projects: tuple[Path, Path | str]) -> None:
    """Write the list of projects, each with its data folder."""
    path = home / ".local/share/crush/projects.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = [{"path": str(at), "data_dir": str(data)} for at, data in projects]
    path.write_text(json.dumps({"projects": entries}))


def listed(root: Path) -> list[Session]:
    """Return the sessions of a store."""
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(root: Path) -> tuple[Session, list[Turn]]:
    """Return the one session of a store, and its turns."""
    (found,) = listed(root)
    return found, list(SOURCE.turns(found))


def _insert(database: sqlite3.Connection, table: str, row: Data) -> None:
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    query = f"insert into {table} ({columns}) values ({marks})"
    database.execute(query, tuple(row.values()))
