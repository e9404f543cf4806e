"""A page of wrapped text about one thing: beside a list, or by itself."""

from typing import Protocol

from textual.geometry import Size
from textual.strip import Strip

from levelmem.widgets.line_view import LineView
from levelmem.widgets.spans import Line


class Page(Protocol):
    """What a :class:`PageView` shows."""

    @property
    def id(self) -> str:
        """What it is about; the place on the page stays while that is the same."""

    def lines(self, room: int) -> list[Line]:
        """Return its lines, wrapped to ``room`` cells."""


class PageView(LineView):
    """Draws a page, and lays it out anew when the width changes."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._page: Page | None = None
        self._lines: list[Line] = []

    @property
    def page(self) -> Page | None:
        """What is shown."""
        return self._page

    def show(self, page: Page | None) -> None:
        """Show a page from its top, or from where the same one was read."""
        before, self._page = self._page, page
        self.lay_out()
        if not (before and page and before.id == page.id):
            self.scroll_line(0)

    def lay_out(self) -> None:
        """Wrap the page to the room that there is."""
        self._lines = self._page.lines(max(1, self.width)) if self._page else []
        self.virtual_size = Size(self.width, len(self._lines))
        self.redraw()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.lay_out()

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        at = self.scroll_offset.y + y
        line = self._lines[at] if at < len(self._lines) else ()
        return self.paint(line, self.width)
