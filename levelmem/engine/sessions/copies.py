"""Copies of sessions that their agent is about to delete, where the person wants it.

They lie in levelmem's own data folder, private, laid out as in the agent's store, and
are read like one: a session whose original is gone is listed from its copy. They are
whole, secrets included, as the agent's own files are: anything less could not be
resumed once it is put back. Nothing is ever put back by levelmem itself.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from levelmem.engine.sessions.model import Session
from levelmem.engine.text import one_line

FOLDER = "kept"
"""Where copies lie in levelmem's data folder."""


def copies_root(data: Path, agent: str) -> Path:
    """Return the store of an agent's copies; it need not exist."""
    return data / FOLDER / agent


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of keeping copies."""

    copied: int = 0
    """Files that were copied; those whose copy was fresh are not counted."""
    problems: tuple[tuple[Path, str], ...] = ()
    """Files that could not be copied and why, for people."""


def keep_copies(
    sessions: Iterable[Session], roots: Iterable[Path], target: Path
) -> Kept:
    """Copy the files of sessions, subagents' files too, as they lie in their root.

    Args:
        sessions: those that are about to be deleted.
        roots: the stores that they may lie in; what lies elsewhere is left alone.
        target: the store of copies, made where it is missing.
    """
    copied, problems = 0, []
    stores = list(roots)
    for session in sessions:
        root = next((r for r in stores if session.path.is_relative_to(r)), None)
        if root is None:
            continue
        for path in _files_of(session):
            try:
                copied += _copy(path, root, target)
            except OSError as error:
                problems.append((path, error.strerror or str(error)))
    return Kept(copied, tuple(problems))


def put_back_problem(session: Session, data: Path) -> str:
    """Return why a session can't be resumed from its copy; ``""`` for an original."""
    folder = copies_root(data, session.agent)
    if not session.path.is_relative_to(folder):
        return ""
    return (
        "Its agent has deleted it; this is the copy that levelmem kept. To resume it, "
        f"copy it back into the agent's store: {one_line(str(session.path))}"
    )


def _files_of(session: Session) -> Iterator[Path]:
    yield session.path
    # Claude Code lays what belongs to a session into a folder of the same name.
    for folder, folders, names in os.walk(session.path.with_suffix("")):
        folders.sort()
        for name in sorted(names):
            yield Path(folder, name)


def _copy(path: Path, root: Path, target: Path) -> bool:
    """Copy one file of a store unless its copy is fresh; tell whether it was done."""
    place = target / _inner(path, root)
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with os.fdopen(os.open(path, flags), "rb") as source:
        before = os.fstat(source.fileno())
        with suppress(FileNotFoundError):
            there = place.stat()
            if (there.st_size, there.st_mtime_ns) == (
                before.st_size,
                before.st_mtime_ns,
            ):
                return False
        _make_private(place.parent, target)
        fresh = place.with_name(f"{place.name}.{os.getpid()}.new")
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
            with os.fdopen(os.open(fresh, flags, 0o600), "wb") as copy:
                shutil.copyfileobj(source, copy)
            # Its age counts: a copy is as old as what it is a copy of.
            os.utime(fresh, ns=(before.st_atime_ns, before.st_mtime_ns))
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
    return True


def _inner(path: Path, root: Path) -> Path:
    inner = path.relative_to(root)
    if ".." in inner.parts:
        raise OSError(0, "it does not lie in its store", str(path))
    return inner


def _make_private(folder: Path, target: Path) -> None:
    """Make the folders from levelmem's data folder down to ``folder``."""
    data = target.parent.parent
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = data
    for name in folder.relative_to(data).parts:
        made = made / name
        made.mkdir(mode=0o700, exist_ok=True)
