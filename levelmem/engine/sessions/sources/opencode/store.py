"""Where opencode keeps its sessions: a database, and the files of before it.

``opencode.db`` (or one for each channel) holds all since 2026; ``storage/`` is what it
was moved from, and stays there as a copy. A session of a database is named by a path
below it, as if the database were a folder.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import (
    SUFFIX,
    Listed,
    counted,
    ident_of,
    row_files,
)
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
)

_MOST_BYTES = 64 << 20


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the data folders, and a database elsewhere that ``OPENCODE_DB`` names."""
    candidates: dict[Path, Path] = {}
    for folder in _folders(environ):
        signs = [folder / "storage" / "session", *databases(folder)]
        candidates[folder] = next((p for p in reversed(signs) if p.exists()), signs[0])
    named = environ.get("OPENCODE_DB", "")
    if named and named != ":memory:":
        for folder in _folders(environ):
            path = folder / named
            if path not in databases(folder):
                candidates.setdefault(path, path)
    return existing_roots(candidates)


def databases(root: Path) -> list[Path]:
    """Return the databases of a root, which may be one itself."""
    if _is_database(root):
        return [root]
    try:
        return sorted(path for path in root.glob(f"opencode*{SUFFIX}") if path.exists())
    except OSError:
        return []


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the sessions of one root; a database has them, if it has them at all.

    Raises ``OSError`` when the root can't be listed, and at the end for a database that
    can't be read.
    """
    if not _is_database(root):
        list(root.iterdir())  # Says why, where it can't be listed.
    known: set[str] = set()
    unread: OSError | None = None
    for database in databases(root):
        try:
            found = row_files(agent, root, database, _sessions)
        except OSError as error:
            unread = unread or error
            continue
        known.update(ident_of(file.path) for file in found)
        yield from found
    seen: Seen = set()
    for path in _written(root / "storage" / "session"):
        if path.stem not in known:
            messages = _message_folders(root, path.stem)
            if written := session_file(agent, root, path, seen, *messages):
                yield written
    if unread:
        raise unread


def storage_of(path: Path) -> Path:
    """Return the folder of all files of the old form, by that of a session."""
    return next(p.parent for p in path.parents if p.name == "session")


def _folders(environ: Mapping[str, str]) -> Iterator[Path]:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    data = environ.get("XDG_DATA_HOME") or (home and str(Path(home, ".local/share")))
    if data:
        yield Path(data, "opencode")
    if local := environ.get("LOCALAPPDATA"):
        yield Path(local, "opencode")


def _is_database(root: Path) -> bool:
    return root.suffix == SUFFIX and not root.is_dir()


def _sessions(connection: sqlite3.Connection) -> Iterator[Listed]:
    """Yield the sessions, each with what changes when it goes on."""
    spoken = counted(connection, "message", "count(*), max(time_updated)")
    newer = counted(connection, "session_message", "count(*), max(time_updated)")
    parts = counted(connection, "part", "count(*)")  # Its index tells that alone.
    for row in select(connection, "session", ("id", "time_updated")):
        ident, when = text_of(row.get("id")), row.get("time_updated")
        marks = (found.get(ident) for found in (spoken, newer, parts))
        yield Listed(ident, f"{when} {' '.join(map(str, marks))}", when)


def _written(folder: Path) -> Iterator[Path]:
    """Yield the files that describe a session: ``<project>/ses_*.json``, ``info/…``."""
    for project in entries(folder):
        if project.name in ("message", "part"):  # the oldest layout has them there
            continue
        for entry in entries(Path(project.path)):
            if entry.name.endswith(".json"):
                yield Path(entry.path)


def _message_folders(root: Path, session: str) -> list[Path]:
    """Return what changes when a session goes on."""
    storage = root / "storage"
    above = (storage / "message", storage / "session" / "message")
    names = (session, session.removeprefix("ses_"))
    folders = [folder / name for folder in above for name in dict.fromkeys(names)]
    last = [Path(found[-1].path) for f in folders if (found := entries(f))]
    return [*folders, *last]


def read_json(path: Path) -> object:
    """Return what a file holds; None where it can't be read."""
    with suppress(OSError, ValueError, RecursionError), open_regular(path) as stream:
        return json.loads(stream.read(_MOST_BYTES).decode("utf-8-sig", "replace"))
    return None
