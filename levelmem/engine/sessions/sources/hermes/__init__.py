"""Hermes: ``~/.hermes/state.db``, and a document for each session of before it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.jsonl import Skipped
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.hermes import store
from levelmem.engine.sessions.sources.hermes.scan import scan_session
from levelmem.engine.sessions.sources.hermes.turns import talk_of
from levelmem.engine.sessions.store_files import resume_in_folder


class Hermes:
    """What levelmem knows of Hermes."""

    name = "hermes"
    label = "Hermes"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the homes on this machine that hold sessions, one for each profile."""
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session. Raises ``OSError`` when the store can't be read."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one session once."""
        return scan_session(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, subagents counted at their parents."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        yield from talk_of(*store.read(session.path, Skipped())).turns

    def resume(self, session: Session) -> Resume:
        """Return ``hermes --resume ID`` in the session's folder."""
        return resume_in_folder(session, "hermes", "--resume", session.id)


SOURCE = Hermes()
