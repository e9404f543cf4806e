"""A box for words that is there only while it is used."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.message import Message

if TYPE_CHECKING:
    from textual.widgets import Input


class WordBox(Vertical):
    """Holds an Input while somebody types words, and nothing otherwise.

    The input is imported and made when it is first opened: a start needs none.
    """

    DEFAULT_CSS = """
    WordBox { height: auto; }
    WordBox Input, WordBox Input:focus {
        height: 1;
        border: none;
        padding: 0 1;
        background: $surface;
    }
    """

    @dataclass
    class Changed(Message):
        """The words have changed; ``""`` when the box is closed or cleared."""

        words: str

    @dataclass
    class Submitted(Message):
        """Enter was pressed: whoever asked for words has them."""

        words: str

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._placeholder = placeholder
        self._input: Input | None = None

    @property
    def is_open(self) -> bool:
        """Whether the box is on the screen."""
        return self._input is not None

    @property
    def words(self) -> str:
        """What was typed."""
        return self._input.value if self._input is not None else ""

    def open(self) -> None:
        """Show the box and go into it."""
        from textual.widgets import Input

        if self._input is None:
            self._input = Input(placeholder=self._placeholder)
            self.mount(self._input)
        self._input.focus()

    def step_back(self) -> bool:
        """Clear the box, or close it when it is clear; tell whether it did either."""
        if self._input is None:
            return False
        if self._input.value:
            self._input.value = ""
        else:
            self._input.remove()
            self._input = None
        return True

    def on_input_changed(self, event: "Input.Changed") -> None:
        """Hand the words on."""
        event.stop()
        self.post_message(self.Changed(event.value))

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        """Hand the words on."""
        event.stop()
        self.post_message(self.Submitted(event.value))
