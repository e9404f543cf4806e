"""Where Goose keeps its sessions: a database, and a file for each before it.

The first start with a database takes the files into it, and leaves them where they are.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import (
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

DATABASE = "sessions.db"
_FOLDER = "sessions"


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the folders of sessions: where ``GOOSE_PATH_ROOT`` says, or the usual."""
    folders = (data / _FOLDER for data in _data_folders(environ))
    found = [folder for folder in folders if folder.is_dir()]
    return existing_roots({folder: folder for folder in found})


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the sessions of one root; the database has them, if it has them at all.

    The root is a folder of sessions, the data folder above it, or the database. Raises
    ``OSError`` when it can't be listed, and at the end for a database that can't be
    read.
    """
    if not root.is_dir():
        root.stat()  # Says why, where there is nothing.
        yield from row_files(agent, root, root, _sessions)
        return
    list(root.iterdir())  # Says why, where it can't be listed.
    folder = root / _FOLDER if (root / _FOLDER).is_dir() else root
    known: set[str] = set()
    unread: OSError | None = None
    if (database := folder / DATABASE).exists():
        try:
            found = row_files(agent, root, database, _sessions)
            known = {ident_of(file.path) for file in found}
            yield from found
        except OSError as error:
            unread = error
    seen: Seen = set()
    logs = (Path(entry.path) for entry in entries(folder))
    for path in (p for p in logs if p.suffix == ".jsonl" and p.stem not in known):
        if written := session_file(agent, root, path, seen):
            yield written
    if unread:
        raise unread


def database_beside(path: Path) -> Path:
    """Return the database that a session's file would have been taken into."""
    return path.with_name(DATABASE)


def _sessions(connection: sqlite3.Connection) -> Iterator[Listed]:
    """Yield the sessions, each with what changes when it goes on."""
    said = counted(connection, "messages", "count(*), max(id)")
    for row in select(connection, "sessions", ("id", "updated_at")):
        ident, when = text_of(row.get("id")), row.get("updated_at")
        yield Listed(ident, f"{when} {said.get(ident)}", when)


def _data_folders(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield where Goose keeps data: on macOS and Windows apart from everywhere else."""
    named = environ.get("GOOSE_PATH_ROOT", "")
    if Path(named).is_absolute():
        yield Path(named, "data")
        return
    if data := environ.get("XDG_DATA_HOME"):
        yield Path(data, "goose")
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        if not data:
            yield Path(home, ".local/share/goose")
        support = Path(home, "Library/Application Support")
        yield support / "Block" / "goose"
        yield support / "Block.block.goose"
    if roaming := environ.get("APPDATA"):
        yield Path(roaming, "Block", "goose", "data")
        yield Path(roaming, "Block", "Block", "goose", "data")
