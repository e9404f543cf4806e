"""What was entered at Aider's prompt, and when: ``.aider.input.history``.

``# 2025-05-01 10:11:12.123``, then each line with a ``+`` before it. What stands in a
chat history as entered, but not here, came from elsewhere: a script, or a model that
wrote lines which look typed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from levelmem.engine.regular_file import open_regular

_MOST_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One input."""

    when: datetime
    text: str


@dataclass(slots=True)
class Inputs:
    """The inputs of a project, in order."""

    entries: list[Entry] = field(default_factory=list)
    lines: set[str] = field(default_factory=set)
    """Every line that was entered, without the spaces around it."""

    def vouches(self, text: str, since: datetime | None) -> bool:
        """Tell whether a text may have been typed in a run that began at ``since``.

        An older run than the first input can't be told, and neither can any without a
        history of inputs.
        """
        if not self.entries or since is None or since < self.entries[0].when:
            return True
        return all(line in self.lines for line in _lines(text))

    def time_of(self, text: str, after: datetime) -> datetime | None:
        """Return when a text was entered first at or after a time, or None."""
        wanted = _lines(text)
        for entry in self.entries[_position(self.entries, after) :]:
            if _lines(entry.text) == wanted:
                return entry.when
        return None


def read_inputs(path: Path) -> Inputs:
    """Read a history of inputs; one that can't be read is empty."""
    try:
        with open_regular(path) as stream:
            body = stream.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return Inputs()
    inputs = Inputs()
    when: datetime | None = None
    gathered: list[str] = []
    for line in [*body.splitlines(), "# "]:
        if line.startswith("+"):
            gathered.append(line[1:])
        elif line.startswith("# "):
            if when is not None and gathered:
                inputs.entries.append(Entry(when, "\n".join(gathered)))
                inputs.lines.update(_lines("\n".join(gathered)))
            when, gathered = local_time(line[2:]), []
    return inputs


def local_time(text: str) -> datetime | None:
    """Return a time without a zone, as it was on this machine, in UTC."""
    try:
        return datetime.fromisoformat(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _position(entries: Iterable[Entry], after: datetime) -> int:
    return next((i for i, e in enumerate(entries) if e.when >= after), 1 << 60)
