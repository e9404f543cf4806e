"""Codex's ``apply_patch`` format, read into one diff a file.

The format: ``*** Begin Patch``, then for each file ``*** Add File: path``,
``*** Delete File: path`` or ``*** Update File: path`` (with ``*** Move to: path``),
its lines marked ``+``, ``-`` or a space under ``@@`` headers, ``*** End Patch``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from levelmem.engine.sessions.sources.codex.lines import as_dict, as_text

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_FILE = re.compile(r"\*\*\* (Add|Delete|Update) File: (.+)")
_MOVE = "*** Move to: "
_OTHER = "*** End of File"
# What stands before a patch in a shell command: ``cd x && apply_patch <<'EOF'``.
_APPLIES = re.compile(
    r"(?:\bcd\s+(?P<folder>'[^'\n]*'|\"[^\"\n]*\"|[^\s;&|]+)\s*(?:&&|;)\s*)?"
    r"\b(?:apply_patch|applypatch)\b[^\n]*\s*['\"]?$"
)
_REACH = 400


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a patch does to one file."""

    path: str
    """As the patch names it; the new name where the file moves."""
    diff: str
    """Changed lines under ``@@`` headers; ``""`` where a file goes."""


def parse_patch(patch: str) -> list[FileChange]:
    """Return the changes of a patch in order; what is no patch changes nothing."""
    lines = patch.replace("\r\n", "\n").strip().split("\n")
    if not lines or lines[0].strip() != _BEGIN:
        return []
    changes: list[FileChange] = []
    path, body = "", list[str]()

    def close() -> None:
        if path:
            changes.append(FileChange(path, "\n".join(body)))

    for line in lines[1:]:
        if line.strip() == _END:
            break
        header = _FILE.fullmatch(line.strip())
        if header:
            close()
            path, body = header[2].strip(), []
        elif line.startswith(_MOVE):
            path = line.removeprefix(_MOVE).strip() or path
        elif not line.startswith(_OTHER):
            body.append(line)
    close()
    return changes


def patch_in_command(command: str) -> tuple[str, str]:
    """Return the patch that a shell command applies, and the folder it goes to first.

    Both are ``""`` where the command applies none: a command that merely prints or
    searches for a patch is none.
    """
    start = command.find(_BEGIN)
    while start >= 0:
        end = command.find(_END, start)
        if end < 0:
            break
        applies = _APPLIES.search(command[max(0, start - _REACH) : start])
        if applies:
            folder = (applies["folder"] or "").strip("'\"")
            return command[start : end + len(_END)], folder
        start = command.find(_BEGIN, end)
    return "", ""


def recorded_changes(changes: object) -> list[FileChange]:
    """Return the changes that Codex recorded after it applied a patch.

    ``{path: {type, unified_diff | content, move_path}}``, or a list of objects that
    name their path.
    """
    found = []
    for path, change in _named(changes):
        path = as_text(change.get("move_path")) or path
        if path:
            found.append(FileChange(path, _recorded_diff(change)))
    return found


def _named(changes: object) -> list[tuple[str, Mapping[str, Any]]]:
    if isinstance(changes, dict):
        return [(path, as_dict(change)) for path, change in changes.items()]
    if isinstance(changes, list):
        return [(as_text(as_dict(c).get("path")), as_dict(c)) for c in changes]
    return []


def _recorded_diff(change: Mapping[str, Any]) -> str:
    diff = as_text(change.get("unified_diff")) or as_text(change.get("diff"))
    if diff:
        return diff.rstrip("\n")
    kind = as_text(change.get("type")) or as_text(
        as_dict(change.get("kind")).get("type")
    )
    sign = {"add": "+", "delete": "-"}.get(kind)
    content = as_text(change.get("content"))
    if not sign or not content:
        return ""
    return "\n".join(sign + line for line in content.rstrip("\n").split("\n"))
