"""What Codex keeps beside its rollouts: names, titles, the current file, parents.

``state_<n>.sqlite`` and ``session_index.jsonl`` are indexes of Codex's own, which it
may rebuild. The rollouts are the truth; these only add to them.
"""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.sources.codex.lines import as_text

_COLUMNS = (
    "id",
    "rollout_path",
    "name",
    "title",
    "first_user_message",
    "archived",
    "cwd",
    "git_branch",
    "model",
    "source",
    "thread_source",
)
_EDGES = ("parent_thread_id", "child_thread_id")
_WAL = ("-wal", "-shm")


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """What the index says of one thread; ``""`` where it says nothing."""

    name: str = ""
    title: str = ""
    first_message: str = ""
    rollout: str = ""
    """The path of the thread's current file."""
    archived: bool = False
    cwd: str = ""
    branch: str = ""
    model: str = ""
    source: Any = None
    thread_source: str = ""
    parent_id: str = ""


@dataclass(frozen=True, slots=True)
class ThreadIndex:
    """Everything that a store's indexes say, by thread id."""

    rows: Mapping[str, ThreadRow] = field(default_factory=dict)

    def row(self, thread_id: str) -> ThreadRow:
        """Return what is known of a thread: an empty row where nothing is."""
        return self.rows.get(thread_id, _NOTHING)


_NOTHING = ThreadRow()


def index_stamp(root: Path, folders: Sequence[Path]) -> tuple[Any, ...]:
    """Return a value that changes when an index has changed."""
    files = [*_databases(folders), root / "session_index.jsonl"]
    files += [path.with_name(path.name + _WAL[0]) for path in files]
    return tuple((str(path), *_stamp(path)) for path in files)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return (stat.st_size, stat.st_mtime_ns)


def read_index(root: Path, folders: Sequence[Path]) -> ThreadIndex:
    """Read every index of a store; one that can't be read is passed over.

    ``folders`` are those in which databases are looked for.
    """
    rows: dict[str, ThreadRow] = {}
    for name, thread in _names(root / "session_index.jsonl"):
        rows[thread] = replace(rows.get(thread, _NOTHING), name=name)
    for database in _databases(folders):
        with suppress(sqlite3.Error, OSError), _connect(database) as connection:
            _read_threads(connection, rows)
            _read_edges(connection, rows)
    return ThreadIndex(rows)


def _names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the names in the append log, the last one of a thread last."""
    with suppress(OSError):
        for record in read_records(path, Skipped()):
            name = text_of(record.data.get("thread_name")).strip()
            thread = as_text(record.data.get("id"))
            if name and thread:
                yield name, thread


def _databases(folders: Sequence[Path]) -> list[Path]:
    """Return the state databases, the newest generation last."""
    found = {
        path
        for folder in folders
        for place in (folder, folder / "sqlite")
        for path in place.glob("state_*.sqlite")
        if path.is_file()
    }
    return sorted(found, key=lambda path: (_generation(path), str(path)))


def _generation(path: Path) -> int:
    number = path.stem.removeprefix("state_")
    return int(number) if number.isdecimal() and len(number) < 9 else -1


@contextmanager
def _connect(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that another program may be writing, leaving no trace.

    Without a write-ahead log everything stands in the file itself, which is opened
    as immutable: else SQLite would make an empty log beside it. A log that can't be
    read in place is read from a copy. Raises ``sqlite3.Error`` or ``OSError`` where
    nothing works.
    """
    with ExitStack() as stack:
        try:
            connection = _open(path, _way_in(path))
        except sqlite3.OperationalError:
            folder = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="levelmem-")
            )
            connection = _open(_copied(path, Path(folder)), "mode=rw")
        yield stack.enter_context(closing(connection))


def _way_in(path: Path) -> str:
    """Return how a database is opened in place.

    Raises ``sqlite3.OperationalError`` where its log has no index any more: SQLite
    would write one.
    """
    log, index = (Path(f"{path}{ending}").exists() for ending in _WAL)
    if log and not index:
        raise sqlite3.OperationalError("the log was left behind")
    return "mode=ro" if log else "mode=ro&immutable=1"


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / path.name
    for ending in ("", *_WAL):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
    return copy


def _open(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    try:
        connection.execute("PRAGMA query_only=1")
        connection.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _read_threads(connection: sqlite3.Connection, rows: dict[str, ThreadRow]) -> None:
    for record in _select(connection, "threads", _COLUMNS):
        thread = as_text(record.get("id"))
        if thread:
            rows[thread] = _row(record, rows.get(thread, _NOTHING))


def _row(record: Mapping[str, Any], known: ThreadRow) -> ThreadRow:
    return ThreadRow(
        name=_text(record, "name") or known.name,
        title=_text(record, "title") or known.title,
        first_message=_text(record, "first_user_message") or known.first_message,
        rollout=_text(record, "rollout_path") or known.rollout,
        archived=bool(record.get("archived")),
        cwd=_text(record, "cwd") or known.cwd,
        branch=_text(record, "git_branch") or known.branch,
        model=_text(record, "model") or known.model,
        source=_source(record.get("source")) or known.source,
        thread_source=_text(record, "thread_source") or known.thread_source,
        parent_id=known.parent_id,
    )


def _text(record: Mapping[str, Any], column: str) -> str:
    return text_of(record.get(column)).strip()


def _source(value: object) -> Any:
    """Return a source as rollouts write it: objects are stored as JSON text."""
    if isinstance(value, str) and value.startswith("{"):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value


def _read_edges(connection: sqlite3.Connection, rows: dict[str, ThreadRow]) -> None:
    for record in _select(connection, "thread_spawn_edges", _EDGES):
        parent, child = (as_text(record.get(column)) for column in _EDGES)
        if parent and child:
            rows[child] = replace(rows.get(child, _NOTHING), parent_id=parent)


def _select(
    connection: sqlite3.Connection, table: str, columns: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the columns that a table has, of those asked for; versions differ."""
    present = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    wanted = [column for column in columns if column in present]
    if not wanted:
        return []
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    query = f"SELECT {', '.join(wanted)} FROM {table}"
    return [dict(zip(wanted, row, strict=True)) for row in connection.execute(query)]
