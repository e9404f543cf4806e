"""Where stores of memcode may lie: in projects, so likely places are looked at."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.eventlog.writer import SESSIONS, STORE
from levelmem.engine.places import Places
from levelmem.engine.project import git_root

_MOST_FOLDERS = 2000
"""Folders below the home that are looked at: a start must not wait for a disk."""
_PERSONAL = frozenset(
    ("Library", "Desktop", "Documents", "Downloads", "Pictures", "Movies", "Music")
)
"""Folders that macOS asks the person about when a program looks into them."""
_OWNER = "project.json"


def session_stores(environ: Mapping[str, str]) -> list[Path]:
    """Return the ``sessions`` folders that exist in likely places, each once."""
    found: dict[Path, Path] = {}
    for folder in _projects(environ):
        store = folder / STORE / SESSIONS
        with suppress(OSError):
            if store.is_dir():
                found.setdefault(store.resolve(), store)
    return list(found.values())


def sessions_below(root: Path) -> Path:
    """Return the ``sessions`` folder that a person meant by a path."""
    if (root / STORE / SESSIONS).is_dir():
        return root / STORE / SESSIONS
    if root.name == STORE or (root.name != SESSIONS and (root / SESSIONS).is_dir()):
        return root / SESSIONS
    return root


def project_of(log: Path) -> str:
    """Return the project that a log stands in, or ``""`` outside of any."""
    store = log.parent.parent.parent
    return str(store.parent) if store.name == STORE else ""


def _projects(environ: Mapping[str, str]) -> Iterator[Path]:
    if named := environ.get("MEMCODE_HOME"):
        yield Path(named)
        if Path(named).name == STORE:
            yield Path(named).parent
    if here := environ.get("PWD"):
        yield Path(here)
        if root := git_root(here):
            yield Path(root)
    yield from _known_projects(environ)
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        yield Path(home)
        yield from _near_below(Path(home))


def _known_projects(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the projects that levelmem keeps a memory of."""
    folder = Places(environ).data / "projects"
    with suppress(OSError):
        for own in sorted(folder.iterdir()):
            with suppress(OSError, ValueError, RecursionError):
                owner = json.loads((own / _OWNER).read_bytes())
                if isinstance(owner, dict) and isinstance(owner.get("path"), str):
                    yield Path(owner["path"])


def _near_below(home: Path) -> Iterator[Path]:
    """Yield the folders one and two levels below, hidden ones and links left out."""
    looked = 0
    for outer in _folders(home):
        yield outer
        for inner in _folders(outer):
            yield inner
            looked += 1
            if looked >= _MOST_FOLDERS:
                return


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                Path(entry.path)
                for entry in entries
                if not entry.name.startswith(".")
                and entry.is_dir(follow_symlinks=False)
            )
    except OSError:
        return []
