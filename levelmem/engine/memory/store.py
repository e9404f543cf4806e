"""The only file access of memory: append under a lock, read tolerantly, replace whole.

LevelCode and other runs of levelmem write the same files at the same moment, and any
of them may be killed at any byte. What was appended is on disk before it is
reported; a line that a dying writer tore is closed off by the next one, so that it
can't swallow the record after it.
"""

import fcntl
import json
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Generic, Protocol, TypeVar

from levelmem.engine.collector import collector_held
from levelmem.engine.memory.record_lines import decode_records
from levelmem.engine.memory.records import JournalLine, Json, Record
from levelmem.engine.problem import Problem
from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import decode_line

FACTS = "facts.jsonl"
JOURNAL = "journal.jsonl"
DIGEST = "MEMORY.md"

_BOM = b"\xef\xbb\xbf"
_EDGE = 4096

# Fields that refer to other records: scrubbing them would cut the reference.
_REFERENCES = frozenset(("v", "key", "lmKey", "at", "change", "undoes", "control"))


T = TypeVar("T")
Decode = Callable[[bytes], list[T]]
"""Returns what one line holds, or raises ``ValueError``."""


class Writable(Protocol):
    """A record that can be appended."""

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        ...


class StoreError(Problem, OSError):
    """A memory file can't be read or written; the message is for people."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a file was read, and how to tell that what was read is still there."""

    inode: int
    offset: int
    edge: bytes
    """The end of what was read."""


@dataclass(frozen=True, slots=True)
class Lines(Generic[T]):
    """What one reading of a file found."""

    objects: Sequence[T]
    skipped: int
    """Lines that could not be read; a torn last line is not counted."""
    goes_on: bool = False
    """Whether these lines follow what was read before; else they are all there are."""
    mark: Mark | None = None
    """Where to go on, if the file ends with a whole line."""


class MemoryStore:
    """The files of one memory folder."""

    def __init__(self, folder: Path, scrub: Callable[[str], str] | None = None) -> None:
        """Work in ``folder``, which need not exist yet.

        ``scrub`` takes secrets out of each text before it is written; the rule of
        :mod:`levelmem.engine.secrets` by default.
        """
        self.folder = folder
        self._scrub = scrub or _scrub

    def facts(self) -> tuple[list[Record], int]:
        """Return the records of ``facts.jsonl`` and how many lines were skipped.

        Raises :class:`StoreError` when the file is there and can't be read.
        """
        lines = self.records()
        return list(lines.objects), lines.skipped

    def journal(self) -> tuple[list[JournalLine], int]:
        """Return all lines of ``journal.jsonl`` in order, and how many were skipped.

        Raises :class:`StoreError` when the file is there and can't be read.
        """
        lines = self.lines(JOURNAL)
        parsed = [JournalLine.parse(data) for data in lines.objects]
        known = [line for line in parsed if line]
        return known, lines.skipped + len(parsed) - len(known)

    def records(self, after: Mark | None = None) -> Lines[Record]:
        """Return the records of ``facts.jsonl``, those after a mark if it still fits.

        Raises :class:`StoreError` when the file is there and can't be read.
        """
        return self._read(FACTS, decode_records, after)

    def lines(self, name: str) -> Lines[Json]:
        """Return the objects of a file.

        Raises :class:`StoreError` when the file is there and can't be read.
        """
        return self._read(name, decode_line)

    def _read(
        self, name: str, decode: Decode[T], after: Mark | None = None
    ) -> Lines[T]:
        with self._explained(name), collector_held():
            try:
                with open_regular(self._inside(name)) as stream:
                    return _read_lines(stream, decode, after)
            except FileNotFoundError:
                return Lines((), 0)

    def append(self, records: Iterable[Writable], name: str = FACTS) -> None:
        """Append records, all in one write, and return when they are on disk.

        Raises :class:`StoreError` when nothing, or not all, could be written.
        """
        lines = [self._line(record.to_json()) for record in records]
        if not lines:
            return
        with self._explained(name):
            self._make_folder()
            with _locked_for_append(self._inside(name)) as descriptor:
                _append(descriptor, "".join(lines).encode())

    def read_text(self, name: str) -> str | None:
        """Return the text of a file, or None where there is none.

        Bytes that are no UTF-8 become lone surrogates, which :meth:`replace` writes
        back as they were.
        Raises :class:`StoreError` when it is there and can't be read.
        """
        with self._explained(name):
            try:
                with open_regular(self._inside(name)) as stream:
                    return stream.read().decode("utf-8", "surrogateescape")
            except FileNotFoundError:
                return None

    def replace(self, name: str, text: str) -> None:
        """Replace a whole file at once: readers see the old text or the new one.

        The text is written as it is: who makes it has scrubbed its parts.
        Raises :class:`StoreError` when it can't be written; the old text stays.
        """
        with self._explained(name):
            self._make_folder()
            _replace(self._inside(name), text.encode("utf-8", "surrogateescape"))

    def remove(self, name: str) -> None:
        """Delete a side file, if it is there."""
        with self._explained(name):
            self._inside(name).unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs of levelmem from rewriting the digest meanwhile."""
        with self._explained(DIGEST):
            self._make_folder()
            descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def signature(self, name: str) -> tuple[int, int, int]:
        """Return what changes when a file does: inode, size and time."""
        try:
            found = self._inside(name).stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_ino, found.st_size, found.st_mtime_ns)

    def scrub(self, text: str) -> str:
        """Return a text as it would be written: without secrets."""
        return self._scrub(text)

    def _line(self, data: Json) -> str:
        clean = {
            name: value if name in _REFERENCES else self._scrubbed(value)
            for name, value in data.items()
        }
        # A line break inside a string is escaped by JSON; U+2028 is not, and some
        # readers split lines there.
        text = json.dumps(clean, ensure_ascii=False, separators=(",", ":"))
        return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029") + "\n"

    def _scrubbed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._scrub(value).encode("utf-8", "replace").decode()
        if isinstance(value, dict):
            return {name: self._scrubbed(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [self._scrubbed(part) for part in value]
        return value

    def _inside(self, name: str) -> Path:
        """Return a file's path, once it is sure to lie in the folder.

        A repository may bring its own memory folder along, with ``facts.jsonl`` a
        link to a file of the person's.
        """
        path = self.folder / name
        if path.resolve().parent != self.folder.resolve():
            raise StoreError(f"{path} leads out of its folder, so it is left alone.")
        return path

    def _make_folder(self) -> None:
        for folder in (*reversed(self.folder.parents), self.folder):
            if not folder.exists():
                folder.mkdir(mode=0o700, exist_ok=True)
                _sync_folder(folder.parent)

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(
                f"{self.folder / name} can't be used: {reason}. Nothing was changed."
            ) from error


def _read_lines(stream: BinaryIO, decode: Decode[T], after: Mark | None) -> Lines[T]:
    inode = os.fstat(stream.fileno()).st_ino
    goes_on = after is not None and _still_fits(stream, inode, after)
    start = after.offset if after and goes_on else 0
    stream.seek(start)
    data = stream.read()
    objects: list[T] = []
    skipped = 0
    *whole, last = data.removeprefix(_BOM).split(b"\n")
    for line in whole:
        try:
            objects += decode(line)
        except ValueError:
            skipped += 1
    with suppress(ValueError):
        # Without its line feed it is still being written, or was torn: no error.
        objects += decode(last)
    mark = None
    if data.endswith(b"\n") or (goes_on and not data):
        edge = data[-_EDGE:] if data else after.edge if after else b""
        mark = Mark(inode, start + len(data), edge)
    return Lines(objects, skipped, goes_on, mark)


def _still_fits(stream: BinaryIO, inode: int, mark: Mark) -> bool:
    if inode != mark.inode:
        return False
    start = mark.offset - len(mark.edge)
    stream.seek(start)
    return stream.read(len(mark.edge)) == mark.edge


def _scrub(text: str) -> str:
    from levelmem.engine.secrets import scrub_text

    return scrub_text(text)


@contextmanager
def _locked_for_append(path: Path) -> Iterator[int]:
    """Open a file for appending and hold its lock.

    ``flock`` on the file itself: it ends with the process, however that dies, and
    leaves no lock file in a folder that people keep in git.
    """
    while True:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
        descriptor = os.open(path, flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _is_still_there(descriptor, path):
                yield descriptor
                return
        finally:
            os.close(descriptor)


def _is_still_there(descriptor: int, path: Path) -> bool:
    """Tell whether the path still names the open file: git replaces files whole."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _append(descriptor: int, lines: bytes) -> None:
    found = os.fstat(descriptor)
    _keep_private(descriptor, found)
    if found.st_size and os.pread(descriptor, 1, found.st_size - 1) != b"\n":
        lines = b"\n" + lines
    written = os.write(descriptor, lines)
    if written < len(lines):
        # A full disk: half a step must not stay. The lock keeps other runs out.
        os.ftruncate(descriptor, found.st_size)
        raise OSError(f"only {written} of {len(lines)} bytes fitted on the disk")
    os.fsync(descriptor)


def _keep_private(descriptor: int, found: os.stat_result) -> None:
    """Take a memory file back from group and others, if it is the person's own."""
    if stat.S_IMODE(found.st_mode) & 0o077 and found.st_uid == os.geteuid():
        os.fchmod(descriptor, 0o600)


def _replace(path: Path, data: bytes) -> None:
    _sweep_leftovers(path)
    # mkstemp makes the file 0600.
    descriptor, temporary = tempfile.mkstemp(
        prefix=f".{path.name}.", suffix=".tmp", dir=path.parent
    )
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(descriptor)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
        raise
    _sync_folder(path.parent)


def _sweep_leftovers(path: Path) -> None:
    """Delete what writers left that died an hour ago or more, in mid-write."""
    for leftover in path.parent.glob(f".{path.name}.*.tmp"):
        with suppress(OSError):
            if time.time() - leftover.stat().st_mtime > 3600:
                leftover.unlink()


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
