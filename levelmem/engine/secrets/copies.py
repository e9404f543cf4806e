"""Copies of a text that keep where every character came from.

A disguised or broken secret has no known shape. In a copy the disguise is undone, or
the lines are joined; what is found there can be cut out of the original.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

# A copy leaves out what is of no interest. This stands there: no token has it.
_GAP = " \0 "


@dataclass
class Copy:
    """A copy of a text, in pieces, and where each of them stands in the original."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    """Where each piece begins in the copy, ascending."""
    origins: list[int] = field(default_factory=list)
    """Where the same piece begins in the original."""
    replaced: list[int] = field(default_factory=list)
    """For a piece that replaces something, where that ends in the original, else 0."""
    joints: list[int] = field(default_factory=list)
    """Where two lines were joined, offsets in the copy, ascending."""

    def original_start(self, offset: int) -> int:
        """Where the character at `offset` of the copy begins in the original."""
        piece = bisect_right(self.starts, offset) - 1
        if self.replaced[piece]:
            return self.origins[piece]
        return self.origins[piece] + offset - self.starts[piece]

    def original_end(self, offset: int) -> int:
        """Where the text that ends at `offset` of the copy ends in the original."""
        piece = bisect_right(self.starts, offset - 1) - 1
        if self.replaced[piece]:
            return self.replaced[piece]
        return self.origins[piece] + offset - self.starts[piece]

    def has_gap(self, begin: int, end: int) -> bool:
        """Whether something was left out of this part of the copy."""
        return _GAP in self.text[begin:end]


class CopyWriter:
    """Puts a copy together, piece by piece."""

    def __init__(self) -> None:
        self._copy = Copy()
        self._pieces: list[str] = []
        self._length = 0

    def add(self, piece: str, origin: int, replaced_end: int = 0) -> None:
        """Add a piece, unless it is empty."""
        if piece:
            self._copy.starts.append(self._length)
            self._copy.origins.append(origin)
            self._copy.replaced.append(replaced_end)
            self._pieces.append(piece)
            self._length += len(piece)

    def join(self) -> None:
        """Note that the next piece is a line joined to the piece before."""
        self._copy.joints.append(self._length)

    def skip(self, begin: int, end: int) -> None:
        """Leave out this part of the original."""
        if begin < end:
            self.add(_GAP, begin, end)

    def copy(self) -> Copy:
        """Return the copy."""
        self._copy.text = "".join(self._pieces)
        return self._copy
