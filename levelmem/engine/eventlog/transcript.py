"""The log as people read it: rendered beside the records, never read back."""

from collections.abc import Callable
from datetime import datetime

from levelmem.engine.eventlog.records import LogRecord, RecordKind

_NO_SHA = "(none)"


def render(record: LogRecord) -> str:
    """Return a record's part of ``transcript.md``; empty for kinds that have none."""
    make = _RENDERERS.get(record.kind)
    return make(record) if make else ""


def first_line(text: str, limit: int) -> str:
    """Return the first line of a text, at most ``limit`` characters of it.

    An ellipsis says that more follows: further lines, or a cut.
    """
    text = text.strip()
    line, more, _ = text.partition("\n")
    if more:
        line = f"{line.rstrip()} …"
    return line if len(line) <= limit else f"{line[:limit]}…"


def _clock(moment: datetime | None) -> str:
    return moment.astimezone().strftime("%H:%M:%S") if moment else "--:--:--"


def _started(record: LogRecord) -> str:
    local = record.ts.astimezone() if record.ts else None
    date = f"{local:%b} {local.day} {local:%H:%M}" if local else ""
    sha = record.head_sha[:8] or _NO_SHA
    return (
        f"# session — {date} · model {record.model} · {record.mode} mode"
        f" · HEAD {sha}\n\n"
    )


def _user(record: LogRecord) -> str:
    return f"## › you · {_clock(record.ts)}\n{record.text}\n\n"


def _assistant(record: LogRecord) -> str:
    return f"**memcode** · {_clock(record.ts)}\n{record.text}\n\n"


def _call(record: LogRecord) -> str:
    return f"- ⏺ {record.tool} {first_line(record.input, 100)}\n"


def _approval(record: LogRecord) -> str:
    return f"- ✓ {record.decision}: {first_line(record.text, 100)}\n"


def _result(record: LogRecord) -> str:
    sign = "⚠" if record.is_error else "⎿"
    return f"  {sign} {first_line(record.content, 120)}\n"


def _plan(record: LogRecord) -> str:
    head = f"_◆ plan presented {_clock(record.ts)} — {record.slug}_"
    return f"\n{head}\n{record.text}\n\n"


def _cancelled(record: LogRecord) -> str:
    told = first_line(record.text, 120)
    return f"\n_◆ plan CANCELLED {_clock(record.ts)} — {told} (still open work)_\n\n"


def _compacted(record: LogRecord) -> str:
    told = first_line(record.text, 120)
    return f"\n_⊙ context compacted {_clock(record.ts)} — {told}_\n\n"


def _finished(record: LogRecord) -> str:
    return f"\n_— session ended {_clock(record.ts)}_\n\n"


_RENDERERS: dict[str, Callable[[LogRecord], str]] = {
    RecordKind.SESSION_STARTED: _started,
    RecordKind.USER_MESSAGE: _user,
    RecordKind.ASSISTANT_MESSAGE: _assistant,
    RecordKind.TOOL_CALL: _call,
    RecordKind.APPROVAL: _approval,
    RecordKind.TOOL_RESULT: _result,
    RecordKind.PLAN_PRESENTED: _plan,
    RecordKind.PLAN_CANCELLED: _cancelled,
    RecordKind.COMPACTION: _compacted,
    RecordKind.SESSION_FINISHED: _finished,
}
