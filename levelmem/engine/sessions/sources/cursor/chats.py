"""A chat of the command line's: a database of blobs, the messages among them.

A blob is named by its hash. Those that are no JSON list others, in the binary form of
protocol buffers: of that no more is read than which fields are as long as a hash.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, Skipped, text_of
from levelmem.engine.sessions.sources._database import opened
from levelmem.engine.sessions.sources.cursor.messages import take_message
from levelmem.engine.sessions.talk import Talk

_NOWHERE = Record({}, -1, 0)
_HASH = 32
_DEPTH = 6
_BYTES_FIELD = 2
_WORKSPACE = 9
_FIXED = {1: 8, 5: 4}
"""Bytes of a field of each type whose length is fixed."""


def read_chat(path: Path, skipped: Skipped) -> tuple[Data, Talk]:
    """Return what a chat says of itself, and its conversation.

    Raises ``OSError`` when its database can't be read.
    """
    with opened(path) as connection:
        about = _about(connection)
        blobs = dict(_blobs(connection))
    talk = Talk()
    talk.model = text_of(about.get("lastUsedModel"))
    root = text_of(about.get("latestRootBlobId"))
    talk.project = _folder(blobs.get(root, b""))
    for message in _messages(blobs, root, skipped):
        role = text_of(message.get("role"))
        take_message(
            talk,
            _NOWHERE,
            # What a tool gave back is marked as such inside of its message.
            "user" if role == "tool" else role,
            message.get("content"),
        )
    return about, talk


def _about(connection: sqlite3.Connection) -> Data:
    for (value,) in connection.execute("SELECT value FROM meta"):
        with suppress(ValueError, TypeError, RecursionError):
            return as_dict(json.loads(bytes.fromhex(value)))
    return {}


def _blobs(connection: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    for ident, data in connection.execute("SELECT id, data FROM blobs ORDER BY rowid"):
        if isinstance(ident, str) and isinstance(data, bytes | str):
            yield ident, data if isinstance(data, bytes) else data.encode()


def _messages(
    blobs: Mapping[str, bytes], root: str, skipped: Skipped
) -> Iterator[Data]:
    """Yield the messages below the root; all of them where it is missing."""
    if root in blobs:
        yield from _below(blobs, root, set(), skipped, _DEPTH)
        return
    for data in blobs.values():
        if data[:1] == b"{":
            yield from _decoded(data, skipped)


def _below(
    blobs: Mapping[str, bytes],
    ident: str,
    seen: set[str],
    skipped: Skipped,
    depth: int,
) -> Iterator[Data]:
    data = blobs.get(ident)
    if data is None or ident in seen or not depth:
        return
    seen.add(ident)
    if data[:1] == b"{":
        yield from _decoded(data, skipped)
        return
    for _, value in _fields(data):
        if len(value) == _HASH:
            yield from _below(blobs, value.hex(), seen, skipped, depth - 1)


def _decoded(data: bytes, skipped: Skipped) -> Iterator[Data]:
    try:
        yield as_dict(json.loads(data.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        skipped.lines += 1


def _folder(root: bytes) -> str:
    """Return the folder that the root names: an address, or its path."""
    for number, value in _fields(root):
        if number == _WORKSPACE:
            text = value.decode("utf-8", "replace")
            return text.removeprefix("file://") if "\x00" not in text else ""
    return ""


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the bytes of each field that has a length of its own."""
    at = 0
    while at < len(data):
        key, at = _number(data, at)
        kind = key & 7
        if kind == _BYTES_FIELD:
            length, at = _number(data, at)
            if at + length > len(data):
                return
            yield key >> 3, data[at : at + length]
            at += length
        elif kind == 0:
            _, at = _number(data, at)
        elif kind in _FIXED:
            at += _FIXED[kind]
        else:
            return


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that stands at a place, and where it ends."""
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80 or shift > 63:
            break
        shift += 7
    return value, at
