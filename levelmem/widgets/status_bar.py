"""The two lines at the bottom: how far things are, and the keys of the moment."""

from typing import TYPE_CHECKING

from textual import events
from textual.reactive import reactive

from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, cells

if TYPE_CHECKING:
    from textual.binding import Binding

_PLAIN_KEYS = {
    "enter": "↵",
    "escape": "esc",
    "slash": "/",
    "question_mark": "?",
    "space": "␣",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "asterisk": "*",
    "exclamation_mark": "!",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "backspace": "⌫",
}
_MODIFIERS = {"ctrl": "^", "shift": "⇧", "alt": "alt-"}


def key_name(key: str) -> str:
    """Return a key as people write it: ``^p``, ``F1``, ``/``."""
    if key in _PLAIN_KEYS:
        return _PLAIN_KEYS[key]
    modifier, _, rest = key.partition("+")
    if rest and modifier in _MODIFIERS:
        return _MODIFIERS[modifier] + key_name(rest)
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    return key


class StatusLine(LineWidget):
    """Says what the list holds and what is going on."""

    DEFAULT_CSS = """
    StatusLine { height: 1; }
    """

    status: reactive[Line] = reactive(())
    """What is said."""

    def line(self, y: int) -> Line:
        """Return the status with a margin."""
        return ((" ", ""), *self.status)


class KeyLine(LineWidget):
    """The keys of the moment; the last two, help and commands, always have room.

    It shows the first key of every binding with ``show=True`` that works now, those
    of the focused widget first. A click on one runs it.
    """

    DEFAULT_CSS = """
    KeyLine { height: 1; dock: bottom; background: $surface; }
    """

    LAST = ("app.help", "app.palette")
    """Ids of the bindings that are shown last and never left out."""

    def on_mount(self) -> None:
        """Follow the bindings that work."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def _keys(self) -> list[tuple[str, str, str]]:
        """Return key, name and action of what fits, in order."""
        found: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.id not in found:
                found[binding.id or binding.action] = self._entry(binding)
        last = [found.pop(key) for key in self.LAST if key in found]
        room = self.size.width - sum(self._cells_of(entry) for entry in last)
        shown = []
        for entry in found.values():
            room -= self._cells_of(entry)
            if room < 0:
                break
            shown.append(entry)
        return shown + last

    @staticmethod
    def _entry(binding: "Binding") -> tuple[str, str, str]:
        name = binding.key_display or key_name(binding.key)
        return name, binding.description, binding.key

    @staticmethod
    def _cells_of(entry: tuple[str, str, str]) -> int:
        return cells(((entry[0], ""), (entry[1], ""))) + 4

    def line(self, y: int) -> Line:
        """Return keys and what they do."""
        line: Line = ()
        for key, description, _ in self._keys():
            line = (*line, (f" {key} ", "key"), (f"{description}  ", "muted"))
        return line

    async def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        at = 0
        for entry in self._keys():
            at += self._cells_of(entry)
            if event.x < at:
                self.app.simulate_key(entry[2])
                return
