"""The line over a page that changes: what is shown, and how much of it."""

from textual.reactive import reactive

from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, cells, clean, clip


class PageTitle(LineWidget):
    """One line: the title, and an aside at the right where there is room."""

    DEFAULT_CSS = """
    PageTitle { height: 1; background: $surface; }
    """

    title: reactive[str] = reactive("")
    """What is shown."""
    aside: reactive[str] = reactive("")
    """What stands at the right."""

    def line(self, y: int) -> Line:
        """Return the title, and the aside where it leaves room."""
        room = self.size.width - 2
        aside = clean(self.aside)
        title = clip(clean(self.title), room)
        gap = room - cells(((title, ""), (aside, "")))
        if gap < 2:
            return ((" ", ""), (title, "strong"))
        return ((" ", ""), (title, "strong"), (" " * gap, ""), (aside, "muted"))
