"""Which folder a session worked in, where only a name made of it is known.

The name is the path with everything but letters and digits made ``-``, so that it can't
be read back. Folders that are known otherwise are tried, then those of this machine.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from levelmem.engine.sessions.json_values import read_object
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import ToolCall, Turn
from levelmem.engine.sessions.store_files import entries, subfolders

_OTHERS = re.compile(r"[^A-Za-z0-9]+")
_DEPTH = 24


def slug_of(path: str) -> str:
    """Return the name that is made of a path."""
    return _OTHERS.sub("-", path).strip("-")


def opened_folders(user: Path) -> Iterator[tuple[str, str]]:
    """Yield the folders that an editor had open, each with its name in the store."""
    for workspace in subfolders(user / "workspaceStorage", set()):
        address = text_of(read_object(workspace / "workspace.json").get("folder"))
        if folder := path_of(address):
            yield workspace.name, folder


def path_of(address: str) -> str:
    """Return the path of an address; ``""`` for one of no folder."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.scheme not in ("file", "vscode-remote"):
        return ""
    path = unquote(parts.path)
    # /c:/code is c:/code.
    return path[1:] if re.match(r"/[A-Za-z]:", path) else path


def folder_by_slug(slug: str, turns: Iterable[Turn]) -> str:
    """Return the folder that a name was made of, or ``""`` where it can't be told.

    Paths that tools were given are tried first: the folder may be of another machine.
    """
    wanted = slug_of(slug)
    for path in _given_paths(turns):
        for above in (path, *path.parents):
            if slug_of(str(above)) == wanted:
                return str(above)
    found = list(_on_this_machine(Path(os.sep), wanted, _DEPTH))
    return found[0] if len(found) == 1 else ""


def _given_paths(turns: Iterable[Turn]) -> Iterator[Path]:
    for turn in turns:
        for block in turn.blocks:
            if isinstance(block, ToolCall):
                for value in block.input.values():
                    if isinstance(value, str) and value[:1] == "/":
                        yield Path(value[:1000])


def _on_this_machine(folder: Path, rest: str, depth: int) -> Iterator[str]:
    if not depth:
        return
    for entry in entries(folder):
        name = slug_of(entry.name)
        if not name or not (rest == name or rest.startswith(f"{name}-")):
            continue
        try:
            if not entry.is_dir(follow_symlinks=False):
                continue
        except OSError:
            continue
        if rest == name:
            yield entry.path
        else:
            below = rest[len(name) + 1 :]
            yield from _on_this_machine(Path(entry.path), below, depth - 1)
