"""Codex's rollout files: their names, where they lie, and how they are opened.

A rollout is ``rollout-<local time>-<thread id>.jsonl``. A later revision of the
same thread is a file of its own, ``rollout-<time>-<thread id>_<rollout id>.jsonl``.
Codex compresses old ones to ``.jsonl.zst`` in place; the earliest were one JSON
document, ``.json``.
"""

import errno
import importlib
import importlib.util
import io
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, cast

ACTIVE = "sessions"
ARCHIVED = "archived_sessions"

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_NAME = re.compile(
    r"rollout-(?P<stamp>\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?)-(?P<rest>.+?)"
    r"(?P<ending>\.jsonl\.zst|\.jsonl|\.json)"
)
_IDS = re.compile(rf"(?P<thread>{_UUID})(?:_(?P<rollout>{_UUID}))?")
_SAFE_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,127}")
_RETRIES = 3
_PAUSE = 0.05


class CompressedError(OSError):
    """A compressed rollout that nothing installed here can open."""


@dataclass(frozen=True, slots=True)
class RolloutName:
    """What the name of a rollout file says."""

    thread_id: str
    rollout_id: str
    """The revision; the first one has its thread's own id."""
    stamp: str
    ending: str

    @property
    def created(self) -> datetime | None:
        """When the thread began: from a version 7 UUID, else the local stamp."""
        return _uuid_time(self.thread_id) or _local_time(self.stamp)


def parse_name(path: Path) -> RolloutName | None:
    """Return what the file name says, or None where it is no rollout's."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    ids = _IDS.fullmatch(match["rest"])
    thread = ids["thread"] if ids else match["rest"]
    rollout = ids["rollout"] if ids and ids["rollout"] else thread
    return RolloutName(thread, rollout, match["stamp"], match["ending"])


def safe_id(value: object) -> str:
    """Return an id fit for a command line and a comparison, or ``""``."""
    return value if isinstance(value, str) and _SAFE_ID.fullmatch(value) else ""


def _uuid_time(thread_id: str) -> datetime | None:
    """Return the time in a version 7 UUID: milliseconds in its first 48 bits."""
    digits = thread_id.replace("-", "")
    if len(digits) != 32 or digits[12] != "7":
        return None
    try:
        return datetime.fromtimestamp(int(digits[:12], 16) / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _local_time(stamp: str) -> datetime | None:
    pattern = "%Y-%m-%dT%H-%M-%S" if "T" in stamp else "%Y-%m-%d"
    try:
        return datetime.strptime(stamp, pattern).astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        return None


def rollouts(root: Path) -> Iterator[Path]:
    """Yield every rollout of a store, active before archived.

    Where a plain file and its compressed form lie side by side, the plain one
    counts. Raises ``OSError`` when the store itself can't be listed.
    """
    os.scandir(root).close()
    for top in (ACTIVE, ARCHIVED):
        yield from _walk(root / top, set())


def _walk(folder: Path, seen: set[tuple[int, int]]) -> Iterator[Path]:
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
            yield from _walk(path, seen)
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
    return ARCHIVED in path.parent.parts


def can_decompress() -> bool:
    """Tell whether ``.zst`` files can be opened here."""
    return any(map(_installed, ("compression.zstd", "zstandard")))


def _installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False


@contextmanager
def open_rollout(path: Path) -> Iterator[BinaryIO]:
    """Open a rollout for reading its plain bytes, compressed or not.

    Codex may compress or archive the file at this very moment, so a missing one is
    looked for under its other name, a few times. Raises :class:`CompressedError`
    where the library is missing and ``OSError`` where the file can't be opened.
    """
    stream = _open_settled(path)
    try:
        yield stream
    finally:
        stream.close()


def _open_settled(path: Path) -> BinaryIO:
    for attempt in range(_RETRIES + 1):
        for candidate in (path, _sibling(path)):
            try:
                return _open(candidate)
            except FileNotFoundError:
                continue
        if attempt < _RETRIES:
            time.sleep(_PAUSE)
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def _sibling(path: Path) -> Path:
    if path.suffix == ".zst":
        return path.with_suffix("")
    return path.with_name(path.name + ".zst")


def _open(path: Path) -> BinaryIO:
    stream = path.open("rb")
    if path.suffix != ".zst":
        return stream
    try:
        return cast(BinaryIO, io.BufferedReader(_Decompressed(stream)))
    except BaseException:
        stream.close()
        raise


class _Decompressed(io.RawIOBase):
    """A zstd stream whose damage is an ``OSError``, as for any other file."""

    def __init__(self, stream: BinaryIO) -> None:
        self._file = stream
        self._reader, self._damage = _zstd_reader(stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._reader.read(len(buffer))
        except (self._damage, EOFError, ValueError) as error:
            raise OSError(errno.EIO, "the compressed file is damaged") from error
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def _zstd_reader(stream: BinaryIO) -> tuple[Any, type[Exception]]:
    if _installed("compression.zstd"):
        standard = importlib.import_module("compression.zstd")
        return standard.ZstdFile(stream), standard.ZstdError
    try:
        import zstandard
    except ImportError:
        raise CompressedError("compressed: install levelmem[zstd]") from None
    decompressor = zstandard.ZstdDecompressor()
    reader = decompressor.stream_reader(stream, read_across_frames=True)
    return reader, zstandard.ZstdError
