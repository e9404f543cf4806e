"""A log of events as a conversation."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import LIMIT, cut, trimmed
from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Origin,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.copilot_cli.edits import edits_of
from levelmem.engine.sessions.sources.copilot_cli.events import (
    Event,
    as_dict,
    as_list,
    data_of,
    is_of_subagent,
    kind_of,
    read_events,
)
from levelmem.engine.sessions.sources.copilot_cli.words import said
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line
from levelmem.engine.text import one_line

_MOST_BLOCKS = 1000
"""Blocks of one message: a damaged log may repeat an id without end."""


@dataclass(slots=True)
class _Reader:
    """What is known while one log is read."""

    model: str = ""
    number: int = 0
    called: set[str] = field(default_factory=set)
    message: str = ""
    """The message that the next chunk may belong to."""
    last: Turn | None = None
    """The turn that the next chunk may still belong to."""


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when its log is gone."""
    with open_regular(session.path):
        pass
    try:
        yield from turns_of(read_events(session.path, Skipped()))
    except ValueError:
        return  # A damaged document: the scan said so.


def turns_of(events: Iterator[Event]) -> Iterator[Turn]:
    """Yield the turns that events make up, numbered from 0."""
    reader = _Reader()
    for event in events:
        kind, data = kind_of(event), data_of(event)
        if kind in ("session.model_change", "session.start"):
            model = text_of(data.get("newModel")) or text_of(data.get("selectedModel"))
            reader.model = model or reader.model
        make = _MAKERS.get(kind)
        turn = make(reader, data) if make else None
        if turn is None:
            continue
        turn = _placed(turn, event)
        message = text_of(data.get("messageId")) if kind == _ANSWER else ""
        last, is_chunk = reader.last, message and message == reader.message
        if last and is_chunk and len(last.blocks) < _MOST_BLOCKS:
            reader.last = _joined(last, turn)
            continue
        yield from _flushed(reader)
        reader.last, reader.message = turn, message
    yield from _flushed(reader)


def _flushed(reader: _Reader) -> Iterator[Turn]:
    if reader.last is not None:
        yield replace(reader.last, number=reader.number)
        reader.number += 1


def _placed(turn: Turn, event: Event) -> Turn:
    aside = is_of_subagent(event)
    origin = turn.origin
    if aside and turn.role == "user":
        origin = Origin.SUBAGENT_PROMPT
    return replace(
        turn,
        origin=origin,
        when=parse_time(event.data.get("timestamp")),
        offset=event.offset,
        length=event.length,
        note="subagent" if aside else "",
    )


def _joined(first: Turn, chunk: Turn) -> Turn:
    """Return a message and the next chunk of it: its text goes on where it ended."""
    blocks = list(first.blocks)
    for block in chunk.blocks:
        last = blocks[-1] if blocks else None
        if block == last or (isinstance(block, Thinking) and block in blocks):
            continue
        if isinstance(block, Text) and isinstance(last, Text):
            if len(last.text) < LIMIT:
                blocks[-1] = Text(cut(last.text + block.text))
        else:
            blocks.append(block)
    end = chunk.offset + chunk.length
    length = end - first.offset if chunk.offset >= first.offset >= 0 else first.length
    return replace(first, blocks=tuple(blocks), length=length)


def _user(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    text = text_of(data.get("content"))
    words, origin = said(text, text_of(data.get("source")))
    if data.get("agentMode") == "shell" and origin is Origin.HUMAN:
        origin = Origin.SHELL_ESCAPE
    blocks: list[Block] = [Text(cut(words))] if words else []
    blocks += _attachments(data.get("attachments"))
    return Turn(0, "user", origin, tuple(blocks)) if blocks else None


def _attachments(listed: object) -> list[Image]:
    labels = (
        next(
            (
                text_of(item[name])
                for name in ("displayName", "path", "filePath", "title", "type")
                if text_of(item.get(name))
            ),
            "",
        )
        for item in as_list(listed)
    )
    return [Image(one_line(label)[:200]) for label in labels if label]


_ANSWER = "assistant.message"


def _answer(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    blocks: list[Block] = []
    if (thought := text_of(data.get("reasoningText"))).strip():
        blocks.append(Thinking(cut(thought)))
    if (words := text_of(data.get("content"))).strip():
        blocks.append(Text(cut(words)))
    for request in as_list(data.get("toolRequests")):
        blocks += _call(reader, request, "name")
    return _of_agent(reader, data, blocks)


def _reasoning(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    thought = text_of(data.get("content"))
    return _of_agent(reader, data, [Thinking(cut(thought))] if thought.strip() else [])


def _start(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    """Return a call that no message asked for: one of the person's, as a rule."""
    return _of_agent(reader, data, _call(reader, data, "toolName"))


def _call(reader: _Reader, data: Mapping[str, Any], name: str) -> list[Block]:
    ident = text_of(data.get("toolCallId"))
    if ident and ident in reader.called:
        return []
    reader.called.add(ident)
    tool = text_of(data.get(name)) or "tool"
    given = _arguments(data.get("arguments"))
    shown: dict[str, Any] = trimmed(given)
    line = tool_line(tool, shown)
    return [ToolCall(tool, shown, ident, line), *edits_of(tool, given, ident)]


def _arguments(value: object) -> Mapping[str, Any]:
    """Return a call's arguments, which some versions keep as JSON in a text."""
    if isinstance(value, str):
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            inner = None
        if not isinstance(inner, dict):
            return {"input": text_of(value)} if value else {}
        return inner
    return as_dict(value)


def _of_agent(
    reader: _Reader, data: Mapping[str, Any], blocks: list[Block]
) -> Turn | None:
    if not blocks:
        return None
    model = text_of(data.get("model")) or reader.model
    return Turn(0, "assistant", Origin.AGENT, tuple(blocks), model=model)


def _result(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    result = as_dict(data.get("result"))
    failed = data.get("success") is False
    error = text_of(as_dict(data.get("error")).get("message"))
    text = text_of(result.get("content")) or text_of(result.get("detailedContent"))
    ident = text_of(data.get("toolCallId"))
    answer = ToolResult(cut(error or text), ident, failed)
    return Turn(0, "tool", Origin.TOOL, (answer,))


def _notice(text: str, origin: Origin = Origin.NOTIFICATION) -> Turn | None:
    if not text.strip():
        return None
    return Turn(0, "system", origin, (Notice(cut(text.strip())),))


def _message(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    return _notice(text_of(data.get("message")))


def _abort(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    reason = text_of(data.get("reason")).replace("_", " ")
    return _notice(f"Interrupted: {reason}" if reason else "Interrupted")


def _notification(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    return _notice(text_of(data.get("content")))


def _skill(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    name, words = text_of(data.get("name")), text_of(data.get("content"))
    if not words.strip():
        return _notice(f"Skill {one_line(name)}") if name else None
    return Turn(0, "user", Origin.INJECTED, (Text(cut(words)),))


def _compaction(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    words = text_of(data.get("summaryContent"))
    if not words.strip():
        return _notice("The conversation was compacted")
    return Turn(0, "system", Origin.COMPACTION, (Text(cut(words)),))


def _task(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    words = text_of(data.get("summary"))
    return _notice(f"Task complete: {words}" if words else "Task complete")


def _subagent(reader: _Reader, data: Mapping[str, Any]) -> Turn | None:
    name = text_of(data.get("agentDisplayName")) or text_of(data.get("agentName"))
    return _notice(f"Subagent: {one_line(name)}" if name else "")


_MAKERS: Mapping[str, Callable[[_Reader, Mapping[str, Any]], Turn | None]] = {
    "user.message": _user,
    _ANSWER: _answer,
    "assistant.reasoning": _reasoning,
    "tool.execution_start": _start,
    "tool.execution_complete": _result,
    "session.error": _message,
    "session.warning": _message,
    "session.info": _message,
    "session.compaction_complete": _compaction,
    "session.task_complete": _task,
    "system.notification": _notification,
    "subagent.started": _subagent,
    "skill.invoked": _skill,
    "abort": _abort,
}
"""What each type of event makes; the others are noise: hooks, usage, permissions."""
