"""A page of wrapped text about one thing: beside a list, or by itself."""

from textual.geometry import Size
from textual.strip import Strip

from levelmem.widgets.line_view import LineView
from levelmem.widgets.spans import Line


class PageView(LineView):
    """Draws the lines of ``page`` and lays them out anew when the width changes."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._page: list[Line] = []

    def page(self, room: int) -> list[Line]:
        """Return what is shown, wrapped to ``room`` cells."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Show what ``page`` returns now; the place on the page stays."""
        self._page = self.page(max(1, self.size.width))
        self.virtual_size = Size(self.size.width, len(self._page))
        self.redraw()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.lay_out()

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        at = self.scroll_offset.y + y
        line = self._page[at] if at < len(self._page) else ()
        return self.paint(line, self.size.width)
