"""Claude Code: transcripts under ``~/.claude/projects``, one JSON lines file each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources import (
    _claude_families,
    _claude_live,
    _claude_scan,
    _claude_store,
    _claude_turns,
)


class ClaudeCode:
    """What levelmem knows of Claude Code."""

    name = "claude-code"
    label = "Claude Code"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the configuration folders that hold transcripts."""
        return _claude_store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every transcript, those of subagents included."""
        return _claude_store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one transcript once."""
        return _claude_scan.scan(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join copies to one session and subagents to their parents."""
        return _claude_families.assemble(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation, with what only copies of it hold at the end."""
        return _claude_turns.turns(session)

    def resume(self, session: Session) -> Resume:
        """Return ``claude --resume ID`` in the session's folder."""
        return _claude_live.resume(session)


SOURCE = ClaudeCode()
