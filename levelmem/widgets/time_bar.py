"""How a memory grew, by state, over a slider of days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from textual.reactive import reactive

from levelmem.engine.memory.facts import State
from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line

_BLOCKS = " ▁▂▃▄▅▆▇█"
_NAME_CELLS = 12
_NUMBER_CELLS = 7

_ROWS: tuple[tuple[str, str, frozenset[State]], ...] = (
    ("Told", "success", frozenset({State.CONFIRMED, State.OBSERVED})),
    ("Inferred", "primary", frozenset({State.INFERRED})),
    ("Held", "warning", frozenset({State.UNCONFIRMED})),
    ("Ended", "muted", frozenset({State.SUPERSEDED, State.REMOVED})),
)


@dataclass(frozen=True, slots=True)
class Growth:
    """Counts of facts by state on some days, from the first to today."""

    days: Sequence[date] = ()
    counts: Mapping[date, Mapping[State, int]] = field(default_factory=dict)
    """Those days that are counted already."""


class TimeBar(LineWidget):
    """Draws a row for each state, and the day that is looked at under them."""

    DEFAULT_CSS = """
    TimeBar { height: 5; padding: 0 1; background: $surface; }
    """

    growth: reactive[Growth] = reactive(Growth)
    """What is drawn."""
    day: reactive[date | None] = reactive(None)
    """The day that is looked at."""

    def line(self, y: int) -> Line:
        """Return a state's row, or the slider."""
        room = max(1, self.size.width - _NAME_CELLS - _NUMBER_CELLS)
        if y < len(_ROWS):
            return self._row(*_ROWS[y], room)
        return self._slider(room)

    def _row(self, name: str, tone: str, wanted: frozenset[State], room: int) -> Line:
        totals = {
            day: sum(counts.get(state, 0) for state in wanted)
            for day, counts in self.growth.counts.items()
        }
        top = max(totals.values(), default=0) or 1
        bars = "".join(self._bar(totals, at, room, top) for at in range(room))
        nearest = self._nearest()
        number = totals[nearest] if nearest else 0
        return ((name.ljust(_NAME_CELLS), tone), (bars, tone), (f"{number:>7,}", tone))

    def _bar(self, totals: Mapping[date, int], at: int, room: int, top: int) -> str:
        days = self.growth.days
        day = days[min(len(days) - 1, at * len(days) // room)] if days else None
        if day is None or day not in totals:
            return "·"
        return _BLOCKS[-(-totals[day] * (len(_BLOCKS) - 1) // top)]

    def _nearest(self) -> date | None:
        """Return the last counted day up to the one that is looked at."""
        counted = [d for d in self.growth.counts if self.day and d <= self.day]
        return max(counted, default=None)

    def _slider(self, room: int) -> Line:
        days, day = self.growth.days, self.day
        if not days or day is None:
            return (("Reading …", "muted"),)
        span = max(1, (days[-1] - days[0]).days)
        at = round((day - days[0]).days * (room - 1) / span)
        at = max(0, min(room - 1, at))
        name = f"{day.day} {day:%b %Y}"
        return (
            (name.ljust(_NAME_CELLS), "strong"),
            ("─" * at, "rule"),
            ("●", "accent"),
            ("─" * (room - 1 - at), "rule"),
            ("  today", "muted"),
        )
