"""A conversation, drawn by line: what is not on the screen is not styled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from levelmem.widgets.body_lines import Row
from levelmem.widgets.spans import Line, without_cells
from levelmem.widgets.talk_finding import TalkFinding
from levelmem.widgets.transcript_layout import TranscriptLayout
from levelmem.widgets.transcript_parts import Part

_GUTTER = 2
_KEPT_PARTS = 200
_STEP = 16
"""Cells that long lines are scrolled by."""


class TranscriptView(TalkFinding, inherit_bindings=False):
    """Shows the parts of a conversation; follows its end until somebody moves.

    The line under the cursor says which part Enter folds, and stays where it is
    when parts fold, arrive or are wrapped anew.
    """

    BINDING_GROUP_TITLE = "Conversation"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="talk.up"),
        Binding("down,j", "move(1)", "Down", show=False, id="talk.down"),
        Binding("pageup,ctrl+b", "page(-1)", "Page up", show=False, id="talk.page-up"),
        Binding(
            "pagedown,ctrl+f,space",
            "page(1)",
            "Page down",
            show=False,
            id="talk.page-down",
        ),
        Binding("home,g", "first", "Beginning", show=False, id="talk.first"),
        Binding("end,G", "last", "End", show=False, id="talk.last"),
        Binding("enter", "fold", "Unfold", id="talk.fold"),
        Binding(
            "T,f8",
            "fold_all",
            "Unfold all",
            show=False,
            id="talk.fold-all",
            tooltip="Unfold or fold all tools and reasoning",
        ),
        Binding(
            "left_square_bracket,ctrl+up",
            "asked(-1)",
            "Prompt before",
            id="talk.asked-before",
            tooltip="Go to the prompt before",
        ),
        Binding(
            "right_square_bracket,ctrl+down",
            "asked(1)",
            "Next prompt",
            id="talk.asked-next",
            tooltip="Go to the next prompt",
        ),
        Binding("right,l", "scroll_line(1)", "Right", show=False, id="talk.right"),
        Binding("left,h", "scroll_line(-1)", "Left", show=False, id="talk.left"),
        Binding("n,f12", "match(1)", "Next match", show=False, id="talk.match-next"),
        Binding(
            "N,shift+f12",
            "match(-1)",
            "Match before",
            show=False,
            id="talk.match-before",
        ),
    ]

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    """The line under the cursor, from the top of the conversation."""
    placeholder: reactive[tuple[Line, ...]] = reactive((), init=False)
    """What is shown, centred, while there are no parts."""
    wraps: reactive[bool] = reactive(True, init=False)
    """Whether long lines of what is no prose are wrapped; else they are scrolled."""

    @dataclass
    class Moved(Message):
        """The cursor is on another turn."""

        turn: int
        """Its number, -1 where there is none."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._layout = TranscriptLayout()
        self._rows: LRUCache[int, list[Row]] = LRUCache(_KEPT_PARTS)
        self._following = True
        self._left = 0
        """Cells of lines that are not wrapped that lie left of the view."""

    # What others ask and tell.

    @property
    def room(self) -> int:
        """How many cells a line of the conversation has."""
        return max(8, self.width - _GUTTER - 1)

    @property
    def current(self) -> Part | None:
        """The part under the cursor."""
        parts = self._layout.parts
        return parts[self._layout.at(self.cursor)[0]] if parts else None

    @property
    def turn(self) -> int:
        """The number of the turn under the cursor, or -1."""
        return self.current.turn if self.current else -1

    @property
    def current_turn(self) -> list[Part]:
        """All parts of the turn under the cursor."""
        return [part for part in self.parts if part.turn == self.turn]

    @property
    def parts(self) -> Sequence[Part]:
        """All parts, from the top."""
        return self._layout.parts

    def extend(self, parts: Sequence[Part]) -> None:
        """Put further parts below."""
        for part in parts:
            part.scrolls = not self.wraps
        self._keeping_place(lambda: self._layout.extend(parts))
        if self._following:
            self.set_reactive(TranscriptView.cursor, max(0, self._layout.lines - 1))
            self.scroll_line(self._layout.lines)
        if self._words:
            self._search()
        self._tell()

    def show_place(
        self, turn: int, block: int = -1, row: int = 0, words: Sequence[str] = ()
    ) -> bool:
        """Go to a line of a block of a turn and light it; tell whether it is there.

        ``row`` counts lines of the block's text; ``words`` (folded) find the line
        where the block is not prose.
        """
        part = self._part_of(turn, block)
        if part < 0:
            return False
        self._words = tuple(words)
        found = self._layout.parts[part]
        line = max(0, row - found.dropped) if found.group == "prose" else -1
        if found.group != "prose" and words:
            line = next(iter(found.matches(words)), -1)
        self._lit = (part, line)
        self._go_to(part, line)
        if words:
            self._search()
        return True

    def go_to_turn(self, turn: int) -> None:
        """Go to a turn, at the top of the view."""
        part = self._part_of(turn, -1)
        if part >= 0:
            top = self._layout.top_of(part) + self.parts[part].gap
            self.scroll_line(max(0, top - 1))
            self._go(top)

    # Places.

    def _part_of(self, turn: int, block: int) -> int:
        """Return the part of a block of a turn, or of the turn, or -1."""
        mine = [i for i, part in enumerate(self.parts) if part.turn == turn]
        exact = [i for i in mine if self.parts[i].block == block]
        return next(iter(exact or mine), -1)

    def _keeping_place(self, change: Callable[[], None]) -> None:
        """Make a change; the cursor stays on its row and where it stands."""
        part, row = self._layout.at(self.cursor)
        place = self.cursor - self.scroll_offset.y
        change()
        self._forget_rows()
        self.virtual_size = Size(self.width, self._layout.lines)
        if self.parts and not self._following:
            row = min(row, max(0, self._layout.height_of(part) - 1))
            line = self._layout.top_of(part) + row
            self.set_reactive(TranscriptView.cursor, line)
            self.scroll_line(max(0, line - place))

    def _here(self) -> tuple[int, int]:
        index, row = self._layout.at(self.cursor)
        rows = self.parts[index].rows(self.room)
        return index, rows[row].source if row < len(rows) else -1

    def _forget_rows(self) -> None:
        self._rows.clear()
        self.redraw()

    def _go(self, line: int) -> None:
        self._following = False
        self.cursor = max(0, min(line, self._layout.lines - 1))

    def _go_to(self, part: int, line: int = -1) -> None:
        """Go to a line of a part's body, a third below the top of the view."""
        found = self.parts[part]
        if line >= 0 and found.reveal(line, self.room):
            self._keeping_place(lambda: self._layout.lay_out(self.room))
        rows = found.rows(self.room)
        row = next((i for i, row in enumerate(rows) if row.source == line >= 0), None)
        self._following = False
        target = self._layout.top_of(part) + (found.gap if row is None else row)
        self.scroll_line(max(0, target - self.size.height // 3))
        self.cursor = target
        self._forget_rows()

    def watch_cursor(self, before: int, now: int) -> None:
        """Draw the two lines that change, and bring the cursor into view."""
        self.refresh_lines(before, 1)
        self.refresh_lines(now, 1)
        view, height = self.scroll_offset.y, self.size.height
        if now < view:
            self.scroll_line(now)
        elif now >= view + height:
            self.scroll_line(now - height + 1)
        self._tell()

    def _tell(self) -> None:
        self.post_message(self.Moved(self.turn))

    def watch_wraps(self) -> None:
        """Lay everything out anew around the cursor."""
        self._left = 0

        def change() -> None:
            for part in self.parts:
                part.scrolls = not self.wraps
            self._layout.lay_out(self.room)

        self._keeping_place(change)

    def action_scroll_line(self, way: int) -> None:
        """Scroll long lines to the side, where they are not wrapped."""
        if not self.wraps:
            self._left = max(0, self._left + way * _STEP)
            self.redraw()

    def on_resize(self) -> None:
        """Wrap anew around the cursor."""
        if self.room != self._layout.room:
            self._keeping_place(lambda: self._layout.lay_out(self.room))
        if self._following:
            self.scroll_line(self._layout.lines)
        else:
            self.watch_cursor(self.cursor, self.cursor)

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        if not self.parts:
            return self.centred(self.placeholder, y)
        line = self.scroll_offset.y + y
        if line >= self._layout.lines:
            return self.paint((), self.width)
        key = (line, line == self.cursor, self.has_focus)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self._strip(line)
        return strip

    def _strip(self, at: int) -> Strip:
        index, number = self._layout.at(at)
        part = self.parts[index]
        rows = self._rows.get(index)
        if rows is None:
            rows = self._rows[index] = part.rows(self.room, self._words)
        row = rows[number] if number < len(rows) else Row(())
        ground = row.ground
        if self._lit and self._lit[0] == index and self._lit[1] in (-1, row.source):
            ground = f"{ground} lit"
        here = at == self.cursor
        if here:
            ground = "cursor" if self.has_focus else "cursor-blurred"
        mark = "▎" if part.typed and row.line and number >= part.gap else " "
        bar = ("▌", "bar") if here else (mark, "accent")
        line = row.line
        if self._left and part.scrolls and part.group != "prose" and row.source >= 0:
            line = without_cells(line, self._left)
        return self.paint((bar, (" ", ""), *line), self.width, ground)

    # Keys and mouse.

    def action_move(self, lines: int) -> None:
        """Go so many lines down."""
        self._go(self.cursor + lines)

    def action_page(self, pages: int) -> None:
        """Go so many views down."""
        step = pages * max(1, self.size.height - 2)
        self.scroll_line(self.scroll_offset.y + step)
        self._go(self.cursor + step)

    def action_first(self) -> None:
        """Go to the beginning."""
        self._go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self._go(self._layout.lines - 1)

    def action_fold(self) -> None:
        """Unfold or fold the part under the cursor, or show the rest of a long one."""
        part = self.current
        if part is None:
            return
        if self._is_on_rest(part):
            part.whole = True
        elif part.foldable:
            self._fold(part)
        else:
            return
        self._following = False
        self._keeping_place(lambda: self._layout.lay_out(self.room))

    def _is_on_rest(self, part: Part) -> bool:
        """Tell whether the cursor is on the line that says how much is left out."""
        index, row = self._layout.at(self.cursor)
        is_last = row == self._layout.height_of(index) - 1
        return is_last and part.ends_in_rest(self.room)

    def _fold(self, part: Part) -> None:
        top = self._layout.top_of(self._layout.at(self.cursor)[0]) + part.gap
        part.folded = not part.folded
        part.whole = False
        if part.folded:
            self.cursor = top

    def action_fold_all(self) -> None:
        """Unfold all parts; fold them where all are unfolded."""
        foldable = [part for part in self.parts if part.foldable]
        fold_them = not any(part.folded for part in foldable)
        self._following = False

        def change() -> None:
            for part in foldable:
                part.folded, part.whole = fold_them, False
            self._layout.lay_out(self.room)

        self._keeping_place(change)

    def action_asked(self, step: int) -> None:
        """Go to the next prompt, or the one before."""
        tops = [
            self._layout.top_of(i) + part.gap
            for i, part in enumerate(self.parts)
            if part.typed and part.group == "head"
        ]
        if step > 0:
            target = next((top for top in tops if top > self.cursor), None)
        else:
            target = next((top for top in reversed(tops) if top < self.cursor), None)
        if target is not None:
            self.scroll_line(max(0, target - 1))
            self._go(target)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the line that is clicked; fold its part the next time."""
        line = self.scroll_offset.y + event.y
        if line >= self._layout.lines:
            return
        if line == self.cursor:
            self.action_fold()
        else:
            self._go(line)
