"""Secrets that were broken over lines, as mail, terminals and editors do.

Where a line ends in a part of a key and the next begins with the rest, only the
joined text has the key's shape. Joining also brings together what never was one
token, so a secret takes as few lines as give it its shape, and a line that may or
may not go on with it is told by how it looks.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from levelmem.engine.secrets.copies import Copy
from levelmem.engine.secrets.scan import (
    Hit,
    anchors_in,
    hit_at,
    is_words,
    lies_across,
)
from levelmem.engine.secrets.shapes import SHAPES, Shape

# A key of 1,500 characters in lines of 24 takes this many.
_MOST_LINES = 64
# A shorter line was hardly broken because the token did not fit.
_NARROWEST_WRAP = 60
_REST_OF_LINE = re.compile(r"[\"'`,;.)\]}\s]*(?:\n|\Z)")
_TOKEN_ENDS = re.compile(r"[\"'`,;.)\]}]*(?:\s|\\|\Z)")
# With these a secret begins: a line that does so is no part of another one.
_PREFIXES = tuple(
    anchor
    for shape in SHAPES
    if not shape.lead
    for anchor in shape.anchors
    if not anchor[-1].isalnum()
)
# Where letters and digits meet, or a capital follows a small letter: `a9`, `9a`, `aA`.
_TURN = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])")


def wrapped_hits(text: str, joined: Copy, taken: list[int]) -> Iterator[Hit]:
    """Yield the secrets of `text` that only show where its lines are joined.

    Args:
        text: the text as it stands.
        joined: lines of it that may belong together, joined.
        taken: where, ascending, the secrets begin that show in the text itself.

    Yields:
        Hits with the offsets of the text.
    """
    search = _Search(text, joined, taken)
    for shape, offsets in anchors_in(joined.text, joined.joints):
        for hit in search.hits_at(shape, offsets):
            yield Hit(
                joined.original_start(hit.start), joined.original_end(hit.end), shape
            )


class _Search:
    """The text, the same with its lines joined, and where secrets begin in it."""

    def __init__(self, text: str, joined: Copy, taken: list[int]) -> None:
        self._text = text
        self._joined = joined
        self._taken = taken
        self._breaks = joined.joints

    def hits_at(self, shape: Shape, offsets: list[int]) -> Iterator[Hit]:
        """Yield the wrapped secrets whose anchors stand at these offsets."""
        searched = 0
        for offset, next_offset in pairwise((*offsets, len(self._joined.text))):
            hit = self._shortest(shape, offset) if offset >= searched else None
            if hit is None:
                continue
            hit = self._lengthened(hit, offset)
            searched = hit.end
            if lies_across(hit.start, hit.end, self._breaks) and not (
                next_offset < hit.end
                or self._joined.has_gap(hit.start, hit.end)
                or self._takes_other_secrets(hit)
                or self._joins_strangers(hit, offset)
            ):
                yield hit

    def _shortest(self, shape: Shape, offset: int) -> Hit | None:
        """The hit that takes the fewest lines."""
        first = bisect_right(self._breaks, offset)
        ends = (*self._breaks[first : first + _MOST_LINES], len(self._joined.text))
        # What has no such shape whatever follows has none with an earlier end.
        last = ends[:_MOST_LINES][-1]
        if not shape.without_border.match(self._joined.text, offset, last):
            return None
        for limit in ends[:_MOST_LINES]:
            hit = self._hit(shape, offset, limit)
            if hit is not None:
                return hit
        return None

    def _lengthened(self, hit: Hit, offset: int) -> Hit:
        """The hit with the lines that go on with it, if it ends where a line does."""
        first = bisect_left(self._breaks, hit.end)
        ends = (*self._breaks[first : first + _MOST_LINES], len(self._joined.text))
        for line_break, limit in pairwise(ends):
            if hit.end != line_break:
                break
            longer = self._hit(hit.shape, offset, limit)
            if longer is None or not self._goes_on(hit, longer.end):
                break
            hit = longer
        return hit

    def _hit(self, shape: Shape, offset: int, limit: int) -> Hit | None:
        return hit_at(self._joined.text, shape, offset, limit, self._breaks)

    def _goes_on(self, hit: Hit, end: int) -> bool:
        """Whether a hit that is complete at a break takes the part after it too."""
        if self._text.startswith("\\\n", self._joined.original_end(hit.end)):
            return True
        part = self._joined.text[hit.end : end]
        after = self._joined.original_end(end)
        if is_words(part) or not _TOKEN_ENDS.match(self._text, after):
            return False
        turns = len(_TURN.findall(part))
        if turns >= 3 and len(part) >= 8:
            return True
        return self._fills_lines(hit) or (
            turns >= 2
            and self._width_of_line_before(self._joined.original_end(hit.end))
            >= _NARROWEST_WRAP
            and _REST_OF_LINE.match(self._text, after) is not None
        )

    def _fills_lines(self, hit: Hit) -> bool:
        """Whether the last two lines that the hit takes are equally wide."""
        if not lies_across(hit.start, hit.end, self._breaks):
            return False
        last = self._breaks[bisect_left(self._breaks, hit.end) - 1]
        return self._width_of_line_before(
            self._joined.original_end(last)
        ) == self._width_of_line_before(self._joined.original_end(hit.end))

    def _width_of_line_before(self, end: int) -> int:
        return end - self._text.rfind("\n", 0, end) - 1

    def _takes_other_secrets(self, hit: Hit) -> bool:
        """Whether another secret, which shows as it stands, begins on a later line."""
        first_break = self._breaks[bisect_right(self._breaks, hit.start)]
        begin = self._joined.original_start(first_break)
        end = self._joined.original_end(hit.end)
        return bisect_left(self._taken, begin) < bisect_left(self._taken, end)

    def _joins_strangers(self, hit: Hit, offset: int) -> bool:
        """Whether the hit is made of what only follows one another."""
        if is_words(self._joined.text[hit.start : hit.end]):
            return True
        first = bisect_right(self._breaks, hit.start)
        breaks = self._breaks[first : bisect_left(self._breaks, hit.end)]
        if any(self._joined.text.startswith(_PREFIXES, begin) for begin in breaks):
            return True
        ends = (hit.start, *breaks, hit.end)
        parts = [self._joined.text[a:b] for a, b in pairwise(ends)]
        if hit.shape.spares_words:
            return any(is_words(part.split()[-1]) for part in parts)
        if hit.shape.kind != "url-userinfo":
            return False
        # An address with a port may end its line, and an @ begin the next one.
        password = self._joined.text.find(":", offset + len("://")) + 1
        before_break = self._joined.text[password : breaks[0]]
        return not before_break or before_break.isdigit() or parts[1].startswith("@")
