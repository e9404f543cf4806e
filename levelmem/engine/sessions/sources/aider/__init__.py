"""Aider: one Markdown file a project, ``.aider.chat.history.md``, of many runs.

The files lie in the projects themselves, and nothing lists them: they are looked for
where people work. Any other is given with ``--root aider=PATH``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.aider import places
from levelmem.engine.sessions.sources.aider.scan import assemble as join_scans
from levelmem.engine.sessions.sources.aider.scan import scan as scan_file
from levelmem.engine.sessions.sources.aider.scan import turns as read_turns
from levelmem.engine.sessions.store_files import resume_in_folder


class Aider:
    """What levelmem knows of Aider."""

    name = "aider"
    label = "Aider"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the projects that hold a history, or a history of another name.

        ``AIDER_CHAT_HISTORY_FILE`` and ``chat-history-file`` in ``.aider.conf.yml``
        name others.
        """
        return places.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the histories of a project, or of the projects near below a folder."""
        return places.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one history once: all of its runs."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return each run as a session; those in which nothing was asked are hidden."""
        return join_scans(scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation of one run. Raises ``OSError`` when it is gone."""
        return read_turns(session)

    def resume(self, session: Session) -> Resume:
        """Return the command that loads the whole history: it takes no single run."""
        resume = resume_in_folder(session, "aider", "--restore-chat-history")
        if session.path.name == places.HISTORY:
            return resume
        argv = (*resume.argv, "--chat-history-file", str(session.path))
        return replace(resume, argv=argv)


SOURCE = Aider()
