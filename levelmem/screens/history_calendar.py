"""The activity calendar over History's list: days moved over are days shown."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levelmem.engine.sessions.model import Session
from levelmem.screens.history_view import MEASURES, Filters, HistoryView
from levelmem.screens.library import Library
from levelmem.widgets.activity_calendar import ActivityCalendar, Days
from levelmem.widgets.row_list import RowList

_SPANS = (
    ("0", "Today"),
    ("6", "The last 7 days"),
    ("29", "The last 30 days"),
    ("364", "The last 365 days"),
    ("", "Any date"),
)


class HistoryCalendar(Screen[Any]):
    """Adds the calendar and the choice of dates to History."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "c,f8",
            "calendar",
            "Calendar",
            show=False,
            id="history.calendar",
            tooltip="Show or hide the activity calendar",
        ),
        Binding(
            "D,shift+f8",
            "dates",
            "Dates",
            show=False,
            id="history.dates",
            tooltip="Choose from which days sessions are shown",
        ),
    ]

    library: Library
    filters: Filters
    measure: str = ""
    """What the calendar counts, by name; ``""`` while it is hidden."""

    @property
    def sessions(self) -> RowList[Session]:
        """The list."""
        raise NotImplementedError

    def change(self, filters: Filters) -> None:
        """Show what ``filters`` let through."""
        raise NotImplementedError

    def recompute(self) -> None:
        """Compute the view anew."""
        raise NotImplementedError

    @property
    def calendar(self) -> ActivityCalendar:
        """The calendar."""
        return self.query_one(ActivityCalendar)

    def show_days(self, view: HistoryView) -> None:
        """Show the days of a view, if it counted them."""
        if self.measure:
            today = self.library.now().date()
            self.calendar.days = Days(view.days, self.measure, today)

    def action_calendar(self) -> None:
        """Show the calendar and go into it, or hide it."""
        if self.measure:
            self.hide_calendar()
        else:
            self.measure = next(iter(MEASURES))
            self.calendar.display = True
            self.calendar.focus()
            self.recompute()

    def hide_calendar(self) -> None:
        """Hide the calendar; the days that were chosen stay."""
        self.measure = ""
        self.calendar.display = False
        self.sessions.focus()
        self.recompute()

    @on(ActivityCalendar.Moved)
    def _mean(self, event: ActivityCalendar.Moved) -> None:
        days = (event.since, event.until)
        self.change(replace(self.filters, days=days))

    @on(ActivityCalendar.Chosen)
    def _leave_calendar(self) -> None:
        self.sessions.focus()

    @on(ActivityCalendar.MeasureAsked)
    def _measure_next(self) -> None:
        names = list(MEASURES)
        self.measure = names[(names.index(self.measure) + 1) % len(names)]
        self.recompute()

    def action_dates(self) -> None:
        """Choose a span of days that ends today."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        def choose(span: str | None) -> None:
            if span is None:
                return
            today = self.library.now().date()
            days = (today - timedelta(days=int(span)), today) if span else None
            self.calendar.clear()
            self.change(replace(self.filters, days=days))

        choices = [Choice(span, label) for span, label in _SPANS]
        self.app.push_screen(ChoiceDialog("From which days?", choices), choose)
