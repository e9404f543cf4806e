"""What was entered at Aider's prompt, and when: ``.aider.input.history``.

``# 2025-05-01 10:11:12.123``, then each line with a ``+`` before it. What stands in a
chat history as entered, but not here, came from elsewhere: a script, or a model that
wrote lines which look typed.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from levelmem.engine.regular_file import open_regular

_MOST_BYTES = 64 << 20


@dataclass(slots=True)
class Inputs:
    """The inputs of a project."""

    first: datetime | None = None
    times: dict[str, list[datetime]] = field(default_factory=dict)
    """When each text was entered, in order."""
    lines: set[str] = field(default_factory=set)
    """Every line that was entered, without the spaces around it."""

    def add(self, when: datetime, text: str) -> None:
        """Take in the next input."""
        self.first = min(self.first or when, when)
        self.times.setdefault(_plain(text), []).append(when)
        self.lines.update(_plain(text).split("\n"))

    def vouches(self, text: str, since: datetime | None) -> bool:
        """Tell whether a text may have been typed in a run that began at ``since``.

        An older run than the first input can't be told, and neither can any without a
        history of inputs.
        """
        if self.first is None or since is None or since < self.first:
            return True
        return self.lines.issuperset(_plain(text).split("\n"))

    def time_of(self, text: str, after: datetime) -> datetime | None:
        """Return when a text was entered first at or after a time, or None."""
        times = self.times.get(_plain(text), [])
        return next((when for when in times if when >= after), None)


def read_inputs(path: Path) -> Inputs:
    """Read a history of inputs; one that can't be read is empty."""
    try:
        stat = path.stat()
        return _read(path, stat.st_size, stat.st_mtime_ns)
    except OSError:
        return Inputs()


@lru_cache(maxsize=4)
def _read(path: Path, size: int, modified: int) -> Inputs:
    """Read a history of inputs, once while it stays as it is."""
    with open_regular(path) as stream:
        body = stream.read(_MOST_BYTES).decode("utf-8", "replace")
    inputs = Inputs()
    when: datetime | None = None
    gathered: list[str] = []
    for line in [*body.split("\n"), "# "]:
        if line.startswith("+"):
            gathered.append(line[1:])
        elif line.startswith("# "):
            if when is not None and gathered:
                inputs.add(when, "\n".join(gathered))
            when, gathered = local_time(line[2:]), []
    return inputs


def local_time(text: str) -> datetime | None:
    """Return a time without a zone, as it was on this machine, in UTC."""
    try:
        return datetime.fromisoformat(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _plain(text: str) -> str:
    """Return the lines of a text that hold anything, without the spaces around them."""
    return "\n".join(filter(None, (line.strip() for line in text.splitlines())))
