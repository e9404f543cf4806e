"""The activity calendar of History, and the choice of dates."""

from datetime import date

import pytest
from running import history, on_screen, press, running
from textual.pilot import Pilot

from levelmem.widgets.activity_calendar import (
    ActivityCalendar,
    day_words,
    shade,
)

TODAY = date(2026, 11, 26)


def titles(pilot: Pilot[None]) -> list[str]:
    return [session.title for session in history(pilot).sessions.rows.items]


def legend(pilot: Pilot[None]) -> str:
    calendar = history(pilot).calendar
    return "".join(text for text, _ in calendar.line(8))


@pytest.mark.parametrize("key", ["c", "f8"])
async def test_a_key_shows_the_calendar_and_hides_it(key: str) -> None:
    async with running() as pilot:
        await press(pilot, key)
        assert isinstance(pilot.app.focused, ActivityCalendar)
        assert "a year  54 turns" in on_screen(pilot)
        assert "Mon" in on_screen(pilot)
        await press(pilot, key)
        assert history(pilot).sessions.has_focus
        assert "a year" not in on_screen(pilot)


async def test_days_that_are_moved_over_are_days_that_are_shown() -> None:
    async with running() as pilot:
        await press(pilot, "c", "left")
        assert history(pilot).filters.days == (TODAY, TODAY)
        assert len(titles(pilot)) == 4
        assert "26 Nov 2026  23 turns" in legend(pilot)
        await press(pilot, "up")
        assert titles(pilot) == ["Continue the tariffs work"]
        await press(pilot, "left", "down", "h", "k")
        assert history(pilot).filters.days == (date(2026, 11, 11), date(2026, 11, 11))
        await press(pilot, "l", "j", "right", "end")
        assert history(pilot).filters.days == (TODAY, TODAY)


async def test_several_days_are_chosen_from_a_first_one_on() -> None:
    async with running() as pilot:
        await press(pilot, "c", "G", "space", "up", "up")
        assert history(pilot).filters.days == (date(2026, 11, 24), TODAY)
        assert len(titles(pilot)) == 5
        await press(pilot, "enter")
        assert history(pilot).sessions.has_focus
        assert "24 Nov – 26 Nov 2026" in on_screen(pilot)


async def test_escape_leaves_the_calendar_and_then_the_days() -> None:
    async with running() as pilot:
        await press(pilot, "c", "up", "escape")
        assert history(pilot).filters.days is not None
        assert not history(pilot).calendar.display
        await press(pilot, "escape")
        assert history(pilot).filters.days is None
        assert len(titles(pilot)) == 8


async def test_an_empty_day_says_what_escape_does() -> None:
    async with running() as pilot:
        await press(pilot, "c", "g")
        assert "esc closes the calendar, then takes them away" in on_screen(pilot)
        await press(pilot, "escape")
        assert "esc takes them away" in on_screen(pilot)
        await press(pilot, "escape")
        assert len(titles(pilot)) == 8


@pytest.mark.parametrize("key", ["m", "f2"])
async def test_a_key_counts_edits_instead(key: str) -> None:
    async with running() as pilot:
        await press(pilot, "c", key)
        assert "a year  21 edits" in on_screen(pilot)
        await press(pilot, key)
        assert "a year  54 turns" in on_screen(pilot)


async def test_the_calendar_goes_back_no_further_than_it_is_shown() -> None:
    async with running(size=(60, 30)) as pilot:
        await press(pilot, "c", "home")
        first = history(pilot).filters.days
        await press(pilot, "left", "up")
        assert history(pilot).filters.days == first
        assert "weeks" not in legend(pilot)


async def test_a_click_means_a_day_and_a_second_one_chooses_it() -> None:
    async with running() as pilot:
        calendar = history(pilot).calendar
        await press(pilot, "c")
        # The last column is this week, its fourth day is today.
        x = 1 + 5 + 2 * (calendar._weeks - 1)
        await pilot.click(ActivityCalendar, offset=(x, 4))
        await press(pilot)
        assert history(pilot).filters.days == (TODAY, TODAY)
        await pilot.click(ActivityCalendar, offset=(x, 6))  # a day to come
        await press(pilot)
        assert history(pilot).filters.days == (TODAY, TODAY)
        await pilot.click(ActivityCalendar, offset=(x, 4))
        await press(pilot)
        assert history(pilot).sessions.has_focus


@pytest.mark.parametrize("key", ["D", "shift+f8"])
@pytest.mark.parametrize(("choice", "count"), [("1", 4), ("2", 6), ("3", 8)])
async def test_a_span_of_days_is_chosen(key: str, choice: str, count: int) -> None:
    async with running() as pilot:
        await press(pilot, key, choice)
        assert len(titles(pilot)) == count
        await press(pilot, key, "5")
        assert history(pilot).filters.days is None


async def test_the_chip_of_the_days_takes_them_away() -> None:
    async with running() as pilot:
        await press(pilot, "D", "1")
        bar = history(pilot).query_one("#filters")
        x = on_screen(pilot).splitlines()[1].index("26 Nov 2026")
        await pilot.click(bar, offset=(x, 0))
        await press(pilot)
        assert history(pilot).filters.days is None


@pytest.mark.parametrize(
    ("count", "most", "level"),
    [(0, 0, 0), (0, 9, 0), (1, 1, 1), (1, 100, 1), (50, 100, 2), (100, 100, 4)],
)
def test_a_shade_tells_how_much(count: int, most: int, level: int) -> None:
    assert shade(count, most) == level


def test_days_read_as_people_say_them() -> None:
    assert day_words(TODAY, TODAY) == "26 Nov 2026"
    assert day_words(date(2026, 10, 1), TODAY) == "1 Oct – 26 Nov 2026"
    assert day_words(date(2025, 10, 1), TODAY) == "1 Oct 2025 – 26 Nov 2026"
