"""What a tool call changed in files, as unified diffs."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import FileEdit

# difflib takes quadratic time: above this many pairs of lines, old and new are set
# one below the other instead.
_PAIRS = 250_000
_LIMIT = 64 * 1024

_PATHS = ("file_path", "path", "filePath", "notebook_path", "target_file")
_WHOLE = frozenset({"write", "writefile", "createfile"})
_PARTS = frozenset(
    {"edit", "multiedit", "editfile", "notebookedit", "strreplace", "replace"}
)
_OLD = ("old_string", "oldText", "old_text", "old_str", "oldString")
_NEW = ("new_string", "newText", "new_text", "new_str", "newString", "new_source")


def edited_paths(tool: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return the files that a call of ``tool`` edits: none for other tools."""
    if _plain(tool) not in _WHOLE | _PARTS:
        return []
    path = _text(arguments, _PATHS)
    return [path] if path else []


def file_edits(
    tool: str, arguments: Mapping[str, Any], call_id: str = ""
) -> list[FileEdit]:
    """Return what a call of ``tool`` changes, made from its arguments alone."""
    paths = edited_paths(tool, arguments)
    if not paths:
        return []
    diffs = [unified(old, new) for old, new in _changes(tool, arguments)]
    diff = "\n".join(filter(None, diffs))
    return [FileEdit(paths[0], cut_diff(diff), call_id)]


def patch_text(patch: object) -> str:
    """Return a ``structuredPatch`` (a list of hunks) as a unified diff.

    A hunk is ``{oldStart, oldLines, newStart, newLines, lines}``. Anything else
    gives ``""``.
    """
    if not isinstance(patch, list):
        return ""
    return cut_diff("\n".join(line for hunk in patch for line in _hunk_lines(hunk)))


def unified(old: str, new: str) -> str:
    """Return the change from ``old`` to ``new`` as a unified diff without header.

    Line numbers count from the start of the two texts.
    """
    before, after = old.splitlines(), new.splitlines()
    if before and after and len(before) * len(after) > _PAIRS:
        return "\n".join(
            [
                f"@@ -1,{len(before)} +1,{len(after)} @@",
                *("-" + line for line in before),
                *("+" + line for line in after),
            ]
        )
    lines = list(difflib.unified_diff(before, after, lineterm=""))
    return "\n".join(lines[2:])


def cut_diff(diff: str) -> str:
    """Return a diff cut to 64 KB at the end of a line, saying so."""
    if len(diff) <= _LIMIT:
        return diff
    kept = diff[: diff.rfind("\n", 0, _LIMIT)] if "\n" in diff[:_LIMIT] else ""
    left = diff.count("\n", len(kept))
    return f"{kept}\n… {left:,} more lines"


def _changes(tool: str, arguments: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    edits = arguments.get("edits")
    if isinstance(edits, list):
        for edit in edits:
            if isinstance(edit, dict):
                yield _text(edit, _OLD), _text(edit, _NEW)
    elif _plain(tool) in _WHOLE:
        yield "", _text(arguments, ("content", "contents", "text", "file_text"))
    else:
        yield _text(arguments, _OLD), _text(arguments, (*_NEW, "content"))


def _hunk_lines(hunk: object) -> Iterator[str]:
    if not isinstance(hunk, dict) or not isinstance(hunk.get("lines"), list):
        return
    old, new = (
        f"{hunk.get(side + 'Start', 0)},{hunk.get(side + 'Lines', 0)}"
        for side in ("old", "new")
    )
    yield f"@@ -{old} +{new} @@"
    for line in hunk["lines"]:
        # A line of a file may hold a lone CR or form feed: never split it further.
        yield text_of(line).rstrip("\r\n")


def _plain(tool: str) -> str:
    """Return a tool's name without its writing style: ``write_file``, ``WriteFile``."""
    return tool.replace("_", "").replace("-", "").lower()


def _text(values: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text_of(values[n]) for n in names if text_of(values.get(n))), "")
