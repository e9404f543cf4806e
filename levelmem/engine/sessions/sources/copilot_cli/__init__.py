"""GitHub Copilot CLI: ``~/.copilot/session-state``, one log of events each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.model import (
    Origin,
    Resume,
    Scan,
    Session,
    SessionFile,
    Turn,
)
from levelmem.engine.sessions.sources.copilot_cli import answers, store
from levelmem.engine.sessions.sources.copilot_cli.scan import assemble as join_scans
from levelmem.engine.sessions.sources.copilot_cli.scan import scan as scan_file
from levelmem.engine.sessions.sources.copilot_cli.turns import turns as read_turns
from levelmem.engine.sessions.sources.copilot_cli.words import said
from levelmem.engine.sessions.store_files import resume_in_folder


class CopilotCli:
    """What levelmem knows of Copilot CLI."""

    name = "copilot"
    label = "Copilot CLI"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the configuration folders on this machine that hold sessions."""
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every log. Raises ``OSError`` when the store can't be listed."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join the logs of one session, of which an older one may be left behind."""
        return join_scans(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the log is gone."""
        return read_turns(session)

    def resume(self, session: Session) -> Resume:
        """Return ``copilot --resume=ID`` in the session's folder."""
        return resume_in_folder(session, "copilot", f"--resume={session.id}")

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, ``""`` for what a client sent."""
        words, origin = said(prompt, "")
        return words if origin is Origin.HUMAN else ""

    def written_answers(self, turns: Iterable[Turn]) -> Iterator[str]:
        """Yield each answer that the person wrote instead of taking a choice."""
        return answers.written_answers(turns)


SOURCE = CopilotCli()
