"""Small dialogs: a question with yes and no, a line of text to type."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.chips import ChipLine
from levelmem.widgets.dialog_keys import DialogKeys


class ConfirmDialog(ModalScreen[bool]):
    """Asks before something is done; the answer is whether to do it."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", "Yes", id="dialog.yes"),
        Binding("escape,n", "answer(False)", "No", id="dialog.no"),
    ]

    def __init__(self, title: str, lines: Sequence[str], yes: str = "Yes") -> None:
        """``lines`` say what will happen; ``yes`` names it in a word or two."""
        super().__init__()
        self._title, self._lines, self._yes = title, lines, yes

    def compose(self) -> ComposeResult:
        """Put the dialog together."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._title)), classes="dialog-title")
            for line in self._lines:
                yield Static(Content(safe_text(line)), classes="dialog-line")
            yield DialogKeys((("enter", self._yes), ("escape", "Cancel")))

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)

    def on_chip_line_pressed(self, event: ChipLine.Pressed) -> None:
        """Answer with a click."""
        self.dismiss(event.chip_id == "enter")


class TextDialog(ModalScreen[str | None]):
    """Asks for a line of text; the answer is None when it was called off."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", id="dialog.cancel"),
    ]

    def __init__(self, title: str, text: str = "", yes: str = "Save") -> None:
        """``text`` stands in the box at first; ``yes`` says what Enter does."""
        super().__init__()
        self._title, self._text, self._yes = title, text, yes

    def compose(self) -> ComposeResult:
        """Put the dialog together."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._title)), classes="dialog-title")
            yield Input(one_line(self._text), classes="dialog-input")
            yield DialogKeys((("enter", self._yes), ("escape", "Cancel")))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with what was typed."""
        event.stop()
        self.dismiss(event.value)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)

    def on_chip_line_pressed(self, event: ChipLine.Pressed) -> None:
        """Answer with a click."""
        typed = self.query_one(Input).value
        self.dismiss(typed if event.chip_id == "enter" else None)
