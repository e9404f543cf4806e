"""Cursor: its editor, its command line, their transcripts, and what hooks saw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.jsonl import Skipped
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources._hook_log import HookLog
from levelmem.engine.sessions.sources.cursor import store
from levelmem.engine.sessions.sources.cursor.scan import assemble as join_scans
from levelmem.engine.sessions.sources.cursor.scan import read_session, scan_file
from levelmem.engine.sessions.sources.cursor.words import typed_words
from levelmem.engine.sessions.store_files import resume_in_folder


class Cursor(HookLog):
    """What levelmem knows of Cursor."""

    def __init__(self) -> None:
        super().__init__("cursor", "Cursor")

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return Cursor's own stores, and the logs of its hooks."""
        return [*store.roots(environ), *super().roots(environ)]

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session. Raises ``OSError`` when the store can't be listed."""
        if self.is_log_store(root):
            return super().files(root)
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one session once."""
        return scan_file(file) if _is_own(file.path) else super().scan(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions, subagents counted at their parents."""
        if self.is_log_store(root):
            return super().assemble(root, scans)
        return join_scans(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when it is gone."""
        if not _is_own(session.path):
            return super().turns(session)
        return iter(read_session(session.path, Skipped())[1].turns)

    def resume(self, session: Session) -> Resume:
        """Return ``cursor-agent --resume ID``; the editor's own are opened in it."""
        path = session.path
        if not _is_own(path):
            return super().resume(session)
        if store.is_chat(path) or (store.is_transcript(path) and store.has_chat(path)):
            return resume_in_folder(session, "cursor-agent", "--resume", session.id)
        return Resume((), session.project, "Open it in Cursor's history of chats.")

    def fullness(self, session: Session) -> int:
        """Return how much a store tells: a session may be in several."""
        kinds = (store.is_transcript, store.is_chat, store.is_composer)
        told = (at + 1 for at, is_one in enumerate(kinds) if is_one(session.path))
        return next(told, 0)

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, ``""`` for what the client sent."""
        return typed_words(prompt)


def _is_own(path: Path) -> bool:
    kinds = (store.is_composer, store.is_chat, store.is_transcript)
    return any(is_one(path) for is_one in kinds)


SOURCE = Cursor()
