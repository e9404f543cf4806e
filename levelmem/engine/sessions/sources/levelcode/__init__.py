"""LevelCode: ``~/.levelcode/sessions/<project-slug>/<session-id>.jsonl``."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG

from levelmem.engine.sessions.growing import Mark
from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.levelcode.scan import scan as scan_file
from levelmem.engine.sessions.sources.levelcode.turns import turns as read_turns
from levelmem.engine.sessions.sources.levelcode.turns import (
    turns_since as read_turns_since,
)


class LevelCode:
    """What levelmem knows of LevelCode."""

    name = "levelcode"
    label = "LevelCode"
    version = 2

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the store: ``LEVELCODE_SESSIONS_DIR``, or ``sessions`` in its home.

        The home is ``LEVELCODE_HOME``, else ``~/.levelcode``.
        """
        root = _store(environ)
        return [root] if root is not None and root.is_dir() else []

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the session files of every project.

        Raises ``OSError`` when the store can't be listed.
        """
        seen: set[tuple[int, int]] = set()
        for folder in _folders(root):
            for path in _session_files(folder):
                if file := _session_file(root, path, seen):
                    yield file

    def scan(self, file: SessionFile) -> Scan:
        """Read one session file once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, each id once: every file is a session of its own."""
        found: dict[str, Session] = {}
        for scan in sorted(scans, key=lambda s: _age(s.session)):
            found[scan.session.id] = scan.session
        return list(found.values())

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation."""
        return read_turns(session)

    def turns_since(
        self, session: Session, mark: Mark | None
    ) -> tuple[list[Turn], Mark]:
        """Go on reading a session at its last event."""
        return read_turns_since(session, mark)

    def resume(self, session: Session) -> Resume:
        """Return the folder: LevelCode is an editor and resumes in its own window."""
        return Resume((), session.project, "open it in LevelCode")


def _store(environ: Mapping[str, str]) -> Path | None:
    if named := environ.get("LEVELCODE_SESSIONS_DIR"):
        return Path(named)
    if home := environ.get("LEVELCODE_HOME"):
        return Path(home, "sessions")
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        return Path(home, ".levelcode", "sessions")
    return None


def _folders(root: Path) -> list[str]:
    with os.scandir(root) as entries:
        return sorted(entry.path for entry in entries if _is_folder(entry))


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _session_files(folder: str) -> list[Path]:
    """List a project's own files; ``memory/`` below it holds no sessions."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(e.path) for e in entries if e.name.endswith(".jsonl"))
    except OSError:
        return []  # It vanished meanwhile, or belongs to somebody else.


def _session_file(
    root: Path, path: Path, seen: set[tuple[int, int]]
) -> SessionFile | None:
    try:
        stat = path.stat()
        key = (stat.st_dev, stat.st_ino)
        if not S_ISREG(stat.st_mode) or key in seen:
            return None
        seen.add(key)
        return SessionFile(
            SOURCE.name, root, path, _signature(path, stat), stat.st_mtime
        )
    except OSError:
        return None


def _signature(path: Path, stat: os.stat_result) -> str:
    try:
        return signature(path, stat)
    except PermissionError:
        # Still listed: that it can't be read is what the scan says.
        return f"unreadable-{stat.st_size}-{stat.st_mtime_ns}"


def _age(session: Session) -> float:
    return session.updated.timestamp() if session.updated else 0.0


SOURCE = LevelCode()
