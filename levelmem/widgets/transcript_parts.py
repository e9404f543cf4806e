"""A conversation as parts: heads, prose, and what folds to a line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from levelmem.widgets.body_lines import (
    BodyLine,
    Row,
    body_rows,
    overlay,
    row_count,
)
from levelmem.widgets.finding import count, places
from levelmem.widgets.spans import Line, clean_line, plain

_INDENT = "    "
_ENDLESS = 100_000
"""Cells of a line that is not wrapped."""


@dataclass(slots=True, eq=False)
class Part:
    """A piece of a conversation that is drawn, found and folded as one."""

    turn: int
    """The number of the turn it comes from."""
    block: int = -1
    """The block of that turn, -1 for a head."""
    group: str = ""
    """``head``, ``prose``, ``fold`` or ``edit``: a blank line parts the groups."""
    title: Line = ()
    """The line that stays when it is folded; prose has none."""
    texts: list[str] = field(default_factory=list)
    """What its body is made of, one after another."""
    shape: Callable[[str], list[BodyLine]] | None = None
    """How a text becomes lines; None where there is no body."""
    finish: Callable[[list[BodyLine]], list[BodyLine]] | None = None
    """What makes its lines better to read, when they are drawn; their text stays."""
    typed: bool = False
    """Whether a person typed it."""
    foldable: bool = False
    folded: bool = False
    dropped: int = 0
    """Empty lines left out at the beginning of its text."""
    gap: int = 0
    """Blank lines above."""
    scrolls: bool = False
    """Whether long lines of what is no prose run on instead of being wrapped."""
    _height: tuple[int, int, int] = (-1, -1, 0)
    """Room, number of texts, and the rows of the body at that room."""

    def body(self) -> list[BodyLine]:
        """Return the lines of the body, folded away or not."""
        if self.shape is None:
            return []
        return [line for text in self.texts if text for line in self.shape(text)]

    def height(self, room: int) -> int:
        """Return how many rows the part takes at ``room`` cells."""
        return self._title_rows(room) + self.gap + self._body_height(room)

    def _title_rows(self, room: int) -> int:
        return 1 if self.title else 0

    def _body_height(self, room: int) -> int:
        if self.folded:
            return 0
        room = self._body_room(room)
        known_room, known_texts, height = self._height
        if known_room != room or known_texts != len(self.texts):
            height = row_count(self.body(), room)
            self._height = (room, len(self.texts), height)
        return height

    def _body_room(self, room: int) -> int:
        if self.scrolls and self.group != "prose":
            return _ENDLESS
        return max(8, room - (len(_INDENT) if self.foldable else 0))

    def rows(self, room: int, words: Sequence[str] = ()) -> list[Row]:
        """Return the rows of the part; ``words`` (folded) are lit in them."""
        rows = [Row(())] * self.gap
        if self.title:
            rows.append(Row(self._title_line(words)))
        if not self.folded:
            body = self.finish(self.body()) if self.finish else self.body()
            body = _with_lit(body, words) if words else body
            margin: Line = ((_INDENT, ""),) if self.foldable else ()
            rows += [
                Row((*margin, *row.line), row.ground, row.source)
                for row in body_rows(body, self._body_room(room))
            ]
        return rows

    def _title_line(self, words: Sequence[str]) -> Line:
        title = clean_line(self.title)
        if words:
            title = overlay(title, places(self._title_text(), words), "match")
        if not self.foldable:
            return title
        return (("▸ " if self.folded else "▾ ", "faint"), *title)

    def _title_text(self) -> str:
        """Return what can be found in the title: no head, no glance at the body."""
        if self.group == "head":
            return ""
        return plain(span for span in clean_line(self.title) if span[1] != "faint")

    def matches(self, words: Sequence[str]) -> list[int]:
        """Return the lines that hold one of ``words``, once for each that stands there.

        Lines of the body count from 0; the title is -1.
        """
        lines = [self._title_text()]
        lines += [plain(line.line) for line in self.body()]
        found: list[int] = []
        for number, line in enumerate(lines, -1):
            found += [number] * count(line, words)
        return found


def part_text(part: Part) -> str:
    """Return a part as plain text: its line, then all that folds under it."""
    title = [] if part.group == "prose" or not part.title else [plain(part.title)]
    return "\n".join([*title, *part.texts])


def _with_lit(body: Iterable[BodyLine], words: Sequence[str]) -> list[BodyLine]:
    lines = []
    for b in body:
        text = plain(b.line)
        if count(text, words):
            lit_line = overlay(b.line, places(text, words), "match")
            b = BodyLine(lit_line, b.marker, b.marker_tone, b.ground)
        lines.append(b)
    return lines
