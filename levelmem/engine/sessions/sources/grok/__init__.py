"""Grok's command line: ``~/.grok/sessions``, a folder for each session."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.jsonl import Skipped, read_records
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.grok.scan import SUMMARY, scan_file
from levelmem.engine.sessions.sources.grok.turns import read_talk, typed_words
from levelmem.engine.sessions.store_files import (
    Seen,
    existing_roots,
    resume_in_folder,
    session_file,
    subfolders,
)

_HISTORY = "chat_history.jsonl"


class Grok:
    """What levelmem knows of Grok's command line."""

    name = "grok"
    label = "Grok"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the home, where it holds sessions; ``GROK_HOME`` names it."""
        home = environ.get("HOME") or environ.get("USERPROFILE")
        named = environ.get("GROK_HOME") or (home and str(Path(home, ".grok")))
        return existing_roots({Path(named): Path(named, "sessions")}) if named else []

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every history. Raises ``OSError`` when the store can't be listed."""
        list((root / "sessions").iterdir())  # Says why, where it can't be listed.
        seen: Seen = set()
        for project in subfolders(root / "sessions", seen):
            for session in subfolders(project, seen):
                beside, path = session / SUMMARY, session / _HISTORY
                if file := session_file(self.name, root, path, seen, beside):
                    yield file

    def scan(self, file: SessionFile) -> Scan:
        """Read one history once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, subagents counted at their parents."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the history is gone."""
        yield from read_talk(read_records(session.path, Skipped()), session.kind).turns

    def resume(self, session: Session) -> Resume:
        """Return ``grok --resume ID`` in the session's folder."""
        return resume_in_folder(session, "grok", "--resume", session.id)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, ``""`` for what the client sent."""
        return typed_words(prompt)


SOURCE = Grok()
