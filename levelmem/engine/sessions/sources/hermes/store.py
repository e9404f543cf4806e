"""Where Hermes keeps its sessions, and how they are read.

``state.db`` has tables of sessions and of messages; early versions wrote
``sessions/session_<id>.json``, which stay where they are.
"""

import errno
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.json_values import Data, as_dict, as_list, read_array
from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import (
    Listed,
    counted,
    database_of,
    ident_of,
    opened,
    row_files,
)
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
    subfolders,
)

_DATABASE = "state.db"
_PREFIX = "session_"
_SESSION = (
    *("id", "model", "started_at", "ended_at", "cwd", "git_branch", "title"),
    *("archived", "hidden", "parent_session_id", "model_config", "title_source"),
    "last_activity_at",
)
_MESSAGE = (
    *("id", "role", "content", "tool_calls", "tool_call_id", "timestamp", "active"),
    *("compacted", "display_kind", "reasoning", "reasoning_content"),
    *("effect_disposition", "_compressed_summary"),
)


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the homes that hold sessions; ``HERMES_HOME`` names the first."""
    person = environ.get("HOME") or environ.get("USERPROFILE")
    named = environ.get("HERMES_HOME") or (person and str(Path(person, ".hermes")))
    if not named:
        return []
    homes = [Path(named), *subfolders(Path(named, "profiles"), set())]
    return existing_roots({home: _sign(home) for home in homes})


def _sign(home: Path) -> Path:
    database = home / _DATABASE
    return database if database.exists() else home / "sessions"


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the sessions of one home; the database has them, if it has them at all.

    Raises ``OSError`` when it can't be read.
    """
    list(root.iterdir())  # Says why, where it can't be listed.
    seen: Seen = set()
    known: set[str] = set()
    rows: list[SessionFile] = []
    if (root / _DATABASE).is_file():
        rows = row_files(agent, root, root / _DATABASE, _listed)
        known = {ident_of(file.path) for file in rows}
    for entry in entries(root / "sessions"):
        path = Path(entry.path)
        is_new = path.suffix == ".json" and ident_in(path) not in known
        if is_new and (file := session_file(agent, root, path, seen)):
            yield file
    yield from rows


def ident_in(path: Path) -> str:
    """Return the id of a session by its path."""
    return ident_of(path) if database_of(path) else path.stem.removeprefix(_PREFIX)


def read(path: Path, skipped: Skipped) -> tuple[Data, list[Data]]:
    """Return a session and its messages. Raises ``OSError`` when it can't be read."""
    database = database_of(path)
    return _from_rows(database, path) if database else _from_document(path, skipped)


def _listed(connection: sqlite3.Connection) -> Iterator[Listed]:
    spoken = counted(connection, "messages", "count(*), max(id), max(timestamp)")
    for row in select(connection, "sessions", _SESSION):
        marks = spoken.get(row.get("id"), ())
        when = marks[-1] if marks else row.get("started_at")
        known = [row.get(name) for name in ("title", "archived", "ended_at")]
        yield Listed(text_of(row.get("id")), f"{marks} {known}", when)


def _from_rows(database: Path, path: Path) -> tuple[Data, list[Data]]:
    ident = ident_of(path)
    with opened(database) as connection:
        asked = (ident,)
        sessions = list(select(connection, "sessions", _SESSION, "WHERE id = ?", asked))
        where = "WHERE session_id = ? ORDER BY id"
        messages = list(select(connection, "messages", _MESSAGE, where, asked))
    if not sessions:
        raise FileNotFoundError(errno.ENOENT, "the session is gone", str(path))
    return sessions[0], messages


def _from_document(path: Path, skipped: Skipped) -> tuple[Data, list[Data]]:
    with open_regular(path) as stream:
        body = stream.read()
    try:
        whole = as_dict(json.loads(body.decode("utf-8-sig", "replace")))
    except (ValueError, RecursionError):
        return {}, read_array(path, skipped, "messages")
    config = as_dict(whole.get("model_config"))
    about = {
        "id": whole.get("session_id"),
        "model": whole.get("model"),
        "started_at": whole.get("session_start"),
        "ended_at": whole.get("last_updated"),
        "cwd": whole.get("cwd") or config.get("cwd"),
        "title": whole.get("title"),
    }
    return about, as_list(whole.get("messages"))
