"""A line of chips: small labels with counts that can be clicked."""

from collections.abc import Iterable
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.reactive import reactive

from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, cells


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip."""

    id: str
    label: str
    note: str = ""
    """What stands after the label, a count as a rule."""
    on: bool = False
    """Whether what it stands for is in force."""


class ChipLine(LineWidget):
    """Draws chips from left to right and says which one was clicked."""

    chips: reactive[tuple[Chip, ...]] = reactive((), layout=False)
    """What is shown; chips that do not fit are left out from the right."""

    @dataclass
    class Pressed(Message):
        """A chip was clicked."""

        chip_line: "ChipLine"
        chip_id: str

        @property
        def control(self) -> "ChipLine":
            """The line of chips."""
            return self.chip_line

    def look(self, chip: Chip) -> Line:
        """Return how one chip reads, spaces around it included."""
        sign = "◉" if chip.on else "○"
        note = f" {chip.note}" if chip.note else ""
        return ((f" {sign} {chip.label}{note} ", "chip-on" if chip.on else "chip"),)

    def lead(self) -> Line:
        """Return what stands before the chips."""
        return ((" ", ""),)

    def tail(self) -> Line:
        """Return what stands at the right end, where there is room."""
        return ()

    def _placed(self) -> Iterable[tuple[Chip, Line, int, int]]:
        """Yield the chips that fit: chip, look, first cell, cell after the last."""
        at = cells(self.lead())
        for chip in self.chips:
            look = self.look(chip)
            end = at + cells(look)
            if end > self.size.width:
                return
            yield chip, look, at, end
            at = end + 1

    def line(self, y: int) -> Line:
        """Return the chips that fit, and the tail where there is room."""
        line, at, shown = self.lead(), cells(self.lead()), 0
        for _, look, start, end in self._placed():
            line = (*line, (" " * (start - at), ""), *look)
            at, shown = end, shown + 1
        if shown < len(self.chips):
            line, at = (*line, ("…", "muted")), at + 1
        tail = self.tail()
        gap = self.size.width - at - cells(tail)
        return (*line, (" " * gap, ""), *tail) if gap > 1 else line

    def on_click(self, event: events.Click) -> None:
        """Say which chip was clicked."""
        for chip, _, start, end in self._placed():
            if start <= event.x < end:
                self.post_message(self.Pressed(self, chip.id))
                return
