"""Cline, and the extensions that came of it: a folder for each task."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.jsonl import Skipped
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._cline_family import store
from levelmem.engine.sessions.sources._cline_family.scan import assemble as join_scans
from levelmem.engine.sessions.sources._cline_family.scan import read_talk, scan_file
from levelmem.engine.sessions.sources._cline_family.words import typed_words
from levelmem.engine.sessions.store_files import resume_in_folder


class ClineFamily:
    """What levelmem knows of one of them."""

    version = 1

    def __init__(
        self, name: str, label: str, extensions: Sequence[str], home: str = ""
    ) -> None:
        """``extensions`` are the names that the editor's store knows it by; ``home`` is
        the folder of its command line below the person's, where it has one.
        """
        self.name = name
        self.label = label
        self._extensions = tuple(extensions)
        self._home = home

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the stores of all editors, and that of the command line."""
        own = store.own_homes(environ, self._home) if self._home else ()
        return store.existing([*own, *store.extensions(environ, self._extensions)])

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every task. Raises ``OSError`` when the store can't be listed."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one task once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, with what the history of tasks knows of them."""
        return join_scans(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        yield from read_talk(session.path, Skipped()).turns

    def resume(self, session: Session) -> Resume:
        """Return how the command line takes a session up; an editor has no command."""
        if self._home and store.is_of_command_line(session.path):
            return resume_in_folder(session, self.name, "--id", session.id)
        problem = f"Open it in {self.label}'s history, in the editor."
        return Resume((), session.project, problem)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, without what is put around it."""
        return typed_words(prompt)
