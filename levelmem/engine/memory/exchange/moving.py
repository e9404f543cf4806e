"""A whole memory as one file, for its owner to take to another machine.

Unlike a bundle for others it holds every record, quote and session id, and is taken
over as it is: what was confirmed there is confirmed here.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from levelmem.engine.memory.exchange.sharing import NoBundle
from levelmem.engine.memory.records import JournalLine, Json, parse_record
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import DIGEST, FACTS, JOURNAL
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import escaped_json

WHOLE = "levelmem-whole-memory"
"""What such a file calls itself."""


class _Line(Protocol):
    def to_json(self) -> Json: ...


Line = TypeVar("Line", bound=_Line)


@dataclass(frozen=True, slots=True)
class Moved:
    """What taking a memory over did."""

    records: int
    """Records of facts that were new here."""
    lines: int
    """Journal lines that were new here."""
    digest: bool
    """Whether its MEMORY.md was written, where there was none."""


def as_whole(memory: Memory, today: datetime) -> str:
    """Return all that a memory holds as JSON: records, journal and MEMORY.md."""
    journal, _ = memory.store.journal()
    data = {
        "format": WHOLE,
        "v": 1,
        "project": memory.project,
        "exported_at": iso(today),
        "records": [record.to_json() for record in memory.records()],
        "journal": [line.to_json() for line in journal],
        "digest": memory.store.read_text(DIGEST) or "",
    }
    clean = _scrubbed(data, memory.store.scrub)
    return escaped_json(json.dumps(clean, ensure_ascii=False, indent=1)) + "\n"


def take_over(memory: Memory, content: str, name: str) -> Moved:
    """Append what a whole memory has more than this one, in its order.

    Done twice, it does nothing the second time. A MEMORY.md is written only where
    there is none; hand-writing in it waits for the person's word like any other.

    Raises :class:`NoBundle` for another kind of file, and ``StoreError``.
    """
    data = _whole(content, name)
    records = [parse_record(one) for one in _objects(data.get("records"))]
    journal = [JournalLine.parse(one) for one in _objects(data.get("journal"))]
    memory.claim()
    with memory.store.locked():
        known, _ = memory.store.journal()
        new_records = _unknown(records, memory.records())
        new_lines = _unknown([line for line in journal if line], known)
        memory.store.append(new_records, FACTS)
        memory.store.append(new_lines, JOURNAL)
        digest = data.get("digest")
        is_new = isinstance(digest, str) and bool(digest.strip())
        is_new = is_new and not memory.store.read_text(DIGEST)
        if is_new:
            memory.store.replace(DIGEST, str(digest))
    return Moved(len(new_records), len(new_lines), is_new)


def _whole(content: str, name: str) -> Json:
    try:
        data: Any = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != WHOLE:
        raise NoBundle(f"{name} is no whole memory: make one with export --whole.")
    return data


def _objects(value: object) -> list[Json]:
    entries = value if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, dict)]


def _scrubbed(value: Any, scrub: Callable[[str], str]) -> Any:
    """Return a JSON value whose texts hold no secret: LevelCode scrubs its own way."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, list):
        return [_scrubbed(one, scrub) for one in value]
    if isinstance(value, dict):
        return {key: _scrubbed(one, scrub) for key, one in value.items()}
    return value


def _unknown(lines: Iterable[Line], known: Iterable[_Line]) -> list[Line]:
    seen = {_mark(line) for line in known}
    return [line for line in lines if _mark(line) not in seen]


def _mark(line: _Line) -> str:
    return json.dumps(line.to_json(), sort_keys=True)
