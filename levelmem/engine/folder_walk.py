"""Walking a tree of folders that somebody else made, however deep it is."""

import os
from collections.abc import Collection, Iterator
from pathlib import Path


def walk(root: Path, skipped: Collection[str]) -> Iterator[tuple[Path, list[str]]]:
    """Yield each folder from ``root`` down with the names of its files, in order.

    Folders that are links, or that have a ``skipped`` name, are never entered, and
    those that can't be listed are passed over. ``os.walk`` calls itself for each
    level: a thousand nested folders, which a repository may well bring, end it.
    """
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        for _, folders, files in os.walk(folder):
            yield folder, sorted(files)
            inner = (folder / name for name in sorted(folders, reverse=True))
            waiting += [
                path
                for path in inner
                if path.name not in skipped and not path.is_symlink()
            ]
            break  # this level alone
