"""Gemini CLI: chats under ``~/.gemini/tmp``, one document or log of lines each."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._gemini_family import assembling, leftovers, store
from levelmem.engine.sessions.sources._gemini_family.scan import scan as scan_file
from levelmem.engine.sessions.sources._gemini_family.words import typed_prompt
from levelmem.engine.sessions.store_files import existing_roots, resume_in_folder


class Gemini:
    """What levelmem knows of Gemini CLI."""

    name = "gemini"
    label = "Gemini CLI"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the runtime folders on this machine that hold chats.

        ``GEMINI_CLI_HOME`` stands for the home folder; a sandbox on macOS keeps its
        own below ``~/.cache``, and without a home they lie in the temporary folder.
        """
        candidates = {root: root / "tmp" for root in _candidates(environ)}
        return existing_roots(candidates)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every chat. Raises ``OSError`` when the store can't be listed."""
        return store.chat_files(self.name, root, set())

    def scan(self, file: SessionFile) -> Scan:
        """Read one chat once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join copies to one session and find the folders they worked in."""
        return assembling.assemble(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the file is gone."""
        return leftovers.conversation(session)

    def resume(self, session: Session) -> Resume:
        """Return ``gemini --resume ID`` in the session's folder."""
        if problem := leftovers.problem(session):
            return Resume((), session.project, problem)
        return resume_in_folder(session, "gemini", "--resume", session.id)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt: without the files behind an @."""
        return typed_prompt(prompt)


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    if named := environ.get("GEMINI_CLI_HOME"):
        yield Path(named, ".gemini")
        yield Path(named)
    if home:
        yield Path(home, ".gemini")
        yield Path(home, ".cache", ".gemini")
    else:
        yield Path(environ.get("TMPDIR") or tempfile.gettempdir(), ".gemini")


SOURCE = Gemini()
