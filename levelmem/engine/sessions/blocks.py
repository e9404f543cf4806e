"""Content in the style of Anthropic's API, made blocks.

``content`` is a string, a list of blocks, one block or nothing, in every record of
every agent that keeps provider messages verbatim. Unknown blocks become notices;
nothing here raises for content.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.tool_lines import tool_line
from levelmem.engine.text import one_line

LIMIT = 64 * 1024
"""Characters kept of one block; the whole is still in the file."""

_ATTACHMENTS = ("image", "document", "input_image", "image_url")
_DEPTH = 12
_ITEMS = 1000
# A data URL longer than this is a payload; a shorter one may be somebody's words.
_PAYLOAD = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,[A-Za-z0-9+/]{200,}={0,2}")


def content_blocks(content: object) -> list[Block]:
    """Return the blocks of a message's content, edits right behind their calls."""
    return list(_blocks(content))


def plain_text(content: object) -> str:
    """Return the text blocks of a message's content, one below the other, uncut."""
    if isinstance(content, str):
        return text_of(content)
    return "\n".join(text_of(b.get("text")) for b in _items(content) if _is_text(b))


def only_tool_results(content: object) -> bool:
    """Tell whether a message was written by tools alone, not typed by anybody."""
    items = _items(content)
    return bool(items) and all(b.get("type") == "tool_result" for b in items)


def has_attachment(content: object) -> bool:
    """Tell whether a message carries a picture or a document."""
    return any(b.get("type") in _ATTACHMENTS for b in _items(content))


def tool_calls(content: object) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the name, the id and the raw input of each tool call."""
    for block in _items(content):
        if block.get("type") in ("tool_use", "server_tool_use", "mcp_tool_use"):
            yield (
                text_of(block.get("name")),
                text_of(block.get("id")),
                _input(block),
            )


def result_text(content: object) -> str:
    """Return what a tool gave back as text, payloads named and left out."""
    if content is None:
        return ""
    if isinstance(content, str):
        return cut(text_of(content))
    if isinstance(content, int | float):
        return str(content)
    return cut("\n".join(filter(None, (_result_part(b) for b in _items(content)))))


def cut(text: str) -> str:
    """Return ``text`` without payloads and cut to 64 KB, saying so."""
    if "base64," in text:
        text = _PAYLOAD.sub(lambda m: f"[{_size(m[1], len(m[0]) * 3 // 4)}]", text)
    if len(text) <= LIMIT:
        return text
    return f"{text[:LIMIT]}\n… {len(text) - LIMIT:,} more characters"


def trimmed(value: object, depth: int = 0) -> Any:
    """Return a JSON value whose texts are fit to show and cut to 64 KB."""
    if isinstance(value, str):
        return cut(text_of(value))
    if depth >= _DEPTH and isinstance(value, dict | list):
        return "…"
    if isinstance(value, dict):
        pairs = list(value.items())[:_ITEMS]
        return {text_of(k): trimmed(v, depth + 1) for k, v in pairs}
    if isinstance(value, list):
        return [trimmed(v, depth + 1) for v in value[:_ITEMS]]
    return value


def _blocks(content: object) -> Iterator[Block]:
    if isinstance(content, str):
        if content.strip():
            yield Text(cut(text_of(content)))
        return
    for block in _items(content):
        yield from _block(block)


def _block(block: Mapping[str, Any]) -> Iterator[Block]:
    kind = block.get("type")
    if _is_text(block):
        if text_of(block.get("text")).strip():
            yield Text(cut(text_of(block["text"])))
    elif kind in ("thinking", "reasoning"):
        # Newer models store a signature and no words: nothing to show.
        thought = text_of(block.get("thinking")) or text_of(block.get("text"))
        if thought.strip():
            yield Thinking(cut(thought))
    elif kind == "redacted_thinking":
        return
    elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        yield from _call(block)
    elif isinstance(kind, str) and kind.endswith("tool_result"):
        yield from _result(block)
    elif kind in _ATTACHMENTS:
        yield Image(_attachment(block))
    else:
        yield Notice(_unknown(block))


def _call(block: Mapping[str, Any]) -> Iterator[Block]:
    tool, call_id = text_of(block.get("name")) or "tool", text_of(block.get("id"))
    arguments: dict[str, Any] = trimmed(_input(block))
    yield ToolCall(tool, arguments, call_id, tool_line(tool, arguments))
    yield from file_edits(tool, _input(block), call_id)


def _result(block: Mapping[str, Any]) -> Iterator[Block]:
    content = block.get("content", block.get("output"))
    yield ToolResult(
        result_text(content),
        text_of(block.get("tool_use_id")),
        block.get("is_error") is True,
    )
    for part in _items(content):
        if part.get("type") in ("image", "document"):
            yield Image(_attachment(part))


def _result_part(part: Mapping[str, Any]) -> str:
    if _is_text(part):
        return text_of(part.get("text"))
    if part.get("type") in ("image", "document"):
        return ""
    if part.get("type") == "tool_reference":
        return text_of(part.get("tool_name")) or text_of(part.get("name"))
    for name in ("text", "content", "title", "url"):
        if text_of(part.get(name)):
            return text_of(part[name])
    return ""


def _attachment(block: Mapping[str, Any]) -> str:
    """Name an attachment: ``image/png 143 KB``, a file name or an address."""
    source = block.get("source")
    source = source if isinstance(source, dict) else {}
    kind = str(block.get("type") or "attachment")
    media = text_of(source.get("media_type")) or kind
    name = text_of(block.get("title")) or text_of(source.get("file_id"))
    data = source.get("data")
    if isinstance(data, str) and data and source.get("type") != "text":
        return one_line(f"{name} {_size(media, len(data) * 3 // 4)}")
    url = text_of(source.get("url"))
    if url.startswith("data:"):
        return one_line(_size(url[5:].partition(";")[0] or kind, len(url) * 3 // 4))
    return one_line(f"{name} {url or media}")[:200]


def _size(media: str, count: int) -> str:
    if count < 1024:
        return f"{media} {count} bytes"
    if count < 1024 * 1024:
        return f"{media} {round(count / 1024)} KB"
    return f"{media} {count / 1024 / 1024:.1f} MB"


def _unknown(block: Mapping[str, Any]) -> str:
    kind = one_line(text_of(block.get("type"))) or "unknown block"
    words = text_of(block.get("text")) or text_of(block.get("content"))
    return cut(f"{kind}: {words}" if words else kind)


def _input(block: Mapping[str, Any]) -> Mapping[str, Any]:
    value = block.get("input")
    if isinstance(value, dict):
        return value
    return {} if value is None else {"input": value}


def _is_text(block: Mapping[str, Any]) -> bool:
    return block.get("type") in ("text", "input_text", "output_text")


def _items(content: object) -> list[dict[str, Any]]:
    """Return a content's blocks as mappings; bare strings in a list are text."""
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return []
    return [
        block if isinstance(block, dict) else {"type": "text", "text": block}
        for block in content
        if isinstance(block, dict | str)
    ]
