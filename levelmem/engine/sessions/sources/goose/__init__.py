"""Goose: ``sessions.db`` in its data folder, and the JSON lines of before it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._database import database_of
from levelmem.engine.sessions.sources.goose import store
from levelmem.engine.sessions.sources.goose.conversation import read
from levelmem.engine.sessions.sources.goose.scan import scan as scan_session
from levelmem.engine.sessions.sources.goose.turns import turns_of
from levelmem.engine.sessions.store_files import resume_in_folder


class Goose:
    """What levelmem knows of Goose."""

    name = "goose"
    label = "Goose"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the folders of sessions on this machine."""
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session. Raises ``OSError`` when the store can't be listed."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one session once."""
        return scan_session(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, those of subagents counted at their parents."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        return turns_of(read(session.path))

    def resume(self, session: Session) -> Resume:
        """Return ``goose session --resume``: by the id, or the name of before it."""
        taken_up = ("goose", "session", "--resume")
        if database_of(session.path):
            return resume_in_folder(session, *taken_up, "--session-id", session.id)
        if store.database_beside(session.path).exists():
            problem = "Goose's database does not have it: it was left behind."
            return Resume((), session.project, problem)
        return resume_in_folder(session, *taken_up, "--name", session.id)


SOURCE = Goose()
