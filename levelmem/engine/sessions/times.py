"""Times as agents write them, made one: aware datetimes in UTC."""

from datetime import UTC, datetime


def parse_time(value: object) -> datetime | None:
    """Return the time that a JSON value means, or None.

    ISO 8601 with or without an offset (naive counts as UTC), or a number since the
    epoch whose magnitude tells its unit: above 1e14 microseconds, above 1e11
    milliseconds, else seconds.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return _parse_text(value)
    if isinstance(value, int | float):
        return _parse_number(float(value))
    return None


def _parse_text(value: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    if moment.tzinfo is None:
        return moment.replace(tzinfo=UTC)
    if moment.tzinfo is UTC:
        return moment
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return None


def _parse_number(value: float) -> datetime | None:
    if value != value or value <= 0:
        return None
    if value > 1e14:
        value /= 1e6
    elif value > 1e11:
        value /= 1e3
    try:
        return datetime.fromtimestamp(value, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def iso(moment: datetime | None) -> str | None:
    """Return a time as ISO 8601 in UTC with a ``Z``, to the second, or None."""
    if moment is None:
        return None
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
