"""One pass over a log: the session as a list shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._gemini_family.scan import parent_of
from levelmem.engine.sessions.sources._gemini_family.store import project_folder
from levelmem.engine.sessions.sources.qwen.records import (
    Survey,
    payload_of,
    survey,
)
from levelmem.engine.sessions.sources.qwen.store import slug_of
from levelmem.engine.sessions.sources.qwen.turns import turns_of
from levelmem.engine.sessions.times import parse_time


@dataclass(slots=True)
class _Facts:
    """What records say of the session itself, those that were taken back left out."""

    known: Survey
    slug: str
    project: str = ""
    is_sure: bool = False
    """Whether the store itself names the folder."""
    branch: str = ""
    title: str = ""
    title_source: str = ""
    row: Row = field(default_factory=Row)

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Hand records on, and note what they say."""
        for record in records:
            data = record.data
            self.row.see(parse_time(data.get("timestamp")))
            if self.known.is_current(data):
                self._take(data)
            yield record

    def _take(self, data: Mapping[str, Any]) -> None:
        folder = text_of(data.get("cwd"))
        if folder and not self.is_sure:
            self.project, self.is_sure = folder, slug_of(folder) == self.slug
        self.branch = text_of(data.get("gitBranch")) or self.branch
        if data.get("subtype") == "custom_title":
            payload = payload_of(data)
            title = text_of(payload.get("customTitle")).strip()
            by_hand = payload.get("titleSource") != "auto"
            if title and (by_hand or self.title_source != "named"):
                self.title = title
                self.title_source = "named" if by_hand else "generated"


def scan(file: SessionFile) -> Scan:
    """Read one log; never raises for what it holds."""
    skipped = Skipped()
    try:
        facts = _Facts(survey(file.path), project_folder(file.path).name)
        records = facts.watch(read_records(file.path, skipped))
        for turn in turns_of(records, facts.known):
            facts.row.take(turn)
    except OSError as error:
        return Scan(unreadable(file, file.path.stem, error))
    return Scan(_session(file, facts, skipped.lines))


def _session(file: SessionFile, facts: _Facts, skipped: int) -> Session:
    parent = parent_of(file.path)
    kind = facts.row.kind
    if parent and kind is Kind.MAIN:
        kind = Kind.SUBAGENT
    return facts.row.session(
        file,
        # The file's name is what the client resumes by.
        file.path.stem,
        project=facts.project,
        branch=facts.branch,
        title=facts.title,
        title_source=facts.title_source,
        kind=kind,
        parent_id=parent,
        skipped=skipped,
    )
