"""Places, project and switches for hooks, at the cost of no import.

A hook runs at every prompt of an agent and may cost next to nothing. So this module
answers from strings and :mod:`os` what ``places``, ``project`` and ``folders`` answer
from objects. A test holds the two together.
"""

from __future__ import annotations

import os
import sys

from levelmem.engine.agents.light_json import read_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_META_BYTES = 65536
_OFF_WORDS = ("0", "false", "off", "no", "f", "n")


def data_folder(environ: Mapping[str, str]) -> str:
    """Return where levelmem keeps what stays."""
    return _folder(
        environ,
        "LEVELMEM_DATA_DIR",
        "XDG_DATA_HOME",
        ".local/share",
    )


def agents_folder(environ: Mapping[str, str]) -> str:
    """Return where the doors for agents keep their state."""
    return os.path.join(data_folder(environ), "agents")


def memory_switches(environ: Mapping[str, str]) -> Mapping[str, bool]:
    """Return whether memory is ``enabled`` and whether to ``auto_seal``."""
    config = _config(environ).get("memory")
    values = config if isinstance(config, dict) else {}
    return {
        name: _switch(environ.get(f"LEVELMEM_MEMORY_{name.upper()}"), values.get(name))
        for name in ("enabled", "auto_seal")
    }


class Here:
    """The memory of a working folder: its own folder, and levelmem's beside it."""

    __slots__ = ("memory", "project", "sides")

    def __init__(self, project: str, memory: str, sides: str) -> None:
        self.project = project
        self.memory = memory
        self.sides = sides

    @property
    def off(self) -> bool:
        """Whether the person opted the project out of memory."""
        return os.path.exists(os.path.join(self.sides, "disabled"))


def find_memory(folder: str, environ: Mapping[str, str]) -> Here:
    """Return the memory of the project that a working folder belongs to."""
    here = _normalise(folder)
    root = _git_root(folder) or here
    for project in dict.fromkeys((here, root)):
        for store in _levelcode_roots(environ):
            sessions = os.path.join(store, _slug(project))
            if project in _projects_of(sessions):
                memory = os.path.join(sessions, "memory")
                return Here(project, memory, _own_folder(project, environ))
    own = _own_folder(root, environ)
    return Here(root, os.path.join(own, "memory"), own)


def read_json(path: str) -> dict[str, Any]:
    """Return the JSON object of a file; an empty one where there is none."""
    try:
        with open(path, "rb") as stream:
            return read_object(stream.read())
    except OSError:
        return {}


# Underneath


def _folder(environ: Mapping[str, str], own: str, xdg: str, default: str) -> str:
    if named := environ.get(own):
        return named
    if named := environ.get(xdg):
        return os.path.join(named, "levelmem")
    if sys.platform == "darwin":
        default = "Library/Application Support"
    return os.path.join(_home(environ), default, "levelmem")


def _home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or os.path.expanduser("~")


def _config(environ: Mapping[str, str]) -> dict[str, Any]:
    folder = _folder(environ, "LEVELMEM_CONFIG_DIR", "XDG_CONFIG_HOME", ".config")
    try:
        with open(os.path.join(folder, "config.toml"), "rb") as stream:
            data = stream.read()
        if b"memory" not in data and b"roots" not in data:
            return {}
        import tomllib  # only for who set something that matters here

        return tomllib.loads(data.decode())
    except (OSError, ValueError, RecursionError):
        # The commands complain about it; a hook goes on with the defaults.
        return {}


def _switch(given: str | None, configured: object) -> bool:
    if given:
        return given.strip().casefold() not in _OFF_WORDS
    return configured is not False


def _slug(path: str) -> str:
    marked = "".join(
        c if c == "_" or (c.isascii() and c.isalnum()) else "-" for c in path
    )
    words = "-".join(word for word in marked.split("-") if word)
    return f"-{words}" if marked[:1] == "-" else words or "-"


def _normalise(path: str) -> str:
    path = path.removeprefix("\\\\?\\")
    return path.rstrip("/\\") or path[:1]


def _git_root(path: str) -> str:
    folder = path
    while True:
        marker = os.path.join(folder, ".git")
        if os.path.isdir(marker):
            return folder
        if os.path.isfile(marker):
            return _main_tree(marker) or folder
        parent = os.path.dirname(folder)
        if parent == folder or not folder:
            return ""
        folder = parent


def _main_tree(marker: str) -> str:
    """Return the repository of a worktree that the repository knows in turn."""
    try:
        gitdir = _target(marker, "gitdir:")
        worktrees = os.path.dirname(gitdir)
        git = os.path.dirname(worktrees)
        names = os.path.basename(worktrees), os.path.basename(git)
        if names != ("worktrees", ".git") or not os.path.isdir(gitdir):
            return ""
        back = os.path.join(gitdir, "gitdir")
        if os.path.exists(back) and _target(back) != os.path.realpath(marker):
            return ""
    except (OSError, ValueError):
        return ""
    return os.path.dirname(git)


def _target(file: str, label: str = "") -> str:
    with open(file, encoding="utf-8", errors="replace") as stream:
        named = stream.readline(4096).strip().removeprefix(label).strip()
    return os.path.realpath(os.path.join(os.path.dirname(file), named))


def _levelcode_roots(environ: Mapping[str, str]) -> list[str]:
    roots = _config(environ).get("roots")
    named = roots.get("levelcode") if isinstance(roots, dict) else None
    if isinstance(named, list) and named:
        return [str(path) for path in named]
    root = environ.get("LEVELCODE_SESSIONS_DIR")
    if not root:
        home = environ.get("LEVELCODE_HOME")
        home = home or os.path.join(_home(environ), ".levelcode")
        root = os.path.join(home, "sessions")
    return [root] if os.path.isdir(root) else []


def _projects_of(sessions: str) -> Iterator[str]:
    try:
        names = sorted(os.listdir(sessions))
    except OSError:
        return
    for name in names:
        if name.endswith(".jsonl"):
            meta = _first_object(os.path.join(sessions, name))
            project = meta.get("project")
            if meta.get("kind") == "meta" and isinstance(project, str) and project:
                yield _normalise(project)


def _first_object(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as stream:
            return read_object(stream.readline(_META_BYTES))
    except OSError:
        return {}


def _own_folder(project: str, environ: Mapping[str, str]) -> str:
    plain = os.path.join(data_folder(environ), "projects", _slug(project))
    owner = read_json(os.path.join(plain, "project.json")).get("path")
    if not isinstance(owner, str) or owner in ("", project):
        return plain
    import hashlib  # only where two projects share a slug

    digest = hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{plain}-{digest[:8]}"
