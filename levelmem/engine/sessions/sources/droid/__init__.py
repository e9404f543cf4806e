"""Factory's droid: ``~/.factory/sessions``, a log for each session."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.jsonl import Skipped, read_records
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.droid.scan import scan as scan_log
from levelmem.engine.sessions.sources.droid.turns import turns_of
from levelmem.engine.sessions.sources.droid.words import typed_words
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    resume_in_folder,
    session_file,
    subfolders,
)


class Droid:
    """What levelmem knows of droid."""

    name = "droid"
    label = "Factory droid"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the folder of sessions, if there is one."""
        home = environ.get("HOME") or environ.get("USERPROFILE")
        root = Path(home, ".factory/sessions") if home else None
        return existing_roots({root: root}) if root else []

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the logs, of which newer ones lie in a folder for each project.

        Raises ``OSError`` when the store can't be listed.
        """
        list(root.iterdir())  # Says why, where it can't be listed.
        seen: Seen = set()
        for folder in (root, *subfolders(root, seen)):
            for entry in entries(folder):
                path = Path(entry.path)
                beside = path.with_suffix(".settings.json")
                if path.suffix == ".jsonl" and (
                    file := session_file(self.name, root, path, seen, beside)
                ):
                    yield file

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        return scan_log(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions: of copies, the one that went on."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the log is gone."""
        return turns_of(read_records(session.path, Skipped()))

    def resume(self, session: Session) -> Resume:
        """Return ``droid --resume ID`` in the session's folder."""
        return resume_in_folder(session, "droid", "--resume", session.id)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt: without the client's reminders."""
        return typed_words(prompt)


SOURCE = Droid()
