"""The line over a conversation: what it is called, and what it was."""

from collections.abc import Sequence

from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, cells, clean, clip, joined


class SessionTitle(LineWidget):
    """One line: the title, and the rest at the right where there is room."""

    DEFAULT_CSS = """
    SessionTitle { height: 1; background: $surface; }
    """

    def __init__(self, title: str, facts: Sequence[str]) -> None:
        """``facts`` are shown from left to right; they give way to the title."""
        super().__init__()
        self._title, self._facts = clean(title), [clean(fact) for fact in facts]

    def line(self, y: int) -> Line:
        """Return the title and as many facts as there is room for."""
        room = self.size.width - 2
        facts = list(self._facts)
        while facts and cells(joined(facts, "")) > room // 2:
            facts.pop()
        right = joined(facts, "muted")
        title = clip(self._title, room - cells(right) - 2)
        gap = " " * max(1, room - cells(right) - cells(((title, ""),)))
        return ((" ", ""), (title, "strong"), (gap, ""), *right)
