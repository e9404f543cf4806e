"""The runs of agents that hooks told of: one private folder each, pruned by age.

``agents/runs/<host>/<run>/`` holds ``run.json`` (whose run it is), ``typed.jsonl``
(what the person typed), and marks whose times count: ``told`` (the digest went out),
``stopped`` (a turn ended) and ``ended``. Made of strings and :mod:`os`, for hooks.
"""

from __future__ import annotations

import os
import time

from levelmem.engine.agents.light_json import write_object
from levelmem.engine.agents.quick import agents_folder, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

TOLD, STOPPED, ENDED = "told", "stopped", "ended"
TYPED = "typed.jsonl"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
_LONGEST_NAME = 120
_MOST_ANCESTORS = 8


def run_folder(environ: Mapping[str, str], host: str, session: str) -> str:
    """Return the folder of one run; ``session`` is a host's word and no path."""
    name = session or "unnamed"
    if not _PLAIN.issuperset(name) or name[0] == "." or len(name) > _LONGEST_NAME:
        import hashlib  # no host's own ids need it

        name = "x-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
    return os.path.join(agents_folder(environ), "runs", host, name)


def note_run(run: str, facts: Mapping[str, Any]) -> None:
    """Write down whose run it is, unless that is known."""
    known = read_json(os.path.join(run, "run.json"))
    if all(known.get(name) == value for name, value in facts.items() if value):
        return
    make_private(run)
    write_private(os.path.join(run, "run.json"), write_object({**known, **facts}))


def mark(run: str, name: str) -> None:
    """Set a mark of a run to now."""
    make_private(run)
    touch(os.path.join(run, name))


def marked_at(run: str, name: str) -> float:
    """Return when a mark was set, in seconds since the epoch; 0 where it was not."""
    return changed_at(os.path.join(run, name))


def changed_at(path: str) -> float:
    """Return when a file was changed, in seconds since the epoch; 0 without one."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0


def fired(environ: Mapping[str, str], host: str, event: str) -> None:
    """Write down that a hook ran, for ``levelmem doctor``."""
    folder = os.path.join(agents_folder(environ), "fired")
    make_private(folder)
    touch(os.path.join(folder, f"{host}.{event}"))


def runs_of(environ: Mapping[str, str], host: str = "") -> Iterator[str]:
    """Yield the folders of the known runs, of one host or of all."""
    root = os.path.join(agents_folder(environ), "runs")
    for name in [host] if host else _names(root):
        for run in _names(os.path.join(root, name)):
            yield os.path.join(root, name, run)


def ancestors() -> list[int]:
    """Return the processes above this one, the nearest first, as far as is told.

    A hook and a tool server that one host started share that host among them.
    """
    found = [os.getppid()]
    while len(found) < _MOST_ANCESTORS and (parent := _parent_of(found[-1])) > 1:
        found.append(parent)
    return [pid for pid in found if pid > 1]


def make_private(folder: str) -> None:
    """Make a folder and those above it, each readable by its owner alone."""
    if not os.path.isdir(folder):
        make_private(os.path.dirname(folder))
        try:
            os.mkdir(folder, 0o700)
        except FileExistsError:
            if not os.path.isdir(folder):
                raise


def touch(path: str) -> None:
    """Set a file's time to now; make it where it is missing."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.utime(descriptor, (now := time.time(), now))
    finally:
        os.close(descriptor)


def write_private(path: str, text: str) -> None:
    """Replace a small file at once, readable by its owner alone."""
    temporary = f"{path}.{os.getpid()}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o600)
    try:
        os.write(descriptor, text.encode("utf-8", "replace"))
    finally:
        os.close(descriptor)
    os.replace(temporary, path)


def _parent_of(pid: int) -> int:
    """Return the parent of a process; 0 where the system has no ``/proc``."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stream:
            # The name of the program stands in parentheses and may hold anything.
            return int(stream.read().rsplit(b")", 1)[-1].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
