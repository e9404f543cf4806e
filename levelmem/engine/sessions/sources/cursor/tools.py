"""Cursor's tools: what they were given, changed and gave back."""

import json
from contextlib import suppress
from typing import Any

from levelmem.engine.sessions.blocks import cut, result_text, trimmed
from levelmem.engine.sessions.file_edits import cut_diff, file_edits
from levelmem.engine.sessions.json_values import Data, arguments_of, as_dict, as_list
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Block, FileEdit, ToolCall
from levelmem.engine.sessions.patches import patched_files
from levelmem.engine.sessions.tool_lines import tool_line

_NAMES = {
    "search_replace": "edit",
    "edit_file_v2": "edit_file",
    "edit_notebook": "edit",
    "strreplace": "edit",
}
"""Its tools by what they do elsewhere."""
_PATHS = ("target_file", "targetFile", "relativeWorkspacePath", "file_path", "path")


def call_blocks(
    tool: str, arguments: object, ident: str, diff: str = ""
) -> list[Block]:
    """Return a call, and what it changes; ``diff`` is what its result says of that."""
    given = arguments_of(arguments)
    shown: dict[str, Any] = trimmed(given)
    name = tool or "tool"
    call = ToolCall(name, shown, ident, tool_line(name, shown))
    return [call, *_edits(name, given, ident, diff)]


def _edits(tool: str, given: Data, ident: str, diff: str) -> list[FileEdit]:
    plain = tool.replace("ApplyPatch", "apply_patch")
    if plain == "apply_patch":
        texts = (text_of(given.get(key)) for key in ("patch", "input", "patchText"))
        return patched_files(next(filter(None, texts), ""), ident)
    found = (text_of(given.get(name)) for name in _PATHS)
    path = next(filter(None, found), "")
    known = _NAMES.get(tool.lower(), tool)
    edits = file_edits(known, {"path": path, **given}, ident)
    if edits and diff:
        return [FileEdit(path or edits[0].path, cut_diff(diff), ident)]
    return edits


def result_of(result: object) -> str:
    """Return what a tool gave back, as text; it is JSON in a string as a rule."""
    value = _decoded(result)
    if isinstance(value, dict):
        for name in ("output", "contents", "content", "stdout", "text", "error"):
            if text := text_of(value.get(name)):
                return cut(text)
        return cut(json.dumps(trimmed(value), ensure_ascii=False))
    return result_text(value)


def diff_of(result: object) -> str:
    """Return the change that the result of an edit shows."""
    told = as_dict(as_dict(_decoded(result)).get("diff"))
    chunks = (text_of(chunk.get("diffString")) for chunk in as_list(told.get("chunks")))
    return "\n".join(filter(None, chunks))


def _decoded(result: object) -> object:
    if isinstance(result, str) and result[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            return json.loads(result)
    return text_of(result) if isinstance(result, str) else result
