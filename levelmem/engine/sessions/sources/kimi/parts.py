"""What messages of Kimi's are made of, made blocks."""

from collections.abc import Iterator
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks, cut, trimmed
from levelmem.engine.sessions.file_edits import cut_diff, file_edits, unified
from levelmem.engine.sessions.json_values import (
    Data,
    arguments_of,
    as_dict,
    as_list,
)
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.tool_lines import tool_line

_MEDIA = {"image_url": "imageUrl", "audio_url": "audioUrl", "video_url": "videoUrl"}


def blocks_of(content: object) -> list[Block]:
    """Return the blocks of a message's content."""
    if isinstance(content, str):
        return [Text(cut(text_of(content)))] if content.strip() else []
    parts = content if isinstance(content, list) else [content]
    return [block for part in parts for block in _part(part)]


def words_of(content: object) -> str:
    """Return the text of a message's content, uncut."""
    if isinstance(content, str):
        return text_of(content)
    parts = as_list(content)
    return "\n".join(text_of(p.get("text")) for p in parts if p.get("type") == "text")


def call_blocks(tool: str, arguments: object, ident: str) -> list[Block]:
    """Return a call of a tool, and what it changes in files."""
    given = arguments_of(arguments)
    shown: dict[str, Any] = trimmed(given)
    name = tool or "tool"
    call = ToolCall(name, shown, ident, tool_line(name, shown))
    return [call, *_edits(name, given, ident)]


def calls_of(message: Data) -> list[Block]:
    """Return the calls of an assistant's message, in the form of either generation."""
    found: list[Block] = []
    for name in ("toolCalls", "tool_calls"):
        for call in as_list(message.get(name)):
            inner = as_dict(call.get("function")) or call
            tool, ident = text_of(inner.get("name")), text_of(call.get("id"))
            found += call_blocks(tool, inner.get("arguments"), ident)
    return found


def result_blocks(output: object, ident: str, failed: bool) -> list[Block]:
    """Return what a tool gave back; pictures apart from its words."""
    blocks = blocks_of(output)
    words = "\n".join(block.text for block in blocks if isinstance(block, Text))
    pictures = [block for block in blocks if isinstance(block, Image)]
    return [ToolResult(words, ident, failed), *pictures]


def _part(part: object) -> Iterator[Block]:
    data = as_dict(part)
    kind = text_of(data.get("type"))
    if kind == "think":
        if thought := text_of(data.get("think")).strip():
            yield Thinking(cut(thought))
    elif kind in _MEDIA:
        place = as_dict(data.get(_MEDIA[kind]) or data.get(kind))
        source = {"url": place.get("url")}
        yield from content_blocks([{"type": "image", "source": source}])
    else:
        yield from content_blocks([part] if isinstance(part, dict) else part)


def _edits(tool: str, arguments: Data, ident: str) -> list[FileEdit]:
    if tool != "StrReplaceFile":
        return file_edits(tool, arguments, ident)
    path, edits = text_of(arguments.get("path")), arguments.get("edit")
    diffs = [
        unified(text_of(edit.get("old")), text_of(edit.get("new")))
        for edit in as_list(edits if isinstance(edits, list) else [edits])
    ]
    return [FileEdit(path, cut_diff("\n".join(diffs)), ident)] if path else []
