"""What Copilot CLI's tools change in files."""

from collections.abc import Mapping
from typing import Any

from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import FileEdit
from levelmem.engine.sessions.patches import patched_files

_NAMES = {"create": "write_file", "str_replace": "edit", "insert": "edit"}
"""Its tools (or the commands of its one editor) by what they do elsewhere."""


def edits_of(tool: str, arguments: Mapping[str, Any], ident: str) -> list[FileEdit]:
    """Return what a call changes, from its arguments alone."""
    if tool == "apply_patch":
        return _patched(arguments, ident)
    if tool == "str_replace_editor":
        tool = text_of(arguments.get("command"))
    return file_edits(_NAMES.get(tool, tool), arguments, ident)


def _patched(arguments: Mapping[str, Any], ident: str) -> list[FileEdit]:
    words = (text_of(arguments.get(name)) for name in ("patch", "input", "patchText"))
    return patched_files(next(filter(None, words), ""), ident)
