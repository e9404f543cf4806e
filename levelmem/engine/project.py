"""Which project is this: its path, its name, its slug, its worktrees."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath

_NOT_SLUG = re.compile(r"[^A-Za-z0-9_]+")


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
        except OSError:
            continue
    return ""


def _main_tree(marker: Path) -> str:
    """Read a worktree's ``.git`` file: ``gitdir: <repo>/.git/worktrees/<name>``."""
    target = marker.read_text(errors="replace").strip().removeprefix("gitdir:").strip()
    gitdir = (marker.parent / target).resolve()
    if gitdir.parent.name == "worktrees" and gitdir.parent.parent.name == ".git":
        return str(gitdir.parent.parent.parent)
    return ""


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
        here, there = normalise(self.path), normalise(folder)
        if there == here or there.startswith((here + "/", here + "\\")):
            return True
        return git_root(there) == here
