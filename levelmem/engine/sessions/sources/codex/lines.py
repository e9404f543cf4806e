"""The lines of a Codex rollout, every generation in one shape.

Until August 2025 items stood bare on their lines; since then each stands in an
envelope ``{timestamp, type, payload}``, and since 2026 with an ``ordinal``.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.jsonl import Record, Skipped, stream_records
from levelmem.engine.sessions.sources.codex.opening import open_rollout
from levelmem.engine.sessions.times import parse_time

META = "session_meta"
ITEM = "response_item"
EVENT = "event_msg"


@dataclass(frozen=True, slots=True)
class Line:
    """One record of a rollout."""

    kind: str
    """The envelope's type: ``session_meta``, ``response_item``, ``event_msg``, …"""
    payload: dict[str, Any]
    when: datetime | None = None
    ordinal: int = -1
    offset: int = -1
    length: int = 0
    bare: bool = False
    """An item without an envelope, from before event messages existed."""
    metadata: dict[str, Any] | None = None
    thread: str = ""
    """The other thread that this line was taken over from, or ``""``."""

    @property
    def type(self) -> str:
        """The payload's own type, or ``""``."""
        return as_text(self.payload.get("type"))

    @property
    def turn_id(self) -> str:
        """The turn that the line says it belongs to, or ``""``."""
        payload = self.payload
        for holder in (
            payload,
            payload.get("internal_chat_message_metadata_passthrough"),
            payload.get("metadata"),
            self.metadata,
        ):
            if isinstance(holder, dict) and isinstance(holder.get("turn_id"), str):
                return as_text(holder["turn_id"])
        return ""


def as_text(value: object) -> str:
    """Return a JSON string, or ``""`` for anything else."""
    return value if isinstance(value, str) else ""


def as_dict(value: object) -> dict[str, Any]:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return a JSON list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def as_count(value: object) -> int:
    """Return a whole number from 0 up, or -1 for anything else."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    return -1


def read_lines(
    path: Path, skipped: Skipped, needles: Sequence[bytes] = ()
) -> Iterator[Line]:
    """Yield the lines of one rollout in file order; count what can't be read.

    With ``needles``, only lines that contain one of them. Offsets count plain bytes,
    also in a compressed file. Raises ``OSError`` when the file can't be opened or is
    damaged.
    """
    if path.suffix == ".json":
        yield from _read_document(path, skipped)
        return
    with open_rollout(path) as stream:
        for record in stream_records(stream, skipped, needles):
            yield _line(record)


def _line(record: Record) -> Line:
    data = record.data
    payload = data.get("payload")
    if not isinstance(payload, dict):
        return _bare_line(data, record.offset, record.length)
    return Line(
        kind=as_text(data.get("type")),
        payload=payload,
        when=parse_time(data.get("timestamp")),
        ordinal=as_count(data.get("ordinal")),
        offset=record.offset,
        length=record.length,
        metadata=as_dict(data.get("metadata")) or None,
    )


def _bare_line(data: dict[str, Any], offset: int, length: int) -> Line:
    when = parse_time(data.get("timestamp")) or parse_time(data.get("created_at"))
    payload, kind = data, ITEM
    if "type" not in data:
        if "role" in data:
            payload = {"type": "message", **data}
        elif "id" in data and ("timestamp" in data or "instructions" in data):
            kind = META
        else:
            kind = as_text(data.get("record_type")) or "unknown"
    return Line(kind, payload, when, offset=offset, length=length, bare=True)


def _read_document(path: Path, skipped: Skipped) -> Iterator[Line]:
    """Read the earliest form: one document ``{session: {…}, items: […]}``."""
    with open_rollout(path) as stream:
        raw = stream.read()
    try:
        document = json.loads(raw.decode("utf-8-sig", "replace").strip("\x00 \r\n\t"))
    except (ValueError, RecursionError):
        skipped.lines += 1
        return
    session = as_dict(as_dict(document).get("session"))
    if session:
        when = parse_time(session.get("timestamp"))
        yield Line(META, session, when, bare=True)
    for item in as_list(as_dict(document).get("items")):
        if isinstance(item, dict):
            yield _bare_line(item, -1, 0)
        else:
            skipped.lines += 1
