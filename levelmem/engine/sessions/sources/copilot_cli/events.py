"""The events of a log: read in order, older forms brought into the present one."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of

Event = Record
"""A record ``{type, data, id, timestamp, parentId, agentId?}``."""


def read_events(path: Path, skipped: Skipped) -> Iterator[Event]:
    """Yield the events of a log; count what can't be read.

    Raises ``OSError`` when it can't be opened, ``ValueError`` for a document of an
    older version that is damaged.
    """
    if path.suffix == ".json":
        yield from _old_events(path)
    else:
        yield from read_records(path, skipped)


def data_of(event: Event) -> Mapping[str, Any]:
    """Return what an event is about."""
    return as_dict(event.data.get("data"))


def kind_of(event: Event) -> str:
    """Return the type of an event."""
    return text_of(event.data.get("type"))


def is_of_subagent(event: Event) -> bool:
    """Tell whether an agent that was started by this one caused an event."""
    data = data_of(event)
    return bool(event.data.get("agentId") or data.get("parentToolCallId"))


def as_dict(value: object) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of a JSON array, or nothing for anything else."""
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, dict)]


def _old_events(path: Path) -> Iterator[Event]:
    """Yield the chat of ``history-session-state`` as events.

    ``{sessionId, startTime, chatMessages: [{role, content, tool_calls}], timeline}``:
    messages as the model's provider takes them, with no times of their own.
    """
    with open_regular(path) as stream:
        body = stream.read()
    try:
        document = as_dict(json.loads(body.decode("utf-8", "replace")))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    when = document.get("startTime")
    start = {"sessionId": document.get("sessionId"), "startTime": when}
    yield _event("session.start", start, when)
    for message in as_list(document.get("chatMessages")):
        for kind, data in _old_message(message):
            yield _event(kind, data, None)


def _old_message(
    message: Mapping[str, Any],
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    content = _content(message.get("content"))
    match message.get("role"):
        case "user":
            yield "user.message", {"content": content}
        case "assistant":
            requests = [
                {
                    "toolCallId": call.get("id"),
                    "name": as_dict(call.get("function")).get("name"),
                    "arguments": as_dict(call.get("function")).get("arguments"),
                }
                for call in as_list(message.get("tool_calls"))
            ]
            yield "assistant.message", {"content": content, "toolRequests": requests}
        case "tool":
            result = {"content": content}
            ident = message.get("tool_call_id")
            yield (
                "tool.execution_complete",
                {"toolCallId": ident, "success": True, "result": result},
            )


def _content(content: object) -> str:
    if isinstance(content, str):
        return text_of(content)
    return "\n".join(text_of(part.get("text")) for part in as_list(content))


def _event(kind: str, data: Mapping[str, Any], when: object) -> Event:
    return Record({"type": kind, "data": data, "timestamp": when}, -1, 0)
