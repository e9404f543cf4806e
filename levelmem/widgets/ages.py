"""Times as people say them."""

from datetime import datetime, timedelta

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def age(when: datetime | None, now: datetime) -> str:
    """Return how long ago ``when`` was, short: ``5m``, ``3h``, ``12 Mar``.

    Both are aware; dates are told in the time zone of ``now``.
    """
    if when is None:
        return ""
    there = when.astimezone(now.tzinfo)
    seconds = (now - there).total_seconds()
    if seconds < _MINUTE:
        return "now"
    if seconds < _HOUR:
        return f"{int(seconds // _MINUTE)}m"
    if seconds < _DAY:
        return f"{int(seconds // _HOUR)}h"
    if seconds < 7 * _DAY:
        return f"{int(seconds // _DAY)}d"
    if there.year == now.year:
        return f"{there.day} {there:%b}"
    return f"{there.day} {there:%b %Y}"


def moment(when: datetime | None, now: datetime) -> str:
    """Return date and time of ``when`` in the time zone of ``now``."""
    if when is None:
        return ""
    there = when.astimezone(now.tzinfo)
    return f"{there:%a} {there.day} {there:%b %Y, %H:%M}"


def stretch(begin: datetime | None, end: datetime | None, now: datetime) -> str:
    """Return from when to when something went, the day once where it is one day."""
    if begin is None or end is None:
        return moment(begin or end, now)
    first, last = moment(begin, now), moment(end, now)
    if first == last:
        return first
    day, _, clock = last.rpartition(", ")
    return f"{first} to {clock if first.startswith(day) else last}"


def duration(span: timedelta) -> str:
    """Return a length of time, short: ``40 s``, ``12 min``, ``3 h 5 min``, ``2 d``."""
    seconds = max(0, int(span.total_seconds()))
    if seconds < _MINUTE:
        return f"{seconds} s"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min"
    if seconds < 2 * _DAY:
        minutes = seconds % _HOUR // _MINUTE
        return f"{seconds // _HOUR} h" + (f" {minutes} min" if minutes else "")
    return f"{seconds // _DAY} d"


class Buckets:
    """The time buckets of a list that runs from new to old."""

    def __init__(self, now: datetime) -> None:
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        self._zone = now.tzinfo
        self._bounds = (
            (midnight, "Today"),
            (midnight - timedelta(days=1), "Yesterday"),
            (midnight - timedelta(days=midnight.weekday()), "This week"),
            (midnight.replace(day=1), "This month"),
        )

    def name(self, when: datetime | None) -> str:
        """Return the bucket that ``when`` belongs to."""
        if when is None:
            return "No date"
        for start, name in self._bounds:
            if when >= start:
                return name
        return f"{when.astimezone(self._zone):%B %Y}"
