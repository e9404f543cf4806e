"""What Codex keeps beside its rollouts: names, titles, the current file, parents.

``state_<n>.sqlite`` and ``session_index.jsonl`` are indexes of Codex's own, which it
may rebuild. The rollouts are the truth; these only add to them.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.sources.codex.lines import as_text
from levelmem.engine.sessions.sqlite_files import WAL, connected, select, stamp

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
    files += [path.with_name(path.name + WAL[0]) for path in files]
    return tuple((str(path), *stamp(path)) for path in files)


def read_index(root: Path, folders: Sequence[Path]) -> ThreadIndex:
    """Read every index of a store; one that can't be read is passed over.

    ``folders`` are those in which databases are looked for.
    """
    rows: dict[str, ThreadRow] = {}
    for name, thread in _names(root / "session_index.jsonl"):
        rows[thread] = replace(rows.get(thread, _NOTHING), name=name)
    for database in _databases(folders):
        with suppress(sqlite3.Error, OSError), connected(database) as connection:
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


def _read_threads(connection: sqlite3.Connection, rows: dict[str, ThreadRow]) -> None:
    for record in select(connection, "threads", _COLUMNS):
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
    for record in select(connection, "thread_spawn_edges", _EDGES):
        parent, child = (as_text(record.get(column)) for column in _EDGES)
        if parent and child:
            rows[child] = replace(rows.get(child, _NOTHING), parent_id=parent)
