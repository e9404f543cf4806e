"""Where databases of Crush may lie: its own list of projects knows, and so may we."""

import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.json_values import as_dict, as_list, read_object
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.known_projects import known_projects, near_below
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import Listed, counted, row_files
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.store_files import existing_roots

DATA, DATABASE = ".crush", "crush.db"
_SETTINGS = ("crush.json", ".crush.json")


def data_folders(environ: Mapping[str, str]) -> dict[Path, str]:
    """Return folders that may hold a database, and the project of each.

    ``""`` stands for several: then which of them a session is about is not known.
    """
    found: dict[Path, str] = {}
    for project, folder in _candidates(environ):
        if found.setdefault(folder, project) != project:
            found[folder] = ""
    return found


def with_database(folders: Mapping[Path, str]) -> list[Path]:
    """Return those data folders that hold a database, none twice."""
    return existing_roots({folder: folder / DATABASE for folder in folders})


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the sessions of one root: a database, or a folder that holds some.

    Raises ``OSError`` when it can't be listed, and at the end for a database that
    can't be read.
    """
    unread: OSError | None = None
    for database in _databases(root):
        try:
            yield from row_files(agent, root, database, _sessions)
        except OSError as error:
            unread = unread or error
    if unread:
        raise unread


def _databases(root: Path) -> list[Path]:
    if not root.is_dir():
        root.stat()  # Says why, where there is nothing.
        return [root]
    for path in (root / DATABASE, root / DATA / DATABASE):
        if path.exists():
            return [path]
    list(root.iterdir())  # Says why, where it can't be listed.
    below = (folder / DATA / DATABASE for folder in near_below(root))
    return [path for path in below if path.exists()]


def _sessions(connection: sqlite3.Connection) -> Iterator[Listed]:
    """Yield the sessions, each with what changes when it goes on."""
    spoken = counted(connection, "messages", "count(*), max(updated_at)")
    for row in select(connection, "sessions", ("id", "updated_at")):
        ident = text_of(row.get("id"))
        changed, said = row.get("updated_at"), spoken.get(ident)
        # A message may be written on after its session was.
        times = (changed, said[1] if said else None)
        numbers = [when for when in times if isinstance(when, int | float)]
        yield Listed(ident, f"{changed} {said}", max(numbers, default=None))


# Where Crush itself looks.


def _candidates(environ: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    for entry in _registered(environ):
        path, data = text_of(entry.get("path")), text_of(entry.get("data_dir"))
        if path and "\0" not in path + data:
            yield path, Path(path, data or DATA)
    everywhere = [_data_of(path) for path in _global_settings(environ)]
    for folder in known_projects(environ):
        yield str(folder), folder / DATA
        for named in (*everywhere, *(_data_of(folder / name) for name in _SETTINGS)):
            if named and "\0" not in named:
                yield str(folder), folder / named


def _registered(environ: Mapping[str, str]) -> Iterator[Mapping[str, object]]:
    for folder in _global_folders(
        environ, "CRUSH_GLOBAL_DATA", "XDG_DATA_HOME", ".local/share"
    ):
        yield from as_list(read_object(folder / "projects.json").get("projects"))


def _global_settings(environ: Mapping[str, str]) -> Iterator[Path]:
    for folder in _global_folders(
        environ, "CRUSH_GLOBAL_CONFIG", "XDG_CONFIG_HOME", ".config"
    ):
        yield folder / "crush.json"


def _global_folders(
    environ: Mapping[str, str], own: str, xdg: str, below_home: str
) -> Sequence[Path]:
    """Return where Crush keeps something that is not of one project."""
    if named := environ.get(own):
        return [Path(named)]
    if named := environ.get(xdg):
        return [Path(named, "crush")]
    found: list[Path] = []
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        found.append(Path(local, "crush"))
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        found.append(Path(home, below_home, "crush"))
    return found


def _data_of(settings: Path) -> str:
    """Return the data folder that a file of settings names, or ``""``."""
    return text_of(as_dict(read_object(settings).get("options")).get("data_directory"))
