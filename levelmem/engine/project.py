"""Which project is this: its path, its name, its slug, its worktrees."""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath

from levelmem.engine.text import mend_surrogates

_NOT_SLUG = re.compile(r"[^A-Za-z0-9_]+")

_LONGEST_PATH = 4096


def slug(path: str) -> str:
    """Return LevelCode's folder name for an absolute project path.

    Every run outside ``[A-Za-z0-9_]`` becomes one ``-``; a leading one stays, a
    trailing one goes. The result is lossy: it never identifies a project.
    """
    return _NOT_SLUG.sub("-", path).rstrip("-") or "-"


def normalise(path: str) -> str:
    """Return ``path`` as it is compared: no ``\\\\?\\`` prefix, no closing slash."""
    path = path.removeprefix("\\\\?\\")
    return path.rstrip("/\\") or path[:1]


def name(path: str) -> str:
    """Return the last part of a project path, of this or another machine."""
    if not path:
        return ""
    windows = "\\" in path and "/" not in path
    pure = PureWindowsPath(path) if windows else PurePosixPath(path)
    return pure.name or str(pure)


@lru_cache(maxsize=4096)
def git_root(path: str) -> str:
    """Return the main working tree that holds ``path``, or ``""``.

    A linked worktree answers with the repository that it belongs to, so that all
    worktrees of one repository are one project.
    """
    for folder in (Path(path), *Path(path).parents):
        marker = folder / ".git"
        try:
            if marker.is_dir():
                return str(folder)
            if marker.is_file():
                return _main_tree(marker) or str(folder)
        except (OSError, ValueError):  # a null byte makes a path a ValueError
            continue
    return ""


def _main_tree(marker: Path) -> str:
    """Read a worktree's ``.git`` file: ``gitdir: <repo>/.git/worktrees/<name>``.

    The repository must know the worktree in turn. Anybody's archive may bring such a
    file along, and would share the memory of the repository that it names.
    """
    gitdir = _target(marker, "gitdir:")
    git = gitdir.parent.parent
    if gitdir.parent.name != "worktrees" or git.name != ".git" or not gitdir.is_dir():
        return ""
    back = gitdir / "gitdir"
    if back.exists() and _target(back) != Path(os.path.realpath(marker)):
        return ""
    return str(git.parent)


def _target(file: Path, label: str = "") -> Path:
    """Return the path that a file of git's names, relative to its own folder."""
    with file.open(encoding="utf-8", errors="replace") as stream:
        named = stream.readline(_LONGEST_PATH).strip().removeprefix(label).strip()
    # Not Path.resolve: a loop of links is a RuntimeError there.
    return Path(os.path.realpath(file.parent / named))


@dataclass(frozen=True, slots=True)
class Project:
    """A project, known by the absolute path of its root."""

    path: str

    @classmethod
    def of(cls, folder: str) -> "Project":
        """Return the project that a working folder belongs to."""
        return cls(git_root(folder) or normalise(folder))

    @property
    def name(self) -> str:
        """The last part of the path: what people call the project."""
        return name(self.path)

    @property
    def slug(self) -> str:
        """LevelCode's folder name for it."""
        return slug(self.path)

    def holds(self, folder: str) -> bool:
        """Tell whether a session that worked in ``folder`` belongs here."""
        if not folder:
            return False
        # The catalog's paths are text, and a folder's own name need not be.
        here, there = map(normalise, map(mend_surrogates, (self.path, folder)))
        if there == here or there.startswith((here + "/", here + "\\")):
            return True
        return git_root(there) == here
