"""Copies of databases that can't be read in place, for as long as they are needed."""

import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from threading import Lock

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of what SQLite keeps beside a database that is written."""

_Stamps = tuple[tuple[int, int], ...]


class DatabaseCopy:
    """A database and what lies beside it, copied; gone when nobody holds it."""

    def __init__(self, database: Path) -> None:
        """Copy a database. Raises ``OSError`` where that fails."""
        folder = tempfile.mkdtemp(prefix="levelmem-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.path = Path(folder, database.name)
        shutil.copyfile(database, self.path)
        for ending in BESIDE:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{database}{ending}", f"{self.path}{ending}")


class Copies:
    """Makes copies. The last is kept: sessions of one database are read in a row."""

    def __init__(self) -> None:
        """Hold no copy yet."""
        self._lock = Lock()
        self._last: tuple[Path, _Stamps, DatabaseCopy] | None = None

    def of(self, database: Path) -> DatabaseCopy:
        """Return a copy of a database as it is now. Raises ``OSError``."""
        stamps = tuple(stamp(Path(f"{database}{ending}")) for ending in ("", *BESIDE))
        with self._lock:
            if self._last and self._last[:2] == (database, stamps):
                return self._last[2]
            self._last = None  # Room for the next.
            copy = DatabaseCopy(database)
            self._last = (database, stamps, copy)
            return copy


def stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file has: zeros where it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return (stat.st_size, stat.st_mtime_ns)
