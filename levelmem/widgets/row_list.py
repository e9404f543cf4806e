"""A list of any length, drawn by line: sections, marks, a cursor kept by id."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from levelmem.widgets.line_view import LineView
from levelmem.widgets.row_layout import RowLayout
from levelmem.widgets.rows import Look, Rows
from levelmem.widgets.spans import Line, cells, clean_line, followed

T = TypeVar("T")

CURSOR, MARK = "▌", "●"
_LOOKS = 200
_GUTTER = 3  # the cursor's bar, a sign, a space


class RowList(LineView, Generic[T], inherit_bindings=False):
    """Shows :class:`Rows`; ``draw`` says how one item reads, when it is seen.

    The cursor stays on its row through every change of the rows, and on the first
    row until somebody moves it. Marks stay on rows that are still there.
    """

    BINDING_GROUP_TITLE = "List"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="list.up"),
        Binding("down,j", "move(1)", "Down", show=False, id="list.down"),
        Binding("pageup,ctrl+b", "page(-1)", "Page up", show=False, id="list.page-up"),
        Binding(
            "pagedown,ctrl+f", "page(1)", "Page down", show=False, id="list.page-down"
        ),
        Binding("home,g", "first", "First row", show=False, id="list.first"),
        Binding("end,G", "last", "Last row", show=False, id="list.last"),
        Binding(
            "left_curly_bracket,ctrl+up",
            "section(-1)",
            "Section before",
            show=False,
            id="list.section-before",
        ),
        Binding(
            "right_curly_bracket,ctrl+down",
            "section(1)",
            "Next section",
            show=False,
            id="list.section-next",
        ),
        Binding("enter", "open", "Open", id="list.open"),
        Binding("space,insert", "mark", "Mark", show=False, id="list.mark"),
        Binding("asterisk,ctrl+a", "mark_all", "Mark all", show=False, id="list.all"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    """Index of the row under the cursor; 0 where there are no rows."""
    row_height: reactive[int] = reactive(2, repaint=False, init=False)
    """Lines for each row."""
    placeholder: reactive[tuple[Line, ...]] = reactive((), init=False)
    """What is shown, centred, while there are no rows."""

    @dataclass
    class Moved(Message):
        """Another row is under the cursor, or what it shows has changed."""

        row_list: "RowList[Any]"
        id: str
        """Its id, ``""`` where there are no rows."""

        @property
        def control(self) -> "RowList[Any]":
            """The list."""
            return self.row_list

    @dataclass
    class Opened(Message):
        """The row under the cursor was opened: Enter, or a click on it."""

        row_list: "RowList[Any]"
        id: str
        """Empty where the list is."""

        @property
        def control(self) -> "RowList[Any]":
            """The list."""
            return self.row_list

    @dataclass
    class Marked(Message):
        """The marks have changed."""

        row_list: "RowList[Any]"
        ids: frozenset[str]

        @property
        def control(self) -> "RowList[Any]":
            """The list."""
            return self.row_list

    def __init__(
        self,
        draw: Callable[[T], Look],
        *,
        row_height: int = 2,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self.rows: Rows[T] = Rows()
        self.marks: frozenset[str] = frozenset()
        self._looks: LRUCache[int, Look] = LRUCache(_LOOKS)
        """What ``draw`` said of the rows that were drawn last."""
        self._layout = RowLayout(0, (), row_height)
        self._moved_by_hand = False
        self.set_reactive(RowList.row_height, row_height)

    # What others ask and tell.

    @property
    def current(self) -> T | None:
        """The item under the cursor."""
        return self.rows.items[self.cursor] if len(self.rows) else None

    @property
    def current_id(self) -> str:
        """The id of the row under the cursor, or ``""``."""
        return self.rows.ids[self.cursor] if len(self.rows) else ""

    @property
    def chosen(self) -> list[T]:
        """The marked items in order, or the one under the cursor."""
        if self.marks:
            places = sorted(self.rows.index[mark] for mark in self.marks)
            return [self.rows.items[place] for place in places]
        return [] if self.current is None else [self.current]

    def show(self, rows: Rows[T]) -> None:
        """Show ``rows`` instead; the cursor stays on its row, where it still is."""
        before, place = self.current_id, self._cursor_place()
        self.rows = rows
        self.marks = frozenset(mark for mark in self.marks if mark in rows.index)
        kept = rows.index.get(before) if self._moved_by_hand else 0
        self._arrange()
        last = max(0, len(rows) - 1)
        self.set_reactive(
            RowList.cursor, min(self.cursor if kept is None else kept, last)
        )
        self._scroll_so_that_cursor_is_at(place)
        self.redraw()
        self.post_message(self.Moved(self, self.current_id))

    def select(self, row_id: str) -> bool:
        """Put the cursor on a row by its id; tell whether it is there."""
        place = self.rows.index.get(row_id)
        if place is None:
            return False
        self._moved_by_hand = True
        self.cursor = place
        return True

    def unmark(self) -> None:
        """Take all marks away."""
        self._set_marks(frozenset())

    def redraw(self) -> None:
        """Ask ``draw`` again for every row: it depends on something that changed."""
        self._looks.clear()
        super().redraw()

    # Lines.

    def _arrange(self) -> None:
        self._layout = RowLayout(len(self.rows), self.rows.sections, self.row_height)
        self.virtual_size = Size(self.width, self._layout.lines)

    def _cursor_place(self) -> int:
        """Return how far below the top of the view the cursor's row stands."""
        return self._layout.top_of(self.cursor) - self.scroll_offset.y

    def _scroll_so_that_cursor_is_at(self, place: int) -> None:
        if not self._moved_by_hand:
            self.scroll_line(0)
            return
        self.scroll_line(max(0, self._layout.top_of(self.cursor) - place))
        self._scroll_to_cursor()

    def _scroll_to_cursor(self) -> None:
        top = self._layout.top_of(self.cursor)
        bottom = top + self.row_height
        # The head of the section covers the first line of the view.
        above = 1 if self.rows.sections else 0
        view, height = self.scroll_offset.y, self.size.height
        if top - above < view:
            self.scroll_line(max(0, top - above))
        elif bottom > view + height:
            self.scroll_line(bottom - height)

    def watch_cursor(self, before: int, now: int) -> None:
        """Draw the two rows that change, and bring the cursor into view."""
        for row in (before, now):
            self.refresh_lines(self._layout.top_of(row), self.row_height)
        self._scroll_to_cursor()
        self.post_message(self.Moved(self, self.current_id))

    def watch_row_height(self) -> None:
        """Lay the rows out anew around the cursor."""
        place = self._cursor_place()
        self._arrange()
        self._scroll_so_that_cursor_is_at(place)
        self.redraw()

    def on_resize(self) -> None:
        """Keep the cursor in view when the room changes."""
        self._strips.clear()
        self.virtual_size = Size(self.width, self._layout.lines)
        if self._moved_by_hand:
            self._scroll_to_cursor()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        if not len(self.rows):
            return self.centred(self.placeholder, y)
        line = self.scroll_offset.y + y
        if line >= self._layout.lines:
            return self.paint((), self.width)
        section = self._layout.section_at(line)
        if section >= 0 and (y == 0 or self._layout.is_head(line)):
            return self._head_strip(section)
        row, part = self._layout.row_at(line)
        row_id = self.rows.ids[row]
        key = (row, part, row == self.cursor, self.has_focus, row_id in self.marks)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._row_strip(row, part)
            self._strips[key] = strip
        return strip

    def _row_strip(self, row: int, part: int) -> Strip:
        look = self._look_of(row)
        here, width = row == self.cursor, self.width
        bar = (CURSOR, "bar") if here else (" ", "")
        sign = (" ", "")
        if part == 0:
            marked = self.rows.ids[row] in self.marks
            sign = (MARK, "accent") if marked else look.sign
        gutter: Line = (bar, sign, (" " * (1 + 2 * look.indent), ""))
        aside = clean_line(look.aside) if part == 0 else ()
        room = width - _GUTTER - 2 * look.indent - (cells(aside) + 2 if aside else 1)
        text = look.lines[part] if part < len(look.lines) else ()
        about = clean_line(look.about) if part == 0 else ()
        body = followed(clean_line(text), about, room)
        if aside and room > 0:
            gap = " " * (room - cells(body) + 1)
            body = (*body, (gap, ""), *aside)
        ground = ("cursor" if self.has_focus else "cursor-blurred") if here else ""
        return self.paint((*gutter, *body), width, ground)

    def _look_of(self, row: int) -> Look:
        look = self._looks.get(row)
        if look is None:
            look = self._looks[row] = self._draw(self.rows.items[row])
        return look

    def _head_strip(self, section: int) -> Strip:
        head, width = self.rows.sections[section], self.width
        label, aside = f" {head.label} ", f" {head.aside} " if head.aside else ""
        line = clean_line(((label, "section"), (aside, "muted")))
        rule = "─" * max(0, width - cells(line))
        return self.paint((line[0], (rule, "rule"), line[1]), width, "sticky")

    # Keys and mouse.

    def _go(self, row: int) -> None:
        if len(self.rows):
            self._moved_by_hand = True
            self.cursor = max(0, min(row, len(self.rows) - 1))

    def action_move(self, rows: int) -> None:
        """Go so many rows down."""
        self._go(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        """Go so many views down."""
        step = max(1, (self.size.height - 1) // self.row_height)
        self._go(self.cursor + pages * step)

    def action_first(self) -> None:
        """Go to the first row."""
        self._go(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self._go(len(self.rows) - 1)

    def action_section(self, step: int) -> None:
        """Go to the first row of the section so many sections down."""
        starts = [section.start for section in self.rows.sections]
        if not starts:
            return
        here = max(i for i, start in enumerate(starts) if start <= self.cursor)
        if step < 0 and self.cursor > starts[here]:
            step += 1
        self._go(starts[max(0, min(here + step, len(starts) - 1))])

    def action_open(self) -> None:
        """Open the row under the cursor, or what an empty list offers."""
        self.post_message(self.Opened(self, self.current_id))

    def action_mark(self) -> None:
        """Mark the row, or take its mark away, and go on to the next."""
        if len(self.rows):
            self._set_marks(self.marks ^ {self.current_id})
            self._go(self.cursor + 1)

    def action_mark_all(self) -> None:
        """Mark all rows, or none where all are marked."""
        everything = frozenset(self.rows.ids)
        self._set_marks(frozenset() if self.marks == everything else everything)

    def _set_marks(self, marks: frozenset[str]) -> None:
        if marks != self.marks:
            self.marks = marks
            self.refresh()
            self.post_message(self.Marked(self, marks))

    def on_click(self, event: events.Click) -> None:
        """Select the row that is clicked on; open it when it is selected."""
        line = self.scroll_offset.y + event.y
        covered = event.y == 0 and self.rows.sections
        if line >= self._layout.lines or covered or self._layout.is_head(line):
            return
        row, _ = self._layout.row_at(line)
        if row == self.cursor:
            self.action_open()
        else:
            self._go(row)
