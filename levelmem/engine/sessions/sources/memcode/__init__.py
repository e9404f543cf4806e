"""memcode: ``<project>/.memcode/sessions/<session-id>/events.jsonl``.

Its stores lie in the projects themselves, so there is no one place to look. Found are
those of the folder that levelmem was started in and of its repository, of the home
folder and of projects near below it, of projects that levelmem knows a memory of,
and what ``MEMCODE_HOME`` names. Any other is given with ``--root memcode=PATH``.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.eventlog.ids import is_session_id
from levelmem.engine.eventlog.writer import EVENTS
from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.memcode.places import (
    session_stores,
    sessions_below,
)
from levelmem.engine.sessions.sources.memcode.scan import scan as scan_file
from levelmem.engine.sessions.sources.memcode.turns import turns as read_turns


class Memcode:
    """What levelmem knows of memcode."""

    name = "memcode"
    label = "memcode"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the ``sessions`` folders of the projects that can be found."""
        return session_stores(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the log of each session of one store.

        ``root`` may be the ``sessions`` folder, the ``.memcode`` above it, or the
        project. Raises ``OSError`` when it can't be listed.
        """
        with os.scandir(sessions_below(root)) as entries:
            names = sorted(
                entry.name
                for entry in entries
                if is_session_id(entry.name) and entry.is_dir(follow_symlinks=False)
            )
        for name in names:
            if file := _session_file(root, sessions_below(root) / name / EVENTS):
                yield file

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions: every log is one of its own."""
        return [scan.session for scan in scans]

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the log is gone."""
        return read_turns(session)

    def resume(self, session: Session) -> Resume:
        """Return the folder: memcode picks its sessions up from its own list there."""
        return Resume((), session.project, "start memcode in its folder")


def _session_file(root: Path, path: Path) -> SessionFile | None:
    try:
        stat = path.stat()
        mark = signature(path, stat)
    except PermissionError:
        # Still listed: that it can't be read is what the scan says.
        mark = "unreadable"
        return SessionFile(SOURCE.name, root, path, mark, 0.0)
    except OSError:
        return None
    return SessionFile(SOURCE.name, root, path, mark, stat.st_mtime)


SOURCE = Memcode()
