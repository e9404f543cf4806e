"""Where a session's file is damaged: which of its lines can't be read, and why.

A scan only counts such lines. They are looked for anew, in the plain file, when
somebody is told of them: damage is rare, and what was read stays small.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import BOM, decode_line, read_lines


@dataclass(frozen=True, slots=True)
class DamagedFile:
    """A session's file with lines that could not be read."""

    path: Path
    lines: int
    """How many; the rest of the file was read."""


@dataclass(frozen=True, slots=True)
class BadLine:
    """One line that holds no record."""

    number: int
    """As editors count: from 1."""
    why: str
    """For people."""


def bad_lines(file: DamagedFile, most: int) -> list[BadLine]:
    """Return the first lines of a file that can't be read, ``most`` of them at most.

    None where the agent keeps no lines of JSON (a document, a database, a compressed
    file), or where the file is gone by now.
    """
    if file.path.suffix != ".jsonl":
        return []
    try:
        return list(islice(_found(file.path), min(most, file.lines)))
    except OSError:
        return []


def numbered(lines: list[BadLine], of: int) -> str:
    """Return where the lines stand, for people: ``line 3``, ``lines 3, 9 and 4 more``.

    ``of`` is how many there are; ``""`` where none was found.
    """
    if not lines:
        return ""
    numbers = ", ".join(f"{line.number:,}" for line in lines)
    more = f" and {of - len(lines):,} more" if of > len(lines) else ""
    return f"line{'s' * (of > 1)} {numbers}{more}"


def _found(path: Path) -> Iterator[BadLine]:
    with open_regular(path) as stream:
        for number, (offset, line) in enumerate(read_lines(stream), 1):
            try:
                decode_line(line.removeprefix(BOM) if offset == 0 else line)
            except ValueError as error:
                # A last line without its line feed is still being written.
                if line.endswith(b"\n"):
                    yield BadLine(number, _told(error))


def _told(error: ValueError) -> str:
    """Return what is wrong with a line: the decoder's own words, or ours."""
    column = getattr(error, "pos", None)
    said = str(getattr(error, "msg", error))
    return said if column is None else f"{said}, at its character {column + 1:,}"
