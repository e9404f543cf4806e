"""Where Claude Code keeps its transcripts, and what lies there."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG

from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import SessionFile

_DEEPEST = 64
"""Levels of folders that are looked into: no store has more, a damaged one may."""


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the configuration folders on this machine that hold transcripts.

    ``CLAUDE_CONFIG_DIR`` may list several, separated as paths are or by commas;
    ``~/.claude`` and ``$XDG_CONFIG_HOME/claude`` are looked at besides.
    """
    found: dict[tuple[int, int], Path] = {}
    for folder in _candidates(environ):
        try:
            stat = projects_folder(folder).stat()
        except (OSError, ValueError):
            continue
        found.setdefault((stat.st_dev, stat.st_ino), folder)
    return list(found.values())


def projects_folder(root: Path) -> Path:
    """Return the folder of project folders; ``root`` may be that folder itself."""
    if root.name == "projects" and not (root / "projects").is_dir():
        return root
    return root / "projects"


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the transcripts of one root, subagents included, each file once.

    Links are followed; a folder or file that was already seen by its device and
    inode is passed over, so that loops end. Raises ``OSError`` when the folder of
    projects can't be listed.
    """
    seen: set[tuple[int, int]] = set()
    projects = projects_folder(root)
    for project in sorted(_entries(projects), key=_real_ones_first):
        if not _is_new_folder(project, seen):
            continue
        for path in _transcripts(project.path, seen):
            if file := _session_file(agent, root, path, seen):
                yield file


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    listed = environ.get("CLAUDE_CONFIG_DIR", "")
    # A folder whose name holds the separator is one folder.
    parts = [listed] if Path(listed).is_dir() else listed.replace(",", os.pathsep)
    if isinstance(parts, str):
        parts = parts.split(os.pathsep)
    home = environ.get("HOME") or environ.get("USERPROFILE") or ""
    for part in parts:
        if part.strip():
            yield _at_home(part.strip(), home)
    if home:
        yield Path(home, ".claude")
    config = environ.get("XDG_CONFIG_HOME")
    if config or home:
        yield Path(config or Path(home, ".config"), "claude")


def _at_home(path: str, home: str) -> Path:
    if home and (path == "~" or path.startswith("~/")):
        return Path(home, path[2:])
    return Path(path)


def _transcripts(project: str, seen: set[tuple[int, int]]) -> Iterator[Path]:
    for entry in _quietly(project):
        if entry.name.endswith(".jsonl"):
            yield Path(entry.path)
        elif entry.name != "memory":
            yield from _subagents(Path(entry.path, "subagents"), seen)


def _subagents(
    folder: Path, seen: set[tuple[int, int]], below: int = _DEEPEST
) -> Iterator[Path]:
    if below < 0:
        return
    for entry in _quietly(folder):
        if entry.name.startswith("agent-") and entry.name.endswith(".jsonl"):
            yield Path(entry.path)
        elif _is_new_folder(entry, seen):
            yield from _subagents(Path(entry.path), seen, below - 1)


def _session_file(
    agent: str, root: Path, path: Path, seen: set[tuple[int, int]]
) -> SessionFile | None:
    try:
        stat = path.stat()
        key = (stat.st_dev, stat.st_ino)
        if not S_ISREG(stat.st_mode) or key in seen:
            return None
        seen.add(key)
        return SessionFile(agent, root, path, _signature(path, stat), stat.st_mtime)
    except OSError:
        return None  # It vanished meanwhile.


def _signature(path: Path, stat: os.stat_result) -> str:
    try:
        return signature(path, stat)
    except PermissionError:
        # Still listed: that it can't be read is what the scan says.
        return f"unreadable-{stat.st_size}-{stat.st_mtime_ns}"


def _is_new_folder(entry: "os.DirEntry[str]", seen: set[tuple[int, int]]) -> bool:
    try:
        if not entry.is_dir():
            return False
        stat = entry.stat()
    except OSError:
        return False
    key = (stat.st_dev, stat.st_ino)
    if key in seen:
        return False
    seen.add(key)
    return True


def _real_ones_first(entry: "os.DirEntry[str]") -> tuple[bool, str]:
    return entry.is_symlink(), entry.name


def _entries(folder: Path | str) -> list["os.DirEntry[str]"]:
    with os.scandir(folder) as entries:
        return list(entries)


def _quietly(folder: Path | str) -> list["os.DirEntry[str]"]:
    """List a folder that may be missing, or no folder at all."""
    try:
        return _entries(folder)
    except OSError:
        return []
