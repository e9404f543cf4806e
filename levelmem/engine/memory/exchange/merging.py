"""Two versions of a memory file made one: the union of their lines, in one order.

For a memory that is kept in git, on several machines or by a team. Nothing that
anybody appended is lost, nothing stands twice, and the order depends on the lines
alone, so that merging in any order, any number of times, gives the same bytes. Lines
are never rewritten: one that can't be read stays as it is.

Facts are ordered by time; of one step, what was decided comes before what was said,
as levelmem writes it. Clocks that differ between machines are believed.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from levelmem.engine.memory.store import JOURNAL
from levelmem.engine.sessions.times import parse_time

_NEVER = datetime.fromtimestamp(0, UTC)

Key = tuple[datetime, str, int, bytes]


def merge(name: str, versions: Iterable[bytes]) -> bytes:
    """Return the union of versions of one file.

    Args:
        name: ``journal.jsonl`` is merged by session, every other file as facts.
        versions: their bytes; an empty one is a file that is not there.
    """
    if name.rsplit("/", 1)[-1] == JOURNAL:
        return _merge_journal(versions)
    lines = {line for version in versions for line in _lines(version)}
    return _joined(sorted(lines, key=_key))


def _lines(version: bytes) -> list[bytes]:
    """Return the lines that hold anything, without their ends."""
    found = (line.rstrip(b"\r") for line in version.split(b"\n"))
    return [line for line in found if line.strip()]


def _joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _object(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _key(line: bytes) -> Key:
    data = _object(line)
    change = data.get("change")
    said = "control" not in data
    at = parse_time(data.get("at")) or _NEVER
    return at, change if isinstance(change, str) else "", said, line


# --- the journal ---------------------------------------------------------------------
#
# Here the last line of a session stands, whatever its date: a session that was
# forgotten has a mark as its last line, and the line of before once more after the
# mark where the person took that back. So for each mark it is kept whether any
# version has a line after it.


@dataclass(slots=True)
class _Session:
    """What all versions say of one session."""

    lines: set[bytes] = field(default_factory=set)
    marks: set[bytes] = field(default_factory=set)
    taken_back: set[bytes] = field(default_factory=set)
    """Marks that have a line after them in some version."""


def _merge_journal(versions: Iterable[bytes]) -> bytes:
    sessions: dict[str, _Session] = {}
    for version in versions:
        marks: dict[str, set[bytes]] = {}
        for line in _lines(version):
            data = _object(line)
            name = str(data.get("id", ""))
            session = sessions.setdefault(name, _Session())
            if data.get("forgotten") is True:
                session.marks.add(line)
                marks.setdefault(name, set()).add(line)
            else:
                session.lines.add(line)
                session.taken_back |= marks.pop(name, set())
    return _joined(_in_order(sessions))


def _in_order(sessions: dict[str, _Session]) -> list[bytes]:
    lines: set[bytes] = set()
    again: list[bytes] = []
    forgotten: set[bytes] = set()
    for session in sessions.values():
        lines |= session.lines | session.taken_back
        if session.taken_back:
            again.append(max(session.lines, key=_key))
        forgotten |= session.marks - session.taken_back
    return [
        *sorted(lines, key=_key),
        *sorted(again, key=_key),
        *sorted(forgotten, key=_key),
    ]
