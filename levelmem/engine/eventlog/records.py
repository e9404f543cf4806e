"""The records of a session log: one JSON object a line, with only the fields it needs.

Reading is tolerant: a field of a wrong type is left out and the record stays; fields
and kinds of later versions are kept and written back as they were.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from levelmem.engine.text import mend_surrogates


class RecordKind(StrEnum):
    """What a record tells. Others are kept and ignored."""

    SESSION_STARTED = "session_started"
    USER_MESSAGE = "user_message"
    ASSISTANT_MESSAGE = "assistant_message"
    TOOL_CALL = "tool_call"
    APPROVAL = "approval"
    TOOL_RESULT = "tool_result"
    """Reserved by memcode, which never writes it; levelmem does, with a status."""
    COMPACTION = "compaction"
    PLAN_PRESENTED = "plan_presented"
    PLAN_CANCELLED = "plan_cancelled"
    SESSION_FINISHED = "session_finished"
    PREFERENCE_SIGNAL = "preference_signal"
    LESSON_SIGNAL = "lesson_signal"
    CONTEXT_INLINED = "context_inlined"
    ADHERENCE = "adherence"
    FACTS = "facts"


LATER_LEARNED = frozenset(
    {
        RecordKind.FACTS,
        RecordKind.LESSON_SIGNAL,
        RecordKind.ADHERENCE,
        RecordKind.PREFERENCE_SIGNAL,
    }
)
"""Kinds that may be appended long after a session: no sign that it went on."""


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One record. Every field but ``kind`` may be empty."""

    kind: str
    ts: datetime | None = None
    """Aware; of a record without one, that of the record before it."""
    text: str = ""
    """What was said; an approval's subject, a plan, a fact, a preference."""
    tool: str = ""
    input: str = ""
    """A tool's arguments as JSON; in memcode's ``$`` lane the bare command line."""
    decision: str = ""
    """``approved``, ``approved (remembered)``, ``denied`` or ``interrupted``."""
    tool_use_id: str = ""
    content: str = ""
    """What a tool or a command gave back."""
    is_error: bool = False
    exit: int = 0
    status: str = ""
    """levelmem's own, of a result: ``ok``, ``error``, ``denied``, ``interrupted``."""
    model: str = ""
    mode: str = ""
    head_sha: str = ""
    slug: str = ""
    axis: str = ""
    scope: str = ""
    strength: float = 0.0
    trigger: str = ""
    strategy: str = ""
    entities: tuple[str, ...] = ()
    lesson_ids: tuple[str, ...] = ()
    pref_ids: tuple[str, ...] = ()
    rule_kind: str = ""
    rule_id: str = ""
    verdict: str = ""
    outcome: str = ""
    target_session: str = ""
    """The session that the record is about, where that is another one."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What this version does not know, as it was read."""
    ts_text: str = field(default="", compare=False)
    """The time as it was written: more exact than ``ts`` can be."""
    session: str = field(default="", compare=False)
    """The session whose log it stands in; never written."""
    line: int = field(default=0, compare=False)
    """The line it stands on, from 1; never written."""

    def to_json(self) -> dict[str, Any]:
        """Return the line's JSON object: ``ts``, ``kind``, and what is not empty."""
        moment = self.ts_text or (format_time(self.ts) if self.ts else "")
        data: dict[str, Any] = {"ts": moment, "kind": self.kind}
        for name in _WRITTEN:
            value = getattr(self, name)
            if value:
                data[name] = list(value) if isinstance(value, tuple) else value
        return data | dict(self.extra)

    def stamped(self, session: str, line: int) -> "LogRecord":
        """Return the record with the place that it was read from."""
        return replace(self, session=session, line=line)


def parse_record(data: Mapping[str, Any]) -> LogRecord | None:
    """Return the record that a JSON object holds, or None without a kind.

    Names of fields count in any case, as memcode reads them.
    """
    known: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in data.items():
        lower = name.lower()
        expected = _TYPES.get(lower)
        if expected is None:
            extra[name] = value
        elif (fit := _fitting(value, expected)) is not None:
            known[lower] = fit
    kind = known.pop("kind", "")
    if not kind:
        return None
    written = data.get("ts", known.get("ts"))
    known.pop("ts", None)
    return LogRecord(
        kind=kind,
        ts=parse_time(written),
        ts_text=written if isinstance(written, str) and parse_time(written) else "",
        extra=extra,
        **known,
    )


def _fitting(value: object, expected: type) -> Any:
    """Return a value as its field holds it, or None where it does not fit."""
    if expected is tuple:
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return tuple(map(mend_surrogates, value))
        return None
    if expected is float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return float(value) if number else None  # type: ignore[arg-type]
    if type(value) is not expected:
        return value if expected is object and value is not None else None
    return mend_surrogates(value) if isinstance(value, str) else value


def parse_time(value: object) -> datetime | None:
    """Return the time that a JSON value means, or None.

    RFC 3339 with any offset, a space for the ``T``, any number of digits; or seconds
    or milliseconds since the epoch. Without an offset it is UTC.
    """
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value.strip())
            aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            return aware.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return datetime.fromtimestamp(value / 1e3 if value > 1e11 else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def format_time(moment: datetime) -> str:
    """Return a time as the log writes it: UTC, microseconds, ``Z``."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


_OWN = ("extra", "ts_text", "session", "line")
_TYPES: dict[str, type] = {
    entry.name: str for entry in fields(LogRecord) if entry.name not in _OWN
} | {
    "ts": object,
    "is_error": bool,
    "exit": int,
    "strength": float,
    "entities": tuple,
    "lesson_ids": tuple,
    "pref_ids": tuple,
}
_WRITTEN = tuple(name for name in _TYPES if name not in ("ts", "kind"))
