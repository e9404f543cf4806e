"""Dates as people write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.query_dates import parse_span

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-03-31", "2026-03-31", "2026-04-01"),
        ("2026-3-1", "2026-03-01", "2026-03-02"),
        ("2026-02", "2026-02-01", "2026-03-01"),
        ("2026-12", "2026-12-01", "2027-01-01"),
        ("2025", "2025-01-01", "2026-01-01"),
        ("today", "2026-11-26", "2026-11-27"),
        ("Yesterday", "2026-11-25", "2026-11-26"),
        ("monday", "2026-11-23", "2026-11-24"),
        ("thursday", "2026-11-26", "2026-11-27"),
        ("friday", "2026-11-20", "2026-11-21"),
        ("fri", "2026-11-20", "2026-11-21"),
        ("last friday", "2026-11-20", "2026-11-21"),
        ("this week", "2026-11-23", "2026-11-30"),
        ("last week", "2026-11-16", "2026-11-23"),
        ("last month", "2026-10-01", "2026-11-01"),
        ("this month", "2026-11-01", "2026-12-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("last weekend", "2026-11-21", "2026-11-23"),
        ("march", "2026-03-01", "2026-04-01"),
        ("december", "2025-12-01", "2026-01-01"),
        ("last march", "2026-03-01", "2026-04-01"),
        ("march 2024", "2024-03-01", "2024-04-01"),
        ("5 march", "2026-03-05", "2026-03-06"),
        ("march 5th", "2026-03-05", "2026-03-06"),
        ("Mar 5, 2024", "2024-03-05", "2024-03-06"),
        ("29 feb 2024", "2024-02-29", "2024-03-01"),
    ],
)
def test_a_day_a_week_a_month_a_year(text: str, start: str, end: str) -> None:
    span = parse_span(text, NOW)
    assert span is not None
    assert (f"{span.start:%Y-%m-%d}", f"{span.end:%Y-%m-%d}") == (start, end)
    assert span.start.tzinfo is UTC


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("3d", "2026-11-23 00:00"),
        ("2w", "2026-11-12 00:00"),
        ("3 days", "2026-11-23 00:00"),
        ("3 days ago", "2026-11-23 00:00"),
        ("last 3 days", "2026-11-23 00:00"),
        ("a week ago", "2026-11-19 00:00"),
        ("2h", "2026-11-26 13:30"),
        ("1y", "2025-11-26 00:00"),
    ],
)
def test_so_long_ago_reaches_to_now(text: str, start: str) -> None:
    span = parse_span(text, NOW)
    assert span is not None
    assert f"{span.start:%Y-%m-%d %H:%M}" == start
    assert span.meets(NOW, NOW)
    assert not span.meets(NOW + timedelta(days=1), NOW + timedelta(days=2))


def test_a_minute() -> None:
    span = parse_span("2026-11-26T14:05", NOW)
    assert span is not None
    assert f"{span.start:%H:%M} {span.end:%H:%M}" == "14:05 14:06"


@pytest.mark.parametrize(
    "text",
    ["", "fooday", "2026-13-01", "31 february", "t", "ju", "0000", "monday 5", "12"],
)
def test_what_is_no_date(text: str) -> None:
    assert parse_span(text, NOW) is None


def test_days_are_those_of_the_person() -> None:
    here = timezone(timedelta(hours=-8))
    span = parse_span("today", datetime(2026, 11, 26, 3, tzinfo=UTC).astimezone(here))
    assert span is not None
    assert span.start == datetime(2026, 11, 25, 8, tzinfo=UTC)


@given(st.text(max_size=20), st.datetimes(timezones=st.just(UTC)))
def test_no_text_raises_and_no_span_is_empty(text: str, now: datetime) -> None:
    span = parse_span(text, now)
    assert span is None or span.start < span.end


WORDS = ("last", "this", "week", "march", "5", "3d", "2024", "monday", "ago", "year")


@given(
    st.lists(st.sampled_from(WORDS), max_size=4), st.datetimes(timezones=st.just(UTC))
)
def test_no_heap_of_words_raises(words: list[str], now: datetime) -> None:
    span = parse_span(" ".join(words), now)
    assert span is None or span.start < span.end
