"""Crush: ``.crush/crush.db`` in each project, all of them known to a registry.

Its stores lie in the projects themselves, or where a setting puts them. Found are those
of its own list of projects and of likely ones; any other is given with ``--root
crush=PATH``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.crush import places
from levelmem.engine.sessions.sources.crush.conversation import read
from levelmem.engine.sessions.sources.crush.scan import scan as scan_session
from levelmem.engine.sessions.sources.crush.turns import turns_of
from levelmem.engine.sessions.store_files import resume_in_folder


class Crush:
    """What levelmem knows of Crush."""

    name = "crush"
    label = "Crush"
    version = 1

    def __init__(self) -> None:
        """Know no data folder that lies apart from its project, yet."""
        self._projects: dict[Path, str] = {}

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the data folders of the projects that can be found."""
        found = places.data_folders(environ)
        self._projects.update(found)
        return places.with_database(found)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session of a root: a data folder, its database, or a project.

        Raises ``OSError`` when it can't be listed, or a database can't be read.
        """
        return places.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one session once."""
        folder = file.path.parent.parent
        return scan_session(file, self._projects.get(folder) or _project(folder))

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, those of subagents counted at their parents."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        return turns_of(read(session.path))

    def resume(self, session: Session) -> Resume:
        """Return ``crush --session ID`` in the project."""
        return resume_in_folder(session, "crush", "--session", session.id)


def _project(folder: Path) -> str:
    """Return the project that a data folder lies in, ``""`` where it lies apart."""
    return str(folder.parent) if folder.name == places.DATA else ""


SOURCE = Crush()
