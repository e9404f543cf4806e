"""Codex: the command line, the editor extension and the desktop share one store."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG

from levelmem.engine.sessions.jsonl import signature
from levelmem.engine.sessions.model import (
    Kind,
    Origin,
    Resume,
    Scan,
    Session,
    SessionFile,
    Turn,
)
from levelmem.engine.sessions.sources.codex.assemble import assemble_threads
from levelmem.engine.sessions.sources.codex.files import ACTIVE, ARCHIVED, rollouts
from levelmem.engine.sessions.sources.codex.history import read_history
from levelmem.engine.sessions.sources.codex.index import (
    ThreadIndex,
    index_stamp,
    read_index,
)
from levelmem.engine.sessions.sources.codex.opening import can_decompress
from levelmem.engine.sessions.sources.codex.prompts import read_prompt
from levelmem.engine.sessions.sources.codex.scan import AGENT, scan_rollout
from levelmem.engine.sessions.sources.codex.turns import read_steps


class CodexSource:
    """Codex's rollouts under ``$CODEX_HOME`` or ``~/.codex``."""

    name = AGENT
    label = "Codex"
    version = 1

    def __init__(self) -> None:
        self._sqlite_home: Path | None = None
        self._indexes: dict[Path, tuple[object, ThreadIndex]] = {}

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return Codex's home where it holds rollouts.

        ``CODEX_HOME`` moves it, ``CODEX_SQLITE_HOME`` moves its databases only.
        """
        sqlite_home = environ.get("CODEX_SQLITE_HOME", "")
        self._sqlite_home = Path(sqlite_home).expanduser() if sqlite_home else None
        home = environ.get("CODEX_HOME", "")
        root = Path(home).expanduser() if home else _default_home(environ)
        if root is None or not any((root / top).is_dir() for top in (ACTIVE, ARCHIVED)):
            return []
        return [root]

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the rollouts of a store, archived ones too."""
        readable = can_decompress()
        for path in rollouts(root):
            try:
                stat = path.stat()
            except OSError:
                continue
            if not S_ISREG(stat.st_mode):
                continue  # a pipe, a device, a folder: whatever its name
            try:
                mark = signature(path, stat)
            except FileNotFoundError:
                continue
            except OSError:
                mark = f"{stat.st_size}-{stat.st_mtime_ns}-unreadable"
            if path.suffix == ".zst" and not readable:
                mark += "-compressed"  # so that it is read once it can be
            yield SessionFile(self.name, root, path, mark, stat.st_mtime)

    def scan(self, file: SessionFile) -> Scan:
        """Read one rollout, with the files that its conversation begins in."""
        return scan_rollout(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join the files of each thread, name them, and count their subagents."""
        return assemble_threads(self._index(root), scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation, also the part that lies in other files."""
        for step in read_steps(read_history(session.path)):
            yield from step.turns

    def resume(self, session: Session) -> Resume:
        """Resume by thread id in the session's folder: Codex goes by where it is."""
        argv = ("codex", "resume", session.id)
        return Resume(argv, session.project, _problem(session))

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, without what Codex puts before."""
        read = read_prompt(prompt)
        return read.text if read.origin is Origin.HUMAN else ""

    def _index(self, root: Path) -> ThreadIndex:
        folders = [root, *([self._sqlite_home] if self._sqlite_home else [])]
        stamp = index_stamp(root, folders)
        known = self._indexes.get(root)
        if known is None or known[0] != stamp:
            known = (stamp, read_index(root, folders))
            self._indexes[root] = known
        return known[1]


def _default_home(environ: Mapping[str, str]) -> Path | None:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(home) / ".codex" if home else None


def _problem(session: Session) -> str:
    if session.kind is not Kind.MAIN:
        return "A subagent's session can't be resumed; resume the one that started it."
    if session.error:
        return f"The session can't be read: {session.error}."
    if not session.project:
        return ""
    if not _is_folder(session.project):
        return f"Its folder is not on this machine: {session.project}"
    return ""


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except OSError:
        return False


SOURCE = CodexSource()
