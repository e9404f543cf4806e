"""Sessions that are rows of a database, each named by a path below it.

``…/crush.db/<id>``, as if the database were a folder: so a session that changed is read
again, and the others are not.
"""

import errno
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time_ns
from typing import Any
from urllib.parse import quote, unquote

from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sqlite_files import (
    WAL,
    connected,
    is_table,
    stamp,
)
from levelmem.engine.sessions.times import parse_time

SUFFIX = ".db"
_PLAIN = " !#$&'()+,:;=@[]{}~"
_RESTS_AFTER_NS = 2_000_000_000
"""Clocks of stores tick in seconds: what changed just now may change again unseen."""

_Stamps = tuple[tuple[int, int], ...]
_listed: dict[tuple[str, Path, Path], tuple[_Stamps, list[SessionFile]]] = {}
"""What databases listed, and what their files were like then."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A session as a database lists it, before it is read."""

    ident: str
    mark: str
    """Changes whenever the session has."""
    when: object
    """When it last did, as it is stored."""


@dataclass(slots=True)
class Damage:
    """Counts the rows that could not be read."""

    rows: int = 0


def row_path(database: Path, ident: str) -> Path:
    """Return the path that a session is named by: one name, whatever its id is."""
    name = quote(ident, safe=_PLAIN)
    return database / (name.replace(".", "%2E") if set(name) == {"."} else name)


def ident_of(path: Path) -> str:
    """Return the id that a path was made of."""
    return unquote(path.name)


def database_of(path: Path) -> Path | None:
    """Return the database that holds a session; None where it is a file of its own."""
    return path.parent if path.parent.suffix == SUFFIX else None


@contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to be read.

    Raises ``OSError`` that names it where it can't be, or turns out to be damaged.
    """
    try:
        with connected(database) as connection:
            yield connection
    except sqlite3.Error as error:
        why = f"the database can't be read: {error}"
        raise OSError(errno.EIO, why, str(database)) from error


def row_files(
    agent: str,
    root: Path,
    database: Path,
    find: Callable[[sqlite3.Connection], Iterable[Listed]],
) -> list[SessionFile]:
    """Return the sessions of a database, which is looked into only when it changed.

    Raises ``OSError`` that names it where it can't be read.
    """
    key, stamps = (agent, root, database), _stamps(database)
    known = _listed.get(key)
    if known and known[0] == stamps:
        return known[1]
    with opened(database) as connection:
        found = [
            _file(agent, root, database, row) for row in find(connection) if row.ident
        ]
    if max(when for _, when in stamps) < time_ns() - _RESTS_AFTER_NS:
        _listed[key] = (stamps, found)
    return found


def counted(
    connection: sqlite3.Connection, table: str, what: str
) -> dict[object, tuple[object, ...]]:
    """Return sums of a table's rows by session: what changes when one goes on.

    Where the table lacks a column or is damaged, so far as they can be told.
    """
    found: dict[object, tuple[object, ...]] = {}
    if not is_table(connection, table):
        return found
    query = f"SELECT session_id, {what} FROM {table} GROUP BY session_id"
    with suppress(sqlite3.DatabaseError):
        for row in connection.execute(query):
            found[row[0]] = row[1:]
    return found


def number_of(value: object) -> float:
    """Return a number of a column to sort by, 0 where it holds none.

    Sorting is not left to the database: then a damaged page hides no row before it.
    """
    with suppress(OverflowError):
        return float(value) if isinstance(value, int | float) else 0.0
    return 0.0


def until_damage(
    rows: Iterator[Mapping[str, Any]], damage: Damage
) -> Iterator[Mapping[str, Any]]:
    """Yield the rows before the first that lies in a damaged page; that one counts."""
    try:
        yield from rows
    except sqlite3.DatabaseError as error:
        if type(error) is not sqlite3.DatabaseError:
            raise
        damage.rows += 1


def decoded(value: object) -> Any:
    """Return the JSON of a column, None where it holds none."""
    if isinstance(value, str | bytes):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return None


def _stamps(database: Path) -> _Stamps:
    return tuple(stamp(Path(f"{database}{ending}")) for ending in ("", WAL[0]))


def _file(agent: str, root: Path, database: Path, row: Listed) -> SessionFile:
    when = parse_time(row.when)
    seconds = when.timestamp() if when else 0.0
    now = time_ns()
    # Another change within the same second leaves no mark: it is read once more.
    unsettled = f" {now}" if abs(seconds * 1e9 - now) < _RESTS_AFTER_NS else ""
    path = row_path(database, row.ident)
    return SessionFile(agent, root, path, f"{row.mark}{unsettled}", seconds)
