"""A session as Goose has it: rows of its database, or the lines of a file."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from levelmem.engine.sessions.json_values import Data, as_dict, as_list
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.sources._database import (
    Damage,
    database_of,
    decoded,
    ident_of,
    opened,
    until_damage,
)
from levelmem.engine.sessions.sqlite_files import select

_SESSION = (
    *("id", "name", "description", "user_set_name", "session_type", "working_dir"),
    *("created_at", "updated_at", "model_config_json", "recipe_json", "archived_at"),
    *("parent_session_id", "schedule_id"),
)
_MESSAGE = ("id", "role", "content_json", "created_timestamp", "metadata_json")


@dataclass(frozen=True, slots=True)
class Message:
    """One message: whose turn it is, its content, and what is noted beside it."""

    role: str
    content: list[Data]
    created: object = None
    noted: Data = field(default_factory=dict)
    offset: int = -1
    length: int = 0
    """Where it stands, in a file."""


@dataclass(slots=True)
class Conversation:
    """A session, and what was said in it."""

    row: Data
    """The columns of the table, of a file too."""
    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    """Rows or lines that could not be read."""

    @property
    def model(self) -> str:
        """The model that the session is set to."""
        config = as_dict(decoded(self.row.get("model_config_json")))
        return text_of(config.get("model_name"))

    @property
    def recipe(self) -> str:
        """The prompt of the recipe that the session was started with."""
        recipe = as_dict(decoded(self.row.get("recipe_json")))
        return text_of(recipe.get("prompt")).strip()


def read(path: Path) -> Conversation:
    """Read a session whole.

    Raises ``OSError`` when it is gone or its database can't be read.
    """
    database = database_of(path)
    if database is None:
        return _from_file(path)
    with opened(database) as connection:
        return _from_database(connection, path)


def _from_database(connection: sqlite3.Connection, path: Path) -> Conversation:
    asked = (ident_of(path),)
    rows = list(select(connection, "sessions", _SESSION, "WHERE id = ?", asked))
    if not rows:
        raise FileNotFoundError(2, "The database no longer holds it", str(path))
    found, damage = Conversation(rows[0]), Damage()
    stored = select(connection, "messages", _MESSAGE, "WHERE session_id = ?", asked)
    # They stand in the order they were written in: several share a second.
    for row in sorted(until_damage(stored, damage), key=_number):
        content = decoded(row.get("content_json"))
        if not isinstance(content, list):
            found.skipped += 1
            continue
        noted = as_dict(decoded(row.get("metadata_json")))
        role, created = text_of(row.get("role")), row.get("created_timestamp")
        found.messages.append(Message(role, as_list(content), created, noted))
    found.skipped += damage.rows
    return found


def _number(row: Mapping[str, object]) -> int:
    ident = row.get("id")
    return ident if isinstance(ident, int) else 0


def _from_file(path: Path) -> Conversation:
    skipped = Skipped()
    found = Conversation({})
    for record in read_records(path, skipped):
        data = record.data
        if "role" in data:
            content = data.get("content")
            parts = [_text(content)] if isinstance(content, str) else as_list(content)
            where = (record.offset, record.length)
            noted = as_dict(data.get("metadata"))
            role, created = text_of(data.get("role")), data.get("created")
            found.messages.append(Message(role, parts, created, noted, *where))
        elif not found.row:
            found.row = data
    found.skipped = skipped.lines
    return found


def _text(words: str) -> Data:
    return {"type": "text", "text": words}
