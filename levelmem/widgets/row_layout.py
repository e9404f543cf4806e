"""Which line of a list holds which row: arithmetic over sections, nothing drawn."""

from bisect import bisect_right
from collections.abc import Sequence

from levelmem.widgets.rows import Section


class RowLayout:
    """The lines of ``count`` rows of equal height under one-line section heads."""

    def __init__(self, count: int, sections: Sequence[Section], height: int) -> None:
        self.height = height
        self._starts = [section.start for section in sections]
        self._heads = [
            position + section.start * height
            for position, section in enumerate(sections)
        ]
        self.lines = len(sections) + count * height

    def section_at(self, line: int) -> int:
        """Return the section that ``line`` lies in, or -1 where there is none."""
        return bisect_right(self._heads, line) - 1

    def is_head(self, line: int) -> bool:
        """Tell whether ``line`` is a section head."""
        section = self.section_at(line)
        return section >= 0 and self._heads[section] == line

    def row_at(self, line: int) -> tuple[int, int]:
        """Return the row on ``line`` and which of its lines it is.

        Only for lines that are no section head.
        """
        return divmod(line - self.section_at(line) - 1, self.height)

    def top_of(self, row: int) -> int:
        """Return the first line of ``row``."""
        return bisect_right(self._starts, row) + row * self.height

    def leads(self, row: int) -> bool:
        """Tell whether ``row`` is the first one of its section."""
        return row in self._starts
