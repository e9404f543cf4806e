"""Session ids: they are folder names, so nothing else may pass for one."""

import re
import secrets
from pathlib import Path

from levelmem.engine.problem import Problem

_VALID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}")


class LogError(Problem):
    """A session log can't be opened or written; the message is for people."""


def new_session_id() -> str:
    """Return a new id as memcode makes them: ``sess_`` and eight hexadecimal digits."""
    return f"sess_{secrets.token_hex(4)}"


def is_session_id(name: str) -> bool:
    """Tell whether a name may be a session's: no separators, no leading dot."""
    return _VALID.fullmatch(name) is not None


def session_folder(sessions: Path, name: str) -> Path:
    """Return the folder of a session inside ``sessions``.

    Raises LogError where the name is no id, or leads out of ``sessions`` over a link.
    """
    if not is_session_id(name):
        raise LogError(f"{name!r} is no session id: letters, digits, '.', '_' and '-'.")
    folder = sessions / name
    if folder.resolve().parent != sessions.resolve():
        raise LogError(f"{folder} leads out of {sessions}: it is a link.")
    return folder
