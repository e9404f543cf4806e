"""One page that is read by scrolling: its keys, and the way back."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from levelmem.widgets.page_view import PageView

BACK = Binding("escape,backspace,q", "leave", "Back", id="page.back")
"""The last one in the line of keys."""


class ScrolledPage(Screen[Any]):
    """Adds the keys to a screen that shows a :class:`PageView`."""

    AUTO_FOCUS = "PageView"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll(1)", "Down", show=False, id="page.down"),
        Binding("k,up", "scroll(-1)", "Up", show=False, id="page.up"),
        Binding("g,home", "scroll_to(0)", "Top", show=False, id="page.top"),
        Binding("G,end", "scroll_to(1)", "Bottom", show=False, id="page.bottom"),
    ]

    @property
    def view(self) -> PageView:
        """The page."""
        return self.query_one(PageView)

    def action_scroll(self, lines: int) -> None:
        """Read further down or up."""
        self.view.scroll_line(max(0, self.view.scroll_offset.y + lines))

    def action_scroll_to(self, end: int) -> None:
        """Go to the top, or to the bottom."""
        self.view.scroll_line(self.view.max_scroll_y if end else 0)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
