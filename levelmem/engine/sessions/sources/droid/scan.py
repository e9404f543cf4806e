"""One pass over a log: the session as a list shows it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.model import Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.droid.turns import turns_of
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = ("New Session", "Untitled", "Untitled Session")
_MOST_BYTES = 1 << 20


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
    session = facts.row.session(
        file,
        facts.ident or file.path.stem,
        project=facts.project,
        title=facts.title,
        skipped=skipped,
    )
    if not session.models and (model := _chosen_model(file.path)):
        session = replace(session, models=(model,))
    return session


def _chosen_model(log: Path) -> str:
    """Return the model that the settings beside a log name."""
    settings = log.with_suffix(".settings.json")
    with suppress(OSError, ValueError, RecursionError), open_regular(settings) as file:
        found = json.loads(file.read(_MOST_BYTES))
        return text_of(found.get("model")) if isinstance(found, dict) else ""
    return ""
