"""Sessions of agents whose own files may not tell them: the logs of their hooks.

``<data>/agents/logs/<agent>/.memcode/sessions/<session>/events.jsonl``, in memcode's
format. The first record names the project, since the log does not lie in it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from levelmem.engine.eventlog.records import parse_record
from levelmem.engine.eventlog.writer import SESSIONS, STORE
from levelmem.engine.places import Places
from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import decode_line
from levelmem.engine.sessions.model import Resume, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.sources.memcode import SOURCE as LOGS

_FIRST_LINE = 64 << 10


class HookLog:
    """What levelmem's own hooks know of an agent."""

    version = 1

    def __init__(self, name: str, label: str, resume: Sequence[str] = ()) -> None:
        """``resume`` are the program and its arguments before a session's id."""
        self.name = name
        self.label = label
        self._resume = tuple(resume)

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the folder of the agent's logs, if there is one."""
        root = Places(environ).data / "agents" / "logs" / self.name
        return [root] if self.is_log_store(root) else []

    @staticmethod
    def is_log_store(root: Path) -> bool:
        """Tell whether a store is one of levelmem's own logs."""
        return (root / STORE / SESSIONS).is_dir()

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the log of each session. Raises ``OSError`` when it can't be listed."""
        for file in LOGS.files(root):
            yield replace(file, agent=self.name)

    def scan(self, file: SessionFile) -> Scan:
        """Read one log once."""
        scan = LOGS.scan(file)
        project = _project_of(file.path)
        return replace(scan, session=replace(scan.session, project=project))

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Return the sessions: every log is one of its own."""
        return LOGS.assemble(root, scans)

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation. Raises ``OSError`` when the log is gone."""
        return LOGS.turns(session)

    def resume(self, session: Session) -> Resume:
        """Return how the agent takes the session up, where it does so by its id."""
        if not self._resume or session.id.startswith("x-"):
            return Resume((), session.project, f"start {self.label} in its folder")
        return Resume((*self._resume, session.id), session.project)


def _project_of(log: Path) -> str:
    try:
        with open_regular(log) as stream:
            found = decode_line(stream.readline(_FIRST_LINE))
    except (OSError, ValueError):
        return ""
    first = parse_record(found[0]) if found else None
    project = first.extra.get("project") if first else None
    return project if isinstance(project, str) else ""
