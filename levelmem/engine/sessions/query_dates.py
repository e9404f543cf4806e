"""Dates as people write them in a query: ``monday``, ``3d``, ``last week``, ``march``.

Every expression stands for a stretch of time with a start and an end, so that
``after:``, ``before:`` and ``on:`` mean the obvious thing for a day, a week or a year.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

WEEKDAYS = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
MAX_WORDS = 4
"""No expression has more words: ``1 march 2026`` has three, ``last 3 weeks`` too."""

_DAY = timedelta(days=1)
_UNITS = {
    "h": timedelta(hours=1),
    "d": _DAY,
    "w": 7 * _DAY,
    "m": 30 * _DAY,
    "mo": 30 * _DAY,
    "y": 365 * _DAY,
}
_UNIT_NAMES = {"hour": "h", "day": "d", "week": "w", "month": "mo", "year": "y"}
_ISO = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_CLOCK = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})[t ](\d{1,2}):(\d{2})")
_SHORT = re.compile(r"(\d{1,4})(h|d|w|mo|m|y)")
_AGO = re.compile(
    r"(?:last |past )?(\d{1,4}|a|an) ?(hour|day|week|month|year)s?(?: ago)?"
)
_RELATIVE = re.compile(r"(this|last|past) (\w+)")
_MONTH_FIRST = re.compile(r"([a-z]+)\.?(?: (\d{1,2})(?:st|nd|rd|th)?,?)?(?: (\d{4}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]+)\.?(?: (\d{4}))?")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time: from ``start`` up to, but without, ``end``. Both aware."""

    start: datetime
    end: datetime

    def meets(self, first: datetime, last: datetime) -> bool:
        """Tell whether something that went on from ``first`` to ``last`` touches it."""
        return first < self.end and last >= self.start


def parse_span(text: str, now: datetime) -> Span | None:
    """Return what a date expression means at ``now`` (aware), None if it is none.

    A span of the past that names no year is the latest one that has begun: on a
    Thursday ``friday`` is the Friday before. ``3d`` reaches from three days ago to
    now.
    """
    words = " ".join(text.lower().split())
    if not words:
        return None
    try:
        for reading in _READINGS:
            if span := reading(words, now):
                return span
    except (ValueError, OverflowError):  # the 31st of February, the year 0
        return None
    return None


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(start: datetime, count: int = 1) -> Span:
    return Span(start, start + count * _DAY)


def _month(start: datetime) -> Span:
    following = (start.replace(day=28) + 4 * _DAY).replace(day=1)
    return Span(start, following)


def _year(start: datetime) -> Span:
    return Span(start, start.replace(year=start.year + 1))


def _named(words: str, now: datetime) -> Span | None:
    today = _midnight(now)
    if words in ("today", "now"):
        return _days(today)
    return _days(today - _DAY) if words == "yesterday" else None


def _iso(words: str, now: datetime) -> Span | None:
    if clock := _CLOCK.fullmatch(words):
        day = _iso(clock[1], now)
        if day is None:
            return None
        start = day.start.replace(hour=int(clock[2]), minute=int(clock[3]))
        return Span(start, start + timedelta(minutes=1))
    match = _ISO.fullmatch(words)
    if not match:
        return None
    year, month, day_of_month = match.groups()
    start = _midnight(now).replace(
        year=int(year), month=int(month or 1), day=int(day_of_month or 1)
    )
    if day_of_month:
        return _days(start)
    return _month(start) if month else _year(start)


def _ago(words: str, now: datetime) -> Span | None:
    if match := _SHORT.fullmatch(words):
        count, unit = int(match[1]), match[2]
    elif match := _AGO.fullmatch(words):
        count = int(match[1]) if match[1].isdigit() else 1
        unit = _UNIT_NAMES[match[2]]
    else:
        return None
    start = now - count * _UNITS[unit]
    return Span(start if unit == "h" else _midnight(start), now + timedelta(seconds=1))


def _relative(words: str, now: datetime) -> Span | None:
    match = _RELATIVE.fullmatch(words)
    if not match:
        return None
    back, unit, today = match[1] != "this", match[2], _midnight(now)
    if unit == "week":
        return _days(today - (today.weekday() + 7 * back) * _DAY, 7)
    if unit == "month":
        first = today.replace(day=1)
        return _month((first - _DAY).replace(day=1) if back else first)
    if unit == "year":
        return _year(today.replace(year=today.year - back, month=1, day=1))
    if unit == "weekend":
        return _days(today - ((today.weekday() + 2) % 7) * _DAY, 2)
    return _weekday(unit, now) or _by_name(unit, now)


def _weekday(words: str, now: datetime) -> Span | None:
    number = _index(words, WEEKDAYS)
    if number is None:
        return None
    today = _midnight(now)
    return _days(today - ((today.weekday() - number) % 7) * _DAY)


def _by_name(words: str, now: datetime) -> Span | None:
    """Read ``march``, ``march 5``, ``5 march``, ``march 2026``, ``march 5 2026``."""
    if match := _MONTH_FIRST.fullmatch(words):
        month, day, year = match.groups()
    elif match := _DAY_FIRST.fullmatch(words):
        day, month, year = match.groups()
    else:
        return None
    number = _index(month, MONTHS)
    if number is None:
        return None
    start = _midnight(now).replace(
        year=int(year or now.year), month=number + 1, day=int(day or 1)
    )
    if not year and start > now:
        start = start.replace(year=start.year - 1)
    return _days(start) if day else _month(start)


def _index(word: str, names: tuple[str, ...]) -> int | None:
    """Return which name is meant by a word of three letters or more."""
    if len(word) < 3:
        return None
    fits = [i for i, name in enumerate(names) if name.startswith(word)]
    if word == "sept":
        return 8
    return fits[0] if len(fits) == 1 else None


_READINGS: tuple[Callable[[str, datetime], Span | None], ...] = (
    _named,
    _iso,
    _ago,
    _relative,
    _weekday,
    _by_name,
)

EXAMPLES: Mapping[str, str] = {
    "a day": "2026-03-31",
    "a month": "march",
    "a weekday": "monday",
    "so long ago": "3d",
    "a stretch": "last week",
}
"""What a person can be told to try, by what it stands for."""
