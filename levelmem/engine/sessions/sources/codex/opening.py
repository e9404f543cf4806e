"""Codex's rollouts opened for reading, whether compressed or just moving."""

import errno
import importlib
import importlib.util
import io
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.sources.codex.files import (
    ARCHIVED,
    is_archived,
    root_of,
)

_RETRIES = 3
_PAUSE = 0.05


class CompressedError(OSError):
    """A compressed rollout that nothing installed here can open."""


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
    looked for where it may have gone, a few times. Raises :class:`CompressedError`
    where the library is missing and ``OSError`` where the file can't be opened.
    """
    stream = _open_settled(path)
    try:
        yield stream
    finally:
        stream.close()


def _open_settled(path: Path) -> BinaryIO:
    for attempt in range(_RETRIES + 1):
        for candidate in _candidates(path):
            try:
                return _open(candidate)
            except FileNotFoundError:
                continue
        if attempt < _RETRIES:
            time.sleep(_PAUSE)
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def _candidates(path: Path) -> Iterator[Path]:
    """Yield the places of a rollout that may be compressed or archived by now."""
    plain = path.with_suffix("") if path.suffix == ".zst" else path
    compressed = plain.with_name(plain.name + ".zst")
    yield path
    yield compressed if path == plain else plain
    if not is_archived(path):
        archive = root_of(path) / ARCHIVED
        yield archive / plain.name
        yield archive / compressed.name


def _open(path: Path) -> BinaryIO:
    stream = open_regular(path)
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
        raise CompressedError("compressed: install the package zstandard") from None
    decompressor = zstandard.ZstdDecompressor()
    reader = decompressor.stream_reader(stream, read_across_frames=True)
    return reader, zstandard.ZstdError
