"""Markdown as it reads on a terminal, line by line: light, and never wrong.

Only what reads better styled is styled; everything else stays as it was written.
Every line of the text is one line of the result, so that places in it are kept.
"""

import re
from collections.abc import Iterator, Sequence

from levelmem.engine.text import safe_text
from levelmem.widgets.body_lines import BodyLine
from levelmem.widgets.inline import inline
from levelmem.widgets.tables import is_row, is_separator, table_lines

_FENCE = re.compile(r"\s*(```+|~~~+)\s*([\w+#.-]*)")
_HEADING = re.compile(r"#{1,6} +")
_ITEM = re.compile(r"(\s*)([-*+]|\d{1,3}[.)]) +")
_QUOTE = re.compile(r"\s*> ?")
_RULE = re.compile(r"\s*([-*_])(\s*\1){2,}\s*$")

_CODE_MARGIN = "  "


def markdown(text: str) -> list[BodyLine]:
    """Return the lines of a Markdown text with their look."""
    return list(_lines(safe_text(text)))


def verbatim(text: str, tone: str = "muted") -> list[BodyLine]:
    """Return the lines of a text that is no Markdown, in one tone."""
    return [BodyLine(((line, tone),)) for line in safe_text(text).split("\n")]


def _lines(text: str) -> Iterator[BodyLine]:
    fence, lines = "", text.split("\n")
    table = 0  # lines of a table that are still to come
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if table:
            table -= 1
            continue
        if fence:
            if match and match[1].startswith(fence) and not match[2]:
                fence = ""
                yield BodyLine((), ground="code-block")
            else:
                yield BodyLine(((line, "code"),), _CODE_MARGIN, ground="code-block")
        elif match:
            fence = match[1]
            yield BodyLine(((match[2], "faint"),), _CODE_MARGIN, ground="code-block")
        elif found := _table_at(lines, number):
            table = len(found) - 1
            yield from (BodyLine(row) for row in table_lines(found))
        else:
            yield _prose_line(line)


def _table_at(lines: Sequence[str], start: int) -> Sequence[str]:
    """Return the lines of the table that begins at ``start``, or none."""
    if not is_row(lines[start]) or not is_separator(
        lines[start + 1] if start + 1 < len(lines) else ""
    ):
        return ()
    end = start + 2
    while end < len(lines) and is_row(lines[end]):
        end += 1
    return lines[start:end]


def _prose_line(line: str) -> BodyLine:
    if match := _HEADING.match(line):
        return BodyLine(((line[match.end() :], "heading"),))
    if _RULE.match(line):
        return BodyLine((("─" * 12, "rule"),))
    if match := _ITEM.match(line):
        sign = match[2] if match[2][0].isdigit() else "•"
        return BodyLine(inline(line[match.end() :]), f"{match[1]}{sign} ", "accent")
    if match := _QUOTE.match(line):
        return BodyLine(((line[match.end() :], "muted"),), "▏ ")
    return BodyLine(inline(line))
