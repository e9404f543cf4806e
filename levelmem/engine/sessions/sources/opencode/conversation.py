"""The messages of a session, each with its parts: from a database, or from files."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources._database import (
    Damage,
    database_of,
    decoded,
    ident_of,
    number_of,
    opened,
    until_damage,
)
from levelmem.engine.sessions.sources.opencode.newer import as_before
from levelmem.engine.sessions.sources.opencode.store import read_json, storage_of
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.store_files import entries

_SESSION = (
    *("id", "parent_id", "directory", "title", "version", "project_id", "revert"),
    *("time_created", "time_updated", "time_archived", "model"),
)


_OF_SESSION = "WHERE session_id = ?"


@dataclass(frozen=True, slots=True)
class Message:
    """One message: what it says of itself, and its parts in order."""

    info: Data
    parts: Sequence[Data] = ()


@dataclass(slots=True)
class Conversation:
    """A session as it is stored."""

    info: Data
    """As in the files: ``{id, parentID, directory, title, time{created, updated}}``."""
    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    """Records that could not be read."""


def read(path: Path) -> Conversation:
    """Read a session whole.

    Raises ``OSError`` when it is gone or its database can't be read.
    """
    database = database_of(path)
    if database is None:
        return _from_files(path)
    with opened(database) as connection:
        return _from_database(connection, path)


# The database.


def _from_database(connection: sqlite3.Connection, path: Path) -> Conversation:
    asked = (ident_of(path),)
    rows = list(select(connection, "session", _SESSION, "WHERE id = ?", asked))
    if not rows:
        raise FileNotFoundError(2, "The database no longer holds it", str(path))
    found, damage = Conversation(_info_of(connection, rows[0])), Damage()
    parts: dict[str, list[Data]] = {}
    columns = ("id", "message_id", "data")
    stored = select(connection, "part", columns, _OF_SESSION, asked)
    for row in sorted(until_damage(stored, damage), key=_ident):
        if data := _decoded(row, found):
            parts.setdefault(text_of(row.get("message_id")), []).append(data)
    columns = ("id", "time_created", "data")
    stored = select(connection, "message", columns, _OF_SESSION, asked)
    for row in sorted(until_damage(stored, damage), key=_written):
        if data := _decoded(row, found):
            ident = text_of(row.get("id"))
            info = {"time": {"created": row.get("time_created")}, **data, "id": ident}
            found.messages.append(Message(info, parts.get(ident, ())))
    if not found.messages:
        _add_newer(connection, asked, found, damage)
    found.skipped += damage.rows
    return found


def _add_newer(
    connection: sqlite3.Connection,
    asked: tuple[str],
    found: Conversation,
    damage: Damage,
) -> None:
    columns = ("id", "type", "time_created", "data")
    stored = select(connection, "session_message", columns, _OF_SESSION, asked)
    for row in sorted(until_damage(stored, damage), key=_written):
        if data := _decoded(row, found):
            kind = text_of(row.get("type")) or text_of(data.get("type"))
            if message := as_before(kind, data):
                info, parts = message
                known = {"time": {"created": row.get("time_created")}}
                found.messages.append(
                    Message({**known, **info, "id": text_of(row.get("id"))}, parts)
                )


def _ident(row: Data) -> str:
    return text_of(row.get("id"))


def _written(row: Data) -> tuple[float, str]:
    return (number_of(row.get("time_created")), _ident(row))


def _info_of(connection: sqlite3.Connection, row: Data) -> Data:
    folder = text_of(row.get("directory"))
    if not folder:
        wanted = ("id", "worktree")
        project = (row.get("project_id"),)
        for found in select(connection, "project", wanted, "WHERE id = ?", project):
            folder = text_of(found.get("worktree"))
    return {
        "id": row.get("id"),
        "parentID": row.get("parent_id"),
        "directory": folder,
        "title": row.get("title"),
        "revert": decoded(row.get("revert")),
        "time": {
            "created": row.get("time_created"),
            "updated": row.get("time_updated"),
            "archived": row.get("time_archived"),
        },
    }


def _decoded(row: Data, found: Conversation) -> Data:
    data = as_dict(decoded(row.get("data")))
    if not data:
        found.skipped += 1
    return data


# The files.


def _from_files(path: Path) -> Conversation:
    with open_regular(path):
        pass  # Says why, where it can't be opened.
    info = as_dict(read_json(path))
    found = Conversation(info, skipped=not info)
    storage = storage_of(path)
    ident = text_of(info.get("id")) or path.stem
    if not text_of(info.get("directory")):
        project = as_dict(read_json(storage / "project" / f"{path.parent.name}.json"))
        found.info = {**info, "directory": text_of(project.get("worktree"))}
    loose = _loose_parts(storage / "part")
    for file in _message_files(storage, (ident, path.stem)):
        message = as_dict(read_json(file))
        if not message:
            found.skipped += 1
            continue
        name = text_of(message.get("id")) or file.stem
        parts = list(_parts(storage, ident, (name, file.stem), message, found))
        parts += [part for part in loose if part.get("messageID") == name]
        found.messages.append(Message({**message, "id": name}, parts))
    found.messages.sort(key=_begun)
    return found


def _begun(message: Message) -> tuple[float, str]:
    when = number_of(as_dict(message.info.get("time")).get("created"))
    return (when, text_of(message.info.get("id")))


def _message_files(storage: Path, idents: Sequence[str]) -> Iterator[Path]:
    """Yield the files of a session's messages; the oldest layout lies deeper."""
    for above in (storage / "message", storage / "session" / "message"):
        for ident in dict.fromkeys(idents):
            if _is_name(ident):
                yield from _jsons(above / ident)


def _parts(
    storage: Path,
    session: str,
    idents: Sequence[str],
    message: Data,
    found: Conversation,
) -> Iterator[Data]:
    inline = message.get("parts")
    yield from (as_dict(p) for p in inline) if isinstance(inline, list) else ()
    for above in (storage / "part", storage / "session" / "part" / session):
        for ident in dict.fromkeys(idents):
            if not (_is_name(ident) and _is_name(session)):
                continue
            for file in _jsons(above / ident):
                if part := as_dict(read_json(file)):
                    yield part
                else:
                    found.skipped += 1


def _loose_parts(folder: Path) -> list[Data]:
    """Return parts that lie in no folder of their message."""
    return [as_dict(read_json(file)) for file in _jsons(folder)]


def _jsons(folder: Path) -> list[Path]:
    return [Path(e.path) for e in entries(folder) if e.name.endswith(".json")]


def _is_name(ident: str) -> bool:
    """Tell whether an id is nothing but a name: it stays inside its folder."""
    return bool(ident) and ident not in (".", "..") and not set(ident) & set("/\\\0")
