"""Plans that were presented, with their revisions folded."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.eventlog.records import LogRecord
from levelmem.engine.eventlog.transcript import first_line

_LABEL = re.compile(r"\s*#*\s*(?:PLAN:|Plan:|plan:)?\s*")
_TITLE = 80


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan in its last revision."""

    slug: str
    """What its revisions share; empty for plans of old versions."""
    title: str
    text: str
    session: str
    ts: datetime | None


def plans_of(presented: Iterable[LogRecord]) -> list[Plan]:
    """Return plans, the latest first, one for each slug: the one presented last.

    Revisions of one batch have the same time: then the later in the file counts.
    """
    records = sorted((r for r in presented if r.text.strip()), key=_place)
    kept: dict[object, LogRecord] = {}
    for record in records:
        kept[record.slug or (record.session, record.line)] = record
    latest = sorted(kept.values(), key=_place, reverse=True)
    return [Plan(r.slug, plan_title(r.text), r.text, r.session, r.ts) for r in latest]


def plan_title(text: str) -> str:
    """Return the first line of a plan without its heading marks and its label."""
    for line in text.splitlines():
        if line.strip():
            return first_line(_LABEL.sub("", line, count=1), _TITLE)
    return ""


def _place(record: LogRecord) -> tuple[float, str, int]:
    moment = record.ts.timestamp() if record.ts else 0.0
    return (moment, record.session, record.line)
