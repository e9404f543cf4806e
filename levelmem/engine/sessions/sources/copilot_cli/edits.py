"""What Copilot CLI's tools change in files."""

from collections.abc import Mapping
from typing import Any

from levelmem.engine.sessions.file_edits import cut_diff, file_edits
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import FileEdit

_NAMES = {"create": "write_file", "str_replace": "edit", "insert": "edit"}
"""Its tools (or the commands of its one editor) by what they do elsewhere."""
_FILE = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")


def edits_of(tool: str, arguments: Mapping[str, Any], ident: str) -> list[FileEdit]:
    """Return what a call changes, from its arguments alone."""
    if tool == "apply_patch":
        return _patched(arguments, ident)
    if tool == "str_replace_editor":
        tool = text_of(arguments.get("command"))
    return file_edits(_NAMES.get(tool, tool), arguments, ident)


def _patched(arguments: Mapping[str, Any], ident: str) -> list[FileEdit]:
    """Return the files of a patch: ``*** Update File: path``, then its lines."""
    words = (text_of(arguments.get(name)) for name in ("patch", "input", "patchText"))
    changes: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in next(filter(None, words), "").splitlines():
        head = next((head for head in _FILE if line.startswith(head)), "")
        if head:
            lines = changes.setdefault(line.removeprefix(head).strip(), [])
        elif not line.startswith("*** "):
            lines.append(line)
    return [
        FileEdit(path, cut_diff("\n".join(body)), ident)
        for path, body in changes.items()
        if path
    ]
