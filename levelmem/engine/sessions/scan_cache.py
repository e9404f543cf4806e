"""A cache of scans, so that a session file is read again only when it changed.

It can be deleted at any time. A cache that does not fit is emptied; one that can't
be opened is done without: it never hides a session that is on disk.
"""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Scan, SessionFile
from levelmem.engine.sessions.packing import packed, plain, unpacked
from levelmem.engine.text import mend_surrogates

_SCHEMA = 1
_TABLE = """
create table if not exists scan (
  agent text not null, path text not null, root text not null,
  signature text not null, version integer not null, body text not null,
  primary key (agent, path)
) without rowid
"""


class ScanCache:
    """Scans by agent and path, in one private SQLite file."""

    def __init__(self, path: Path | None) -> None:
        """Use the file at ``path``, made when needed; None keeps nothing."""
        self._path = path

    def load(self, agent: str, version: int, root: Path) -> dict[str, tuple[str, Scan]]:
        """Return the signature and the scan of each known file of one store."""
        known: dict[str, tuple[str, Scan]] = {}
        if not _is_text(str(root)):
            return known
        with suppress(sqlite3.Error, OSError), closing(self._open()) as database:
            rows = database.execute(
                "select path, signature, body from scan"
                " where agent = ? and root = ? and version = ?",
                (agent, str(root), version),
            )
            for path, signature, body in rows:
                with suppress(ValueError, TypeError, KeyError):
                    known[path] = (signature, _decode(body))
        return known

    def save(self, version: int, read: Iterable[tuple[SessionFile, Scan]]) -> None:
        """Keep what was read; a cache that can't be written is left as it is.

        A file whose name is no text (bytes of another encoding) is read each time.
        """
        rows: list[tuple[Any, ...]] = [
            (f.agent, str(f.path), str(f.root), f.signature, version, _encode(scan))
            for f, scan in read
            if _is_text(str(f.path))
        ]
        self._write("insert or replace into scan values (?, ?, ?, ?, ?, ?)", rows)

    def forget(self, agent: str, paths: Iterable[str]) -> None:
        """Drop files that are gone from disk."""
        rows: list[tuple[Any, ...]] = [
            (agent, path) for path in paths if _is_text(path)
        ]
        self._write("delete from scan where agent = ? and path = ?", rows)

    def _write(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        if not rows:
            return
        with suppress(sqlite3.Error, OSError), closing(self._open()) as database:
            database.executemany(statement, rows)
            database.commit()

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return sqlite3.connect(":memory:")
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return _prepare(self._path)
        except sqlite3.DatabaseError:  # not a database, or torn: begin anew
            self._path.unlink(missing_ok=True)
            return _prepare(self._path)


def _prepare(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    database = sqlite3.connect(path, timeout=5)
    try:
        found: int = database.execute("pragma user_version").fetchone()[0]
        if found != _SCHEMA:
            database.execute("drop table if exists scan")
            database.execute(f"pragma user_version = {_SCHEMA}")
        database.execute("pragma journal_mode = wal")
        database.execute(_TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_text(path: str) -> bool:
    """Tell whether SQLite can keep a path: a lone surrogate stands for a raw byte."""
    return mend_surrogates(path) == path


def _encode(scan: Scan) -> str:
    body = {"session": packed(scan.session), "hints": dict(scan.hints)}
    return json.dumps(body, default=plain, separators=(",", ":"))


def _decode(body: str) -> Scan:
    data = json.loads(body)
    return Scan(unpacked(data["session"]), data["hints"])
