"""What can be done with a session wherever one is shown: copy, resume, edit."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.binding import Binding

from levelmem.engine.sessions.model import Resume, Session
from levelmem.screens.copying import Copying
from levelmem.screens.library import Library
from levelmem.widgets.background import background
from levelmem.widgets.session_look import title_of

if TYPE_CHECKING:
    from levelmem.settings import Settings

RESUME = Binding("r,f5", "resume", "Resume", id="session.resume")
COPY_COMMAND = Binding(
    "y,f9",
    "copy_command",
    "Copy command",
    show=False,
    id="session.copy-command",
    tooltip="Copy the command that resumes the session",
)
EDIT_FILE = Binding(
    "o,f4",
    "edit_file",
    "Editor",
    show=False,
    id="session.edit-file",
    tooltip="Open the session's file in the editor",
)


class SessionActions(Copying):
    """Adds the actions to a screen; the screen says which session is meant."""

    library: Library

    @property
    def settings(self) -> "Settings | None":
        """The person's settings, where the application has any."""
        settings: Settings | None = getattr(self.app, "settings", None)
        return settings

    def action_session(self) -> Session | None:
        """Return the session that actions work on."""
        raise NotImplementedError

    # Copying its command.

    def action_copy_command(self) -> None:
        """Copy the command that resumes the session."""
        if (session := self.action_session()) is not None:
            self._find_resume(session, copy=True)

    # Resuming.

    def action_resume(self) -> None:
        """Resume the session in its agent, after showing the command."""
        if (session := self.action_session()) is not None:
            self._find_resume(session, copy=False)

    @background("find the command that resumes", group="resume")
    def _find_resume(self, session: Session, copy: bool) -> None:
        from levelmem.screens.handoff import resume_problem

        resume = self.library.catalog().resume(session)
        problem = resume.problem if copy else resume_problem(resume)
        then = self._copy_resume if copy else self._ask_resume
        self.app.call_from_thread(then, session, resume, problem)

    def _copy_resume(self, session: Session, resume: Resume, problem: str) -> None:
        if problem or not resume.argv:
            self._refuse(session, problem or "Its agent resumes no sessions.")
        else:
            self.copy_command(resume.command)

    def _ask_resume(self, session: Session, resume: Resume, problem: str) -> None:
        from levelmem.screens.dialogs import ConfirmDialog

        if problem:
            self._refuse(session, problem)
            return
        agent = self.library.agent(session.agent)
        lines = [title_of(session), "", f"$ {resume.command}", ""]
        lines.append(f"levelmem waits and comes back when {agent} ends.")
        dialog = ConfirmDialog(f"Resume in {agent}?", lines, "Resume")
        self.app.push_screen(dialog, partial(self._resume, resume))

    def _resume(self, resume: Resume, wanted: bool | None) -> None:
        from levelmem.screens.handoff import run_in_terminal

        if not wanted:
            return
        if problem := run_in_terminal(self.app, resume.argv, resume.folder):
            self.app.notify(problem, title="Not resumed", severity="error")
        self.app.action_refresh()  # type: ignore[attr-defined]

    def _refuse(self, session: Session, problem: str) -> None:
        self.app.notify(
            problem,
            title=f"Can't resume {title_of(session)}",
            severity="warning",
            timeout=10,
        )

    # The raw file.

    def action_edit_file(self) -> None:
        """Open the session's file in the editor."""
        session = self.action_session()
        if session is not None:
            self.open_in_editor(session)

    def open_in_editor(self, session: Session, line: int = 0) -> None:
        """Open the file of ``session``, at ``line`` (from 1) where one is given."""
        self.open_path(session.path, line)

    def open_path(self, path: Path, line: int = 0) -> None:
        """Open ``path`` in the person's editor, unless it lies inside a database."""
        from levelmem.screens.handoff import editor_command, run_in_terminal

        if path.parent.is_file():
            problem = f"It is a part of {path.parent}, which no editor reads."
            self.app.notify(problem, title="Not opened", severity="warning")
            return
        configured = self.settings.editor if self.settings else ""
        argv = editor_command(configured, os.environ, path, line)
        if problem := run_in_terminal(self.app, argv):
            self.app.notify(problem, title="Not opened", severity="error")
