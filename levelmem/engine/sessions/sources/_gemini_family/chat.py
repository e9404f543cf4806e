"""A recorded chat: one JSON document, or lines that are replayed.

The lines: metadata first, then messages. A message whose id was seen replaces the
earlier one in its place, ``{"$set": ...}`` changes metadata (``messages`` in it
replaces all messages), ``{"$rewindTo": id}`` takes back that message and all behind.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import (
    Record,
    Skipped,
    decode_line,
    stream_records,
    text_of,
)

_BOM = b"\xef\xbb\xbf"
_MESSAGE = re.compile(r'\{\s*"(?:id|type|role|timestamp|content)"\s*:')
_HEAD = 4096
_MOST_BREAKS = 1000
"""Damaged places of a document behind which it is read on."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message, and the line of the file that it stands on last."""

    data: dict[str, Any]
    offset: int = -1
    length: int = 0


@dataclass(slots=True)
class Chat:
    """What a file of a chat holds."""

    meta: dict[str, Any] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    """Lines or messages that can't be read."""
    error: str = ""
    """Why the document as a whole can't be read."""
    _places: dict[str, int] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Replay one line."""
        data = record.data
        if isinstance(data.get("$set"), dict):
            self._set(dict(data["$set"]), record)
        elif "$rewindTo" in data:
            self._rewind(text_of(data["$rewindTo"]))
        elif "type" in data or "role" in data:
            self._add(Message(data, record.offset, record.length))
        else:
            self._set(dict(data), record)

    def _set(self, values: dict[str, Any], record: Record) -> None:
        listed = values.pop("messages", values.pop("history", None))
        self.meta |= values
        if isinstance(listed, list):
            self.messages, self._places = [], {}
            for data in listed:
                if isinstance(data, dict):
                    self._add(Message(data, record.offset, record.length))
                else:
                    self.skipped += 1

    def _add(self, message: Message) -> None:
        ident = text_of(message.data.get("id"))
        place = self._places.get(ident) if ident else None
        if place is not None:
            self.messages[place] = message
            return
        if ident:
            self._places[ident] = len(self.messages)
        self.messages.append(message)

    def _rewind(self, ident: str) -> None:
        place = self._places.get(ident, 0)
        del self.messages[place:]
        self._places = {i: at for i, at in self._places.items() if at < place}


def read_chat(path: Path) -> Chat:
    """Read a file of a chat; never raises for what it holds.

    Raises ``OSError`` when it can't be opened.
    """
    if path.suffix == ".jsonl":
        return _read_lines(path)
    with open_regular(path) as stream:
        body = stream.read().removeprefix(_BOM).strip(b"\x00 \t\r\n")
    chat = Chat()
    if not body:
        return chat
    try:
        # Raw line feeds in a text are an error of the writer's that can be read.
        document = json.loads(body.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError) as error:
        return _rescued(path, body, error)
    if isinstance(document, list):
        document = {"messages": document}
    if not isinstance(document, dict):
        chat.error = "its content is no chat"
        return chat
    # Where a message stands in a document is not known: offsets stay unset.
    chat.take(Record({"$set": document}, -1, 0))
    return chat


def _read_lines(path: Path) -> Chat:
    chat, skipped = Chat(), Skipped()
    with open_regular(path) as stream:
        for record in stream_records(stream, skipped):
            chat.take(record)
    chat.skipped += skipped.lines
    return chat


def _rescued(path: Path, body: bytes, error: Exception) -> Chat:
    """Return what can be read of a document that is torn or is no single one."""
    chat = Chat()
    lines = body.split(b"\n")
    if _is_record(lines[0]):
        return _read_lines(path)  # Lines, under the name of a document.
    text = body.decode("utf-8", "replace")
    start = max(text.find('"messages"'), 0)
    chat.meta |= _facts(text[: start or _HEAD])
    for message in _messages(text, start):
        chat.take(Record(message, -1, 0))
    chat.skipped += 1
    if not chat.messages:
        chat.error = f"it is damaged: {error}"
    return chat


def _messages(text: str, at: int) -> Iterator[dict[str, Any]]:
    """Yield the messages that stand whole in a damaged document.

    Past a damaged one it goes on where the next begins.
    """
    decoder = json.JSONDecoder(strict=False)
    for _ in range(_MOST_BREAKS):
        while begin := _MESSAGE.search(text, at):
            try:
                value, end = decoder.raw_decode(text, begin.start())
            except (ValueError, RecursionError):
                at = begin.end()
                break
            # What stands inside of a damaged message looks alike: calls, thoughts.
            is_message = any(isinstance(value.get(k), str) for k in ("type", "role"))
            at = end if is_message else begin.end()
            if is_message:
                yield value
        else:
            return


def _is_record(line: bytes) -> bool:
    try:
        return bool(decode_line(line))
    except ValueError:
        return False


def _facts(text: str) -> dict[str, Any]:
    """Return the plain texts at the head of a torn document."""
    decoder, found = json.JSONDecoder(), {}
    for name in ("sessionId", "projectHash", "startTime", "lastUpdated", "kind"):
        at = text.find(f'"{name}"')
        start = text.find('"', at + len(name) + 2) if at >= 0 else -1
        if start >= 0:
            try:
                found[name], _ = decoder.raw_decode(text, start)
            except ValueError:
                continue
    return found
