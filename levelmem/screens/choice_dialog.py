"""A dialog that offers a few things to choose one from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from levelmem.engine.text import one_line
from levelmem.widgets.chips import ChipLine
from levelmem.widgets.dialog_keys import DialogKeys
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows

_MOST_LINES = 16


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose."""

    id: str
    label: str
    hint: str = ""


class ChoiceDialog(ModalScreen[str | None]):
    """Asks for one of several; the answer is its id, None when it was called off."""

    CSS_PATH = "dialogs.tcss"
    AUTO_FOCUS = "RowList"
    BINDING_GROUP_TITLE = "Choose"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(n), f"pick({n})", f"Choose {n}", show=False, id=f"choice.{n}")
            for n in range(1, 10)
        ),
        Binding("escape", "cancel", "Cancel", id="dialog.cancel"),
    ]

    def __init__(self, title: str, choices: Sequence[Choice], now: str = "") -> None:
        """``now`` is the id of what is in force."""
        super().__init__()
        self._title, self._choices, self._now = title, choices, now

    def compose(self) -> ComposeResult:
        """Put the dialog together."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._title)), classes="dialog-title")
            rows: RowList[tuple[int, Choice]] = RowList(self._look, row_height=2)
            rows.styles.height = min(2 * len(self._choices), _MOST_LINES)
            yield rows
            yield DialogKeys((("enter", "Choose"), ("escape", "Cancel")))

    def on_mount(self) -> None:
        """Show the choices, the cursor on the one in force."""
        numbered = list(enumerate(self._choices, 1))
        rows = self.query_one(RowList)
        rows.show(Rows(numbered, [choice.id for choice in self._choices]))
        if self._now:
            rows.select(self._now)

    def _look(self, entry: tuple[int, Choice]) -> Look:
        number, choice = entry
        sign = (str(number), "key") if number < 10 else (" ", "")
        mark = "✓ " if choice.id == self._now else ""
        label = (f"{mark}{one_line(choice.label)}", "title")
        return Look(((label,), ((one_line(choice.hint), "muted"),)), sign=sign)

    @on(RowList.Opened)
    def _choose(self, event: RowList.Opened) -> None:
        event.stop()
        if event.id:
            self.dismiss(event.id)

    def action_pick(self, number: int) -> None:
        """Choose by number."""
        if number <= len(self._choices):
            self.dismiss(self._choices[number - 1].id)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)

    def on_chip_line_pressed(self, event: ChipLine.Pressed) -> None:
        """Answer with a click."""
        row = self.query_one(RowList).current_id
        self.dismiss(row if event.chip_id == "enter" else None)
