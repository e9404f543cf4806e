"""Calls of tools as Goose keeps them, and what they changed and gave back."""

from collections.abc import Iterator, Mapping
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks, result_text, trimmed
from levelmem.engine.sessions.file_edits import cut_diff, file_edits
from levelmem.engine.sessions.json_values import Data, arguments_of, as_dict, as_list
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Block, FileEdit, Image, ToolCall, ToolResult
from levelmem.engine.sessions.tool_lines import tool_line

_EDITOR = "text_editor"
_NAMES = {"before": "old_string", "after": "new_string"}
"""How Goose's own ``edit`` calls what others call so."""


def call(part: Data) -> Iterator[Block]:
    """Yield a call, and the files that it changes."""
    ident, asked = text_of(part.get("id")), as_dict(part.get("toolCall"))
    value = as_dict(asked.get("value")) or asked
    tool = text_of(value.get("name")) or "tool"
    given = arguments_of(value.get("arguments"))
    shown: dict[str, Any] = trimmed(given)
    yield ToolCall(tool, shown, ident, tool_line(tool, shown))
    if asked.get("status") == "error":
        yield ToolResult(result_text(asked.get("error")), ident, True)
    else:
        yield from _edits(tool.rpartition("__")[2], given, ident)


def result(part: Data) -> Iterator[Block]:
    """Yield what a tool gave back, its pictures named."""
    ident, gave = text_of(part.get("id")), as_dict(part.get("toolResult"))
    value = gave.get("value")
    whole = as_dict(value)
    content = whole.get("content") if whole else value
    failed = gave.get("status") == "error" or whole.get("isError") is True
    shown = [part for part in as_list(content) if _is_for_people(part)]
    words = result_text([_plain(part) for part in shown])
    yield ToolResult(words or result_text(gave.get("error")), ident, failed)
    for part in shown:
        if part.get("type") == "image":
            yield picture(part)


def picture(part: Data) -> Image:
    """Name a picture by its kind and size."""
    source = {"media_type": part.get("mimeType"), "data": part.get("data")}
    (found,) = content_blocks([{"type": "image", "source": source}])
    return found if isinstance(found, Image) else Image("image")


def _is_for_people(part: Data) -> bool:
    """Tell whether a part is not for the model alone: it has another for people."""
    audience = as_dict(part.get("annotations")).get("audience")
    return not isinstance(audience, list) or audience != ["assistant"]


def _plain(part: Data) -> Data:
    """Return a part as text: a resource holds its own."""
    if part.get("type") == "resource":
        resource = as_dict(part.get("resource"))
        words = text_of(resource.get("text")) or text_of(resource.get("uri"))
        return {"type": "text", "text": words}
    return part


def _edits(tool: str, given: Mapping[str, Any], ident: str) -> Iterator[FileEdit]:
    """Yield what a call changes, by the arguments of Goose's own tools or any other."""
    if tool != _EDITOR:
        named = {_NAMES.get(name, name): value for name, value in given.items()}
        yield from file_edits(tool, named, ident)
        return
    path, diff = text_of(given.get("path")), text_of(given.get("diff"))
    match given.get("command"):
        case "str_replace" if path and diff:
            start = max(0, diff.find("@@"))
            yield FileEdit(path, cut_diff(diff[start:]), ident)
        case "write" | "create":
            yield from file_edits("write", given, ident)
        case "str_replace" | "insert" | "edit_file":
            given = {"content": given.get("code_edit"), **given}
            yield from file_edits("edit", given, ident)
