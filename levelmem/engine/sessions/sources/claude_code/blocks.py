"""The blocks of one turn of a Claude Code transcript."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks, cut, plain_text
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources.claude_code.outputs import whole_output
from levelmem.engine.sessions.sources.claude_code.records import (
    attachment_of,
    message_of,
)
from levelmem.engine.sessions.sources.claude_code.survey import Survey
from levelmem.engine.sessions.sources.claude_code.words import Said

_RESULT = re.compile(r"<result>(.*?)(?:</result>|$)", re.DOTALL)


def said_blocks(data: Mapping[str, Any], said: Said, transcript: Path) -> list[Block]:
    """Return the blocks of a record on the person's side."""
    content = _content(data)
    given = content_blocks(content)
    results = [_whole(b, transcript) for b in given if isinstance(b, ToolResult)]
    images = [b for b in given if isinstance(b, Image)]
    return [*results, *_words(said, content), *images]


def answer_blocks(content: object, survey: Survey) -> list[Block]:
    """Return the blocks of an answer; edits as they came out, not as asked for."""
    blocks: list[Block] = []
    for block in content_blocks(content):
        if isinstance(block, FileEdit):
            if block.call_id in survey.failed:
                continue
            diff = survey.diffs.get(block.call_id)
            block = block if diff is None else replace(block, diff=diff)
        blocks.append(block)
    return blocks


def error_blocks(content: object) -> list[Block]:
    """Return a message that the client made up itself: an error, as a rule."""
    text = plain_text(content).strip()
    return [Notice(cut(text))] if text else []


def opaque_blocks(data: Mapping[str, Any]) -> list[Block]:
    """Return what a record of an unknown type says: a call, a result, or nothing.

    Some writers put content blocks on lines of their own.
    """
    if data.get("type") not in ("tool_use", "tool_result"):
        return []
    return content_blocks(data)


def merged(blocks: Sequence[Block], more: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of two lines of one message.

    A line adds blocks, or repeats the ones before it in a longer form.
    """
    together = list(blocks)
    for block in more:
        place = next((i for i, b in enumerate(together) if _grew(b, block)), None)
        if place is None:
            together.append(block)
        else:
            together[place] = block
    return tuple(together)


def _grew(old: Block, new: Block) -> bool:
    if isinstance(old, ToolCall) and isinstance(new, ToolCall):
        return bool(new.call_id) and old.call_id == new.call_id
    if isinstance(old, Text) and isinstance(new, Text):
        return new.text.startswith(old.text)
    if isinstance(old, Thinking) and isinstance(new, Thinking):
        return new.text.startswith(old.text)
    return old == new


def _words(said: Said, content: object) -> list[Block]:
    if not said.text:
        return []
    if said.origin is Origin.TOOL:
        return [ToolResult(cut(said.text))]
    if said.origin is Origin.NOTIFICATION:
        notice = Notice(cut(said.text.removeprefix("[").removesuffix("]")))
        result = _RESULT.search(plain_text(content))
        return [notice, ToolResult(cut(result[1].strip()))] if result else [notice]
    if said.origin is Origin.HOOK:
        return [Notice(cut(said.text))]
    return [Text(cut(said.text))]


def _whole(result: ToolResult, transcript: Path) -> ToolResult:
    text = whole_output(transcript, result.text)
    return result if text is result.text else replace(result, text=text)


def _content(data: Mapping[str, Any]) -> object:
    """Return where a record keeps what was said."""
    if data.get("type") == "attachment":
        return attachment_of(data).get("prompt")
    if data.get("type") == "user":
        return message_of(data).get("content")
    return text_of(data.get("content"))
