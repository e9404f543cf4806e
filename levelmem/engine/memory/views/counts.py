"""How many facts wait and how many are told, remembered for a shell's prompt.

A prompt asks before every command, so the answer must cost next to nothing: it is
kept with the signature of each file that it depends on, and good for as long as none
of them changed. This module imports nothing that takes time.
"""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Memory

_FILE = "counts.json"
_MOST = 200
"""Folders that are remembered; the oldest go first."""
_NAMES = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
_ENGINE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib is slow to import


class Counts(NamedTuple):
    """What a prompt shows of one project."""

    project: str
    to_review: int
    told: int
    """Active facts."""
    listed: int
    """All facts but the removed ones."""


def counts_of(memory: "Memory") -> Counts:
    """Count the facts of a memory, folding it."""
    facts = memory.facts()
    return Counts(
        memory.project,
        sum(fact.to_review for fact in facts),
        sum(fact.active for fact in facts),
        sum(fact.listed for fact in facts),
    )


def recall_counts(folder: str, cache: str, environ: Mapping[str, str]) -> Counts | None:
    """Return what was counted for a working folder, if that still holds.

    Args:
        folder: where the question is asked.
        cache: levelmem's cache folder.
        environ: names the stores.
    """
    entry = _load(cache).get(_key(folder, environ))
    if not isinstance(entry, dict):
        return None
    with suppress(KeyError, TypeError, ValueError):
        if all(_signature(path) == was for path, was in entry["files"].items()):
            project, *numbers = entry["counts"]
            return Counts(str(project), *map(int, numbers))
    return None


def keep_counts(
    counts: Counts,
    files: Iterable[str],
    folder: str,
    cache: str,
    environ: Mapping[str, str],
) -> None:
    """Remember counts until one of ``files`` changes, or levelmem itself does.

    A cache that can't be written is no matter.
    """
    known = _load(cache)
    key = _key(folder, environ)
    known.pop(key, None)
    watched = {path: _signature(path) for path in (*files, _ENGINE)}
    known[key] = {"files": watched, "counts": list(counts)}
    newest = dict(list(known.items())[-_MOST:])
    with suppress(OSError):
        os.makedirs(cache, mode=0o700, exist_ok=True)  # noqa: PTH103
        temporary = f"{cache}/.{_FILE}.{os.getpid()}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(newest, stream)
        os.replace(temporary, f"{cache}/{_FILE}")  # noqa: PTH105


def _load(cache: str) -> dict[str, object]:
    with suppress(OSError, ValueError, RecursionError):
        with open(f"{cache}/{_FILE}", encoding="utf-8") as stream:  # noqa: PTH123
            data = json.load(stream)
        if isinstance(data, dict):
            return data
    return {}


def _key(folder: str, environ: Mapping[str, str]) -> str:
    """Return what the answer depends on beside files: folder and environment."""
    named = [
        f"{name}={environ[name]}"
        for name in sorted(environ)
        if name in _NAMES or name.startswith("LEVEL")
    ]
    return "\n".join((folder, *named))


def _signature(path: str) -> list[int]:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return []
    return [found.st_ino, found.st_size, found.st_mtime_ns]
