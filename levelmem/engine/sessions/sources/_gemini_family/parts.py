"""Content in the style of Gemini's API, made blocks.

A message's content is a string, a part, or a list of parts; a part is ``{text}``,
``{inlineData}``, ``{fileData}``, ``{functionCall}`` or ``{functionResponse}``.
Nothing here raises for content.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import cut, trimmed
from levelmem.engine.sessions.file_edits import cut_diff, file_edits
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
from levelmem.engine.text import one_line

_FAILED = frozenset({"error", "cancelled", "canceled", "failed", "rejected"})


def as_dict(value: object) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def parts_of(content: object) -> list[Mapping[str, Any]]:
    """Return the parts of a content; bare strings are text parts."""
    if isinstance(content, str | dict):
        content = [content]
    if not isinstance(content, list):
        return []
    made = ({"text": part} if isinstance(part, str) else part for part in content)
    return [part for part in made if isinstance(part, dict)]


def texts(content: object) -> list[str]:
    """Return the texts of a content that are no thoughts, in order."""
    found = (
        text_of(part.get("text"))
        for part in parts_of(content)
        if part.get("thought") is not True
    )
    return [text for text in found if text]


def plain(content: object) -> str:
    """Return the text of a content, without thoughts."""
    return "".join(texts(content))


def images(content: object) -> list[Image]:
    """Return what is attached to a content, named and not carried along."""
    return [Image(label) for part in parts_of(content) if (label := _label(part))]


def answer_blocks(content: object) -> list[Block]:
    """Return the blocks of an answer that stand in its parts, in order."""
    blocks: list[Block] = []
    for part in parts_of(content):
        text = text_of(part.get("text"))
        if text.strip():
            thought = part.get("thought") is True
            blocks.append(Thinking(cut(text)) if thought else Text(cut(text)))
        if isinstance(part.get("functionCall"), dict):
            blocks += call_blocks(as_dict(part["functionCall"]))
    return [*blocks, *images(content)]


def call_blocks(
    call: Mapping[str, Any], diff: str = "", failed: bool = False
) -> list[Block]:
    """Return a tool call and what it changed.

    Args:
        call: ``{id, name, args}``.
        diff: the change as the tool reported it, where it did.
        failed: whether the tool did nothing.
    """
    tool, ident = text_of(call.get("name")) or "tool", text_of(call.get("id"))
    given = call.get("args")
    given = given if isinstance(given, dict) else {"input": given} if given else {}
    shown: dict[str, Any] = trimmed(given)
    blocks: list[Block] = [ToolCall(tool, shown, ident, tool_line(tool, shown))]
    if not failed:
        edits = file_edits(tool, given, ident)
        blocks += [replace(edit, diff=diff) if diff else edit for edit in edits]
    return blocks


def reported_diff(display: object) -> str:
    """Return the change that a tool displayed, as a unified diff without header."""
    diff = text_of(as_dict(display).get("fileDiff"))
    start = diff.find("@@")
    return cut_diff(diff[start:].rstrip("\n")) if start >= 0 else ""


def has_failed(status: object) -> bool:
    """Tell whether a status says that a call did nothing."""
    return isinstance(status, str) and status.lower() in _FAILED


def result_of(call: Mapping[str, Any]) -> ToolResult | None:
    """Return what a recorded call gave back, None while there is nothing.

    ``result`` is a list of parts or a text, ``resultDisplay`` what people saw of it.
    """
    ident, failed = text_of(call.get("id")), has_failed(call.get("status"))
    found = responses(call.get("result"), ident, failed)
    if found:
        return replace(found[0], text=cut("\n".join(r.text for r in found)))
    text = plain(call.get("result")) or text_of(call.get("resultDisplay"))
    return ToolResult(cut(text), ident, failed) if text.strip() else None


def responses(
    content: object, ident: str = "", failed: bool = False
) -> list[ToolResult]:
    """Return the results that stand in a content as ``functionResponse`` parts."""
    return [
        _response(as_dict(part["functionResponse"]), ident, failed)
        for part in parts_of(content)
        if isinstance(part.get("functionResponse"), dict)
    ]


def without_failed(blocks: Iterable[Block], failed: set[str]) -> list[Block]:
    """Return blocks without the edits of calls that failed."""
    return [
        block
        for block in blocks
        if not (isinstance(block, FileEdit) and block.call_id in failed)
    ]


def _response(answer: Mapping[str, Any], ident: str, failed: bool) -> ToolResult:
    given = answer.get("response")
    if isinstance(given, str):
        return ToolResult(cut(text_of(given)), ident or text_of(answer.get("id")))
    response = as_dict(given)
    error = "\n".join(_strings(response.get("error")))
    text = error or "\n".join(
        filter(None, (t for name in _ANSWERS for t in _strings(response.get(name))))
    )
    if not text:
        text = "\n".join(_strings(given))
    call_id = ident or text_of(answer.get("id"))
    return ToolResult(cut(text), call_id, failed or bool(error))


_ANSWERS = ("output", "content", "result", "text")


def _strings(value: object, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield text_of(value)
    elif isinstance(value, dict | list) and depth < 8:
        inner = value.values() if isinstance(value, dict) else value
        for item in inner:
            yield from _strings(item, depth + 1)


def _label(part: Mapping[str, Any]) -> str:
    data, file = as_dict(part.get("inlineData")), as_dict(part.get("fileData"))
    if data:
        media = text_of(data.get("mimeType")) or "attachment"
        payload = data.get("data")
        size = len(payload) * 3 // 4 if isinstance(payload, str) else 0
        amount = f"{round(size / 1024)} KB" if size >= 1024 else f"{size} bytes"
        return one_line(f"{media} {amount}")[:200]
    if file:
        named = text_of(file.get("displayName")) or text_of(file.get("fileUri"))
        return one_line(named or text_of(file.get("mimeType")) or "file")[:200]
    return ""
