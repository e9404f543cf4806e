"""Markdown tables with their columns in line."""

import re
from collections.abc import Iterator, Sequence

from levelmem.widgets.inline import inline
from levelmem.widgets.spans import Line, Span, cells

_SEPARATOR = re.compile(r"\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_WIDEST = 60
"""A column is at most so wide; longer cells stand out of line."""


def is_row(line: str) -> bool:
    """Tell whether a line may be the row of a table."""
    return line.lstrip().startswith("|") and line.count("|") > 1


def is_separator(line: str) -> bool:
    """Tell whether a line is the one under a table's head."""
    return "|" in line and "-" in line and bool(_SEPARATOR.match(line))


def table_lines(lines: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of a table, one for each given, columns in line.

    The second one is the separator under the head.
    """
    rows = [_cells(line, "title" if at else "strong") for at, line in enumerate(lines)]
    widths = [0] * max(map(len, rows))
    for at, row in enumerate(rows):
        if at != 1:
            for column, cell in enumerate(row):
                widths[column] = max(widths[column], min(cells(cell), _WIDEST))
    for at, row in enumerate(rows):
        if at == 1:
            yield (("─┼─".join("─" * width for width in widths), "rule"),)
        else:
            yield tuple(_in_line(row, widths))


def _cells(line: str, tone: str) -> list[Line]:
    text = line.strip().removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [inline(c.strip().replace("\\|", "|"), tone) for c in _BAR.split(text)]


def _in_line(row: Sequence[Line], widths: Sequence[int]) -> Iterator[Span]:
    for column, cell in enumerate(row):
        if column:
            yield (" │ ", "rule")
        yield from cell
        yield (" " * max(0, widths[column] - cells(cell)), "")
