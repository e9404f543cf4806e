"""A change to one configuration file: shown first, backed up, made at once."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path

from levelmem.engine.problem import Problem


class ConnectError(Problem):
    """A configuration file that can't be changed; nothing of it was."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """What one file says now, and what it is to say."""

    path: Path
    before: str | None
    """None where there is no file."""
    after: str | None
    """None where the file goes: nothing but levelmem's own was in it."""

    def diff(self) -> str:
        """Return the change as a unified diff."""
        lines = unified_diff(
            (self.before or "").splitlines(keepends=True),
            (self.after or "").splitlines(keepends=True),
            str(self.path) if self.before is not None else os.devnull,
            str(self.path) if self.after is not None else os.devnull,
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )


class Backups:
    """Files as they were before levelmem changed them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, change: FileChange) -> Path:
        """Keep what a file says now, or that there is none."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        ending = "absent" if change.before is None else "before"
        path = self._folder / f"{_mark(change.path)}.{stamp}.{ending}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write((change.before or "").encode("utf-8", "surrogateescape"))
        return path

    def of(self, path: Path) -> Iterator[str | None]:
        """Yield what was kept of a file, the newest first; None for no file."""
        for kept in sorted(self._folder.glob(f"{_mark(path)}.*"), reverse=True):
            if kept.suffix == ".absent":
                yield None
            else:
                with suppress(OSError):
                    yield _decoded(kept.read_bytes())


def read_config(path: Path) -> str | None:
    """Return a file's text, or None where there is none. Raises ConnectError."""
    try:
        return _decoded(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConnectError(f"{path} can't be read: {error.strerror}") from error


def apply(change: FileChange, backups: Backups) -> Path:
    """Make a change, unless the file was changed meanwhile; return the backup.

    A link stays a link, a file keeps its mode. Raises ConnectError.
    """
    if read_config(change.path) != change.before:
        raise ConnectError(
            f"{change.path} was changed meanwhile; it is left alone, try again"
        )
    try:
        kept = backups.keep(change)
    except OSError as error:
        where = error.filename or change.path
        raise ConnectError(
            f"{where} can't be written: {error.strerror}. {change.path} is as it was:"
            " nothing is changed that can't be kept first"
        ) from error
    try:
        target = change.path.resolve()
        if change.after is None:
            target.unlink()
        else:
            _replace(target, change.after.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise ConnectError(
            f"{change.path} can't be changed: {error.strerror}"
        ) from error
    return kept


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _mark(path: Path) -> str:
    digest = hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]
