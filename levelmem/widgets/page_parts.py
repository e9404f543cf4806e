"""The parts that pages are put together from: heads, paragraphs, margins."""

from collections.abc import Iterable, Iterator

from levelmem.widgets.spans import Line, Span
from levelmem.widgets.wrapping import rows_of


def head(words: str) -> list[Line]:
    """Return a head with a blank line before it."""
    return [(), ((words, "section"),)]


def part(words: str, lines: Iterable[Line]) -> list[Line]:
    """Return a head and lines under it; nothing where there are no lines."""
    below = list(lines)
    return [*head(words), *below] if below else []


def paragraph(text: str, tone: str, room: int) -> list[Line]:
    """Return a text wrapped to ``room`` cells, its own line breaks kept."""
    return rows(((text, tone),), room)


def rows(line: Line, room: int) -> list[Line]:
    """Return spans wrapped to ``room`` cells, line breaks in them kept."""
    return [row for one in _split(line) for row in rows_of(one, room)]


def hanging(margin: Span, line: Line, room: int) -> list[Line]:
    """Return spans wrapped beside a margin that stands before the first row."""
    size = len(margin[0])
    blank: Span = (" " * size, "")
    wrapped = rows(line, max(8, room - size))
    return [((margin if at == 0 else blank), *row) for at, row in enumerate(wrapped)]


def _split(line: Line) -> Iterator[Line]:
    current: list[Span] = []
    for text, tone in line:
        first, *others = text.split("\n")
        current.append((first, tone))
        for other in others:
            yield tuple(current)
            current = [(other, tone)]
    yield tuple(current)
