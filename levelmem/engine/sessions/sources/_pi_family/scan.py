"""One pass over a file: the session as a list shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.json_values import as_dict
from levelmem.engine.sessions.jsonl import Record, Skipped, text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._pi_family.entries import (
    kind_of,
    read_entries,
    tree_of,
)
from levelmem.engine.sessions.sources._pi_family.store import ident_of, parent_of
from levelmem.engine.sessions.sources._pi_family.turns import turns_of
from levelmem.engine.sessions.times import parse_time

_STATES = {"aborted": "interrupted", "error": "error"}


@dataclass(slots=True)
class _Facts:
    """What entries say of the session itself."""

    ident: str = ""
    project: str = ""
    parent: str = ""
    title: str = ""
    state: str = ""
    model: str = ""
    """The model that was chosen last, where no answer names one."""
    row: Row = field(default_factory=Row)

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Hand entries on, and note what they say."""
        for record in records:
            data = record.data
            self.row.see(parse_time(data.get("timestamp")))
            match kind_of(data):
                case "session":
                    self._take_header(data)
                case "session_info":
                    self.title = text_of(data.get("name")).strip() or self.title
                case "model_change":
                    self.model = text_of(data.get("modelId")) or self.model
                case "message":
                    self._take_message(as_dict(data.get("message")))
            yield record

    def _take_header(self, data: Mapping[str, Any]) -> None:
        self.ident = self.ident or text_of(data.get("id"))
        self.project = self.project or text_of(data.get("cwd"))
        self.model = text_of(data.get("modelId")) or self.model
        origin = text_of(data.get("parentSession")) or text_of(data.get("branchedFrom"))
        # A path, also one of Windows, or the id itself.
        self.parent = ident_of(Path(origin.replace("\\", "/"))) if origin else ""

    def _take_message(self, message: Mapping[str, Any]) -> None:
        if message.get("role") == "user":
            self.state = ""
        elif message.get("role") == "assistant":
            self.state = _STATES.get(text_of(message.get("stopReason")), "")


def scan(file: SessionFile) -> Scan:
    """Read one file; never raises for what it holds."""
    skipped, facts = Skipped(), _Facts()
    try:
        tree = tree_of(file.path)
        records = facts.watch(read_entries(file.path, skipped))
        for turn in turns_of(records, tree):
            facts.row.take(turn)
    except OSError as error:
        return Scan(unreadable(file, ident_of(file.path), error))
    return Scan(_session(file, facts, skipped.lines))


def _session(file: SessionFile, facts: _Facts, skipped: int) -> Session:
    above = parent_of(file.path)
    kind = facts.row.kind
    if above and kind is Kind.MAIN:
        kind = Kind.SUBAGENT
    session = facts.row.session(
        file,
        facts.ident or ident_of(file.path),
        project=facts.project,
        title=facts.title,
        title_source="named",
        state=facts.state,
        kind=kind,
        parent_id=above or facts.parent,
        skipped=skipped,
    )
    if not session.models and facts.model:
        session = replace(session, models=(facts.model,))
    return session
