"""The keys of a dialog, to press or to click."""

from collections.abc import Iterable

from levelmem.widgets.chips import Chip, ChipLine
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import key_name


class DialogKeys(ChipLine):
    """Keys and what they do; the id of a pressed chip is its key."""

    DEFAULT_CSS = """
    DialogKeys { height: 1; margin-top: 1; width: 1fr; }
    """

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        """``keys`` are pairs of a key and what it does."""
        super().__init__()
        self.chips = tuple(Chip(key, name) for key, name in keys)

    def lead(self) -> Line:
        """Return nothing: the dialog has a margin."""
        return ()

    def look(self, chip: Chip) -> Line:
        """Return a key and what it does."""
        return ((f"{key_name(chip.id)} ", "key"), (f"{chip.label}   ", "muted"))
