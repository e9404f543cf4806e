"""JSON lines as agents leave them on disk: torn, glued, huge, and still read.

Bytes are split at line feeds and each line is decoded by itself, so that one bad
line never hides the next. Where a record stands in its file is kept, to show it in
full later.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from os import stat_result
from pathlib import Path
from time import time_ns
from typing import Any, BinaryIO

from levelmem.engine.regular_file import open_regular
from levelmem.engine.text import mend_surrogates

BOM = b"\xef\xbb\xbf"
"""What some programs write before the first line."""
_EDGE = 4096
_RESTS_AFTER_NS = 10_000_000_000
_resting: dict[Path, tuple[tuple[int, int, int], str]] = {}
"""Size, time and inode of each file when its edges were read, and its signature."""
_decoder = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object of a file, and the line it stands on."""

    data: dict[str, Any]
    offset: int
    """Byte offset of its line."""
    length: int
    """Bytes of that line, without the line feed."""


@dataclass(slots=True)
class Skipped:
    """Counts the lines that could not be read; a torn last line is no error."""

    lines: int = 0


def decode_line(line: bytes) -> list[dict[str, Any]]:
    """Return the JSON objects of one line: none where it is blank, two where glued.

    Raises ``ValueError`` where the line holds no JSON object.
    """
    line = line.strip(b"\x00 \t\r\n")
    if not line:
        return []
    try:
        value = _quick_decoder()(line)
    except (ValueError, RecursionError):
        return _decode_leniently(line.decode("utf-8", "replace"))
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return [value]


@cache
def _quick_decoder() -> Callable[[bytes], Any]:
    """Return what decodes most lines, in a third of the standard library's time.

    It answers as that does, or not at all: what it takes for wrong (two objects on a
    line, half a surrogate pair, bytes that are no UTF-8, NaN) is looked at once more.
    """
    import msgspec  # a start that reads no session needs none

    return msgspec.json.Decoder().decode


def _decode_leniently(text: str) -> list[dict[str, Any]]:
    """Return the JSON objects of a line. Raises ``ValueError`` where it holds none."""
    found: list[dict[str, Any]] = []
    at = 0
    while at < len(text):
        try:
            value, at = _decoder.raw_decode(text, at)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        if not isinstance(value, dict):
            raise ValueError("not an object")
        found.append(value)
        while at < len(text) and text[at] in " \t\x00":
            at += 1
    return found


def read_lines(stream: BinaryIO, offset: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield the offset and the bytes of each line from the stream's position on."""
    for line in stream:
        yield offset, line
        offset += len(line)


def read_records(path: Path, skipped: Skipped) -> Iterator[Record]:
    """Yield the records of a file in order; count what can't be read.

    Raises ``OSError`` when the file can't be opened.
    """
    with open_regular(path) as stream:
        yield from stream_records(stream, skipped)


def stream_records(
    stream: BinaryIO,
    skipped: Skipped,
    needles: Sequence[bytes] = (),
    begin: int = 0,
) -> Iterator[Record]:
    """Yield the records of an open stream in order; count what can't be read.

    The stream stands at the offset ``begin``. With ``needles``, only lines that
    contain one of them are decoded, which is many times faster.
    """
    for offset, line in read_lines(stream, begin):
        if needles and not any(needle in line for needle in needles):
            continue
        body = line.removeprefix(BOM) if offset == 0 else line
        try:
            values = decode_line(body)
        except ValueError:
            # Without its line feed the line is still being written, or was
            # torn when its writer died: it is no record yet.
            if line.endswith(b"\n"):
                skipped.lines += 1
            continue
        for value in values:
            yield Record(value, offset, len(line.rstrip(b"\r\n")))


def read_raw(path: Path, offset: int, length: int) -> str:
    """Return one raw record, decoded for people."""
    with open_regular(path) as stream:
        stream.seek(offset)
        return stream.read(length).decode("utf-8", "replace")


def signature(path: Path, stat: stat_result) -> str:
    """Return a string that changes when the content of a file may have changed.

    Size and time alone are not enough: some tools rewrite in place, some clocks
    tick in seconds, some restores keep times. The first and the last 4 KB count too;
    within one run they are not read again while a file rests.

    Raises ``OSError`` when the file can't be read.
    """
    facts = (stat.st_size, stat.st_mtime_ns, stat.st_ino)
    known = _resting.get(path)
    if known and known[0] == facts and time_ns() - stat.st_mtime_ns > _RESTS_AFTER_NS:
        return known[1]
    with open_regular(path) as stream:
        edges = hashlib.blake2b(stream.read(_EDGE), digest_size=8)
        if stat.st_size > _EDGE:
            stream.seek(max(_EDGE, stat.st_size - _EDGE))
            edges.update(stream.read(_EDGE))
    found = "-".join(map(str, (*facts, edges.hexdigest())))
    _resting[path] = (facts, found)
    return found


def text_of(value: object) -> str:
    """Return a JSON string fit to be encoded, or ``""`` for anything else."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else mend_surrogates(value)
