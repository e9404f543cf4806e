"""opencode: its database, the files of before it, and what levelmem's hooks saw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._database import database_of
from levelmem.engine.sessions.sources._hook_log import HookLog
from levelmem.engine.sessions.sources.opencode import store
from levelmem.engine.sessions.sources.opencode.conversation import read
from levelmem.engine.sessions.sources.opencode.scan import scan as scan_session
from levelmem.engine.sessions.sources.opencode.turns import turns_of
from levelmem.engine.sessions.store_files import resume_in_folder


class Opencode(HookLog):
    """What levelmem knows of opencode."""

    def __init__(self) -> None:
        super().__init__("opencode", "opencode", ("opencode", "--session"))

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return opencode's own stores, and the logs of its hooks."""
        return [*store.roots(environ), *super().roots(environ)]

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session. Raises ``OSError`` when the store can't be listed."""
        if self.is_log_store(root):
            return super().files(root)
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one session once."""
        return super().scan(file) if _is_log(file.path) else scan_session(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, those of subagents counted at their parents."""
        if self.is_log_store(root):
            return super().assemble(root, scans)
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        if _is_log(session.path):
            return super().turns(session)
        return turns_of(read(session.path))

    def resume(self, session: Session) -> Resume:
        """Return ``opencode --session ID`` in the session's folder."""
        if _is_log(session.path):
            return super().resume(session)
        if database_of(session.path) is None and self._has_moved(session):
            problem = "opencode's database does not have it: it was left behind."
            return Resume((), session.project, problem)
        return resume_in_folder(session, "opencode", "--session", session.id)

    def fullness(self, session: Session) -> int:
        """Return how much a store tells: a log tells what opencode itself has not."""
        if session.error:
            return 0
        return 1 if _is_log(session.path) else 2

    @staticmethod
    def _has_moved(session: Session) -> bool:
        return bool(store.databases(store.storage_of(session.path).parent))


def _is_log(path: Path) -> bool:
    return path.suffix == ".jsonl" and database_of(path) is None


SOURCE = Opencode()
