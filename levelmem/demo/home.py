"""The folder that the example lives in: gone when it is closed, or at the next one."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time

_PREFIX = "levelmem-demo-"
_NEW = 60.0
"""Seconds in which a folder may not be locked yet by whoever is making it."""


@contextmanager
def demo_home() -> Iterator[Path]:
    """Yield a new folder for the example and take it away afterwards.

    The folder is locked meanwhile, and a lock ends with its process, however that
    dies: what an example that was killed has left behind goes with the next one.
    Raises ``OSError`` where none can be made.
    """
    remove_leftovers(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as made:
        lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield Path(made)
        finally:
            os.close(lock)


def remove_leftovers(folder: Path) -> None:
    """Remove the example's folders below ``folder`` that nobody has open any more."""
    for left in folder.glob(f"{_PREFIX}*"):
        try:
            # Others can make folders there too: neither theirs nor where links lead.
            found = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            if _is_left(found):
                shutil.rmtree(left, ignore_errors=True)
        finally:
            os.close(found)


def _is_left(folder: int) -> bool:
    facts = os.fstat(folder)
    if facts.st_uid != os.getuid() or time() - facts.st_mtime < _NEW:
        return False
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
