"""A session as Crush's database holds it."""

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from levelmem.engine.sessions.json_values import Data, as_list
from levelmem.engine.sessions.sources._database import (
    Damage,
    database_of,
    decoded,
    ident_of,
    number_of,
    opened,
    until_damage,
)
from levelmem.engine.sessions.sqlite_files import select

_SESSION = (
    *("id", "parent_session_id", "title", "created_at", "updated_at"),
    *("archived_at", "workspace_cwd"),
)
_MESSAGE = ("role", "parts", "model", "created_at", "is_summary_message")


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its row, and its parts in order."""

    row: Data
    parts: list[Data]


@dataclass(slots=True)
class Conversation:
    """A session, and what was said in it."""

    row: Data
    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    """Rows that could not be read."""


def read(path: Path) -> Conversation:
    """Read a session whole.

    Raises ``OSError`` when it is gone or its database can't be read.
    """
    database = database_of(path)
    if database is None:
        raise FileNotFoundError(2, "No session of a database", str(path))
    with opened(database) as connection:
        return _read(connection, path)


def _read(connection: sqlite3.Connection, path: Path) -> Conversation:
    asked = (ident_of(path),)
    rows = list(select(connection, "sessions", _SESSION, "WHERE id = ?", asked))
    if not rows:
        raise FileNotFoundError(2, "The database no longer holds it", str(path))
    found, damage = Conversation(rows[0]), Damage()
    stored = select(connection, "messages", _MESSAGE, "WHERE session_id = ?", asked)
    for row in until_damage(stored, damage):
        parts = decoded(row.get("parts"))
        if isinstance(parts, list):
            found.messages.append(Message(row, as_list(parts)))
        else:
            found.skipped += 1
    # Several messages share a second: they stand in the order they were written in.
    found.messages.sort(key=lambda message: number_of(message.row.get("created_at")))
    found.skipped += damage.rows
    return found
