"""Where recorded chats lie: ``<root>/tmp/<project>/chats``, and whose they are."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._gemini_family.leftovers import is_leftover
from levelmem.engine.sessions.sources._gemini_family.parts import as_dict
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    session_file,
    subfolders,
)

_MOST_BYTES = 4 << 20
_CHATS = (".json", ".jsonl")


def projects_below(root: Path) -> Path:
    """Return the folder of project folders; ``root`` may be that folder itself."""
    if root.name == "tmp" and not (root / "tmp").is_dir():
        return root
    return root / "tmp"


def chat_files(agent: str, root: Path, seen: Seen) -> Iterator[SessionFile]:
    """Yield the chats of one root, subagents' included, and what is left of others.

    Raises ``OSError`` when the folder of projects can't be listed.
    """
    folder = projects_below(root)
    list(folder.iterdir())  # Says why, where it can't be listed.
    for project in subfolders(folder, seen):
        chats = project / "chats"
        for entry in entries(project):
            path = Path(entry.path)
            if is_leftover(path) and (file := session_file(agent, root, path, seen)):
                yield file
        for path in _chats_in(chats):
            if file := session_file(agent, root, path, seen):
                yield file
        for inner in subfolders(chats, seen):
            for path in _chats_in(inner):
                if file := session_file(agent, root, path, seen):
                    yield file


def project_folder(path: Path) -> Path:
    """Return the folder of the project that a chat lies in."""
    if is_leftover(path):
        return path.parent
    return path.parent.parent if path.parent.name == "chats" else path.parents[2]


class Registry:
    """What a root knows of its projects: their folders by the names they have."""

    def __init__(self, root: Path) -> None:
        """Read the registries of a root; those that can't be read say nothing."""
        self._root = root if root.name != "tmp" else root.parent
        named = as_dict(_read_json(self._root / "projects.json").get("projects"))
        self._by_name = {
            text_of(name): folder for folder, name in named.items() if text_of(name)
        }
        trusted = _read_json(self._root / "trustedFolders.json")
        self.folders = [*named, *trusted]

    def folder(self, name: str) -> str:
        """Return the folder of the project with this name, or ``""``."""
        if known := self._by_name.get(name):
            return known
        for place in ("tmp", "history"):
            with suppress(OSError, ValueError):
                with open_regular(self._root / place / name / ".project_root") as file:
                    found = file.read(4096).decode("utf-8", "replace").strip()
                if found:
                    return found
        return ""


def _chats_in(folder: Path) -> list[Path]:
    """List the chats in a folder; what is being written or was given up is none."""
    return [
        Path(entry.path)
        for entry in entries(folder)
        if entry.name.endswith(_CHATS) and not entry.name.startswith(".")
    ]


def _read_json(path: Path) -> Mapping[str, Any]:
    with suppress(OSError, ValueError, RecursionError), open_regular(path) as stream:
        return as_dict(json.loads(stream.read(_MOST_BYTES)))
    return {}
