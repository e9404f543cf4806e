"""A text as lines and columns, and as the passages that an agent reads as one."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_PASSAGE = 1200
"""Characters of a passage: the guard looks at no more of a text at once."""
_OVERLAP = 200

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_INLINE = re.compile(r"`[^`\n]+`")
# A line that begins something of its own is never joined to the one before.
_OPENS = re.compile(r"\s*(?:[-*+•>|#]|\d{1,3}[.)]\s|<)")


class Lines:
    """Turns offsets in a text into lines and columns, both counted from 1."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def start_of(self, offset: int) -> int:
        """Return where the line of an offset begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def end_of(self, offset: int) -> int:
        """Return where the line of an offset ends, without its line feed."""
        end = self._text.find("\n", offset)
        return len(self._text) if end < 0 else end


@dataclass(frozen=True, slots=True)
class Passage:
    """A line or a paragraph, and where it stands in its text."""

    text: str
    start: int
    """Offset in the whole text; passages keep their length."""
    fenced: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return a span of the passage as one of the whole text."""
        return self.start + start, self.start + end

    def is_code(self, start: int, end: int) -> bool:
        """Tell whether a span lies in a code fence or in inline code."""
        return self.fenced or any(
            m.start() <= start and end <= m.end() for m in _INLINE.finditer(self.text)
        )


def passages(text: str) -> Iterator[Passage]:
    """Yield each line, then each paragraph of several lines as one line.

    An order broken over two lines is read as one by an agent, and so is a command
    in a code fence whose lines end in a backslash. Line feeds become blanks, so
    offsets stay true.
    """
    paragraph: list[tuple[int, str]] = []
    command: list[tuple[int, str]] = []
    fenced = False
    for match in _LINE.finditer(text):
        start, line = match.start(), match.group().rstrip("\r\n")
        marker = bool(_FENCE.match(line))
        if marker or fenced or not line.strip() or _OPENS.match(line):
            yield from _joined(text, paragraph)
            paragraph = []
        fenced = fenced != marker
        if not line.strip() or marker:
            continue
        yield from _pieces(line, start, fenced)
        if not fenced:
            paragraph.append((start, line))
            continue
        command.append((start, line))
        if not line.endswith("\\"):
            yield from _joined(text, command, fenced=True)
            command = []
    yield from _joined(text, paragraph)


def _pieces(line: str, start: int, fenced: bool) -> Iterator[Passage]:
    """Yield a line, in overlapping pieces where it is long."""
    step = LONGEST_PASSAGE - _OVERLAP
    for at in range(0, max(1, len(line) - _OVERLAP), step):
        yield Passage(line[at : at + LONGEST_PASSAGE], start + at, fenced)


def _joined(
    text: str, lines: list[tuple[int, str]], *, fenced: bool = False
) -> Iterator[Passage]:
    if len(lines) < 2:
        return
    start = lines[0][0]
    last, line = lines[-1]
    whole = re.sub(r"\\?\r?\n", _blanks, text[start : last + len(line)])
    yield from _pieces(whole, start, fenced)


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
