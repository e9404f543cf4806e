"""Pi, and the agents that keep their sessions in its form: a tree of entries each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._pi_family import store
from levelmem.engine.sessions.sources._pi_family.scan import scan as scan_file
from levelmem.engine.sessions.sources._pi_family.turns import turns as read_turns
from levelmem.engine.sessions.sources._pi_family.words import typed_words
from levelmem.engine.sessions.store_files import resume_in_folder

Roots = Callable[[Mapping[str, str]], Iterable[Path]]
"""Returns where an agent may keep its sessions, by the environment."""


class PiFamily:
    """What levelmem knows of one agent of the family."""

    version = 1

    def __init__(self, name: str, label: str, program: str, roots: Roots) -> None:
        """``program`` resumes a session, where there is one that does; ``roots`` are
        where the agent may keep them.
        """
        self.name = name
        self.label = label
        self._program = program
        self._roots = roots

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the folders of sessions that exist on this machine."""
        return store.existing(self._roots(environ))

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session file. Raises ``OSError`` when it can't be listed."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one file once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Make copies one, and count the subagents of each session."""
        return joined(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the file is gone."""
        return read_turns(session)

    def resume(self, session: Session) -> Resume:
        """Return ``pi --session ID`` in the session's folder."""
        if not self._program:
            problem = f"{self.label} has no command that resumes a session."
            return Resume((), session.project, problem)
        return resume_in_folder(session, self._program, "--session", session.id)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt: a skill by its name alone."""
        return typed_words(prompt)
