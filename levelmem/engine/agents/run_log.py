"""The log that hooks keep of a run, where no source reads the host's own files.

It is the session log of memcode, in levelmem's own folder: what was typed, what was
answered, and the tools that were used, one record each. A session that is read from
its host's files is never logged: it would be there twice.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from levelmem.engine.agents import hosts
from levelmem.engine.agents.quick import agents_folder
from levelmem.engine.agents.runs import make_private
from levelmem.engine.eventlog.records import LogRecord, RecordKind, parse_record
from levelmem.engine.eventlog.writer import SessionLog, scrubbed
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources._hook_log import HookLog

LOGS = "logs"
"""The folder of all logs, below that of the doors for agents; one for each host."""
_LONGEST_OUTPUT = 4000
"""Characters of a tool's output; memcode keeps as many of a command's."""
_LARGEST = 32 << 20
"""Bytes of one log."""
_TAIL = 64 << 10
_AT_ONCE = timedelta(seconds=3)


def log_run(
    environ: Mapping[str, str],
    host: str,
    run: str,
    folder: str,
    records: Sequence[LogRecord],
) -> None:
    """Append records to the log of a run.

    Args:
        environ: names levelmem's folders.
        host: the agent's name.
        run: the run's folder; its name is the session's id.
        folder: the folder that the run works in.
        records: in order; an empty log begins with the start of the session.

    A host whose own files have a source gets none. Raises ``LogError`` when they
    can't be written.
    """
    if not isinstance(sources().get(host), HookLog):
        return
    root = Path(agents_folder(environ), LOGS, host)
    make_private(str(root))
    log = SessionLog(root, Path(run).name)
    try:
        size = log.path.stat().st_size
        if not size:
            started = {"agent": host, "project": folder}
            log.append(LogRecord(RecordKind.SESSION_STARTED, extra=started))
        for record in records if size < _LARGEST else ():
            if not _just_written(log.path, record):
                log.append(record)
    finally:
        log.close()


def _just_written(path: Path, record: LogRecord) -> bool:
    """Tell whether a log ends with the same record, of a moment ago.

    A hook that is configured twice, for the person and for the project, runs twice.
    """
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - _TAIL))
        lines = stream.read().splitlines()
    try:
        last = parse_record(json.loads(lines[-1])) if lines else None
    except (ValueError, RecursionError):  # longer than the tail, or torn
        return False
    if last is None or last.ts is None:
        return False
    same = replace(last, ts=None) == scrubbed(record)
    return same and datetime.now(UTC) - last.ts < _AT_ONCE


def records_of(event: str, payload: Mapping[str, Any]) -> Iterator[LogRecord]:
    """Yield what an event tells of a session: nothing where it only is a signal."""
    if event == hosts.PROMPT:
        for prompt in hosts.prompts_of(payload):
            yield LogRecord(RecordKind.USER_MESSAGE, text=prompt)
    elif event in (hosts.STOP, hosts.ANSWER):
        if answer := _first(payload, _ANSWERS):
            yield LogRecord(RecordKind.ASSISTANT_MESSAGE, text=answer)
    elif event == hosts.TOOL:
        yield from _tool_calls(payload)
    elif event == hosts.END:
        yield LogRecord(RecordKind.SESSION_FINISHED)


_ANSWERS = ("prompt_response", "last_assistant_message", "text")
_NAMES = ("tool_name", "toolName", "tool")
_INPUTS = ("tool_input", "toolArgs", "args")
_OUTPUTS = ("tool_response", "toolResult", "tool_output", "output")
_TEXTS = ("llmContent", "textResultForLlm", "stdout", "output", "returnDisplay")
_FAILED = ("failure", "denied", "error", "rejected")


def _tool_calls(payload: Mapping[str, Any]) -> Iterator[LogRecord]:
    name = _first(payload, _NAMES)
    if name:
        yield _call(name, _arguments(payload), payload)
    elif isinstance(payload.get("command"), str):  # Cursor, after a command
        yield _call("shell_command", {"command": payload["command"]}, payload)
    elif isinstance(payload.get("edits"), list):  # Cursor, after an edit
        for edit in payload["edits"]:
            if isinstance(edit, dict):
                changed = {"file_path": payload.get("file_path", ""), **edit}
                yield _call("edit", changed, {})


def _call(name: str, given: object, payload: Mapping[str, Any]) -> LogRecord:
    result = next((payload[key] for key in _OUTPUTS if payload.get(key)), "")
    return LogRecord(
        RecordKind.TOOL_CALL,
        tool=name,
        input=json.dumps(given, ensure_ascii=False),
        content=_text(result)[:_LONGEST_OUTPUT],
        is_error=_failed(result),
    )


def _arguments(payload: Mapping[str, Any]) -> object:
    given: object = next((payload[key] for key in _INPUTS if payload.get(key)), {})
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return {"input": given}
    return given if isinstance(given, dict) else {"input": given}


def _text(result: object) -> str:
    if isinstance(result, str):
        return result
    if isinstance(result, list):
        return "\n".join(filter(None, map(_text, result)))
    if isinstance(result, dict):
        if isinstance(result.get("text"), str):
            return str(result["text"])
        found = (_text(result[name]) for name in _TEXTS if result.get(name))
        return next(found, "")
    return ""


def _failed(result: object) -> bool:
    if not isinstance(result, dict):
        return False
    return bool(result.get("error")) or result.get("resultType") in _FAILED


def _first(payload: Mapping[str, Any], names: tuple[str, ...]) -> str:
    values = (payload.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value), "")
