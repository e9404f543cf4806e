"""A conversation in messages: a transcript's lines, or a chat's blobs."""

from collections.abc import Iterable
from datetime import datetime

from levelmem.engine.sessions.blocks import content_blocks, cut
from levelmem.engine.sessions.json_values import Data
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Origin,
    Text,
    Thinking,
    ToolResult,
)
from levelmem.engine.sessions.sources.cursor.tools import call_blocks, result_of
from levelmem.engine.sessions.sources.cursor.words import said
from levelmem.engine.sessions.talk import Talk


def take_message(
    talk: Talk,
    record: Record,
    role: str,
    content: object,
    asked: Origin = Origin.HUMAN,
    when: datetime | None = None,
) -> None:
    """Take in a message; ``asked`` is where the words of a prompt come from."""
    parts = content if isinstance(content, list) else [content]
    results = [block for part in parts for block in _results(part)]
    if results:
        talk.say("tool", Origin.TOOL, results, record, when)
    others = [part for part in parts if not _is_result(part)]
    if role == "assistant":
        talk.end_answer()
        blocks = [block for part in others for block in _answer(part)]
        talk.answer(record, when, blocks)
        talk.end_answer()
    elif role == "user":
        for origin, blocks in _prompts(others, asked):
            talk.say("user", origin, blocks, record, when)


def _kind(part: object) -> str:
    kind = text_of(part.get("type")) if isinstance(part, dict) else ""
    return kind.replace("-", "_")


def _is_result(part: object) -> bool:
    return _kind(part) == "tool_result"


def _results(part: object) -> Iterable[Block]:
    if not isinstance(part, dict) or not _is_result(part):
        return
    given = part.get("content")
    output = result_of(part.get("result") if given is None else given)
    ident = text_of(part.get("toolCallId")) or text_of(part.get("tool_use_id"))
    failed = part.get("is_error") is True or part.get("isError") is True
    yield ToolResult(output, ident, failed)


def _answer(part: object) -> list[Block]:
    if isinstance(part, dict) and _kind(part) in ("tool_use", "tool_call"):
        tool = text_of(part.get("name")) or text_of(part.get("toolName"))
        ident = text_of(part.get("id")) or text_of(part.get("toolCallId"))
        given = part.get("input")
        return call_blocks(tool, part.get("args") if given is None else given, ident)
    if _kind(part) == "redacted_reasoning":
        return []
    return content_blocks([part] if isinstance(part, dict) else part)


def _prompts(
    parts: list[object], asked: Origin
) -> Iterable[tuple[Origin, list[Block]]]:
    """Yield what the client put in, and then what was typed with what it came with."""
    put_in: list[Block] = []
    typed: list[Block] = []
    for block in (b for part in parts for b in _blocks(part)):
        if not isinstance(block, Text):
            typed.append(block)
            continue
        words, origin = said(block.text)
        if origin is Origin.INJECTED:
            put_in.append(block)
        elif words.strip():
            typed.append(Text(cut(words)))
    yield Origin.INJECTED, put_in
    yield asked, typed


def _blocks(part: object) -> list[Block]:
    found = content_blocks([part] if isinstance(part, dict) else part)
    return [block for block in found if not isinstance(block, Thinking)]


def picture(part: Data) -> Image:
    """Name a picture of the editor's."""
    return Image(text_of(part.get("path")) or "image")
