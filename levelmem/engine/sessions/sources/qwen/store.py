"""Where Qwen Code keeps its logs: ``<root>/projects/<project>/chats/<id>.jsonl``."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._gemini_family.store import chat_files
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    session_file,
    subfolders,
)

_NOT_SLUG = re.compile(r"[^A-Za-z0-9]")


def roots(environ: Mapping[str, str]) -> list[Path]:
    """Return the runtime folders that exist, each once."""
    named = [environ.get("QWEN_HOME"), environ.get("QWEN_RUNTIME_DIR")]
    home = environ.get("HOME") or environ.get("USERPROFILE")
    candidates = [Path(path) for path in named if path]
    candidates += [Path(home, ".qwen")] if home else []
    found: dict[tuple[int, int], Path] = {}
    for root in candidates:
        with suppress(OSError, ValueError):
            if any((root / part).is_dir() for part in ("projects", "tmp")):
                stat = root.stat()
                found.setdefault((stat.st_dev, stat.st_ino), root)
    return list(found.values())


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the logs of one root, in the present layout and in the old one.

    Raises ``OSError`` when neither can be listed.
    """
    seen: Seen = set()
    projects = root if root.name == "projects" else root / "projects"
    if projects.is_dir():
        list(projects.iterdir())  # Says why, where it can't be listed.
        for project in subfolders(projects, seen):
            for path in _logs_in(project, seen):
                if file := session_file(agent, root, path, seen):
                    yield file
    if (root / "tmp").is_dir() or not projects.is_dir():
        yield from chat_files(agent, root, seen)


def is_log(path: Path) -> bool:
    """Tell whether a file is a log of the present layout, not an old chat."""
    return path.suffix == ".jsonl" and "projects" in path.parts[-5:-2]


def slug_of(folder: str) -> str:
    """Return the name that the folder of a project has in the store."""
    return _NOT_SLUG.sub("-", folder)


def _logs_in(project: Path, seen: Seen) -> Iterator[Path]:
    for folder in (project / "chats", *subfolders(project / "chats", seen)):
        for entry in entries(folder):
            if entry.name.endswith(".jsonl"):
                yield Path(entry.path)
