"""The line at the top: the modes with their keys and counts."""

from textual.reactive import reactive

from levelmem.widgets.chips import Chip, ChipLine
from levelmem.widgets.spans import Line, clean, clip

_PLACE_CELLS = 40


class TabLine(ChipLine):
    """Shows the modes, the one in force underlined, and where levelmem was opened.

    A chip's label is ``"1 History"``: the key, then the name.
    """

    DEFAULT_CSS = """
    TabLine { height: 1; background: $surface; }
    """

    place: reactive[str] = reactive("")
    """What stands at the right: the project, as a rule."""

    def look(self, chip: Chip) -> Line:
        """Return a tab: key, name, count."""
        key, _, name = chip.label.partition(" ")
        note = f" {chip.note}" if chip.note else ""
        ends = ("▐", "▌") if chip.on else (" ", " ")
        tone = "tab-on" if chip.on else "muted"
        return (
            (ends[0], "bar"),
            (key, "key"),
            (" ", ""),
            (name, tone),
            (note, "muted"),
            (ends[1], "bar"),
        )

    def tail(self) -> Line:
        """Return the place."""
        return ((clip(clean(self.place), _PLACE_CELLS), "muted"), (" ", ""))
