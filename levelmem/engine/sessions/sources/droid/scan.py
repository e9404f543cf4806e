"""One pass over a log: the session as a list shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from levelmem.engine.sessions.json_values import read_object
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.model import Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.droid.turns import turns_of
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = ("New Session", "Untitled", "Untitled Session")


@dataclass(slots=True)
class _Facts:
    """What records say of the session itself."""

    ident: str = ""
    project: str = ""
    title: str = ""
    row: Row = field(default_factory=Row)

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Hand records on, and note what they say."""
        for record in records:
            data = record.data
            self.row.see(parse_time(data.get("timestamp")))
            if data.get("type") == "session_start":
                self._take_start(data)
            yield record

    def _take_start(self, data: Mapping[str, Any]) -> None:
        self.ident = self.ident or text_of(data.get("id"))
        self.project = text_of(data.get("cwd")) or self.project
        names = (text_of(data.get(name)).strip() for name in ("sessionTitle", "title"))
        named = (name for name in names if name and name not in _NO_TITLE)
        self.title = next(named, self.title)


def scan(file: SessionFile) -> Scan:
    """Read one log; never raises for what it holds."""
    skipped, facts = Skipped(), _Facts()
    try:
        for turn in turns_of(facts.watch(read_records(file.path, skipped))):
            facts.row.take(turn)
    except OSError as error:
        return Scan(unreadable(file, file.path.stem, error))
    return Scan(_session(file, facts, skipped.lines))


def _session(file: SessionFile, facts: _Facts, skipped: int) -> Session:
    settings = read_object(file.path.with_suffix(".settings.json"))
    session = facts.row.session(
        file,
        facts.ident or file.path.stem,
        project=facts.project,
        title=facts.title,
        skipped=skipped,
    )
    if not session.models and (model := text_of(settings.get("model"))):
        session = replace(session, models=(model,))
    return session
