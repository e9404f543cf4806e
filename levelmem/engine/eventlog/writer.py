"""The writer of a session log: appended whole, private, and mended after a crash.

Several processes may write the same log: each append is one write under a lock. The
log is canonical; the transcript beside it is rendered from what was written.
"""

import fcntl
import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from levelmem.engine.eventlog.ids import LogError, session_folder
from levelmem.engine.eventlog.records import LogRecord, RecordKind
from levelmem.engine.eventlog.transcript import render
from levelmem.engine.secrets import scrub_text

EVENTS = "events.jsonl"
TRANSCRIPT = "transcript.md"
STORE = ".memcode"
SESSIONS = "sessions"

_IGNORE = "# levelmem and memcode keep their records of sessions here\n*\n"
_LASTING = frozenset(
    {
        RecordKind.SESSION_FINISHED,
        RecordKind.PLAN_PRESENTED,
        RecordKind.PREFERENCE_SIGNAL,
        RecordKind.LESSON_SIGNAL,
    }
)
"""Kinds that are forced to the disk: nobody says them twice."""
_SCRUBBED = ("text", "input", "content", "trigger", "strategy")


class Appends(Protocol):
    """What takes records: a log, or nothing at all."""

    def append(self, record: LogRecord) -> None:
        """Take a record."""

    def close(self) -> None:
        """Take no more."""


class NoLog:
    """Takes records and keeps none: where a log can't be had, work goes on."""

    def append(self, record: LogRecord) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def _now() -> datetime:
    return datetime.now(UTC)


class SessionLog:
    """The log of one session, open for appending."""

    def __init__(
        self, root: Path, session: str, *, clock: Callable[[], datetime] = _now
    ) -> None:
        """Open the log of ``session`` below ``root``; one that exists goes on.

        Args:
            root: the folder that holds ``.memcode``.
            session: the session's id.
            clock: gives the time of records that have none.

        Raises LogError where the id is none, or a file can't be opened.
        """
        self._clock = clock
        sessions = root / STORE / SESSIONS
        try:
            for folder in (root / STORE, sessions):
                folder.mkdir(mode=0o700, exist_ok=True)
            _ignore_itself(root / STORE)
            self._folder = session_folder(sessions, session)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._events = _open(self._folder / EVENTS)
        except OSError as error:
            raise _problem(error, sessions / session) from error
        try:
            self._transcript = _open(self._folder / TRANSCRIPT)
        except OSError as error:
            os.close(self._events)
            raise _problem(error, self._folder / TRANSCRIPT) from error
        self._is_open = True

    @property
    def path(self) -> Path:
        """The file of the records."""
        return self._folder / EVENTS

    def append(self, record: LogRecord) -> None:
        """Write a record, secrets scrubbed, and then its part of the transcript.

        Raises LogError where it can't be written; then the transcript has none either.
        """
        if not self._is_open:
            raise LogError(f"{self.path} was closed: nothing can be appended to it.")
        record = scrubbed(record if record.ts else replace(record, ts=self._clock()))
        line = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"))
        try:
            _append_line(self._events, line.encode("utf-8", "replace") + b"\n")
            if record.kind in _LASTING:
                os.fsync(self._events)
            told = render(record).encode("utf-8", "replace")
            if told:
                _write_all(self._transcript, told)
        except OSError as error:
            raise _problem(error, self.path) from error

    def close(self) -> None:
        """Close the files; again is nothing."""
        if self._is_open:
            self._is_open = False
            os.close(self._events)
            os.close(self._transcript)


def open_log(root: Path, session: str) -> Appends:
    """Return the log of a session, or one that keeps nothing where it can't be had."""
    try:
        return SessionLog(root, session)
    except LogError:
        return NoLog()


def store_root(start: Path) -> Path:
    """Return the folder whose ``.memcode`` a session that starts here writes to.

    The git top level; outside git the nearest folder above that has a ``.memcode``;
    else the folder itself.
    """
    above = (start, *start.parents)
    for mark in (".git", STORE):
        for folder in above:
            if (folder / mark).exists():
                return folder
    return start


def _ignore_itself(store: Path) -> None:
    """Keep the store out of version control, unless the person decided otherwise."""
    try:
        descriptor = os.open(
            store / ".gitignore", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600
        )
    except FileExistsError:
        return
    try:
        os.write(descriptor, _IGNORE.encode())
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    return os.open(path, flags, 0o600)


def _append_line(descriptor: int, line: bytes) -> None:
    """Append a line as a whole, closing off one that a dying writer tore."""
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        size = os.fstat(descriptor).st_size
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            line = b"\n" + line
        _write_all(descriptor, line)
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def scrubbed(record: LogRecord) -> LogRecord:
    """Return a record as it is written: without secrets."""
    changed: dict[str, Any] = {
        name: clean
        for name in _SCRUBBED
        if (text := getattr(record, name)) and (clean := scrub_text(text)) != text
    }
    return replace(record, **changed) if changed else record


def _problem(error: OSError, path: Path) -> LogError:
    return LogError(f"{path} can't be written: {error.strerror or error}.")
