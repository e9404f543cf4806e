"""One pass over a log: the session as a list shows it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.copilot_cli.events import (
    Event,
    as_dict,
    data_of,
    is_of_subagent,
    kind_of,
    read_events,
)
from levelmem.engine.sessions.sources.copilot_cli.store import (
    session_name,
    workspace_of,
)
from levelmem.engine.sessions.sources.copilot_cli.turns import turns_of
from levelmem.engine.sessions.times import parse_time

_EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(slots=True)
class _Facts:
    """What events say of the session itself."""

    ident: str = ""
    project: str = ""
    branch: str = ""
    title: str = ""
    state: str = ""
    children: int = 0
    model: str = ""
    """The model that was chosen last, where no answer names one."""
    row: Row = field(default_factory=Row)

    def watch(self, events: Iterator[Event]) -> Iterator[Event]:
        """Hand events on, and note what they say."""
        for event in events:
            kind, data = kind_of(event), data_of(event)
            self.row.see(parse_time(event.data.get("timestamp")))
            if kind in ("session.start", "session.resume"):
                self._take_start(data)
            elif kind == "session.title_changed":
                self.title = text_of(data.get("title")).strip() or self.title
            elif kind == "subagent.started":
                self.children += 1
            models = filter(None, (text_of(data.get(name)) for name in _MODELS))
            self.model = next(models, self.model)
            if not is_of_subagent(event):
                self.state = _STATES.get(kind, self.state)
            yield event

    def _take_start(self, data: Mapping[str, Any]) -> None:
        context = as_dict(data.get("context"))
        self.ident = self.ident or text_of(data.get("sessionId"))
        self.row.see(parse_time(data.get("startTime")))
        # Taken up in another folder, it goes on there.
        self.project = text_of(context.get("cwd")) or self.project
        self.branch = text_of(context.get("branch")) or self.branch


_MODELS = ("newModel", "selectedModel", "currentModel")

_STATES: Mapping[str, str] = {
    "abort": "interrupted",
    "session.error": "error",
    "session.task_complete": "done",
    "user.message": "",
    "assistant.message": "",
}
"""How the run stands after an event."""


def scan(file: SessionFile) -> Scan:
    """Read one log; never raises for what it holds."""
    skipped, facts = Skipped(), _Facts()
    try:
        for turn in turns_of(facts.watch(read_events(file.path, skipped))):
            facts.row.take(turn)
    except OSError as error:
        return Scan(unreadable(file, session_name(file.path), error))
    except ValueError as error:
        return Scan(unreadable(file, session_name(file.path), f"damaged: {error}"))
    return Scan(_session(file, facts, skipped.lines))


def assemble(scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions; of two logs of one, the one that went on."""
    newest: dict[str, Session] = {}
    for scan in scans:
        session = scan.session
        known = newest.get(session.id)
        if known is None or _weight(known) < _weight(session):
            newest[session.id] = session
    return list(newest.values())


def _session(file: SessionFile, facts: _Facts, skipped: int) -> Session:
    beside = workspace_of(file.path)
    for name in ("created_at", "updated_at"):
        facts.row.see(parse_time(beside.get(name)))
    if facts.model and not facts.row.models:
        facts.row.models[facts.model] = None
    named = facts.title or beside.get("name", "")
    return facts.row.session(
        file,
        # The folder's name is what the client resumes by.
        session_name(file.path) if beside else facts.ident or session_name(file.path),
        project=facts.project or beside.get("cwd", ""),
        branch=facts.branch or beside.get("branch", ""),
        title=named or beside.get("summary", ""),
        title_source="named" if named else "generated",
        state=facts.state,
        children=facts.children,
        skipped=skipped,
    )


def _weight(session: Session) -> tuple[bool, datetime, int]:
    return not session.error, session.updated or _EPOCH, session.size
