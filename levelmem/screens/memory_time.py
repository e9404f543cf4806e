"""Memory on another day: what it said then, and what became of it since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.views.growth import (
    compared,
    days_between,
    first_day,
    states,
)
from levelmem.engine.problem import Problem
from levelmem.screens.fact_actions import FactActions
from levelmem.widgets.background import background
from levelmem.widgets.memory_items import FactItem
from levelmem.widgets.time_bar import Growth, TimeBar

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Memory

_MOST_DAYS = 60
_RECORDS_A_LOOK = 400_000
"""Records folded for one plot: a large memory is counted on fewer days."""

TIME_KEYS: list[BindingType] = [
    Binding(
        "t,alt+t",
        "time",
        "Another day",
        show=False,
        id="memory.time",
        tooltip="What memory said on another day",
    ),
    Binding("left,comma", "day(-1)", "Day before", show=False, id="memory.day-before"),
    Binding("right,full_stop", "day(1)", "Next day", show=False, id="memory.day-next"),
    Binding(
        "shift+left,less_than_sign",
        "day(-30)",
        "A month back",
        show=False,
        id="memory.month-before",
    ),
    Binding(
        "shift+right,greater_than_sign",
        "day(30)",
        "A month on",
        show=False,
        id="memory.month-next",
    ),
]


@dataclass
class DayRead(Message):
    """A worker has read what memory said on a day."""

    day: date
    items: Sequence[FactItem]


@dataclass
class GrowthCounted(Message):
    """A worker has counted the facts of one more day."""

    growth: Growth


class MemoryTime(FactActions):
    """Adds another day to Memory; what it shows then can't be changed."""

    day: date | None = None
    """The day that is looked at; None is now."""

    def show_day(self, items: Sequence[FactItem]) -> None:
        """Show what memory said on the day."""
        raise NotImplementedError

    def show_today(self) -> None:
        """Show what memory says now."""
        raise NotImplementedError

    def action_time(self) -> None:
        """Look at another day, or at today again."""
        if self.day is not None:
            self._leave()
            return
        bar = self.query_one(TimeBar)
        bar.growth, bar.day = Growth(), None
        bar.display = True
        self._go_to(self.library.now().date())
        self._count_growth()

    def _leave(self) -> None:
        self.day = None
        self.query_one(TimeBar).display = False
        self.workers.cancel_group(self, "growth")
        self.refresh_bindings()
        self.show_today()

    def action_day(self, by: int) -> None:
        """Look at a day so many days later, between the first and today."""
        bar = self.query_one(TimeBar)
        if self.day is None or not bar.growth.days:
            return
        first, last = bar.growth.days[0], bar.growth.days[-1]
        self._go_to(max(first, min(last, self.day + timedelta(days=by))))

    def _go_to(self, day: date) -> None:
        self.day = self.query_one(TimeBar).day = day
        self.refresh_bindings()
        self._read_day(day)

    @background("read that day", group="day", exclusive=True)
    def _read_day(self, day: date) -> None:
        worker = get_current_worker()
        zone = self.library.now().tzinfo
        end = datetime(day.year, day.month, day.day, 23, 59, 59, 999999, tzinfo=zone)

        def ask(memory: "Memory") -> tuple[str, list[Fact], list[Fact]]:
            return memory.project, memory.facts(end.astimezone(UTC)), memory.facts()

        try:
            project, then, now = self.library.shelf.ask("", ask)
        except Problem as problem:
            self.app.call_from_thread(self.app.notify, str(problem), severity="error")
            return
        items = [
            FactItem(project, one.fact, since=one.since or None, later=one.now)
            for one in compared(then, now)
        ]
        if not worker.is_cancelled:
            self.post_message(DayRead(day, items))

    def on_day_read(self, event: DayRead) -> None:
        """Show the day, if it is still the one that is asked for."""
        event.stop()
        if event.day == self.day:
            self.show_day(event.items)

    @background("count its growth", group="growth", exclusive=True)
    def _count_growth(self) -> None:
        worker, today = get_current_worker(), self.library.now().date()

        def ask(memory: "Memory") -> tuple[list[Fact], int]:
            return memory.facts(), len(memory.records())

        try:
            facts, records = self.library.shelf.ask("", ask)
        except Problem:
            return
        most = max(6, min(_MOST_DAYS, _RECORDS_A_LOOK // max(1, records)))
        first = first_day(facts) or today
        days = days_between(min(first, today), today, most)
        counts: dict[date, Mapping[State, int]] = {}
        self.post_message(GrowthCounted(Growth(days)))
        for day in days:
            if worker.is_cancelled:
                return
            counts[day] = states(self._facts_of(day))
            if len(counts) % 10 == 0 or day == days[-1]:
                self.post_message(GrowthCounted(Growth(days, dict(counts))))

    def _facts_of(self, day: date) -> list[Fact]:
        return self.library.shelf.ask("", lambda memory: memory.facts(day))

    def on_growth_counted(self, event: GrowthCounted) -> None:
        """Draw it."""
        event.stop()
        if self.day is not None:
            self.query_one(TimeBar).growth = event.growth
