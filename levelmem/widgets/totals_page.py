"""The page that tells what the sessions of a project amount to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from levelmem.engine.sessions.totals import Counts, Period, Totals
from levelmem.engine.text import one_line
from levelmem.widgets.fact_look import counted
from levelmem.widgets.page_parts import part, rows
from levelmem.widgets.session_look import file_name
from levelmem.widgets.spans import Line, cells, fit

_FILES = 12
_MODELS = 8
_NAME_CELLS = 34
_FEWEST_BAR_CELLS = 10
_EMPTY_PERIODS = 3
"""So many without sessions, and more, are told on one line."""
_NUMBER_CELLS = 8
_BAR_CELLS = 40
_COLUMNS = ("sessions", "turns", "edits")
_HEAD = "".join(column.rjust(_NUMBER_CELLS + 1) for column in _COLUMNS)


@dataclass(frozen=True, slots=True)
class TotalsPage:
    """Totals as lines: in all, over time, by agent and model, the files."""

    place: str
    """Whose sessions they are, for people."""
    totals: Totals
    agent: Callable[[str], str]
    """Returns an agent's name for people."""

    @property
    def id(self) -> str:
        """The page and its project."""
        return f"totals {self.place}"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        found = self.totals
        if not found.counts.sessions:
            return [(("No sessions here yet.", "muted"),)]
        tables = {
            "Over time": list(_without_gaps(found.periods)),
            "By agent": [(self.agent(name), counts) for name, counts in found.agents],
            "By model": list(found.models[:_MODELS]),
        }
        names = [name for table in tables.values() for name, _ in table]
        lines = _summary(found, room)
        for words, table in tables.items():
            lines += part(words, _table(table, _name_room(names, room), room))
        return [*lines, *part("Edited most", _files(found.files, room))]


def _summary(found: Totals, room: int) -> list[Line]:
    counts = found.counts
    edits = f"{counted(counts.edits, 'edit')} in {counted(len(found.files), 'file')}"
    parts = [
        counted(counts.sessions, "session"),
        counted(counts.turns, "turn"),
        edits,
        counted(found.days, "day"),
    ]
    below: Line = ()
    if found.first and found.last:
        below = ((_span(found.first, found.last), "muted"),)
    if found.unfinished:
        below = (*below, (f"  ! {found.unfinished:,} ended early", "warning"))
    return [*rows(((" · ".join(parts), "strong"),), room), *rows(below, room)]


def _span(first: date, last: date) -> str:
    if first == last:
        return f"{first:%d %b %Y}"
    return f"{first:%d %b %Y} to {last:%d %b %Y}"


def _without_gaps(periods: Sequence[Period]) -> Iterator[tuple[str, Counts]]:
    """Yield names and counts; long runs of nothing as one entry."""
    for nothing, run in groupby(periods, lambda period: not period.counts.sessions):
        some = list(run)
        if nothing and len(some) >= _EMPTY_PERIODS:
            yield f"… {some[-1].name}", Counts()
        else:
            yield from ((period.name, period.counts) for period in some)


def _name_room(names: Sequence[str], room: int) -> int:
    """Return how many cells names take: the same in all tables."""
    longest = max(map(len, map(one_line, names)), default=0) + 1
    left = room - len(_HEAD) - _FEWEST_BAR_CELLS
    return max(10, min(longest, _NAME_CELLS, left))


def _table(
    entries: Sequence[tuple[str, Counts]], name_room: int, room: int
) -> Iterator[Line]:
    """Yield a head and a line for each name: its counts, and a bar of its sessions."""
    if not entries:
        return
    yield ((" " * name_room, ""), (_HEAD, "faint"))
    most = max(counts.sessions for _, counts in entries)
    bar_room = min(_BAR_CELLS, room - name_room - len(_HEAD) - 2)
    for name, counts in entries:
        numbers = (counts.sessions, counts.turns, counts.edits)
        figures = "".join(f"{number:>{_NUMBER_CELLS + 1},}" for number in numbers)
        tone = "title" if counts.sessions else "faint"
        line = (*_padded(name, tone, name_room), (figures, tone))
        if bar_room > 4:
            full = -(-bar_room * counts.sessions // most) if most else 0
            line = (*line, ("  ", ""), ("█" * full, "primary"))
        yield line


def _padded(name: str, tone: str, room: int) -> Line:
    line = fit(((one_line(name), tone),), room - 1)
    return (*line, (" " * (room - cells(line)), ""))


def _files(files: Sequence[tuple[str, int]], room: int) -> Iterator[Line]:
    for path, count in files[:_FILES]:
        name = one_line(file_name(path))
        folder = one_line(path)[: -len(name)].rstrip("/\\")
        line: Line = (
            (f"{count:>6,}  ", "accent"),
            (name, "title"),
            (f"  {folder}", "faint"),
        )
        yield fit(line, room)
    if len(files) > _FILES:
        more = counted(len(files) - _FILES, "more file")
        yield ((f"        and {more}", "muted"),)
