"""A history as a conversation: what was sent to the model, and what it answered."""

import re
from collections.abc import Iterable

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
    Kind,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line

_QUERY = re.compile(r"\A\s*<user_query>\s*(.*?)\s*</user_query>\s*\Z", re.DOTALL)
_PUT_IN = re.compile(r"\s*<(?:user_info|system[-_]reminder|git_status|project_\w+)\b")
_NAMES = {"search_replace": "edit", "create_file": "create_file"}
"""Its tools by what they do elsewhere."""


def typed_words(text: str) -> str:
    """Return what the person typed of a text, ``""`` for what the client sent."""
    if query := _QUERY.match(text):
        return query[1]
    return "" if _PUT_IN.match(text) else text


def read_talk(records: Iterable[Record], kind: Kind) -> Talk:
    """Return the conversation of a session, or of the subagent of one."""
    talk = Talk()
    asked = Origin.SUBAGENT_PROMPT if kind is Kind.SUBAGENT else Origin.HUMAN
    for record in records:
        data = record.data
        when = parse_time(data.get("timestamp"))
        talk.see(when)
        match data.get("type"):
            case "user":
                is_put_in = bool(data.get("synthetic_reason"))
                origin = Origin.INJECTED if is_put_in else asked
                for whose, blocks in _said(data.get("content"), origin):
                    talk.say("user", whose, blocks, record, when)
            case "reasoning":
                talk.answer(record, when, _thoughts(data))
            case "assistant":
                talk.model = text_of(data.get("model_id")) or talk.model
                talk.answer(record, when, _answer(data))
                talk.end_answer()
            case "backend_tool_call":
                talk.answer(record, when, _searched(as_dict(data.get("kind"))))
            case "tool_result":
                text, ident = result_text(data.get("content")), data.get("tool_call_id")
                failed = data.get("is_error") is True
                found: list[Block] = [ToolResult(text, text_of(ident), failed)]
                talk.say("tool", Origin.TOOL, found, record, when)
    talk.end_answer()
    return talk


def _said(content: object, origin: Origin) -> list[tuple[Origin, list[Block]]]:
    """Return what the client put in, and what was typed with what it came with."""
    put_in: list[Block] = []
    typed: list[Block] = []
    for part in content if isinstance(content, list) else [content]:
        for block in _blocks(part):
            words = typed_words(block.text) if isinstance(block, Text) else ""
            if not isinstance(block, Text):
                typed.append(block)
            elif words and origin is not Origin.INJECTED:
                typed.append(Text(words))
            else:
                put_in.append(block)
    return [(Origin.INJECTED, put_in), (origin, typed)]


def _blocks(part: object) -> list[Block]:
    data = as_dict(part)
    if data.get("type") == "image" and data.get("url"):
        return content_blocks([{"type": "image", "source": {"url": data["url"]}}])
    return content_blocks([part] if isinstance(part, dict) else part)


def _thoughts(data: Data) -> list[Block]:
    parts = (text_of(part.get("text")) for part in as_list(data.get("summary")))
    thought = "\n".join(filter(None, parts)).strip()
    return [Thinking(cut(thought))] if thought else []


def _answer(data: Data) -> list[Block]:
    blocks = content_blocks(data.get("content"))
    for call in as_list(data.get("tool_calls")):
        tool, ident = text_of(call.get("name")) or "tool", text_of(call.get("id"))
        given = arguments_of(call.get("arguments"))
        blocks.append(ToolCall(tool, trimmed(given), ident, tool_line(tool, given)))
        blocks += file_edits(_NAMES.get(tool, tool), given, ident)
    return blocks


def _searched(kind: Data) -> list[Block]:
    """Return what the model's own server looked up."""
    tool = text_of(kind.get("tool_type")) or "tool"
    given = trimmed(dict(as_dict(kind.get("action"))))
    return [ToolCall(tool, given, text_of(kind.get("id")), tool_line(tool, given))]
