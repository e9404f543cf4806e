"""The page that tells what the sessions of a project amount to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import TypeAlias

from levelmem.engine.sessions.totals import Counts, Period, Totals
from levelmem.engine.text import one_line
from levelmem.widgets.fact_look import counted
from levelmem.widgets.page_parts import part, rows
from levelmem.widgets.session_look import file_name
from levelmem.widgets.spans import Line, cells, fit

_FILES = 12
_MODELS = 8
_NAME_CELLS = 34
_SHORTEST_NAME = 12
_FEWEST_BAR_CELLS = 10
_EMPTY_PERIODS = 3
"""So many without sessions, and more, are told on one line."""
_NUMBER_CELLS = 8
_BAR_CELLS = 40

Column: TypeAlias = tuple[str, Callable[[Counts], str]]
"""Its head, and what stands in it."""
_LISTED: tuple[Column, ...] = (
    ("sessions", lambda counts: f"{counts.sessions:,}"),
    ("turns", lambda counts: f"{counts.turns:,}"),
    ("edits", lambda counts: f"{counts.edits:,}"),
)
"""What the list of sessions tells."""
_READ: tuple[Column, ...] = (
    ("hours", lambda counts: hours(counts.work.time)),
    ("commits", lambda counts: f"{counts.work.commits:,}"),
    ("checks", lambda counts: f"{counts.work.checks:,}"),
)
"""What whole conversations tell; those that do not fit are left out."""


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
        columns = _columns(found, room)
        if not found.counts.sessions:
            return [(("No sessions here yet.", "muted"),)]
        tables = {
            "Over time": list(_without_gaps(found.periods)),
            "By agent": [(self.agent(name), counts) for name, counts in found.agents],
            "By model": list(found.models[:_MODELS]),
        }
        names = [name for table in tables.values() for name, _ in table]
        lines = _summary(found, room)
        name_room = _name_room(names, room - _cells_of(columns))
        for words, table in tables.items():
            lines += part(words, _table(table, columns, name_room, room))
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
    done: Line = ()
    if found.read:
        work, open_ = counts.work, counts.sessions - found.read
        checks = counted(work.checks, "check")
        checks += f" ({work.failed:,} failed)" if work.failed else ""
        told = (
            f"{hours(work.time)} hours · {counted(work.commits, 'commit')} · {checks}"
        )
        unread = f"  without {counted(open_, 'session')} not read" if open_ else ""
        done = ((told, "strong"), (unread, "muted"))
    below: Line = ()
    if found.first and found.last:
        below = ((_span(found.first, found.last), "muted"),)
    if found.unfinished:
        below = (*below, (f"  ! {found.unfinished:,} ended early", "warning"))
    told_lines = [rows(((" · ".join(parts), "strong"),), room)]
    told_lines += [rows(line, room) for line in (done, below) if line]
    return [line for lines in told_lines for line in lines]


def hours(time: timedelta) -> str:
    """Return a length of time in hours, with tenths."""
    return f"{time / timedelta(hours=1):,.1f}"


def _columns(found: Totals, room: int) -> Sequence[Column]:
    """Return the columns that are known, as many as fit."""
    columns = (*_LISTED, *_READ) if found.read else _LISTED
    fitting = (room - _SHORTEST_NAME) // (_NUMBER_CELLS + 1)
    return columns[: max(len(_LISTED), fitting)]


def _cells_of(columns: Sequence[Column]) -> int:
    return len(columns) * (_NUMBER_CELLS + 1)


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
    """Return how many of the cells beside numbers names take, in all tables alike."""
    longest = max(map(len, map(one_line, names)), default=0) + 1
    return max(min(longest, _NAME_CELLS, room - _FEWEST_BAR_CELLS), _SHORTEST_NAME)


def _table(
    entries: Sequence[tuple[str, Counts]],
    columns: Sequence[Column],
    name_room: int,
    room: int,
) -> Iterator[Line]:
    """Yield a head and a line for each name: its counts, and a bar of its sessions."""
    if not entries:
        return
    head = "".join(name.rjust(_NUMBER_CELLS + 1) for name, _ in columns)
    yield ((" " * name_room, ""), (head, "faint"))
    most = max(counts.sessions for _, counts in entries)
    bar_room = min(_BAR_CELLS, room - name_room - len(head) - 2)
    for name, counts in entries:
        numbers = [number_of(counts) for _, number_of in columns]
        figures = "".join(f"{number:>{_NUMBER_CELLS + 1}}" for number in numbers)
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
