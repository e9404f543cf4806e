"""Kimi Code: ``~/.kimi-code/sessions``; and Kimi CLI before it: ``~/.kimi``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.jsonl import Skipped
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.kimi import store
from levelmem.engine.sessions.sources.kimi.scan import read_talk, scan_file
from levelmem.engine.sessions.store_files import resume_in_folder


class Kimi:
    """What levelmem knows of Kimi Code."""

    name = "kimi"
    label = "Kimi Code"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the homes on this machine that hold sessions."""
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every log. Raises ``OSError`` when the store can't be listed."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Count the subagents of each session; leave out what went to the new home."""
        return joined(scan for scan in scans if not store.has_moved(root, scan.session))

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the log is gone."""
        yield from read_talk(session.path, Skipped()).turns

    def resume(self, session: Session) -> Resume:
        """Return ``kimi --session ID`` in the session's folder."""
        return resume_in_folder(session, "kimi", "--session", session.id)


SOURCE = Kimi()
