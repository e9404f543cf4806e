"""A made-up database of Hermes'."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

PROJECT = "/home/ada/code/lamp"
SESSION = "20260429_200500_a1b2c3"
START = 1777493100.5


def put_rows(
    home: Path, messages: list[dict[str, Any]], ident: str = SESSION, **about: Any
) -> Path:
    """Write a session, and make the database where there is none."""
    path = home / "state.db"
    home.mkdir(parents=True, exist_ok=True)
    known = {"cwd": PROJECT, "model": "hermes-4", "started_at": START, **about}
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE IF NOT EXISTS sessions (id TEXT, model TEXT, cwd TEXT,"
            " started_at REAL, title TEXT, archived INTEGER, hidden INTEGER,"
            " parent_session_id TEXT, model_config TEXT)"
        )
        database.execute(
            "CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY,"
            " session_id TEXT, role TEXT, content TEXT, tool_calls TEXT,"
            " tool_call_id TEXT, timestamp REAL, active INTEGER DEFAULT 1,"
            " compacted INTEGER DEFAULT 0, display_kind TEXT, reasoning TEXT,"
            " _compressed_summary INTEGER)"
        )
        insert(database, "sessions", {"id": ident, **known})
        for number, message in enumerate(messages):
            row = {"session_id": ident, "timestamp": START + number, **message}
            insert(database, "messages", row)
        database.commit()
    return path


def insert(database: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    """Write one row."""
    marks = ", ".join("?" * len(row))
    query = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"
    database.execute(query, tuple(row.values()))
