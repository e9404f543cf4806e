"""A chat of the command line's: a database of blobs, the messages among them.

A message is a blob of JSON; they stand in the order in which they were written. The
others are what the program keeps of its own state, in the binary form of protocol
buffers: of the last one of those no more is read than the folder that it names.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from levelmem.engine.sessions.blocks import plain_text
from levelmem.engine.sessions.json_values import Data, as_dict, read_object
from levelmem.engine.sessions.jsonl import Record, Skipped, text_of
from levelmem.engine.sessions.sources._database import opened
from levelmem.engine.sessions.sources.cursor.messages import take_message
from levelmem.engine.sessions.sqlite_files import select
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_NOWHERE = Record({}, -1, 0)
_META = "meta.json"
_BEGINNING = 20_000
_BYTES_FIELD = 2
_WORKSPACE = 9
_FIXED = {1: 8, 5: 4}
"""Bytes of a field of each type whose length is fixed."""
_NAMED = re.compile(r"^Workspace Path: (.{1,1000})$", re.MULTILINE)


def read_chat(path: Path, skipped: Skipped) -> tuple[Data, Talk]:
    """Return what a chat says of itself, and its conversation.

    Raises ``OSError`` when its database can't be read.
    """
    with opened(path) as connection:
        about = _about(connection)
        blobs = dict(_blobs(connection))
    talk = Talk()
    talk.model = text_of(about.get("lastUsedModel"))
    root = blobs.get(text_of(about.get("latestRootBlobId")), b"")
    talk.project = text_of(about.get("workspacePath")) or _folder(root)
    for data in blobs.values():
        if data[:1] == b"{":
            _take(talk, data, skipped)
    beside = read_object(path.with_name(_META))
    names = {"title": "name", "createdAtMs": "createdAt", "updatedAtMs": "updatedAt"}
    known = {names[key]: value for key, value in beside.items() if key in names}
    return {**about, **known, "isSubagent": beside.get("isSubagent")}, talk


def _about(connection: sqlite3.Connection) -> Data:
    for row in select(connection, "meta", ("value",)):
        text = text_of(row["value"])
        with suppress(ValueError, RecursionError):
            if not text.startswith("{"):
                text = bytes.fromhex(text).decode("utf-8", "replace")
            if about := as_dict(json.loads(text)):
                return about
    return {}


def _blobs(connection: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    for row in select(connection, "blobs", ("id", "data"), "ORDER BY rowid"):
        ident, data = row.get("id"), row.get("data")
        if isinstance(ident, str) and isinstance(data, bytes | str):
            yield ident, data if isinstance(data, bytes) else data.encode()


def _take(talk: Talk, data: bytes, skipped: Skipped) -> None:
    try:
        message = as_dict(json.loads(data.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        skipped.lines += 1
        return
    when = parse_time(message.get("createdAt"))
    talk.see(when)
    told = as_dict(as_dict(message.get("providerOptions")).get("cursor"))
    talk.model = text_of(told.get("modelName")) or talk.model
    role, content = text_of(message.get("role")), message.get("content")
    if not talk.project and role == "user":
        found = _NAMED.search(plain_text(content)[:_BEGINNING])
        talk.project = found[1].strip() if found else ""
    # What a tool gave back is marked as such inside of its message.
    role = "user" if role == "tool" else role
    take_message(talk, _NOWHERE, role, content, when=when)


def _folder(root: bytes) -> str:
    """Return the folder that the program's state names: an address, or its path."""
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
