"""A conversation as parts: heads, prose, and what folds to a line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

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
_LONG = 80
"""A body of more rows is cut until somebody asks for the rest."""
_SHOWN = 60
"""Rows of a body that is cut: so few more would be no help."""


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
    whole: bool = False
    """Whether a long body is shown to its end; what an agent said always is."""
    dropped: int = 0
    """Empty lines left out at the beginning of its text."""
    gap: int = 0
    """Blank lines above."""
    scrolls: bool = False
    """Whether long lines of what is no prose run on instead of being wrapped."""
    _height: tuple[object, int] = (None, 0)
    """What the rows of the body depend on, and how many these are."""

    def body(self, most: int | None = None) -> list[BodyLine]:
        """Return the lines of the body, folded away or not; at most the first ones."""
        if self.shape is None:
            return []
        lines: list[BodyLine] = []
        for text in filter(None, self.texts):
            if most is not None:
                text = _first_lines(text, most - len(lines))
            lines += self.shape(text) if text else ()
        return lines

    def height(self, room: int) -> int:
        """Return how many rows the part takes at ``room`` cells."""
        return self._title_rows(room) + self.gap + self._body_height(room)

    def _title_rows(self, room: int) -> int:
        return 1 if self.title else 0

    def _body_height(self, room: int) -> int:
        if self.folded:
            return 0
        room = self._body_room(room)
        known, height = self._height
        now = (room, len(self.texts), self.whole)
        if known != now:
            height = self._count_rows(room)
            self._height = (now, height)
        return height

    def _count_rows(self, room: int) -> int:
        if not self._may_be_cut:
            return row_count(self.body(), room)
        rows = row_count(self.body(_LONG + 1), room, _LONG + 1)
        return rows if rows <= _LONG else _SHOWN + 1

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
            margin: Line = ((_INDENT, ""),) if self.foldable else ()
            rows += [
                Row((*margin, *row.line), row.ground, row.source)
                for row in self._body_rows(self._body_room(room), words)
            ]
        return rows

    def _body_rows(self, room: int, words: Sequence[str]) -> list[Row]:
        body = self.body(_LONG + 1 if self._may_be_cut else None)
        body = self.finish(body) if self.finish else body
        body = _with_lit(body, words) if words else body
        if not self._may_be_cut:
            return list(body_rows(body, room))
        rows = list(islice(body_rows(body, room), _LONG + 1))
        if len(rows) <= _LONG:
            return rows
        return [*rows[:_SHOWN], self._rest_row(*rows[_SHOWN - 1 : _SHOWN + 1])]

    # What is too long to be shown at once.

    @property
    def _may_be_cut(self) -> bool:
        """Whether the body is cut where it is long: tools' output, and pastes."""
        return not self.whole and (self.foldable or self.typed)

    def _rest_row(self, last: Row, first_hidden: Row) -> Row:
        """Return the row that tells how much is left out."""
        more = line_count(self.texts) - first_hidden.source
        words = f"⋯ {more:,} more line{'s' * (more != 1)}"
        if more == 1 and last.source == first_hidden.source:
            words = "⋯ the rest of this line"
        return Row(((words, "accent"), (" · ", "muted"), ("↵", "key")))

    def ends_in_rest(self, room: int) -> bool:
        """Tell whether its last row is the one that tells how much is left out."""
        if self.folded or not self._may_be_cut:
            return False
        room = self._body_room(room)
        return row_count(self.body(_LONG + 1), room, _LONG + 1) > _LONG

    def reveal(self, line: int, room: int) -> bool:
        """Unfold the part as far as a line of its body; tell whether it changed."""
        before = (self.folded, self.whole)
        self.folded = False
        shown = (row.source for row in self.rows(room))
        self.whole = self.whole or line not in shown
        return before != (self.folded, self.whole)

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


def line_count(texts: Iterable[str]) -> int:
    """Return how many lines the texts of a body make."""
    return sum(
        text.count("\n") + text.count("\r") - text.count("\r\n") + 1
        for text in texts
        if text
    )


def _first_lines(text: str, most: int) -> str:
    """Return at most so many lines of a text; more of them where some end in CR."""
    if most <= 0:
        return ""
    lines = text.split("\n", most)
    return text if len(lines) <= most else "\n".join(lines[:most])


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
