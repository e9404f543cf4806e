"""Handing the terminal to another program: an agent, an editor."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from textual.app import App, SuspendNotSupported

from levelmem.engine.sessions.model import Resume

_LINE_EDITORS = {"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak"}
"""Editors that take ``+LINE`` before the file."""


def resume_problem(resume: Resume) -> str:
    """Return why a session can't be resumed here, for people; ``""`` if it can."""
    if resume.problem:
        return resume.problem
    if not resume.argv:
        return "Its agent has no command that resumes a session."
    if shutil.which(resume.argv[0]) is None:
        return f"The program {resume.argv[0]} is not on this machine's PATH."
    if resume.folder and not Path(resume.folder).is_dir():
        return f"The folder {resume.folder} is not there any more."
    return ""


def editor_command(
    configured: str, environ: Mapping[str, str], file: Path, line: int = 0
) -> list[str]:
    """Return the command that opens ``file``, at ``line`` (from 1) where it can."""
    chosen = configured or environ.get("VISUAL") or environ.get("EDITOR") or "vi"
    command = shlex.split(chosen)
    if line and Path(command[0]).name in _LINE_EDITORS:
        command.append(f"+{line}")
    return [*command, str(file)]


def run_in_terminal(app: App[Any], argv: Sequence[str], folder: str = "") -> str:
    """Run a program in levelmem's place and come back when it ends.

    Returns what went wrong, for people, or ``""``. The program's exit code is its
    own affair: agents end with all sorts of them.
    """
    try:
        with app.suspend():
            subprocess.run(argv, cwd=folder or None, check=False, env=_environment())
    except SuspendNotSupported:
        return "This terminal can't be handed over to another program."
    except OSError as error:
        return f"{argv[0]}: {error.strerror or error}"
    app.refresh()
    return ""


def _environment() -> dict[str, str]:
    """Return the environment without what Textual has set for itself."""
    return {k: v for k, v in os.environ.items() if not k.startswith("TEXTUAL_")}
