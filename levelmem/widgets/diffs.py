"""Unified diffs with added and removed lines in their tones."""

from levelmem.engine.text import safe_text
from levelmem.widgets.body_lines import BodyLine

_TONES = {"+": ("success", "added"), "-": ("error", "removed")}
"""The tones of a line and of the ground under it, by its sign."""


def diff_lines(diff: str) -> list[BodyLine]:
    """Return the lines of a unified diff without a header; its signs stay."""
    lines = []
    for line in safe_text(diff).rstrip("\n").split("\n"):
        if line.startswith("@@"):
            lines.append(BodyLine(((line, "hunk"),)))
        else:
            tone, ground = _TONES.get(line[:1], ("muted", ""))
            lines.append(BodyLine(((line, tone),), ground=ground))
    return lines


def changed(diff: str) -> tuple[int, int]:
    """Return how many lines a diff adds and removes."""
    added = removed = 0
    for line in diff.split("\n"):
        added += line.startswith("+")
        removed += line.startswith("-")
    return added, removed
