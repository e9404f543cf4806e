"""Conversations kept ready to be searched, in one private file.

The file is derived: it can be deleted at any time, one that does not fit is begun
anew, and a session that is not in it, or has changed since, is searched in its own
file. What was said is kept as it is; what tools did and gave back is nine tenths of
the text, so that is compressed (zstd, which gives it back four times as fast as
zlib). Transactions keep a crash from leaving half a session behind.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.searched_text import Stream
from levelmem.engine.sessions.text_packing import pack, unpack_rest, unpack_talk
from levelmem.engine.text import mend_surrogates

_SCHEMA = 2
"""Rises with every change of the file's form or of what is searched."""

_TABLES = """
create table if not exists session (
  id integer primary key, agent text not null, sid text not null,
  token text not null, stamp text not null, size integer not null,
  unique (agent, sid)
);
create table if not exists body (
  id integer primary key, talk_kinds blob not null, talk_index blob not null,
  talk blob not null, signs blob not null, rest_kinds blob not null,
  rest_index blob not null, rest blob not null
);
"""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a session that is kept."""

    row: int
    token: str
    """What the catalog knew of it when it was kept."""
    stamp: str
    """What its files were like when it was kept."""
    size: int
    """Bytes that it takes."""


def token_of(session: Session) -> str:
    """Return what changes when the catalog has found a session changed."""
    s = session
    # A file's name can be no text (raw bytes), and a database takes none of that.
    path = mend_surrogates(str(s.path))
    return f"{path}|{s.size}|{s.turns}|{s.updated}|{len(s.files)}"


class TextCache:
    """The kept conversations of one machine. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Use the file at ``path``, made when something is first kept."""
        self._path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._kept: Mapping[Key, Kept] = {}
        self._edition: tuple[tuple[int, int], ...] = ()

    # Searching.

    def talks(self, sessions: Sequence[Session]) -> Mapping[Key, Stream]:
        """Return the talk of those sessions that are kept and current, by key."""
        found = self._bodies("talk_kinds, talk_index, talk", sessions)
        return {key: unpack_talk(*columns) for key, *columns in found}

    def signs(self, sessions: Sequence[Session]) -> Mapping[Key, bytes]:
        """Return what rules out the rest of those that are kept and current."""
        return dict(self._bodies("signs", sessions))

    def rest(self, session: Session) -> Stream | None:
        """Return what is not talk; None where it is not kept any more."""
        for _, *columns in self._bodies("rest_kinds, rest_index, rest", [session]):
            with suppress(ValueError):
                return unpack_rest(*columns)
        return None

    def _bodies(self, columns: str, sessions: Sequence[Session]) -> Iterator[Any]:
        """Yield the keys and some columns of sessions that are kept and current."""
        kept = self.kept()
        rows = {
            known.row: session.key
            for session in sessions
            if (known := kept.get(session.key)) and known.token == token_of(session)
        }
        marks = ",".join("?" * len(rows))
        query = f"select id, {columns} from body where id in ({marks})"
        for row, *found in self._rows(query, [*rows]):
            yield rows[row], *found

    # Keeping.

    def kept(self) -> Mapping[Key, Kept]:
        """Return what is kept, by the sessions' keys."""
        edition = self._file_edition()
        with self._lock:
            if edition == self._edition:
                return self._kept
        rows = self._rows("select agent, sid, id, token, stamp, size from session", [])
        kept = {(agent, sid): Kept(*known) for agent, sid, *known in rows}
        with self._lock:
            self._kept, self._edition = kept, edition
        return kept

    @property
    def size(self) -> int:
        """Bytes that the kept sessions take."""
        return sum(known.size for known in self.kept().values())

    def keep(self, session: Session, stamp: str, talk: Stream, rest: Stream) -> int:
        """Keep a conversation in place of what was kept of it; return its bytes.

        A cache that can't be written is left as it is, and 0 returned.
        """
        packed = pack(talk, rest)
        try:
            database = self._open(to_write=True)
            with database:
                row = self._head(database, session, stamp, packed.size)
                database.execute(
                    "insert or replace into body values (?, ?, ?, ?, ?, ?, ?, ?)",
                    (row, *packed.columns),
                )
        except (sqlite3.Error, OSError):
            return 0
        return packed.size

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop sessions, and give the room back."""
        kept = self.kept()
        rows = [(kept[key].row,) for key in keys if key in kept]
        if not rows:
            return
        with suppress(sqlite3.Error, OSError):
            database = self._open(to_write=True)
            with database:
                database.executemany("delete from session where id = ?", rows)
                database.executemany("delete from body where id = ?", rows)
            database.execute("pragma incremental_vacuum").fetchall()

    def clear(self) -> None:
        """Delete everything that is kept."""
        self._close()
        for path in self._files():
            with suppress(OSError):
                path.unlink(missing_ok=True)

    @staticmethod
    def _head(
        database: sqlite3.Connection, session: Session, stamp: str, size: int
    ) -> int:
        database.execute(
            "insert into session (agent, sid, token, stamp, size)"
            " values (?, ?, ?, ?, ?) on conflict (agent, sid) do update set"
            " token = excluded.token, stamp = excluded.stamp, size = excluded.size",
            (*session.key, token_of(session), stamp, size),
        )
        found = database.execute(
            "select id from session where agent = ? and sid = ?", session.key
        )
        row: int = found.fetchone()[0]
        return row

    # The file.

    def _rows(self, query: str, values: Sequence[object]) -> list[Any]:
        """Return what a query finds: nothing where the file is not there, or broken."""
        try:
            return self._open(to_write=False).execute(query, values).fetchall()
        except (sqlite3.Error, OSError):
            return []

    def _files(self) -> tuple[Path, ...]:
        log = self._path.with_name(self._path.name + "-wal")
        return (self._path, log, self._path.with_name(self._path.name + "-shm"))

    def _file_edition(self) -> tuple[tuple[int, int], ...]:
        """Return what changes whenever the file is written."""
        found = []
        for path in self._files()[:2]:
            try:
                stat = path.stat()
                found.append((stat.st_mtime_ns, stat.st_size))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def _open(self, *, to_write: bool) -> sqlite3.Connection:
        """Return this thread's connection. Raises where there is nothing to read."""
        database: sqlite3.Connection | None = getattr(self._local, "database", None)
        if database is not None and self._path.exists():
            return database
        self._close()
        if to_write:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                database = _prepared(self._path)
            except sqlite3.DatabaseError:  # not a database, or torn: begin anew
                self.clear()
                database = _prepared(self._path)
        else:
            database = _for_reading(self._path)
        self._local.database = database
        return database

    def _close(self) -> None:
        database = getattr(self._local, "database", None)
        if database is not None:
            database.close()
        self._local.database = None


def _for_reading(path: Path) -> sqlite3.Connection:
    """Open a file that is there and fits. Raises ``sqlite3.Error`` otherwise."""
    if not path.is_file():
        raise sqlite3.OperationalError("nothing is kept")
    database = sqlite3.connect(path, timeout=5)
    try:
        if database.execute("pragma user_version").fetchone()[0] != _SCHEMA:
            raise sqlite3.DatabaseError("of another version")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _prepared(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    database = sqlite3.connect(path, timeout=5)
    try:
        found: int = database.execute("pragma user_version").fetchone()[0]
        if found not in (0, _SCHEMA):
            raise sqlite3.DatabaseError("of another version")
        if found == 0:
            database.execute("pragma auto_vacuum = incremental")
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        database.executescript(_TABLES)
        database.execute(f"pragma user_version = {_SCHEMA}")
    except sqlite3.Error:
        database.close()
        raise
    return database
