"""The time that a question names, by memcode's rules, in UTC.

Its one mistake is kept, since figures are to agree: "this week" is the seven days
from today on.
"""

import re
from datetime import UTC, datetime, timedelta

from levelmem.engine.sessions.query_dates import MONTHS

_YEAR = re.compile(r"\b20\d\d\b")
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b")
_RELATIVE = re.compile(r"\b(last|this|past) (year|month|week)\b")
_DAY = timedelta(days=1)

Span = tuple[datetime, datetime]


def classic_window(question: str, now: datetime) -> Span | None:
    """Return the time that a question names, from its start up to its end, or None."""
    text = question.lower()
    year, month = _YEAR.search(text), _MONTH.search(text)
    today = datetime(now.year, now.month, now.day, tzinfo=UTC)
    if month:
        number = MONTHS.index(month[1]) + 1
        if year:
            return _month(int(year[0]), number)
        return _month(now.year - (number > now.month), number)
    if year:
        return _year(int(year[0]))
    if "yesterday" in text:
        return today - _DAY, today
    if found := _RELATIVE.search(text):
        return _relative(found[1], found[2], today)
    return None


def _relative(which: str, unit: str, today: datetime) -> Span:
    back = which != "this"
    if unit == "year":
        return _year(today.year - back)
    if unit == "week":
        return (today - 7 * _DAY, today) if back else (today, today + 7 * _DAY)
    first = today.replace(day=1)
    before = first - _DAY
    return (
        _month(before.year, before.month) if back else _month(first.year, first.month)
    )


def _month(year: int, month: int) -> Span:
    start = datetime(year, month, 1, tzinfo=UTC)
    following = (start + 31 * _DAY).replace(day=1)
    return start, following


def _year(year: int) -> Span:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
