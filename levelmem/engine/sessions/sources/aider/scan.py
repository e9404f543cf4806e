"""One pass over a history: each of its runs as a list shows it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.packing import packed, plain, unpacked
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.aider.inputs import (
    Inputs,
    local_time,
    read_inputs,
)
from levelmem.engine.sessions.sources.aider.lines import Run, parts_of, runs_in
from levelmem.engine.sessions.sources.aider.places import INPUTS, project_of
from levelmem.engine.sessions.sources.aider.turns import Speaker, asked_words


def scan(file: SessionFile) -> Scan:
    """Read one history; never raises for what it holds.

    The session of the scan stands for the file, and is hidden; the runs are hints.
    """
    name = _name(file.path)
    try:
        with open_regular(file.path) as stream:
            inputs = read_inputs(file.path.with_name(INPUTS))
            runs = list(runs_in(stream))
            found = [_session(file, name, run, stream, inputs) for run in _dated(runs)]
    except OSError as error:
        return Scan(unreadable(file, ident(name, Run("", 0, 0, 0)), error))
    whole = Row().session(file, name, kind=Kind.HIDDEN, project=project_of(file.path))
    # Most runs are nothing but a start: they need not be kept.
    shown = [_plain(s) for s in found if s.kind is not Kind.HIDDEN]
    return Scan(whole, {"runs": shown})


def assemble(scans: Iterable[Scan]) -> list[Session]:
    """Return the runs of all histories as sessions."""
    sessions: dict[str, Session] = {}
    for scan in scans:
        if scan.session.error:
            sessions[scan.session.id] = scan.session
        for values in scan.hints.get("runs", ()):
            session = unpacked({**values, "path": scan.session.path})
            # A path is no text to be cleaned: it is as the file has it.
            session = replace(session, project=scan.session.project)
            sessions[session.id] = session
    return list(sessions.values())


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of one run.

    Raises ``OSError`` when the history is gone, or no longer holds the run.
    """
    stat = session.path.stat()
    run = _runs(session.path, stat.st_size, stat.st_mtime_ns).get(session.id)
    if run is None:
        raise FileNotFoundError(2, "The history no longer holds it", str(session.path))
    inputs = read_inputs(session.path.with_name(INPUTS))
    with open_regular(session.path) as stream:
        speaker = Speaker(local_time(run.begun), inputs)
        yield from speaker.turns(parts_of(stream, run))


def ident(name: str, run: Run) -> str:
    """Return the id of a run: Aider gives it none.

    ``name`` stands for the file. What stands above a run may be deleted, and the id
    stays.
    """
    text = f"{name}\n{run.begun}\n{run.ordinal}"
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]


@lru_cache(maxsize=16)
def _runs(path: Path, size: int, modified: int) -> dict[str, Run]:
    """Return the runs of a history by their ids, while the file stays as it is."""
    name = _name(path)
    with open_regular(path) as stream:
        return {ident(name, run): run for run in runs_in(stream)}


def _name(path: Path) -> str:
    text = str(path).encode("utf-8", "surrogateescape")
    return hashlib.sha1(text, usedforsecurity=False).hexdigest()


def _session(
    file: SessionFile,
    name: str,
    dated: tuple[Run, str],
    stream: BinaryIO,
    inputs: Inputs,
) -> Session:
    run, moment = dated
    row, begun = Row(), local_time(moment)
    for turn in Speaker(begun, inputs).turns(parts_of(stream, run)):
        row.take(turn)
    row.see(begun)
    row.words = asked_words(row.words)
    # What stands there without anybody asking for it is Aider's own output.
    kind = row.kind if row.prompts else Kind.HIDDEN
    return row.session(file, ident(name, run), size=run.end - run.start, kind=kind)


def _dated(runs: list[Run]) -> Iterator[tuple[Run, str]]:
    """Yield each run and when it began; what stands above the first, by that one."""
    first = next((run.begun for run in runs if run.begun), "")
    for run in runs:
        yield run, run.begun or first


def _plain(session: Session) -> dict[str, Any]:
    """Return a session as JSON values."""
    values: dict[str, Any] = json.loads(json.dumps(packed(session), default=plain))
    return values
