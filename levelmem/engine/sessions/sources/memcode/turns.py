"""A session log of memcode as a conversation."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.eventlog.records import LogRecord, RecordKind
from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import cut, trimmed
from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.plans import PLAN
from levelmem.engine.sessions.tool_lines import tool_line
from levelmem.engine.text import clip, one_line

SHELL = "shell"
"""The tool of commands that the person runs from the prompt."""

_ATTACHED = re.compile(r"\[attachment-only input: (.+)\]")
_REFUSED = ("denied", "interrupted")


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when its log can't be opened."""
    with open_regular(session.path):
        pass
    yield from turns_of(read_log(session.path, session.id).records)


def turns_of(records: tuple[LogRecord, ...]) -> Iterator[Turn]:
    """Yield the turns that records make up, numbered from 0."""
    number = 0
    refused = ""
    model = ""
    for record in records:
        model = record.model or model
        for turn in _turns(record, refused):
            agent = turn.origin is Origin.AGENT
            yield replace(turn, number=number, model=model if agent else "")
            number += 1
        # An approval stands before the call that it is about.
        if record.kind == RecordKind.APPROVAL:
            refused = record.decision if record.decision in _REFUSED else ""
        elif record.kind == RecordKind.TOOL_CALL:
            refused = ""


def is_injected(text: str) -> bool:
    """Tell whether a user message was put there by the runtime: ``[background …]``."""
    return text.startswith("[") and not _ATTACHED.fullmatch(text)


def _turns(record: LogRecord, refused: str) -> Iterator[Turn]:
    if record.kind == RecordKind.TOOL_CALL:
        shell = record.tool == SHELL and not record.input.lstrip().startswith("{")
        yield from _escape(record) if shell else _call(record, refused)
        return
    make = _MAKERS.get(record.kind)
    if make and (turn := make(record)):
        yield turn


def _turn(record: LogRecord, role: str, origin: Origin, *blocks: Block) -> Turn:
    return Turn(0, role, origin, blocks, record.ts)


def _user(record: LogRecord) -> Turn | None:
    if attached := _ATTACHED.fullmatch(record.text):
        return _turn(record, "user", Origin.HUMAN, Image(one_line(attached[1])))
    if not record.text.strip():
        return None
    origin = Origin.INJECTED if is_injected(record.text) else Origin.HUMAN
    return _turn(record, "user", origin, Text(cut(record.text)))


def _assistant(record: LogRecord) -> Turn | None:
    if not record.text.strip():
        return None
    return _turn(record, "assistant", Origin.AGENT, Text(cut(record.text)))


def _escape(record: LogRecord) -> Iterator[Turn]:
    """Yield a command that the person ran, and what it printed."""
    words = Text(cut(f"! {record.input}"))
    blocks: list[Block] = [words]
    if record.content or record.exit:
        code = f"\n(exit code {record.exit})" if record.exit else ""
        failed = record.is_error or bool(record.exit)
        blocks.append(ToolResult(f"{cut(record.content)}{code}", is_error=failed))
    yield _turn(record, "user", Origin.SHELL_ESCAPE, *blocks)


def _call(record: LogRecord, refused: str) -> Iterator[Turn]:
    arguments = _arguments(record.input)
    call_id = record.tool_use_id or f"line-{record.line}"
    shown: dict[str, Any] = trimmed(arguments)
    tool = record.tool or "tool"
    yield _turn(
        record,
        "assistant",
        Origin.AGENT,
        ToolCall(tool, shown, call_id, tool_line(tool, shown)),
        *file_edits(tool, arguments, call_id),
    )
    if refused:
        result = ToolResult(f"The call was {refused} by the user", call_id, True)
        yield _turn(record, "tool", Origin.TOOL, result)
    elif record.content:
        failed = record.is_error or bool(record.exit)
        result = ToolResult(cut(record.content), call_id, failed)
        yield _turn(record, "tool", Origin.TOOL, result)


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {"input": text}


def _result(record: LogRecord) -> Turn:
    failed = record.is_error or record.status in ("error", *_REFUSED)
    result = ToolResult(cut(record.content), record.tool_use_id, failed)
    return _turn(record, "tool", Origin.TOOL, result)


def _notice(record: LogRecord, text: str) -> Turn:
    line = clip(one_line(text), 200)
    return _turn(record, "system", Origin.NOTIFICATION, Notice(line))


def _approval(record: LogRecord) -> Turn:
    return _notice(record, f"{record.decision}: {record.text}")


def _compaction(record: LogRecord) -> Turn:
    return _turn(record, "system", Origin.COMPACTION, Text(cut(record.text)))


def _plan(record: LogRecord) -> Turn:
    turn = _turn(record, "assistant", Origin.AGENT, Text(cut(record.text)))
    return replace(turn, note=PLAN)


def _cancelled(record: LogRecord) -> Turn:
    return _notice(record, f"Plan cancelled, still open: {record.text}")


_MAKERS: Mapping[str, Callable[[LogRecord], Turn | None]] = {
    RecordKind.USER_MESSAGE: _user,
    RecordKind.ASSISTANT_MESSAGE: _assistant,
    RecordKind.TOOL_RESULT: _result,
    RecordKind.APPROVAL: _approval,
    RecordKind.COMPACTION: _compaction,
    RecordKind.PLAN_PRESENTED: _plan,
    RecordKind.PLAN_CANCELLED: _cancelled,
}
