"""The time that a question names: ``in May 2023``, ``last week``, ``since Monday``.

Words that only look like a date stay words: ``may`` and ``march`` need a preposition,
a day or a year beside them, and 2048 is a number.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from levelmem.engine.sessions.query_dates import MONTHS, WEEKDAYS, parse_span

_MONTH = rf"(?:{'|'.join(MONTHS)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
_DAY_OF_MONTH = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:19[89]\d|20[0-3]\d)"
_UNIT = r"(?:hour|day|week|month|year)"
_PREPOSITION = (
    r"(?:in|on|of|by|from|during|since|until|till|before|after|around|early|late|mid)"
)
_DATE = re.compile(
    rf"""\b(?:
      (?P<iso>{_YEAR}-\d{{1,2}}(?:-\d{{1,2}})?)
    | (?P<full>(?:{_DAY_OF_MONTH}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?
             | {_MONTH}\s+{_DAY_OF_MONTH}(?!\d)(?:,?\s+{_YEAR})?
             | {_MONTH},?\s+{_YEAR}))
    | (?P<ago>(?:\d{{1,3}}|an?|two|three|four|five|six)\s+{_UNIT}s?\s+ago)
    | (?P<relative>(?!this\s+(?:may|march)\b)(?:last|past|this)\s+
        (?:(?:\d{{1,3}}|few|two|three|four|five|six)\s+)?
        (?:{_UNIT}s?|weekend|{"|".join(WEEKDAYS)}|{_MONTH}))
    | (?P<near>yesterday|today)
    | {_PREPOSITION}\s+(?P<bare>{_MONTH}|{"|".join(WEEKDAYS)})(?!,?\s+\d)
    | (?P<month>{"|".join(m for m in MONTHS if m not in ("march", "may"))})
    | (?P<year>{_YEAR})
    )\b""",
    re.I | re.X,
)
_EDGE = re.compile(
    rf"""(?:\b(?:the\s+)?(?P<count>\d{{1,3}}|an?|two|three|four|five|six|few)?\s*
    (?P<unit>{_UNIT}|weekend)s?\s+)?
    \b(?P<edge>before|until|till|after|since|following)\s+(?:the\s+)?$""",
    re.I | re.X,
)
_ROLLING = re.compile(
    rf"\bthe\s+(?:last|past)\s+(?P<count>\d{{1,3}})?\s*(?P<unit>{_UNIT})s?\b", re.I
)
_DAYS = {"hour": 1 / 24, "day": 1, "weekend": 7, "week": 7, "month": 30, "year": 365}
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "few": 5}
_LATER_TOLD = timedelta(days=7)
"""What happened on a day is often told some days later."""
_EVER = datetime(1900, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time, from ``start`` up to, but without, ``end``; both aware."""

    start: datetime
    end: datetime
    words: str
    """The words of the question that name it."""

    def holds(self, when: datetime) -> bool:
        """Tell whether a moment lies in it."""
        return self.start <= when < self.end


def find_window(text: str, now: datetime) -> Window | None:
    """Return the time that a question names, as seen from ``now``, or None."""
    if rolling := _ROLLING.search(text):
        length = timedelta(days=int(rolling["count"] or 1) * _DAYS[_unit(rolling)])
        return Window(now - length, now + timedelta(days=1), rolling[0])
    for match in _DATE.finditer(text):
        form = match.lastgroup or ""
        if span := _span(match[form], form, now):
            edge = _EDGE.search(text[: match.start(form)])
            words = match[form] if edge is None else edge[0] + match[form]
            return Window(*_bounds(span, edge, now), words.strip())
    return None


def _bounds(
    span: tuple[datetime, datetime], edge: re.Match[str] | None, now: datetime
) -> tuple[datetime, datetime]:
    """Return what a date means with the words before it: ``the week before`` it."""
    start, end = span
    if edge is None:
        is_day = end - start <= timedelta(days=1)
        return start, end + _LATER_TOLD if is_day else end
    forward = edge["edge"].lower() in ("after", "since", "following")
    if edge["unit"] is None:
        return (start, max(now, end) + timedelta(days=1)) if forward else (_EVER, start)
    count = _NUMBERS.get((edge["count"] or "").lower(), edge["count"] or 1)
    number = int(count) if str(count).isdigit() else 1
    length = timedelta(days=number * _DAYS[_unit(edge)])
    if forward:
        return start, start + length + _LATER_TOLD
    return start - length - _LATER_TOLD / 2, start + _LATER_TOLD


def _unit(match: re.Match[str]) -> str:
    return match["unit"].lower()


_EVENT = re.compile(
    r"""\b(?P<edge>before|after|since|until)\s+(?:the|our|we)\s+
    (?P<event>(?:[\w.-]+\s+){0,3}?(?:release[sd]?|launch(?:ed)?|deploy(?:ed|ment)?|
    migration|migrated|upgrade[d]?|refactor(?:ed|ing)?|rewrite|outage|incident|merge[d]?|
    cutover|rollback|freeze|demo))\b""",
    re.I | re.X,
)


def find_event(text: str) -> tuple[str, str, str] | None:
    """Return an event that a question dates itself by: ``before the release``.

    Only the collection knows when that was. Returns the word before it (``before``,
    ``after``, ``since``, ``until``), the event's words, and all of it as it stands.
    """
    match = _EVENT.search(text)
    return (match["edge"].lower(), match["event"], match[0]) if match else None


def window_around(edge: str, moment: datetime, now: datetime, words: str) -> Window:
    """Return the time before or after an event whose moment was found."""
    if edge in ("before", "until"):
        return Window(_EVER, moment, words)
    return Window(moment, max(now, moment) + timedelta(days=1), words)


def _span(words: str, form: str, now: datetime) -> tuple[datetime, datetime] | None:
    plain = re.sub(r",|\bof\b", " ", words.lower())
    for name, number in _NUMBERS.items():
        plain = re.sub(rf"\b{name}\b", str(number), plain)
    span = parse_span(plain, now)
    if span is None:
        return None
    if form == "ago":
        return _around(span.start, plain)
    return span.start, span.end


def _around(moment: datetime, words: str) -> tuple[datetime, datetime]:
    """Return the stretch that "two weeks ago" means: people round."""
    for unit, days in (("year", 120), ("month", 15), ("week", 4), ("day", 1)):
        if unit in words:
            slack = timedelta(days=days)
            return moment - slack, moment + slack
    return moment - timedelta(hours=1), moment + timedelta(hours=1)
