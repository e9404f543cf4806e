"""Claude Code: transcripts under ``~/.claude/projects``, one JSON lines file each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.growing import Mark
from levelmem.engine.sessions.model import (
    Resume,
    Scan,
    Session,
    SessionFile,
    Turn,
)
from levelmem.engine.sessions.sources.claude_code import (
    early,
    families,
    growth,
    live,
    store,
)
from levelmem.engine.sessions.sources.claude_code.scan import scan as scan_file
from levelmem.engine.sessions.sources.claude_code.turns import turns as read_turns


class ClaudeCode:
    """What levelmem knows of Claude Code."""

    name = "claude-code"
    label = "Claude Code"
    version = 1

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the configuration folders that hold transcripts."""
        return store.roots(environ)

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every transcript, those of subagents included."""
        return store.files(self.name, root)

    def scan(self, file: SessionFile) -> Scan:
        """Read one transcript once."""
        return scan_file(file)

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join copies to one session and subagents to their parents."""
        return families.assemble(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation, with what only copies of it hold at the end."""
        return read_turns(session)

    def turns_since(
        self, session: Session, mark: Mark | None
    ) -> tuple[list[Turn], Mark | None]:
        """Go on reading a transcript at its first turn that was not settled."""
        return growth.turns_since(session, mark)

    def sure_answers(self, data: bytes, lowered: bytes, word: bytes) -> Iterator[str]:
        """Yield texts of answers that no other line of a transcript takes back."""
        return early.sure_answers(data, lowered, word)

    def resume(self, session: Session) -> Resume:
        """Return ``claude --resume ID`` in the session's folder."""
        return live.resume(session)


SOURCE = ClaudeCode()
