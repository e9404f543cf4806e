"""Which line of a transcript belongs to which part."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from levelmem.widgets.transcript_parts import Part


class TranscriptLayout:
    """The parts of a conversation one below the other at a given width."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.room = 80
        self._tops: list[int] = [0]

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self._tops[-1]

    def clear(self) -> None:
        """Take all parts away."""
        self.parts, self._tops = [], [0]

    def extend(self, parts: Sequence[Part]) -> None:
        """Put further parts below; parts above may have changed meanwhile."""
        self.parts += parts
        self.lay_out(self.room)

    def lay_out(self, room: int) -> None:
        """Compute every place anew for ``room`` cells."""
        self.room = room
        heights = (part.height(room) for part in self.parts)
        self._tops = list(accumulate(heights, initial=0))

    def at(self, line: int) -> tuple[int, int]:
        """Return the part on ``line`` and which of its rows it is."""
        part = max(0, min(bisect_right(self._tops, line), len(self.parts)) - 1)
        return part, line - self._tops[part]

    def top_of(self, part: int) -> int:
        """Return the first line of a part."""
        return self._tops[part]

    def height_of(self, part: int) -> int:
        """Return how many lines a part takes."""
        return self._tops[part + 1] - self._tops[part]
