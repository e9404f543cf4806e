"""What sources share about stores: listing folders, and files that may vanish."""

import os
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISREG

from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import Kind, Resume, Session, SessionFile
from levelmem.engine.text import one_line

Seen = set[tuple[int, int]]
"""Devices and inodes of the files and folders that were seen: loops end, and a file
that is linked twice is one."""


def entries(folder: Path) -> list["os.DirEntry[str]"]:
    """Return what lies in a folder by name, nothing where it can't be listed."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (OSError, ValueError):
        return []


def subfolders(folder: Path, seen: Seen) -> list[Path]:
    """Return the folders in a folder that are not in ``seen``, and add them to it."""
    found: list[Path] = []
    for entry in entries(folder):
        try:
            if not entry.is_dir():
                continue
            stat = entry.stat()
        except OSError:
            continue  # It vanished meanwhile.
        key = (stat.st_dev, stat.st_ino)
        if key not in seen:
            seen.add(key)
            found.append(Path(entry.path))
    return found


def session_file(
    agent: str, root: Path, path: Path, seen: Seen, *beside: Path
) -> SessionFile | None:
    """Return a file of a store, or None where it is gone or was seen already.

    ``beside`` are further files that the session is read from: one that changes makes
    the session change. A file that can't be read is still listed: that it can't is
    what its scan says.
    """
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    key = (stat.st_dev, stat.st_ino)
    if not S_ISREG(stat.st_mode) or key in seen:
        return None
    seen.add(key)
    try:
        mark = signature(path, stat)
    except PermissionError:
        mark = f"unreadable-{stat.st_size}-{stat.st_mtime_ns}"
    except OSError:
        return None
    marks = [mark, *filter(None, map(_mark, beside))]
    return SessionFile(agent, root, path, " ".join(marks), stat.st_mtime)


def existing_roots(candidates: Mapping[Path, Path]) -> list[Path]:
    """Return each root whose sign (a file or folder in it) exists, none twice."""
    found: dict[tuple[int, int], Path] = {}
    for root, sign in candidates.items():
        try:
            stat = sign.stat()
        except (OSError, ValueError):
            continue
        found.setdefault((stat.st_dev, stat.st_ino), root)
    return list(found.values())


def resume_in_folder(session: Session, *argv: str) -> Resume:
    """Return how a session is resumed by a command in the folder it worked in."""
    return Resume(argv, session.project, folder_problem(session))


def folder_problem(session: Session) -> str:
    """Return why a session can't be resumed in its folder, for people, or ``""``."""
    if session.kind is Kind.SUBAGENT:
        return "A subagent's run: resume the session that started it."
    if session.error:
        return f"The session can't be read: {session.error}."
    if session.id.startswith("-") or one_line(session.id) != session.id:
        return f"Its id is none that a command takes: {one_line(session.id)}"
    if not session.project:
        return "The folder that it worked in is not known."
    try:
        is_here = Path(session.project).is_dir()
    except (OSError, ValueError):
        is_here = False
    if not is_here:
        return f"Its folder is not on this machine: {one_line(session.project)}"
    return ""


def _mark(path: Path) -> str:
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return ""
    return f"{stat.st_size}-{stat.st_mtime_ns}"
