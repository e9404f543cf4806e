"""Where the agents of the family keep their sessions.

``<root>/--<folder>--/<time>_<id>.jsonl``; a root of its own may hold the files at
once. Those of subagents lie in a folder named like the file of their parent.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
    subfolders,
)

_DEPTH = 4


def existing(roots: Iterable[Path]) -> list[Path]:
    """Return the folders that exist, each once."""
    return existing_roots({root: root for root in roots})


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the files of one root. Raises ``OSError`` when it can't be listed."""
    list(root.iterdir())  # Says why, where it can't be listed.
    seen: Seen = set()
    yield from _below(agent, root, root, seen, _DEPTH)


def ident_of(path: Path) -> str:
    """Return the id that a file has by its name: ``<time>_<id>``."""
    return path.stem.rpartition("_")[2]


def parent_of(path: Path) -> str:
    """Return the session whose subagent wrote a file, by where it lies; or ``""``."""
    folder = path.parent
    return ident_of(folder.with_suffix(".jsonl")) if _has_file(folder) else ""


def _has_file(folder: Path) -> bool:
    try:
        return folder.with_name(folder.name + ".jsonl").is_file()
    except (OSError, ValueError):
        return False


def _below(
    agent: str, root: Path, folder: Path, seen: Seen, depth: int
) -> Iterator[SessionFile]:
    for entry in entries(folder):
        if entry.name.endswith(".jsonl"):
            path = Path(entry.path)
            if file := session_file(agent, root, path, seen):
                yield file
    if depth:
        for below in subfolders(folder, seen):
            yield from _below(agent, root, below, seen, depth - 1)
