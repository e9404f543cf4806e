"""One log file read: bad lines never hide good ones, and are told.

A line that a crash tore swallows the record that was appended to it; that record is
found again where it begins.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from levelmem.engine.eventlog.records import LogRecord, parse_record

MAX_LINE = 8 << 20
"""Bytes of the longest line that is read; longer ones are passed over."""

_BOM = b"\xef\xbb\xbf"
_BEGINNINGS = ('{"ts":', '{"kind":')
_CHUNK = 1 << 20


@dataclass(slots=True)
class ReadReport:
    """The lines of a log that could not be read, by their numbers from 1."""

    torn: list[int] = field(default_factory=list)
    """Lines that end in the middle of a record."""
    oversize: list[int] = field(default_factory=list)
    invalid: list[int] = field(default_factory=list)
    """Lines that hold no record: no object, or one without a kind."""
    error: str = ""
    """Why the file as a whole could not be read (to its end), for people."""

    @property
    def skipped(self) -> int:
        """How many lines were left out."""
        return len(self.torn) + len(self.oversize) + len(self.invalid)


@dataclass(frozen=True, slots=True)
class Log:
    """What one session's log holds."""

    session: str
    records: tuple[LogRecord, ...] = ()
    report: ReadReport = field(default_factory=ReadReport)


def read_log(path: Path, session: str = "", max_line: int = MAX_LINE) -> Log:
    """Return the records of a file, each with its session and line.

    A missing file is an empty log. Never raises: what can't be read is in the report.
    """
    report = ReadReport()
    records: list[LogRecord] = []
    try:
        with path.open("rb") as stream:
            for number, line in _lines(stream, max_line):
                records += _records(line, number, report)
    except FileNotFoundError:
        pass
    except OSError as error:
        report.error = f"{path}: {error.strerror or error}"
    return Log(session, tuple(_with_times(records, session)), report)


def _lines(
    stream: Iterable[bytes], max_line: int
) -> Iterator[tuple[int, bytes | None]]:
    """Yield numbered lines; None stands for one that is too long."""
    read = stream.readline  # type: ignore[attr-defined]
    number = 0
    while line := read(max_line + 1):
        number += 1
        if len(line) > max_line and not line.endswith(b"\n"):
            while (rest := read(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield number, None
            continue
        yield number, line.removeprefix(_BOM) if number == 1 else line


def _records(line: bytes | None, number: int, report: ReadReport) -> list[LogRecord]:
    if line is None:
        report.oversize.append(number)
        return []
    text = line.decode("utf-8", "replace").strip("\x00 \t\r\n")
    if not text:
        return []
    found, torn = _decode(text)
    records = [r.stamped("", number) for d in found if (r := parse_record(d))]
    if torn:
        report.torn.append(number)
    elif len(records) < max(1, len(found)):
        report.invalid.append(number)
    return records


def _decode(text: str) -> tuple[list[dict[str, object]], bool]:
    """Return the objects of a line, and whether a part of it was torn off."""
    try:
        value = json.loads(text)
        return ([value] if isinstance(value, dict) else []), False
    except (ValueError, RecursionError):
        pass
    # A record that was glued to a torn one, or two on one line.
    for start in _beginnings(text):
        try:
            value = json.loads(text[start:])
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            before = text[:start].strip()
            earlier, torn = _decode(before) if before else ([], False)
            return [*earlier, value], torn or not earlier
    return [], text.startswith("{")


def _beginnings(text: str) -> list[int]:
    """Return where records may begin within a line, the first ones first."""
    found: list[int] = []
    for mark in _BEGINNINGS:
        at = text.find(mark, 1)
        while at > 0 and len(found) < 50:
            found.append(at)
            at = text.find(mark, at + 1)
    return sorted(found)


def _with_times(records: Iterable[LogRecord], session: str) -> Iterator[LogRecord]:
    """Give each record its session, and the time before where it has none."""
    last = None
    for record in records:
        last = record.ts or last
        yield replace(record, session=session, ts=last)
