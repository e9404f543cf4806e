"""Times as people say them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from levelmem.widgets.ages import Buckets, age, duration, moment, stretch

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (timedelta(seconds=-30), "now"),
        (timedelta(seconds=59), "now"),
        (timedelta(minutes=1), "1m"),
        (timedelta(minutes=59, seconds=59), "59m"),
        (timedelta(hours=1), "1h"),
        (timedelta(hours=23, minutes=59), "23h"),
        (timedelta(days=1), "1d"),
        (timedelta(days=6, hours=23), "6d"),
        (timedelta(days=7), "19 Nov"),
        (timedelta(days=400), "22 Oct 2025"),
    ],
)
def test_an_age_is_short(before: timedelta, said: str) -> None:
    assert age(NOW - before, NOW) == said


def test_no_time_has_no_age() -> None:
    assert age(None, NOW) == ""
    assert moment(None, NOW) == ""


def test_dates_are_told_in_the_zone_of_now() -> None:
    tokyo = timezone(timedelta(hours=9))
    late = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
    assert age(late, NOW.astimezone(tokyo)) == "2 Jan"
    assert moment(late, NOW.astimezone(tokyo)) == "Fri 2 Jan 2026, 05:00"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(seconds=-5), "0 s"),
        (timedelta(seconds=40), "40 s"),
        (timedelta(minutes=12, seconds=59), "12 min"),
        (timedelta(hours=3), "3 h"),
        (timedelta(hours=3, minutes=5), "3 h 5 min"),
        (timedelta(hours=47, minutes=59), "47 h 59 min"),
        (timedelta(days=2), "2 d"),
    ],
)
def test_a_duration_is_short(span: timedelta, said: str) -> None:
    assert duration(span) == said


@pytest.mark.parametrize(
    ("when", "bucket"),
    [
        (NOW + timedelta(hours=1), "Today"),
        (datetime(2026, 11, 26, 0, 0, tzinfo=UTC), "Today"),
        (datetime(2026, 11, 25, 23, 59, tzinfo=UTC), "Yesterday"),
        (datetime(2026, 11, 24, 12, 0, tzinfo=UTC), "This week"),
        (datetime(2026, 11, 23, 0, 0, tzinfo=UTC), "This week"),
        (datetime(2026, 11, 22, 23, 0, tzinfo=UTC), "This month"),
        (datetime(2026, 11, 1, 0, 0, tzinfo=UTC), "This month"),
        (datetime(2026, 10, 31, 23, 0, tzinfo=UTC), "October 2026"),
        (datetime(2025, 11, 26, 15, 0, tzinfo=UTC), "November 2025"),
        (None, "No date"),
    ],
)
def test_buckets_go_from_today_to_months(when: datetime | None, bucket: str) -> None:
    assert Buckets(NOW).name(when) == bucket


def test_a_week_that_began_last_month_is_still_this_week() -> None:
    second = datetime(2026, 7, 2, 9, 0, tzinfo=UTC)  # a Thursday
    buckets = Buckets(second)
    assert buckets.name(datetime(2026, 6, 30, 9, 0, tzinfo=UTC)) == "This week"
    assert buckets.name(datetime(2026, 6, 28, 9, 0, tzinfo=UTC)) == "June 2026"


@pytest.mark.parametrize(
    ("begin", "end", "told"),
    [
        (NOW - timedelta(hours=2), NOW, "Thu 26 Nov 2026, 13:30 to 15:30"),
        (NOW, NOW, "Thu 26 Nov 2026, 15:30"),
        (None, NOW, "Thu 26 Nov 2026, 15:30"),
        (NOW, None, "Thu 26 Nov 2026, 15:30"),
        (None, None, ""),
        (
            NOW - timedelta(days=1),
            NOW,
            "Wed 25 Nov 2026, 15:30 to Thu 26 Nov 2026, 15:30",
        ),
    ],
)
def test_a_stretch_of_time_names_its_day_once(
    begin: datetime | None, end: datetime | None, told: str
) -> None:
    assert stretch(begin, end, NOW) == told
