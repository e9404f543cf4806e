"""What a person wrote into MEMORY.md by hand, found so that it is kept to the byte.

Two things are theirs: whatever stands between ``<!-- pinned -->`` and its end (the
closing marker, or the next heading), and every section under a heading that
levelmem does not write. All else is generated, and made anew each time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FROM_YOU = "## From you"
FACTS = "## Facts"
RECENTLY = "## Recently"
THREADS = "## Pinned threads"
HEADINGS = (FROM_YOU, FACTS, RECENTLY, THREADS)
OPENING = "<!-- pinned -->"
CLOSING = "<!-- /pinned -->"

_OPENING = re.compile(r"\s*<!--\s*pinned\s*-->\s*", re.IGNORECASE)
_CLOSING = re.compile(
    r"\s*<!--\s*(?:/\s*pinned|end\s*-?\s*pinned|pinned\s*-?\s*end)\s*-->\s*",
    re.IGNORECASE,
)
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of hand-written text, byte for byte."""

    text: str
    section: str = ""
    """The generated heading that it stands under; empty above the first one, and
    for a section of its own."""
    own_section: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """A MEMORY.md taken apart."""

    blocks: tuple[Block, ...]
    generated: tuple[tuple[str, str], ...]
    """The other lines that hold anything, each with the heading it stands under."""


def take_apart(text: str) -> Parts:
    """Return the hand-written blocks of a MEMORY.md, and its other lines."""
    lines = text.splitlines(keepends=True) if "\n" not in text else _lines(text)
    blocks: list[Block] = []
    generated: list[tuple[str, str]] = []
    section, at = "", 0
    while at < len(lines):
        line = lines[at]
        if _OPENING.fullmatch(line):
            end = _end_of_pinned(lines, at)
            blocks.append(Block("".join(lines[at:end]), section))
            at = end
        elif _is_heading(line) and not _is_generated(line, at):
            end = _end_of_section(lines, at)
            blocks.append(Block("".join(lines[at:end]), own_section=True))
            at = end
        else:
            if line.strip() in HEADINGS:
                section = line.strip()
            if line.strip():
                generated.append((section, line.rstrip("\r\n")))
            at += 1
    return Parts(tuple(blocks), tuple(generated))


def pinned(lines: Sequence[str], section: str) -> Block:
    """Return lines that the person accepted as a block of their own."""
    return Block("\n".join((OPENING, *lines, CLOSING)) + "\n", section)


def _lines(text: str) -> list[str]:
    """Split at line feeds alone: other separators belong to the text."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _is_heading(line: str) -> bool:
    return _HEADING.match(line) is not None


def _is_generated(line: str, at: int) -> bool:
    """Tell whether a heading is levelmem's or LevelCode's: a known one, the title."""
    return line.strip() in HEADINGS or (at == 0 and line.startswith("# "))


def _end_of_pinned(lines: Sequence[str], start: int) -> int:
    """Return where a pinned block ends: after its closing marker, headings inside
    or not; without one, at the next heading or the next block."""
    first_heading = 0
    for at, line in _outside_fences(lines, start + 1):
        if _CLOSING.fullmatch(line):
            return at + 1
        if _OPENING.fullmatch(line) or line.strip() in HEADINGS:
            return first_heading or at
        if _is_heading(line):
            first_heading = first_heading or at
    return first_heading or len(lines)


def _end_of_section(lines: Sequence[str], start: int) -> int:
    for at, line in _outside_fences(lines, start + 1):
        if line.strip() in HEADINGS:
            return at
    return len(lines)


def _outside_fences(lines: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code fences: a `#` in a script is no heading."""
    fence = ""
    for at in range(start, len(lines)):
        mark = _FENCE.match(lines[at])
        if fence:
            if mark and mark.group(1).startswith(fence):
                fence = ""
        elif mark and _is_closed(lines, at, mark.group(1)):
            fence = mark.group(1)
        else:
            yield at, lines[at]


def _is_closed(lines: Sequence[str], at: int, fence: str) -> bool:
    """Tell whether a fence is closed again: one that is not hides no heading."""
    return any(line.strip().startswith(fence) for line in lines[at + 1 :])
