"""Folders that people work in, for agents that keep their sessions inside of them.

There is no list of all projects of a machine. Likely ones are the folder that levelmem
was started in, those it keeps a memory of, those of the sessions listed last, and
what lies near below the home folder.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.places import Places
from levelmem.engine.project import git_root

_MOST_FOLDERS = 2000
"""Folders below the home that are looked at: a start must not wait for a disk."""
_PERSONAL = frozenset(
    ("Library", "Desktop", "Documents", "Downloads", "Pictures", "Movies", "Music")
)
"""Folders that macOS asks the person about when a program looks into them."""
_OWNER = "project.json"
_LISTED = "newest.json"


def known_projects(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield folders that may be projects, likely ones first; some come twice.

    ``environ`` is the process environment: ``PWD``, ``HOME`` and what names levelmem's
    own folders count.
    """
    if here := environ.get("PWD"):
        yield Path(here)
        if root := git_root(here):
            yield Path(root)
    yield from _remembered(environ)
    yield from _listed(environ)
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        yield Path(home)
        yield from near_below(Path(home))


def near_below(home: Path) -> Iterator[Path]:
    """Yield the folders one and two levels below, hidden ones and links left out."""
    looked = 0
    for outer in _folders(home):
        if sys.platform == "darwin" and outer.name in _PERSONAL:
            continue
        yield outer
        for inner in _folders(outer):
            yield inner
            looked += 1
            if looked >= _MOST_FOLDERS:
                return


def _remembered(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the projects that levelmem keeps a memory of."""
    folder = Places(environ).data / "projects"
    with suppress(OSError):
        for own in sorted(folder.iterdir()):
            with suppress(OSError, ValueError, RecursionError):
                owner = json.loads((own / _OWNER).read_bytes())
                if isinstance(owner, dict) and isinstance(owner.get("path"), str):
                    yield Path(owner["path"])


def _listed(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the projects of the newest sessions of the last listing."""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        data = json.loads((Places(environ).cache / _LISTED).read_bytes())
        place = data["fields"].index("project")
        projects = (row[place] for row in data["rows"])
        named = dict.fromkeys(p for p in projects if isinstance(p, str) and p)
        for project in named:
            if "\0" not in project and Path(project).is_absolute():
                yield Path(project)


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
