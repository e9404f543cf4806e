"""What becomes of an index that fails in use: it is a cache, so it is built anew."""

import sqlite3
from pathlib import Path

from levelmem.engine.recall.index import Index, discard

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What an index raises in use: a damaged one also texts, and errors, that are none."""

# Not the file's fault: it is left alone, for others use it.
_IN_THE_WAY = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
    )
)
_BASE = 0xFF
"""The part of SQLite's error code that says of which kind it is."""


def is_damage(error: Exception) -> bool:
    """Tell whether an error means that the file itself is not what it should be."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return isinstance(error, FAILURES) and code & _BASE not in _IN_THE_WAY


def open_index(path: Path | None) -> tuple[Index, str]:
    """Return the index at a path, and what a person should know of it, or ``""``."""
    try:
        index = Index(path)
    except (OSError, *FAILURES) as error:
        return begin_anew(path, error)
    return index, _built_anew(path) if index.begun_anew else ""


def begin_anew(path: Path | None, error: Exception) -> tuple[Index, str]:
    """Return an empty index in place of one that failed, and words for the person.

    A damaged file is thrown away. One that only can't be used at the moment stays,
    and this run does without: a cache hides nothing.
    """
    if path is not None and is_damage(error):
        discard(path)
        try:
            return Index(path), _built_anew(path)
        except (OSError, *FAILURES) as further:
            error = further
    return Index(), f"recall does without its index for now: {_words(path, error)}"


def _built_anew(path: Path | None) -> str:
    return f"recall's index was damaged and is built anew: {path}"


def _words(path: Path | None, error: Exception) -> str:
    told = str(error)
    return told if str(path) in told else f"{path}: {told}"
