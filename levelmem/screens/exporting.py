"""Exporting sessions as Markdown files, secrets taken out."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual import work
from textual.screen import Screen

from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library


class Exporting(Screen[Any]):
    """Adds exporting to a screen; the screen says which sessions are meant."""

    library: Library

    def exported_sessions(self) -> Sequence[Session]:
        """Return the sessions that are exported."""
        raise NotImplementedError

    def action_export(self) -> None:
        """Ask for a folder, and write a file for each session there."""
        from levelmem.screens.dialogs import TextDialog

        sessions = list(self.exported_sessions())
        if not sessions:
            return

        def write(folder: str | None) -> None:
            if folder and folder.strip():
                self._export(sessions, Path(folder.strip()).expanduser())

        many = "this session" if len(sessions) == 1 else f"{len(sessions)} sessions"
        here = str(Path(self.library.folder or Path.cwd()) / "sessions")
        dialog = TextDialog(f"Export {many} as Markdown into", here, "Export")
        self.app.push_screen(dialog, write)

    @work(thread=True, group="export", description="export sessions")
    def _export(self, sessions: Sequence[Session], folder: Path) -> None:
        from levelmem.engine.secrets import scrub_text
        from levelmem.engine.sessions.export import file_name, markdown

        written, problem = 0, ""
        for session in sessions:
            try:
                turns = self.library.catalog().turns(session)
                text = "".join(markdown(session, turns, scrub_text))
                folder.mkdir(parents=True, exist_ok=True)
                write_private(folder / file_name(session), text)
                written += 1
            except OSError as error:
                problem = f"{error.filename or session.path}: {error.strerror}"
        self.app.call_from_thread(self._exported, written, folder, problem)

    def _exported(self, written: int, folder: Path, problem: str) -> None:
        if problem:
            self.app.notify(problem, title="Not exported", severity="error")
        if written:
            files = "file" if written == 1 else "files"
            self.app.notify(f"{written} {files} in {folder}", title="Exported")


def write_private(path: Path, text: str) -> None:
    """Write a file that only the person can read; raises ``OSError``."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as stream:
        stream.write(text)
