"""A year of days as a picture: how much was done on each, and a day to choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, Span, cells

_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)
_MARGIN = 5
"""Cells for the names of days."""
_SHADES: tuple[Span, ...] = (
    ("· ", "faint"),
    ("░░", "success"),
    ("▒▒", "success"),
    ("▓▓", "success"),
    ("██", "success"),
)
"""From nothing to much: the sign tells it without its colour."""
_DAY_NAMES = ("Mon", "", "Wed", "", "Fri", "", "Sun")


def shade(count: int, most: int) -> int:
    """Return which of the shades a day has: 0 for nothing, else 1 to 4 by quarters."""
    if count <= 0 or most <= 0:
        return 0
    return min(len(_SHADES) - 1, 1 + 4 * (count - 1) // most)


@dataclass(frozen=True, slots=True)
class Days:
    """How much was done on each day."""

    counts: Mapping[date, int]
    measure: str
    """What is counted, for people: ``turns`` or ``edits``."""
    today: date


class ActivityCalendar(LineWidget, can_focus=True):
    """Weeks are columns, as many as fit; the cursor is on a day of them."""

    BINDING_GROUP_TITLE = "Calendar"
    DEFAULT_CSS = """
    ActivityCalendar { height: 9; display: none; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-7)", "Week before", show=False, id="calendar.left"),
        Binding("right,l", "move(7)", "Next week", show=False, id="calendar.right"),
        Binding("up,k", "move(-1)", "Day before", show=False, id="calendar.up"),
        Binding("down,j", "move(1)", "Next day", show=False, id="calendar.down"),
        Binding("home,g", "first", "First day", show=False, id="calendar.first"),
        Binding("end,G", "today", "Today", show=False, id="calendar.today"),
        Binding(
            "space,insert",
            "anchor",
            "From here",
            id="calendar.anchor",
            tooltip="Choose several days: from here to the cursor",
        ),
        Binding("m,f2", "measure", "Turns / edits", id="calendar.measure"),
        Binding("enter", "choose", "Choose", id="calendar.choose"),
    ]

    days: reactive[Days | None] = reactive(None, init=False)
    """What is shown."""

    @dataclass
    class Moved(Message):
        """Other days are meant."""

        since: date
        until: date
        """The last day, itself included."""

    @dataclass
    class Chosen(Message):
        """The days that are meant were chosen: Enter, or a second click."""

    @dataclass
    class MeasureAsked(Message):
        """Something else is to be counted."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._cursor: date | None = None
        self._anchor: date | None = None

    @property
    def span(self) -> tuple[date, date] | None:
        """The first and the last day that are meant, None before any was."""
        if self._cursor is None:
            return None
        other = self._anchor or self._cursor
        return min(other, self._cursor), max(other, self._cursor)

    def clear(self) -> None:
        """Mean no day."""
        self._cursor = self._anchor = None
        self.refresh()

    # Drawing.

    @property
    def _weeks(self) -> int:
        return max(1, min(53, (self.size.width - _MARGIN) // 2))

    @property
    def _first(self) -> date:
        """The Monday at the left."""
        today = self.days.today if self.days else date.today()
        monday = today - timedelta(days=today.weekday())
        return monday - (self._weeks - 1) * _WEEK

    def line(self, y: int) -> Line:
        """Return the months, a row of days, or what the cursor is on."""
        if self.days is None:
            return ()
        if y == 0:
            return ((" " * _MARGIN, ""), (self._months(), "muted"))
        if y <= len(_DAY_NAMES):
            return self._row(y - 1, self.days)
        return self._legend(self.days)

    def _months(self) -> str:
        text, before = "", 0
        for week in range(self._weeks):
            monday = self._first + week * _WEEK
            if monday.month != before and len(text) <= 2 * week:
                text = text.ljust(2 * week) + f"{monday:%b} "
            before = monday.month
        return text

    def _row(self, weekday: int, days: Days) -> Line:
        spans: list[Span] = [(_DAY_NAMES[weekday].ljust(_MARGIN), "muted")]
        most = max(days.counts.values(), default=0)
        span = self.span
        for week in range(self._weeks):
            day = self._first + week * _WEEK + weekday * _DAY
            if day > days.today:
                break
            text, tone = _SHADES[shade(days.counts.get(day, 0), most)]
            if span and span[0] <= day <= span[1]:
                text, tone = "[]" if day == self._cursor else text, f"{tone} chip-on"
            spans.append((text, tone))
        return tuple(spans)

    def _legend(self, days: Days) -> Line:
        span = self.span
        if span is None:
            first, last = self._first, days.today
            words = "a year" if self._weeks >= 53 else f"{self._weeks} weeks"
        else:
            first, last = span
            words = day_words(*span)
        total = sum(n for day, n in days.counts.items() if first <= day <= last)
        left: Line = (
            (words, "strong"),
            (f"  {total:,} {days.measure}", "title"),
        )
        scale: Line = (("less ", "muted"), *_SHADES, (" more", "muted"))
        gap = self.size.width - cells(left) - cells(scale)
        return (*left, (" " * gap, ""), *scale) if gap > 1 else left

    # Keys and mouse.

    def _go(self, day: date) -> None:
        today = self.days.today if self.days else day
        self._cursor = max(self._first, min(day, today))
        self.refresh()
        if span := self.span:
            self.post_message(self.Moved(*span))

    def action_move(self, days: int) -> None:
        """Go so many days on; the first step is to today."""
        if self._cursor is None:
            self.action_today()
        else:
            self._go(self._cursor + days * _DAY)

    def action_first(self) -> None:
        """Go to the first day that is shown."""
        self._go(self._first)

    def action_today(self) -> None:
        """Go to today."""
        if self.days is not None:
            self._go(self.days.today)

    def action_anchor(self) -> None:
        """Begin to choose several days here, or go back to one."""
        self._anchor = None if self._anchor else self._cursor
        self._go(self._cursor) if self._cursor else self.action_today()

    def action_measure(self) -> None:
        """Ask for something else to be counted."""
        self.post_message(self.MeasureAsked())

    def action_choose(self) -> None:
        """Take the days that are meant."""
        self.post_message(self.Chosen())

    def on_click(self, event: events.Click) -> None:
        """Mean the day that is clicked; choose it the second time."""
        offset = event.get_content_offset(self)
        if offset is None or not 1 <= offset.y <= 7 or offset.x < _MARGIN:
            return
        week = (offset.x - _MARGIN) // 2
        day = self._first + week * _WEEK + (offset.y - 1) * _DAY
        if week >= self._weeks or (self.days and day > self.days.today):
            return
        if day == self._cursor:
            self.action_choose()
        else:
            self._go(day)


def day_words(since: date, until: date) -> str:
    """Return days as people say them: ``26 Nov 2026``, ``1 Oct – 26 Nov 2026``."""
    last = f"{until.day} {until:%b %Y}"
    if since == until:
        return last
    year = "" if since.year == until.year else f" {since.year}"
    return f"{since.day} {since:%b}{year} – {last}"
