"""Databases of other programs: read in place while they write, leaving no trace."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.sqlite_copies import BESIDE, Copies, stamp

__all__ = ["WAL", "connected", "is_table", "select", "stamp"]

WAL = BESIDE[:2]
"""The endings of a log of what is not yet in the database itself, and its index."""

_copies = Copies()


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that another program may be writing, leaving no trace.

    Without a write-ahead log everything stands in the file itself, which is opened
    as immutable: else SQLite would make an empty log beside it. A log that can't be
    read in place is read from a copy. Text that is no UTF-8 is mended. Raises
    ``sqlite3.Error`` or ``OSError`` where nothing works.
    """
    open_regular(path).close()  # SQLite would wait at a pipe.
    try:
        opened, copy = _open(path, _way_in(path)), None
    except sqlite3.OperationalError:
        copy = _copies.of(path)
        opened = _open(copy.path, "mode=rw")
    with closing(opened) as connection:
        yield connection
    del copy  # Until here it is needed.


def select(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    where: str = "",
    values: Sequence[object] = (),
) -> Iterator[Mapping[str, Any]]:
    """Yield the columns that a table has, of those asked for; versions differ.

    ``where`` may also order the rows, by columns that the table must have. Nothing is
    yielded where the table is not there, or is no plain table: what a view or a module
    gives is computed, perhaps for ever.
    """
    if not is_table(connection, table):
        return
    present = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    wanted = [column for column in columns if column in present]
    if not wanted:
        return
    query = f"SELECT {', '.join(wanted)} FROM {table} {where}"
    for row in connection.execute(query, values):
        yield dict(zip(wanted, row, strict=True))


def is_table(connection: sqlite3.Connection, name: str) -> bool:
    """Tell whether a database has a plain table of this name."""
    query = (
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0"
    )
    return connection.execute(query, (name,)).fetchone() is not None


def _way_in(path: Path) -> str:
    """Return how a database is opened in place.

    Raises ``sqlite3.OperationalError`` where its log has no index any more, or a write
    is to be taken back: SQLite would write.
    """
    log, index, undo = (Path(f"{path}{ending}") for ending in BESIDE)
    if stamp(undo)[0]:
        raise sqlite3.OperationalError("a write was cut short")
    if log.exists() and index.exists():
        return "mode=ro"
    if stamp(log)[0]:
        raise sqlite3.OperationalError("the log was left behind")
    return "mode=ro&immutable=1"


def _open(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    try:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA query_only=1")
        connection.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection
