"""Conversations kept ready to be searched, in one private file.

The file is derived: it can be deleted at any time, one that does not fit is begun
anew, and a session that is not in it, or has changed since, is searched in its own
file. What was said is kept ready to be looked through; what tools did and gave back
is nine tenths of the text, so that is compressed (zstd, which gives it back four times
as fast as zlib). Transactions keep a crash from leaving half a session behind.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.searched_text import Index, Stream
from levelmem.engine.sessions.talk_memory import TalkMemory
from levelmem.engine.sessions.text_packing import (
    Packed,
    pack,
    unpack_index,
    unpack_rest,
    unpack_talk,
    unpack_words,
)
from levelmem.engine.sessions.word_lists import WordList
from levelmem.engine.text import mend_surrogates

_SCHEMA = 4
"""Rises with every change of the file's form or of what is searched."""

_TABLES = """
create table if not exists session (
  id integer primary key, agent text not null, sid text not null,
  token text not null, stamp text not null, size integer not null,
  parts integer not null, last_size integer not null, unique (agent, sid)
);
create table if not exists mark (id integer primary key, mark text not null);
create table if not exists talk (
  id integer primary key, kinds blob not null, raw blob not null
);
create table if not exists words (
  id integer primary key, kinds blob not null, packed blob not null
);
create table if not exists body (
  id integer primary key, talk_index blob not null, rest_kinds blob not null,
  rest_raw blob not null, rest_index blob not null
);
"""

_BODIES = ("talk", "words", "body")
"""Apart, since what is looked through lies closer together without the rest."""

MOST_PARTS = 32
"""A session that grew more often is kept anew as a whole."""

Key = tuple[str, str]


_KEPT = "id, token, stamp, size, parts, last_size"


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
    parts: int
    """A session that grew is kept in several, of which the last is not settled."""
    last_size: int
    """Bytes that the last part takes."""

    @property
    def numbers(self) -> list[int]:
        """The numbers of its parts in the tables of texts."""
        return [self.row * MOST_PARTS + part for part in range(self.parts)]


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
        self._talks = TalkMemory()

    # Searching.

    def talks(self, sessions: Sequence[Session]) -> Mapping[Key, Stream]:
        """Return the talk of those sessions that are kept and current, by key."""
        found: dict[Key, Stream] = {}
        unknown: list[tuple[Session, Kept]] = []
        kept = self.kept()
        for session in sessions:
            known = kept.get(session.key)
            if known is None:
                continue
            if talk := self._talks.get(session, known):
                found[session.key] = talk
            elif known.token == token_of(session):
                unknown.append((session, known))
        for session, known, parts in self._bodies("talk", unknown):
            size = sum(len(raw) for _, raw in parts)
            more = partial(self._talk_places, session, known, size)
            try:
                talk = unpack_talk(parts, more)
            except ValueError:
                self.drop(session)
                continue
            self._talks.add(session, known, talk)
            found[session.key] = talk
        return found

    def _talk_places(
        self, session: Session, known: Kept, size: int
    ) -> tuple[bytes, Index]:
        asked = [(session, known)]
        for _, _, talk in self._bodies("talk", asked):
            texts = [raw for _, raw in talk]
            for _, _, body in self._bodies("body", asked):
                if sum(map(len, texts)) == size:  # or it was kept anew meanwhile
                    index = unpack_index([index for index, *_ in body], texts)
                    return b"".join(texts), index
        raise ValueError("a kept text is not there any more")

    def words(self, sessions: Sequence[Session]) -> Mapping[Key, WordList]:
        """Return the words of what is not talk, of those kept and current, by key."""
        found = {}
        for session, _, parts in self._bodies("words", self._current(sessions)):
            with suppress(ValueError):
                found[session.key] = unpack_words(parts)
        return found

    def rest(self, session: Session) -> Stream | None:
        """Return what is not talk; None where it is not kept any more."""
        for _, _, parts in self._bodies("body", self._current([session])):
            try:
                return unpack_rest([rest for _, *rest in parts])
            except ValueError:
                self.drop(session)
        return None

    def drop(self, session: Session) -> None:
        """Forget a session whose kept text is damaged: it will be kept anew."""
        self.forget([session.key])

    def _current(self, sessions: Sequence[Session]) -> list[tuple[Session, Kept]]:
        """Return those sessions that are kept and current."""
        kept = self.kept()
        return [
            (session, known)
            for session in sessions
            if (known := kept.get(session.key)) and known.token == token_of(session)
        ]

    def _bodies(
        self, table: str, asked: Sequence[tuple[Session, Kept]]
    ) -> Iterator[tuple[Session, Kept, list[Any]]]:
        """Yield sessions whose parts are all in a table of texts, with those parts."""
        numbers = [number for _, known in asked for number in known.numbers]
        marks = ",".join("?" * len(numbers))
        query = f"select * from {table} where id in ({marks})"
        rows = self._rows(query, numbers) if numbers else []
        found = {number: columns for number, *columns in rows}
        for session, known in asked:
            if all(number in found for number in known.numbers):
                yield session, known, [found[number] for number in known.numbers]
            elif found:
                self.drop(session)  # A part is lost: it will be kept anew.

    # Keeping.

    def kept(self) -> Mapping[Key, Kept]:
        """Return what is kept, by the sessions' keys."""
        edition = self._file_edition()
        with self._lock:
            if edition == self._edition:
                return self._kept
        rows = self._rows(f"select agent, sid, {_KEPT} from session", [])
        kept = {(agent, sid): Kept(*known) for agent, sid, *known in rows}
        with self._lock:
            self._kept, self._edition = kept, edition
        return kept

    def mark(self, known: Kept) -> str:
        """Return where reading a session goes on; ``""`` where it is read anew."""
        rows = self._rows("select mark from mark where id = ?", [known.row])
        return rows[0][0] if rows else ""

    @property
    def size(self) -> int:
        """Bytes that the kept sessions take."""
        return sum(known.size for known in self.kept().values())

    def keep(
        self,
        session: Session,
        stamp: str,
        parts: Sequence[tuple[Stream, Stream]],
        mark: str = "",
        *,
        grown: Kept | None = None,
    ) -> int:
        """Keep a conversation in place of what was kept of it; return its bytes.

        Args:
            session: whose conversation it is.
            stamp: what its files were like before it was read.
            parts: talk and rest, in one part or in several.
            mark: where reading it goes on.
            grown: what was kept of it; the parts take the place of its last one.

        A cache that can't be written is left as it is, and 0 returned.
        """
        packed = [pack(talk, rest) for talk, rest in parts]
        first = grown.parts - 1 if grown else 0
        before = grown.size - grown.last_size if grown else 0
        size = before + sum(part.size for part in packed)
        shape = (size, first + len(parts), packed[-1].size)
        try:
            database = self._open(to_write=True)
            database.execute("begin immediate")
            with database:
                if grown and _known(database, session) != grown:
                    return 0  # Somebody else has kept it meanwhile.
                row = self._head(database, session, stamp, shape)
                database.execute(
                    "insert or replace into mark values (?, ?)", (row, mark)
                )
                for number, part in enumerate(packed, row * MOST_PARTS + first):
                    _write_part(database, number, part)
                if grown is None:
                    _delete_parts(database, row, len(parts))
        except (sqlite3.Error, OSError):
            return 0
        return size

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop sessions, and give the room back."""
        kept = self.kept()
        rows = [kept[key].row for key in keys if key in kept]
        if not rows:
            return
        with suppress(sqlite3.Error, OSError):
            database = self._open(to_write=True)
            with database:
                for row in rows:
                    for table in ("session", "mark"):
                        database.execute(f"delete from {table} where id = ?", (row,))
                    _delete_parts(database, row, 0)
            database.execute("pragma incremental_vacuum").fetchall()

    def clear(self) -> None:
        """Delete everything that is kept."""
        self._close()
        for path in self._files():
            with suppress(OSError):
                path.unlink(missing_ok=True)

    @staticmethod
    def _head(
        database: sqlite3.Connection,
        session: Session,
        stamp: str,
        shape: tuple[int, int, int],
    ) -> int:
        """Note what is kept of a session; return the number of its row."""
        columns = ("token", "stamp", "size", "parts", "last_size")
        database.execute(
            f"insert into session (agent, sid, {', '.join(columns)})"
            " values (?, ?, ?, ?, ?, ?, ?) on conflict (agent, sid) do update set "
            + ", ".join(f"{name} = excluded.{name}" for name in columns),
            (*session.key, token_of(session), stamp, *shape),
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
        except (sqlite3.Error, OSError) as error:
            if type(error) is sqlite3.DatabaseError:  # torn inside: begin anew
                self.clear()
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


def _known(database: sqlite3.Connection, session: Session) -> Kept | None:
    """Return what is kept of a session at this very moment."""
    query = f"select {_KEPT} from session where agent = ? and sid = ?"
    found = database.execute(query, session.key).fetchone()
    return Kept(*found) if found else None


def _write_part(database: sqlite3.Connection, number: int, part: Packed) -> None:
    for table, columns in part.tables.items():
        marks = ", ?" * len(columns)
        database.execute(
            f"insert or replace into {table} values (?{marks})", (number, *columns)
        )


def _delete_parts(database: sqlite3.Connection, row: int, first: int) -> None:
    """Delete the parts of a session from one on."""
    bounds = (row * MOST_PARTS + first, (row + 1) * MOST_PARTS)
    for table in _BODIES:
        database.execute(f"delete from {table} where id >= ? and id < ?", bounds)


def _for_reading(path: Path) -> sqlite3.Connection:
    """Open a file that is there and fits. Raises ``sqlite3.Error`` otherwise."""
    if not path.is_file():
        raise sqlite3.OperationalError("nothing is kept")
    database = sqlite3.connect(path, timeout=5)
    try:
        if database.execute("pragma user_version").fetchone()[0] != _SCHEMA:
            raise sqlite3.OperationalError("of another version")
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
