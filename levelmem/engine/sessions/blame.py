"""Which sessions edited a file, and what somebody had asked for when they did."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from levelmem.engine.project import Project
from levelmem.engine.sessions.model import ASKED, FileEdit, Session, Turn

Read = Callable[[Session], Iterator[Turn]]


@dataclass(frozen=True, slots=True)
class Edit:
    """The last edit of a file by one session."""

    session: Session
    turn: int
    """The turn that made it, -1 where the conversation can't be read."""
    asked: int = -1
    """The turn that asked for it, -1 where none did."""
    request: str = ""
    """What was asked for there."""
    diff: str = ""
    count: int = 1
    """How often the session edited the file (or the line)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file of this machine, and perhaps one of its lines."""

    path: Path
    """Absolute."""
    line: str = ""
    """The text of the line, ``""`` for the whole file."""

    @property
    def project(self) -> Project:
        """The project that the file belongs to."""
        return Project.of(str(self.path.parent))

    def is_at(self, edited: str, session: Session) -> bool:
        """Tell whether a path edited by a session is this file.

        The session may come from another machine or worktree: then the place in the
        project counts.
        """
        if edited == str(self.path):
            return True
        inside = _inside(edited, session.project)
        mine = _inside(str(self.path), self.project.path)
        return bool(inside) and inside == mine and self._same_project(session)

    def _same_project(self, session: Session) -> bool:
        project = self.project
        return (
            project.holds(session.project)
            or PurePath(session.project).name == project.name
        )


def blame(target: Target, sessions: Sequence[Session], read: Read) -> Iterator[Edit]:
    """Yield the sessions that edited a file or a line, in the order they come in.

    A conversation that can't be read any more is told by its listing alone, unless a
    line is asked for.
    """
    for session in sessions:
        if any(target.is_at(path, session) for path, _ in session.edits):
            try:
                edit = _last_edit(target, session, read(session))
            except OSError:
                edit = None if target.line else Edit(session, -1)
            if edit:
                yield edit


def _last_edit(target: Target, session: Session, turns: Iterator[Turn]) -> Edit | None:
    asked: Turn | None = None
    last: Edit | None = None
    for turn in turns:
        if turn.origin in ASKED:
            asked = turn
        for block in turn.blocks:
            if not isinstance(block, FileEdit) or not target.is_at(block.path, session):
                continue
            if target.line and not _adds(block.diff, target.line):
                continue
            number, request = (asked.number, asked.text) if asked else (-1, "")
            count = last.count + 1 if last else 1
            last = Edit(session, turn.number, number, request, block.diff, count)
    return last


def _adds(diff: str, line: str) -> bool:
    """Tell whether a diff adds a line, its indentation aside."""
    return any(
        row.startswith("+") and row[1:].strip() == line.strip()
        for row in diff.split("\n")
    )


def _inside(path: str, project: str) -> str:
    """Return a path as it stands in its project; ``""`` where it lies elsewhere."""
    if not PurePath(path).is_absolute() and "\\" not in path:
        return path
    if project and path.startswith(project):
        return path[len(project) :].lstrip("/\\").replace("\\", "/")
    return ""
