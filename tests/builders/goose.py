"""Made-up stores of Goose: its database, and the JSON lines of before it."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.goose import SOURCE

Data = dict[str, Any]

START = 1_776_157_200
PROJECT = "/home/ada/code/lamp"
SESSION = "20260414_1"

_TABLES = """
create table schema_version (version integer primary key);
create table sessions (id text primary key, name text not null default '',
  description text not null default '', user_set_name boolean default false,
  session_type text not null default 'user', working_dir text not null,
  created_at timestamp, updated_at timestamp, provider_name text,
  model_config_json text, recipe_json text, schedule_id text, archived_at timestamp,
  project_id text, parent_session_id text);
create table messages (id integer primary key autoincrement, message_id text,
  session_id text not null, role text not null, content_json text not null,
  created_timestamp integer not null, timestamp timestamp, tokens integer,
  metadata_json text);
create index idx_messages_session on messages(session_id);
"""


def text(words: str) -> Data:
    return {"type": "text", "text": words}


def call(name: str, given: Data, ident: str = "c1") -> Data:
    """Return a call of a tool."""
    value = {"name": name, "arguments": given}
    made = {"status": "success", "value": value}
    return {"type": "toolRequest", "id": ident, "toolCall": made}


def gave(*content: Data, ident: str = "c1", is_error: bool = False) -> Data:
    """Return what a tool gave back."""
    value = {"content": list(content), "isError": is_error}
    result = {"status": "success", "value": value}
    return {"type": "toolResponse", "id": ident, "toolResult": result}


def said(role: str, *content: Data, **more: Any) -> Data:
    """Return a message; ``more`` is what is noted beside it."""
    known = {"userVisible": True, "agentVisible": True}
    return {"role": role, "content": list(content), "metadata": {**known, **more}}


def session(ident: str = SESSION, **row: Any) -> Data:
    """Return the row of a session."""
    return {"id": ident, "name": "Paint the lamp", "working_dir": PROJECT, **row}


def put(folder: Path, row: Data, talk: Sequence[Data] = ()) -> Path:
    """Write a session into the database of a folder of sessions; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sessions.db"
    is_new = not path.exists()
    database = sqlite3.connect(path)
    database.execute("pragma synchronous = off")
    if is_new:
        database.executescript(_TABLES)
    times = {"created_at": "2026-04-14 09:00:00", "updated_at": "2026-04-14 09:09:00"}
    _insert(database, "sessions", {**times, **row})
    for number, message in enumerate(talk):
        content = message["content"]
        body = content if isinstance(content, str) else json.dumps(content)
        values = {
            "message_id": f"m{number}",
            "session_id": row["id"],
            "role": message["role"],
            "content_json": body,
            "created_timestamp": START + 60 * (number // 3),
            "metadata_json": json.dumps(message.get("metadata")),
        }
        _insert(database, "messages", values)
    database.commit()
    database.close()
    return path


def put_file(folder: Path, row: Data, talk: Sequence[Data] = ()) -> Path:
    """Write a session as a file of JSON lines; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{row['id']}.jsonl"
    known = {"working_dir": row["working_dir"], "description": row["name"]}
    head = {**known, "message_count": len(talk), "total_tokens": 7}
    messages = [
        {"created": START + 60 * (number // 3), **message}
        for number, message in enumerate(talk)
    ]
    lines = [json.dumps(record) for record in (head, *messages)]
    path.write_text("\n".join(lines) + "\n")
    return path


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
