"""A text put into the person's own editor and taken back."""

import os
import tempfile
from pathlib import Path
from typing import Any

from textual.app import App

from levelmem.screens.handoff import editor_command, run_in_terminal


def edit_in_editor(app: App[Any], configured: str, text: str) -> tuple[str, str]:
    """Let the person change ``text`` in their editor.

    Args:
        app: what gives up the terminal meanwhile.
        configured: the editor of the settings; empty takes $VISUAL or $EDITOR.
        text: what the editor begins with.

    Returns:
        The text as it was saved, and what went wrong, for people, or ``""``.
    """
    with tempfile.TemporaryDirectory(prefix="levelmem-") as folder:
        file = Path(folder) / "note.md"
        file.touch(mode=0o600)
        file.write_text(f"{text}\n", encoding="utf-8")
        argv = editor_command(configured, os.environ, file)
        if problem := run_in_terminal(app, argv):
            return text, problem
        try:
            return file.read_text(encoding="utf-8").strip(), ""
        except (OSError, UnicodeDecodeError) as error:
            return text, f"What the editor saved can't be read: {error}"
