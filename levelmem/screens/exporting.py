"""Exporting sessions as documents, secrets taken out: files, or the clipboard."""

import os
from collections.abc import Sequence
from pathlib import Path

from levelmem.engine.sessions.export import Form, document, file_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.background import background

_CLIPBOARD = "clipboard"
_NAMES = {Form.MARKDOWN: "Markdown", Form.HTML: "HTML", Form.JSON: "JSON"}
_CHOICES = (
    (Form.MARKDOWN, "Markdown", "for people and for agents"),
    (Form.HTML, "HTML", "one page that opens in any browser and fetches nothing"),
    (Form.JSON, "JSON", "for programs"),
    (_CLIPBOARD, "Markdown, to the clipboard", "no file is written"),
)


def _named(sessions: Sequence[Session]) -> str:
    return "this session" if len(sessions) == 1 else f"{len(sessions)} sessions"


class Exporting(SessionActions):
    """Adds exporting to a screen; the screen says which sessions are meant."""

    def exported_sessions(self) -> Sequence[Session]:
        """Return the sessions that are exported."""
        raise NotImplementedError

    def action_export(self) -> None:
        """Ask what they become, and where a file for each session is put."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        sessions = list(self.exported_sessions())
        if not sessions:
            return

        def go_on(chosen: str | None) -> None:
            if chosen == _CLIPBOARD:
                self._copy_document(sessions)
            elif chosen is not None:
                self._ask_folder(sessions, Form(chosen))

        choices = [Choice(*choice) for choice in _CHOICES]
        dialog = ChoiceDialog(f"Export {_named(sessions)} as", choices)
        self.app.push_screen(dialog, go_on)

    def _ask_folder(self, sessions: Sequence[Session], form: Form) -> None:
        from levelmem.screens.dialogs import TextDialog

        def write(folder: str | None) -> None:
            if folder and folder.strip():
                self._export(sessions, form, Path(folder.strip()).expanduser())

        here = str(Path(self.library.folder or Path.cwd()) / "sessions")
        question = f"Export {_named(sessions)} as {_NAMES[form]} into"
        self.app.push_screen(TextDialog(question, here, "Export"), write)

    @background("export sessions", group="export")
    def _copy_document(self, sessions: Sequence[Session]) -> None:
        text = "\n".join(
            self._document_text(session, Form.MARKDOWN) for session in sessions
        )
        self.app.call_from_thread(self.copy, text, f"{_named(sessions)} as Markdown")

    def _document_text(self, session: Session, form: Form) -> str:
        from levelmem.engine.secrets import scrub_text

        turns = self.library.catalog().turns(session)
        return "".join(document(form, session, turns, scrub_text))

    @background("export sessions", group="export")
    def _export(self, sessions: Sequence[Session], form: Form, folder: Path) -> None:
        written, problem = 0, ""
        for session in sessions:
            try:
                text = self._document_text(session, form)
                folder.mkdir(parents=True, exist_ok=True)
                write_private(folder / file_name(session, form), text)
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
