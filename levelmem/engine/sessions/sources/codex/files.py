"""Where Codex keeps its rollouts, and which of them has a certain id."""

import os
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from levelmem.engine.sessions.sources.codex.names import parse_name

ACTIVE = "sessions"
ARCHIVED = "archived_sessions"

_REMEMBERED = 5.0
"""Seconds that a listing of a store serves look-ups."""

_DEEPEST = 64
"""Levels of folders that are looked into: no store has more, a damaged one may."""


def rollouts(root: Path) -> Iterator[Path]:
    """Yield every rollout of a store, active before archived.

    A folder without the usual two is searched itself. Where a plain file and its
    compressed form lie side by side, the plain one counts. Raises ``OSError`` when
    the store itself can't be listed.
    """
    names = {path.name for path in root.iterdir()}
    tops = [root / top for top in (ACTIVE, ARCHIVED) if top in names]
    for top in tops or [root]:
        yield from _walk(top, set())


def _walk(
    folder: Path, seen: set[tuple[int, int]], below: int = _DEEPEST
) -> Iterator[Path]:
    if below < 0:
        return
    try:
        stat = folder.stat()
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    if (stat.st_dev, stat.st_ino) in seen:
        return  # a link that leads back
    seen.add((stat.st_dev, stat.st_ino))
    names = {entry.name for entry in entries}
    for entry in entries:
        path = folder / entry.name
        if _is_folder(entry):
            yield from _walk(path, seen, below - 1)
        elif path.suffix == ".zst" and entry.name.removesuffix(".zst") in names:
            continue
        elif parse_name(path):
            yield path


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def root_of(path: Path) -> Path:
    """Return the store that a rollout lies in."""
    for folder in path.parents:
        if folder.name in (ACTIVE, ARCHIVED):
            return folder.parent
    return path.parent


def is_archived(path: Path) -> bool:
    """Tell whether a rollout was filed under ``archived_sessions``."""
    tops = (f.name for f in path.parents if f.name in (ACTIVE, ARCHIVED))
    return next(tops, ACTIVE) == ARCHIVED


def find_rollout(root: Path, rollout_id: str, without: set[Path]) -> Path | None:
    """Return the rollout with an id, the newest file where there are several."""
    moment = int(time.monotonic() / _REMEMBERED)
    for listing in (_remembered_listing, _fresh_listing):
        for path in listing(root, moment).get(rollout_id, ()):
            if path not in without and path.exists():
                return path
    return None


def _fresh_listing(root: Path, moment: int) -> Mapping[str, list[Path]]:
    """Return the rollouts of a store by id, the newest first."""
    found: dict[str, list[Path]] = {}
    try:
        for path in rollouts(root):
            name = parse_name(path)
            if name:
                found.setdefault(name.rollout_id, []).append(path)
    except OSError:
        return {}
    for paths in found.values():
        paths.sort(key=lambda path: path.name, reverse=True)
    return found


@lru_cache(maxsize=8)
def _remembered_listing(root: Path, moment: int) -> Mapping[str, list[Path]]:
    """Return a listing that is a few seconds old at most.

    A store with hundreds of subagents would else be listed again for each of them.
    """
    return _fresh_listing(root, moment)
