"""A scroll bar that is drawn only when there is something new to see."""

from textual.scrollbar import ScrollBar
from textual.widget import Widget

_EIGHTHS = 8
"""A thumb moves by eighths of a cell."""


class StillScrollBar(ScrollBar):
    """A vertical scroll bar that stays as it is until its thumb moves.

    In a list of thousands of rows most steps move the thumb by less than can be seen,
    and drawing the bar costs more than drawing the row.
    """

    def watch_window_virtual_size(self) -> None:
        """Look at the position anew: another step may be the one that shows it."""
        self._look_anew()

    def watch_window_size(self) -> None:
        """Look at the position anew."""
        self._look_anew()

    def on_resize(self) -> None:
        """Look at the position anew."""
        self._look_anew()

    def _look_anew(self) -> None:
        if isinstance(self.parent, Widget):
            self.position = self.parent.scroll_y

    def validate_position(self, position: float) -> float:
        """Return the place in the middle of all that look like ``position``."""
        hidden = self.window_virtual_size - self.window_size
        size = self.size.height
        if hidden <= 0 or size <= 0:
            return super().validate_position(position)
        thumb = max(1.0, self.window_size * size / self.window_virtual_size)
        steps = (size - thumb) * _EIGHTHS
        if steps <= 0:
            return super().validate_position(position)
        step = int(steps * position / hidden)
        return min((step + 0.5) * hidden / steps, hidden)
