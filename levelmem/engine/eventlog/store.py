"""All session logs of one project, and every question that is asked of them.

Readers agree on what they do with bad lines: what could be read is used, and the
reports of the rest are kept in :attr:`Logs.reports`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from levelmem.engine.eventlog.ids import is_session_id
from levelmem.engine.eventlog.plans import Plan, plans_of
from levelmem.engine.eventlog.reader import Log, ReadReport, read_log
from levelmem.engine.eventlog.records import LATER_LEARNED, LogRecord, RecordKind
from levelmem.engine.eventlog.transcript import first_line
from levelmem.engine.eventlog.writer import EVENTS, SESSIONS, STORE

BURST_SESSIONS, BURST_GAP, BURST_RECORDS = 5, timedelta(hours=48), 120
"""What counts as one burst of work: so many sessions, no longer apart."""

NO_REQUEST = "(no request recorded)"
_HEADLINE = 90
_SHELL = "shell"


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One session of a list."""

    id: str
    started: datetime | None
    last_activity: datetime
    headline: str
    """The first request, or ``(no request recorded)``."""
    actions: int
    """Tool calls."""
    requests: int
    finished: bool

    @property
    def duration(self) -> timedelta:
        """From its start to its last activity."""
        return self.last_activity - (self.started or self.last_activity)


class Logs:
    """The session logs below one folder."""

    def __init__(self, root: Path) -> None:
        """``root`` is the folder that holds ``.memcode``; it need not exist."""
        self.sessions = root / STORE / SESSIONS
        self.reports: dict[str, ReadReport] = {}
        """What could not be read, by session; only where there is something."""
        self._known: dict[str, tuple[tuple[int, int], Log]] = {}

    # Sessions

    def ids(self) -> list[str]:
        """Return the ids of all sessions that have a readable log, the latest first.

        What counts is when something last happened in them; ties go by id.
        """
        found = [
            (when, name) for name in self._names() if (when := self._activity(name))
        ]
        return [name for _, name in sorted(found, reverse=True)]

    def log(self, session: str) -> Log:
        """Return a session's records; none for an unknown one."""
        if not is_session_id(session):
            return Log(session)
        path = self.sessions / session / EVENTS
        mark = _mark(path)
        known = self._known.get(session)
        if known is None or known[0] != mark:
            known = mark, read_log(path, session)
            self._known[session] = known
        log = known[1]
        if log.report.skipped or log.report.error:
            self.reports[session] = log.report
        return log

    def infos(self, count: int = 0, skip: str = "") -> list[SessionInfo]:
        """Return the sessions that hold anything, the latest first; 0 is all."""
        infos = (self._info(name) for name in self.ids() if name != skip)
        found = [info for info in infos if info]
        return found[:count] if count > 0 else found

    def _info(self, session: str) -> SessionInfo | None:
        records = self.log(session).records
        if not records:
            return None
        started = _of(records, RecordKind.SESSION_STARTED)
        asked = _of(records, RecordKind.USER_MESSAGE)
        finished = bool(_of(records, RecordKind.SESSION_FINISHED))
        headline = first_line(asked[0].text, _HEADLINE) if asked else ""
        return SessionInfo(
            id=session,
            started=(started or list(records))[0].ts,
            last_activity=self._activity(session) or datetime.fromtimestamp(0, UTC),
            headline=headline or NO_REQUEST,
            actions=len(_of(records, RecordKind.TOOL_CALL)),
            requests=len(asked),
            finished=finished,
        )

    # Records

    def recent(self, session: str, count: int = 0) -> list[LogRecord]:
        """Return a session's records in file order, the last ``count``; 0 is all."""
        return _tail(self.log(session).records, count)

    def latest(self, count: int = 0, skip: str = "") -> list[LogRecord]:
        """Return the last records of the latest session other than ``skip``."""
        for session in self.ids():
            if session != skip and self.log(session).records:
                return self.recent(session, count)
        return []

    def burst(
        self,
        skip: str = "",
        sessions: int = BURST_SESSIONS,
        gap: timedelta = BURST_GAP,
        each: int = BURST_RECORDS,
    ) -> list[LogRecord]:
        """Return the records of the last burst of work, the oldest session first.

        The latest session always belongs to it, however old; the ones before as long
        as no two are more than ``gap`` apart.

        Args:
            skip: a session that does not count: the current one.
            sessions: at most so many; 0 is any number.
            gap: the longest rest within a burst; zero is any.
            each: the last so many records of each session; 0 is all.
        """
        chosen: list[str] = []
        before: datetime | None = None
        for session in self.ids():
            when = self._activity(session)
            if session == skip or when is None:
                continue
            too_long = before is not None and before - when > gap > timedelta(0)
            if too_long or (sessions > 0 and len(chosen) == sessions):
                break
            chosen.append(session)
            before = when
        return [r for session in reversed(chosen) for r in self.recent(session, each)]

    def asked(self, session: str) -> list[LogRecord]:
        """Return what was asked in a session, in order."""
        return _of(self.log(session).records, RecordKind.USER_MESSAGE)

    def last_shell(self) -> LogRecord | None:
        """Return the last command that the person ran, with its output."""
        for session in self.ids():
            for record in reversed(self.log(session).records):
                if record.kind == RecordKind.TOOL_CALL and record.tool == _SHELL:
                    return record
        return None

    def commits(self, events: Callable[[str], Sequence[str]]) -> list[LogRecord]:
        """Return the calls that commit or push, the latest first over all sessions.

        Calls whose exit status or result says that they failed are left out, and those
        that were denied.

        Args:
            events: the commits and pushes that a command attempts, by a shell parser.
        """
        found = [
            record
            for session in self.ids()
            for record in _done_calls(self.log(session).records)
            if events(record.input)
        ]
        return sorted(found, key=_when, reverse=True)

    def signals(self, kind: RecordKind) -> list[LogRecord]:
        """Return the records of one kind of all sessions, by time, ties by place.

        For preferences, lessons, adherence and facts.
        """
        found = [
            r for session in self.ids() for r in _of(self.log(session).records, kind)
        ]
        return sorted(found, key=_when)

    def plans(self, count: int = 0) -> list[Plan]:
        """Return the plans presented, each in its last revision, latest first."""
        plans = plans_of(self._all_of(RecordKind.PLAN_PRESENTED))
        return plans[:count] if count > 0 else plans

    def all_records(self) -> Iterator[LogRecord]:
        """Yield every record, the latest session first, within it the last first."""
        for session in self.ids():
            yield from reversed(self.log(session).records)

    def _all_of(self, kind: RecordKind) -> Iterator[LogRecord]:
        for session in self.ids():
            yield from _of(self.log(session).records, kind)

    def _names(self) -> list[str]:
        try:
            with os.scandir(self.sessions) as entries:
                return [
                    entry.name
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False) and is_session_id(entry.name)
                ]
        except OSError:
            return []

    def _activity(self, session: str) -> datetime | None:
        """Return when something last happened; None where no record can be read.

        Records are trusted before the file's time, which copies and restores change.
        """
        log = self.log(session)
        if not log.records:
            return None
        times = [r.ts for r in log.records if r.ts and r.kind not in LATER_LEARNED]
        if times:
            return max(times)
        try:
            path = self.sessions / session / EVENTS
            return datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except OSError:
            return None


def _mark(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (-1, -1)
    return (stat.st_size, stat.st_mtime_ns)


def _of(records: Iterable[LogRecord], kind: str) -> list[LogRecord]:
    return [record for record in records if record.kind == kind]


def _tail(records: Sequence[LogRecord], count: int) -> list[LogRecord]:
    return list(records[-count:] if count > 0 else records)


def _when(record: LogRecord) -> tuple[float, str, int]:
    moment = record.ts.timestamp() if record.ts else 0.0
    return (moment, record.session, record.line)


def _done_calls(records: Iterable[LogRecord]) -> Iterator[LogRecord]:
    """Yield the tool calls that nothing says were denied or failed."""
    failed = {
        record.tool_use_id
        for record in records
        if record.kind == RecordKind.TOOL_RESULT
        and record.tool_use_id
        and (record.is_error or record.status in ("error", "denied", "interrupted"))
    }
    denied = False
    for record in records:
        if record.kind == RecordKind.APPROVAL:
            # An approval stands before the call that it is about.
            denied = record.decision in ("denied", "interrupted")
        elif record.kind == RecordKind.TOOL_CALL:
            bad = record.is_error or record.exit or record.tool_use_id in failed
            if not (denied or bad):
                yield record
            denied = False
