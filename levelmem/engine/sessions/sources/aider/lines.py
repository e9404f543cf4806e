"""A history cut into its runs, and a run into what each side wrote.

Aider appends Markdown. What people and Aider itself wrote stands in ``####`` and ``>``
lines that end with two spaces; the model's Markdown has such lines too, but without
the spaces. Code fences tell nothing: half of them are never closed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO

_HEADER = re.compile(
    rb"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t]*\r?\n?"
)
_BLANK_INPUT = "<blank>"


class Side(Enum):
    """Who wrote a part of a run."""

    PERSON = "person"
    AIDER = "aider"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of one side, without their marks."""

    side: Side
    text: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its place in the file, and the local time at which it began."""

    begun: str
    """As in the header, ``""`` for what stands before the first one."""
    ordinal: int
    """Which run of that second it is, from 0: terminals may share a history."""
    start: int
    """Where what follows the header begins, in bytes."""
    end: int


def runs_in(stream: BinaryIO) -> Iterator[Run]:
    """Yield the runs of a history in order."""
    begun, start, at = "", 0, 0
    seen: dict[str, int] = {}

    def run(end: int) -> Run:
        ordinal = seen.get(begun, 0)
        seen[begun] = ordinal + 1
        return Run(begun, ordinal, start, end)

    for line in stream:
        end = at + len(line)
        if header := _HEADER.fullmatch(line):
            if at > 0:
                yield run(at)
            begun, start = header[1].decode(), end
        at = end
    if at > 0:
        yield run(at)


def parts_of(stream: BinaryIO, run: Run) -> Iterator[Part]:
    """Yield what each side wrote in a run, in order."""
    stream.seek(run.start)
    gathered: list[str] = []
    side, begin, at = Side.MODEL, run.start, run.start
    is_open = False
    """Whether Aider began an output of several lines, whose last has the spaces."""
    touches = False
    """Whether the line above was Aider's or the person's."""
    while at < run.end:
        raw = stream.readline()
        if not raw:
            break
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        now, text = _read(line)
        if now is Side.MODEL and is_open:
            now = Side.AIDER
            is_open = not line.endswith("  ")
        elif now is Side.MODEL and touches and line.startswith("> "):
            now, text, is_open = Side.AIDER, line[2:], True
        elif now is not Side.MODEL:
            is_open = False
        if now is not side or (now is Side.PERSON and not touches):
            if part := _part(side, gathered, begin, at):
                yield part
            gathered, side, begin = [], now, at
        gathered.append(text)
        touches = now is not Side.MODEL
        at += len(raw)
    if part := _part(side, gathered, begin, at):
        yield part


def _read(line: str) -> tuple[Side, str]:
    if line.endswith("  "):
        if line.startswith("#### ") or line.strip() == "####":
            return Side.PERSON, line[5:].rstrip(" ")
        if line.startswith("> ") or line.strip() == ">":
            return Side.AIDER, line[2:].rstrip(" ")
    return Side.MODEL, line


def _part(side: Side, lines: list[str], begin: int, end: int) -> Part | None:
    text = "\n".join(lines).strip("\n")
    if side is Side.PERSON:
        text = text.strip()
        if text == _BLANK_INPUT:
            return None
    return Part(side, text, begin, end - begin) if text.strip() else None
