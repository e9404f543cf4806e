"""The box of a search: arrows and Enter lead into the hits, ``ctrl+o`` to searches."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class SearchBox(Input):
    """Takes a query; says when somebody means it."""

    BINDING_GROUP_TITLE = "Search box"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,enter", "to_hits", "To the hits", id="search.to-hits"),
        Binding("escape", "step_back", "Clear, then leave", id="search.clear"),
    ]

    class Meant(Message):
        """The query is what somebody wanted: they went on to the hits."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def action_to_hits(self) -> None:
        """Leave the box for the hits."""
        if self.value.strip():
            self.post_message(self.Meant(self.value))
        self.screen.query_one("#hits").focus()

    def action_step_back(self) -> None:
        """Empty the box; leave it when it is empty."""
        if self.value:
            self.clear()
        else:
            self.screen.query_one("#hits").focus()
