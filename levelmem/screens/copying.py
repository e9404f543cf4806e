"""Copying from a screen: secrets taken out, and said what was copied, and how."""

from typing import Any

from textual.screen import Screen

from levelmem.engine.text import one_line
from levelmem.widgets.background import background

_SHOWN_CHARACTERS = 200


class Copying(Screen[Any]):
    """Adds copying to a screen."""

    @background("copy it", group="copy")
    def copy(self, text: str, what: str) -> None:
        """Copy ``text`` without its secrets, and say that ``what`` was copied."""
        from levelmem.engine.secrets import scrub

        scrubbed = scrub(text)
        if taken := len(scrubbed.found):
            what += f", {taken} secret{'s' * (taken != 1)} taken out,"
        self._put_on_clipboard(scrubbed.text, what)

    @background("copy it", group="copy")
    def copy_command(self, command: str) -> None:
        """Copy a command as it is: it must still run."""
        self._put_on_clipboard(command, "the command")

    def _put_on_clipboard(self, text: str, what: str) -> None:
        from levelmem.screens.clipboard import copy_natively

        tool = copy_natively(text)
        self.app.call_from_thread(self._copied, text, what, tool)

    def _copied(self, text: str, what: str, tool: str) -> None:
        from levelmem.screens.clipboard import fits_terminal

        shown = one_line(text)
        if len(shown) > _SHOWN_CHARACTERS:
            shown = shown[:_SHOWN_CHARACTERS] + "…"
        if tool:
            self.app.notify(shown, title=f"Copied {what} with {tool}")
        elif fits_terminal(text):
            self.app.copy_to_clipboard(text)
            title = f"Sent {what} to the terminal's clipboard"
            self.app.notify(shown, title=title, timeout=10)
        else:
            title = f"Too long for the terminal's clipboard: {what.rstrip(',')}"
            self.app.notify(shown, title=title, severity="warning", timeout=20)
