"""How a session reads as a row of a list, and what is off about it."""

from datetime import datetime
from pathlib import PurePosixPath, PureWindowsPath

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.text import one_line
from levelmem.widgets.ages import age
from levelmem.widgets.rows import Look
from levelmem.widgets.spans import Line, Span, joined

_OFF = {
    "error": (("✗", "error"), "ended in an error"),
    "interrupted": (("!", "warning"), "interrupted"),
    "compact": (("≈", "muted"), "goes on from a summary"),
}


def trouble(session: Session) -> tuple[Span, str]:
    """Return a sign and the words for what is off, ``((" ", ""), "")`` if nothing."""
    if session.error:
        return ("✗", "error"), "can't be read"
    if session.skipped:
        lines = "line" if session.skipped == 1 else "lines"
        return ("!", "warning"), f"{session.skipped} unreadable {lines}"
    return _OFF.get(session.state, ((" ", ""), ""))


def title_of(session: Session) -> str:
    """Return what a session is called, for people, on one line."""
    return one_line(session.title or session.preview) or "Untitled session"


def file_name(path: str) -> str:
    """Return the last part of a path of this or another machine."""
    windows = "\\" in path and "/" not in path
    return (PureWindowsPath(path) if windows else PurePosixPath(path)).name or path


def inside(path: str, project: str) -> str:
    """Return a path as it stands in a project, whole where it lies elsewhere."""
    if project and path.startswith(project) and path[len(project) :][:1] in ("/", "\\"):
        return path[len(project) + 1 :]
    return path


def main_file(session: Session) -> str:
    """Return the file edited most and how many more, ``""`` where none was."""
    if not session.edits:
        return ""
    more = len(session.edits) - 1
    name = file_name(session.edits[0][0])
    return f"{name} +{more}" if more else name


def deleted_in(days: int) -> str:
    """Return in how many days something is deleted, for people."""
    if days <= 0:
        return "at its next start"
    return "in 1 day" if days == 1 else f"in {days} days"


def session_look(
    session: Session,
    now: datetime,
    agent: str,
    *,
    with_project: bool,
    days_left: int | None = None,
) -> Look:
    """Return the row of ``session``: its title, then quietly what it was.

    ``agent`` is the agent's name for people; the project is named only where a list
    holds several. ``days_left`` are those until the agent deletes it.
    """
    sign, words = trouble(session)
    project = project_name(session.project) if with_project else ""
    turns = f"{session.turns} turn{'' if session.turns == 1 else 's'}"
    detail: Line = joined((agent, project, main_file(session), turns), "muted")
    if session.tags:
        names = " ".join(f"#{tag}" for tag in session.tags)
        detail = (*detail, (" · ", "muted"), (names, "accent"))
    if days_left is not None:
        doomed = f"{agent} deletes this {deleted_in(days_left)}"
        detail = ((doomed, "warning"), *detail[1:])
    if words:
        detail = ((words, sign[1]), (" · ", "muted"), *detail)
    pin: Line = (("★ ", "accent"),) if session.pinned else ()
    when = age(session.updated or session.created, now)
    tone = "muted" if session.kind is Kind.SUBAGENT else "title"
    return Look(
        lines=(((title_of(session), tone),), detail),
        aside=(*pin, (when, "muted")),
        sign=sign,
        indent=1 if session.kind is Kind.SUBAGENT else 0,
    )
