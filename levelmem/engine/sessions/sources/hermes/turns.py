"""The messages of a session as a conversation."""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks, cut, result_text, trimmed
from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.json_values import (
    Data,
    arguments_of,
    as_dict,
    as_list,
)
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.patches import patched_files
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line

_NOWHERE = Record({}, -1, 0)
_STRUCTURED = "\x00json:"
"""What content begins with that is more than a text."""
_SHOWN = {"": Origin.HUMAN, "steer": Origin.QUEUED, "hidden": Origin.INJECTED}
"""Whose words a user message holds, by how it is shown; the others are notices."""


def delegate_of(about: Data) -> str:
    """Return the session that gave this one its task, or ``""``."""
    given = arguments_of(about.get("model_config"))
    return text_of(given.get("_delegate_from"))


def talk_of(about: Data, messages: Iterable[Data]) -> Talk:
    """Return the conversation of a session."""
    talk = Talk(model=text_of(about.get("model")))
    asked = Origin.SUBAGENT_PROMPT if delegate_of(about) else Origin.HUMAN
    for message in filter(_is_shown, messages):
        when = parse_time(message.get("timestamp"))
        talk.see(when)
        content = _content(message.get("content"))
        match message.get("role"):
            case "user":
                origin, blocks = _said(message, content)
                whose = asked if origin is Origin.HUMAN else origin
                talk.say("user", whose, blocks, _NOWHERE, when)
            case "assistant":
                talk.end_answer()
                talk.answer(_NOWHERE, when, _answer(message, content))
                talk.end_answer()
            case "tool":
                ident = text_of(message.get("tool_call_id"))
                failed = message.get("effect_disposition") == "denied"
                result = ToolResult(result_text(content), ident, failed)
                talk.say("tool", Origin.TOOL, [result], _NOWHERE, when)
    return talk


def _is_shown(message: Data) -> bool:
    """Tell whether a message is of the conversation as it stands.

    What was taken back, and what a compaction copied, is neither active nor compacted.
    """
    marks = [message[name] for name in ("active", "compacted") if name in message]
    return not marks or any(marks)


def _content(value: object) -> object:
    if isinstance(value, str) and value.startswith(_STRUCTURED):
        with suppress(ValueError, RecursionError):
            return json.loads(value.removeprefix(_STRUCTURED))
    return value


def _said(message: Data, content: object) -> tuple[Origin, list[Block]]:
    if message.get("_compressed_summary"):
        return Origin.COMPACTION, _blocks(content)
    kind = text_of(message.get("display_kind"))
    if kind in _SHOWN:
        return _SHOWN[kind], _blocks(content)
    words = [b.text for b in _blocks(content) if isinstance(b, Text)]
    return Origin.NOTIFICATION, [Notice(cut("\n".join(words) or kind))]


def _blocks(content: object) -> list[Block]:
    found: list[Block] = []
    for part in content if isinstance(content, list) else [content]:
        data = as_dict(part)
        if data.get("type") == "image_url":
            place = data.get("image_url")
            url = place if isinstance(place, str) else as_dict(place).get("url")
            found += content_blocks([{"type": "image", "source": {"url": url}}])
        else:
            found += content_blocks([part] if isinstance(part, dict) else part)
    return found


def _answer(message: Data, content: object) -> list[Block]:
    thoughts = (text_of(message.get(n)) for n in ("reasoning_content", "reasoning"))
    thought = next(filter(None, thoughts), "").strip()
    blocks: list[Block] = [Thinking(cut(thought))] if thought else []
    blocks += _blocks(content)
    calls = message.get("tool_calls")
    with suppress(ValueError, RecursionError):
        calls = json.loads(calls) if isinstance(calls, str) else calls
    for call in as_list(calls):
        inner = as_dict(call.get("function"))
        tool, ident = text_of(inner.get("name")) or "tool", text_of(call.get("id"))
        given = arguments_of(inner.get("arguments"))
        shown: dict[str, Any] = trimmed(given)
        blocks.append(ToolCall(tool, shown, ident, tool_line(tool, shown)))
        blocks += _edits(tool, given, ident)
    return blocks


def _edits(tool: str, given: Data, ident: str) -> list[FileEdit]:
    if tool != "patch":
        return file_edits(tool, given, ident)
    if patch := text_of(given.get("patch")):
        return patched_files(patch, ident)
    return file_edits("edit", given, ident)
