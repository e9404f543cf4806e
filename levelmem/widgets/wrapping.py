"""Long lines cut into rows of a given width, at spaces where there are any."""

from collections.abc import Iterator

from rich.cells import cell_len

from levelmem.widgets.spans import Line, Span


def wrap(text: str, room: int) -> list[tuple[int, int]]:
    """Return the rows of ``text`` as character ranges, each at most ``room`` cells.

    Spaces at which a row ends belong to no row. An empty text is one empty row. A
    single character wider than ``room`` makes a row of its own.
    """
    room = max(1, room)
    if text.isascii():
        if len(text) <= room:
            return [(0, len(text))]
        return list(_wrap_ascii(text, room))
    if cell_len(text) <= room:
        return [(0, len(text))]
    return list(_wrap_wide(text, room))


def _wrap_ascii(text: str, room: int) -> Iterator[tuple[int, int]]:
    start, end = 0, len(text)
    while end - start > room:
        space = text.rfind(" ", start + 1, start + room + 1)
        stop = space if space > 0 and text[start:space].strip() else start + room
        yield start, stop
        start = stop
        while start < end and text[start] == " ":
            start += 1
    if start < end or end == 0:
        yield start, end


def _wrap_wide(text: str, room: int) -> Iterator[tuple[int, int]]:
    start, used, space, at = 0, 0, -1, 0
    while at < len(text):
        size = cell_len(text[at])
        if text[at] == " ":
            space = at
        if used + size > room and at > start:
            broken = space > start and bool(text[start:space].strip())
            stop = space if broken else at
            yield start, stop
            start = stop
            while start < len(text) and text[start] == " ":
                start += 1
            at, used, space = start, 0, -1
            continue
        used += size
        at += 1
    if start < len(text):
        yield start, len(text)


def cut(line: Line, start: int, end: int) -> Line:
    """Return the characters from ``start`` to ``end`` of ``line``, tones kept."""
    taken: list[Span] = []
    at = 0
    for text, tone in line:
        after = at + len(text)
        if after > start and at < end:
            taken.append((text[max(0, start - at) : end - at], tone))
        if after >= end:
            break
        at = after
    return tuple(taken)


def rows_of(line: Line, room: int) -> list[Line]:
    """Return the rows that ``line`` takes at ``room`` cells."""
    text = "".join(text for text, _ in line)
    return [cut(line, start, end) for start, end in wrap(text, room)]
