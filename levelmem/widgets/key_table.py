"""A table of keys and what they do, in groups."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.geometry import Size
from textual.strip import Strip

from levelmem.widgets.line_view import LineView
from levelmem.widgets.spans import Line, cells

_KEY_CELLS = 18


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that belong together."""

    name: str
    keys: tuple[tuple[str, str], ...]
    """Pairs of keys and what they do."""


class KeyTable(LineView):
    """Draws groups of keys one below the other."""

    def __init__(self, groups: Sequence[KeyGroup]) -> None:
        super().__init__()
        self._lines: list[Line] = []
        for group in groups:
            if self._lines:
                self._lines.append(())
            self._lines.append(((group.name, "section"),))
            self._lines += [self._row(keys, text) for keys, text in group.keys]
        self.virtual_size = Size(0, len(self._lines))

    @staticmethod
    def _row(keys: str, text: str) -> Line:
        gap = " " * max(2, _KEY_CELLS - cells(((keys, ""),)))
        return ((keys, "key"), (gap, ""), (text, ""))

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        at = self.scroll_offset.y + y
        line = self._lines[at] if at < len(self._lines) else ()
        return self.paint(line, self.width)
