"""Qwen Code: logs under ``~/.qwen/projects``; old ones lie as Gemini CLI's do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._gemini_family import assembling, leftovers
from levelmem.engine.sessions.sources._gemini_family.scan import scan as scan_chat
from levelmem.engine.sessions.sources._gemini_family.words import typed_prompt
from levelmem.engine.sessions.sources.qwen import store
from levelmem.engine.sessions.sources.qwen.scan import scan as scan_log
from levelmem.engine.sessions.sources.qwen.turns import turns as log_turns
from levelmem.engine.sessions.store_files import resume_in_folder


class Qwen:
    """What levelmem knows of Qwen Code."""

    name = "qwen"
    label = "Qwen Code"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the folders on this machine that hold logs.

        ``QWEN_HOME`` and ``QWEN_RUNTIME_DIR`` name such folders besides ``~/.qwen``.
        """
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the logs of both layouts.

        Raises ``OSError`` when the store can't be listed.
        """
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        return scan_log(file) if store.is_log(file.path) else scan_chat(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join copies to one session and find the folders of old ones."""
        return assembling.assemble(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the file is gone."""
        is_log = store.is_log(session.path)
        return log_turns(session) if is_log else leftovers.conversation(session)

    def resume(self, session: Session) -> Resume:
        """Return ``qwen --resume ID`` in the session's folder."""
        if problem := leftovers.problem(session):
            return Resume((), session.project, problem)
        return resume_in_folder(session, "qwen", "--resume", session.id)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt: without the files behind an @."""
        return typed_prompt(prompt)


SOURCE = Qwen()
