"""A dialog for a text of several lines, as agents' own prompts: Enter saves."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from levelmem.engine.text import one_line, safe_text
from levelmem.screens.editing import edit_in_editor
from levelmem.widgets.chips import ChipLine
from levelmem.widgets.dialog_keys import DialogKeys


class EditDialog(ModalScreen[str | None]):
    """Asks for a text; the answer is None when it was called off.

    A text that was changed is only thrown away when that is said twice.
    """

    CSS_PATH = "dialogs.tcss"
    AUTO_FOCUS = "TextArea"
    BINDING_GROUP_TITLE = "Edit"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "save", "Save", priority=True, id="edit.save"),
        Binding("ctrl+j,shift+enter", "new_line", "New line", id="edit.new-line"),
        Binding("ctrl+o", "editor", "Editor", priority=True, id="edit.editor"),
        Binding("escape", "cancel", "Cancel", id="edit.cancel"),
    ]

    def __init__(
        self,
        title: str,
        text: str = "",
        *,
        above: Sequence[str] = (),
        editor: str = "",
    ) -> None:
        """Ask for a text.

        Args:
            title: what it is for.
            text: what stands in the box at first.
            above: lines that tell more.
            editor: the editor of the settings.
        """
        super().__init__()
        self._title, self._above, self._editor = title, above, editor
        # What is saved is what could be seen: hidden signs are not kept unseen.
        self._text = safe_text(text)
        self._warned = False

    def compose(self) -> ComposeResult:
        """Put the dialog together."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._title)), classes="dialog-title")
            for line in self._above:
                yield Static(Content(safe_text(line)), classes="dialog-line")
            box = TextArea(
                self._text, soft_wrap=True, show_line_numbers=False, compact=True
            )
            box.cursor_blink = False
            box.move_cursor(box.document.end)
            yield box
            yield DialogKeys(
                (
                    ("enter", "Save"),
                    ("ctrl+j", "New line"),
                    ("ctrl+o", "Editor"),
                    ("escape", "Cancel"),
                )
            )

    @property
    def _box(self) -> TextArea:
        return self.query_one(TextArea)

    def action_save(self) -> None:
        """Close with the text."""
        text = self._box.text.strip()
        if text:
            self.dismiss(text)
        else:
            self.app.notify("It needs at least one word.", severity="warning")

    def action_new_line(self) -> None:
        """Begin a new line in the text."""
        self._box.insert("\n")

    def action_editor(self) -> None:
        """Change the text in the person's editor, and come back to the dialog."""
        text, problem = edit_in_editor(self.app, self._editor, self._box.text)
        if problem:
            self.app.notify(problem, title="Not edited", severity="error")
        elif text != self._box.text:
            # As one step that ctrl+z takes back.
            box = self._box
            box.replace(text, box.document.start, box.document.end)

    def action_cancel(self) -> None:
        """Close without an answer; ask once more where words would be lost."""
        if self._box.text.strip() != self._text.strip() and not self._warned:
            self._warned = True
            self.app.notify("esc once more throws your words away.", severity="warning")
        else:
            self.dismiss(None)

    def on_chip_line_pressed(self, event: ChipLine.Pressed) -> None:
        """Do what was clicked."""
        actions = {
            "enter": self.action_save,
            "ctrl+j": self.action_new_line,
            "ctrl+o": self.action_editor,
            "escape": self.action_cancel,
        }
        actions[event.chip_id]()
