"""Find secrets in one text, as it stands, in time linear in its length.

A table of eighty regular expressions over every position is slow (0.2 MB/s). So the
scan narrows down first: almost every secret is an unbroken run of at least twenty
token characters, which prose hardly has, and holds one of the literal anchors of
its shape. Only at an anchor within such a run is the regular expression tried.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from levelmem.engine.secrets.shapes import SHAPES, TOKEN_SIGNS, Shape

SHORTEST_RUN = 20

_RUN_BYTE, _OTHER_BYTE = b"x", b" "
_RUN_MAP = bytes(
    _RUN_BYTE[0] if code in TOKEN_SIGNS.encode() else _OTHER_BYTE[0]
    for code in range(256)
)
_RUN = _RUN_BYTE * SHORTEST_RUN
_LOWER_CASE = bytes(range(256)).lower()

# What may stand before a secret though its last character is a letter or a digit:
# an escape of JSON or of a URL, or the mark of emphasis in Markdown.
_BORDER_MARK = re.compile(
    r"(?:\\[nrtbfv]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}"
    r"|(?<![A-Za-z0-9_])_{1,3})\Z"
)
_LONGEST_BORDER_MARK = 6
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9_])_{1,3}\Z")

_SIGN = r"[._~+/\-]"
_WORDS = re.compile(
    rf"(?:{_SIGN}"
    rf"|[A-Z]?[a-z]{{2,19}}(?=[A-Z]|{_SIGN}|\Z)"
    rf"|[A-Z]{{1,19}}(?=[A-Z][a-z]|{_SIGN}|\Z)"
    rf"|[a-z](?=[A-Z]|{_SIGN}|\Z))++"
)


class Hit(NamedTuple):
    """A secret in a text: its place and its shape."""

    start: int
    end: int
    shape: Shape


def _by_anchor(*, scattered: bool) -> dict[bytes, tuple[Shape, ...]]:
    shapes: dict[bytes, tuple[Shape, ...]] = {}
    for shape in SHAPES:
        if shape.scattered is scattered:
            for anchor in shape.anchors:
                shapes[anchor.encode()] = (*shapes.get(anchor.encode(), ()), shape)
    return shapes


_IN_RUNS = _by_anchor(scattered=False)
_ANYWHERE = _by_anchor(scattered=True)


def hits(text: str) -> list[Hit]:
    """Every secret of a named shape in the text; hits may overlap."""
    return [
        hit
        for shape, offsets in anchors_in(text)
        for hit in _hits_at(text, shape, offsets)
    ]


def anchors_in(
    text: str, borders: Sequence[int] | None = None
) -> Iterator[tuple[Shape, list[int]]]:
    """Yield shapes with the offsets at which their anchors stand, ascending.

    With `borders` (ascending offsets), runs that lie across none are passed over.
    """
    # One byte for each character, so that offsets stay those of the text.
    data = text.encode("latin-1", "replace")
    runs = _Runs(data, borders)
    for anchor, shapes in _IN_RUNS.items() if runs.text else ():
        if anchor in runs.text:
            offsets = list(runs.find(anchor))
            yield from ((shape, offsets) for shape in shapes)
    lowered = data.translate(_LOWER_CASE)
    for anchor, shapes in _ANYWHERE.items():
        if anchor in lowered:
            offsets = list(_find_all(lowered, anchor))
            yield from ((shape, offsets) for shape in shapes)


def hit_at(
    text: str, shape: Shape, offset: int, limit: int, borders: Sequence[int] = ()
) -> Hit | None:
    """The secret of this shape whose anchor stands at `offset`, if there is one.

    Args:
        text: where to look; nothing from `limit` on is looked at.
        shape: the shape to try.
        offset: where its anchor stands.
        limit: where the text ends.
        borders: ascending offsets at which a secret may begin, whatever is before.
    """
    found = shape.from_anchor.match(text, offset, limit)
    if found is None or (shape.spares_words and is_words(found.group("value"))):
        return None
    start = _start_of(text, shape, offset, borders)
    if start is None:
        return None
    return Hit(start, _end_without_punctuation(text, start, found.end()), shape)


def lies_across(begin: int, end: int, borders: Sequence[int]) -> bool:
    """Whether one of the borders (ascending) is after `begin` and before `end`."""
    following = bisect_right(borders, begin)
    return following < len(borders) and borders[following] < end


def is_words(value: str) -> bool:
    """Whether the value is words in lower, upper or camel case, parted by signs.

    A run of twenty letters or more is no word; nor is anything with a digit.
    """
    return _WORDS.fullmatch(value) is not None


class _Runs:
    """The long runs of token characters of a text, as one short text to search."""

    def __init__(self, data: bytes, borders: Sequence[int] | None) -> None:
        """Collect the runs; with `borders`, only those that lie across one."""
        kinds = data.translate(_RUN_MAP)
        pieces: list[bytes] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        length = 0
        begin = kinds.find(_RUN)
        while begin >= 0:
            end = kinds.find(_OTHER_BYTE, begin + SHORTEST_RUN)
            end = end if end >= 0 else len(kinds)
            if borders is None or lies_across(begin, end, borders):
                pieces.append(data[begin:end])
                self._starts.append(length)
                self._origins.append(begin)
                length += end - begin + 1
            begin = kinds.find(_RUN, end)
        self.text = _OTHER_BYTE.join(pieces)

    def find(self, anchor: bytes) -> Iterator[int]:
        """Yield the offsets in the text at which the anchor stands in a run."""
        for offset in _find_all(self.text, anchor):
            run = bisect_right(self._starts, offset) - 1
            yield self._origins[run] + offset - self._starts[run]


def _find_all(data: bytes, anchor: bytes) -> Iterator[int]:
    offset = data.find(anchor)
    while offset >= 0:
        yield offset
        offset = data.find(anchor, offset + 1)


def _hits_at(text: str, shape: Shape, offsets: list[int]) -> Iterator[Hit]:
    """Yield the hits of one shape at the offsets of its anchor, none overlapping."""
    searched = 0
    for offset in offsets:
        if offset >= searched:
            hit = hit_at(text, shape, offset, len(text))
            if hit is not None:
                searched = hit.end
                yield hit


def _start_of(
    text: str, shape: Shape, offset: int, borders: Sequence[int]
) -> int | None:
    """Where the secret begins whose anchor stands at `offset`, None for nowhere."""
    if not shape.lead:
        return offset if _is_left_border(text, offset, borders) else None
    at = max(0, offset - shape.lead_reach)
    while lead := shape.up_to_anchor.search(text, at, offset):
        if _is_left_border(text, lead.start(), borders):
            return lead.start()
        at = lead.start() + 1
    return None


def _is_left_border(text: str, offset: int, borders: Sequence[int]) -> bool:
    """Whether a secret may begin here: not in the middle of a word."""
    before = text[offset - 1 : offset]
    if not (before.isascii() and (before.isalnum() or before == "_")):
        return True
    if lies_across(offset - 1, offset + 1, borders):
        return True
    window = max(0, offset - _LONGEST_BORDER_MARK)
    return _BORDER_MARK.search(text, window, offset) is not None


def _end_without_punctuation(text: str, start: int, end: int) -> int:
    """The end of a hit, without the stop of its sentence or a mark of emphasis."""
    if text[end - 1] == "." and not text[end : end + 1].strip():
        return end - 1
    emphasis = _EMPHASIS.search(text, max(0, start - 3), start)
    if emphasis and text.endswith(emphasis.group(), start, end):
        return end - len(emphasis.group())
    return end
