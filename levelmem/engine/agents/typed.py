"""What the person typed in a run: the words that notes are credited to.

The spool comes first: hooks wrote it as the words were typed. The session file of
that host and folder adds what no hook saw, and takes away what only looks typed: a
prompt that a script handed over, what a client put into the person's turn.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from levelmem.engine.agents.echo import is_echo
from levelmem.engine.agents.quick import read_json
from levelmem.engine.agents.runs import (
    ENDED,
    STOPPED,
    TOLD,
    ancestors,
    marked_at,
    runs_of,
)
from levelmem.engine.agents.runs import TYPED as SPOOL
from levelmem.engine.agents.spool import wait_for_spool
from levelmem.engine.agents.written_answers import typed_answers
from levelmem.engine.memory.store import MemoryStore
from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import TYPED, Kind, Session, SessionFile
from levelmem.engine.sessions.sources import (
    AnswerReader,
    PromptReader,
    Source,
    sources,
)

_RECENT = 12 * 3600.0
"""Seconds: an older file is no run of this moment."""
_MOST_FILES = 40
"""The newest files of a store that are looked at for the run."""

_FAR = 1 << 30


@dataclass(frozen=True, slots=True)
class Typed:
    """What the person typed in one run."""

    words: tuple[str, ...] = ()
    """One text for each message, in order."""
    host: str = ""
    session: str = ""
    """The run's id; both empty where no run was found."""


@dataclass(frozen=True, slots=True)
class _Run:
    """A run that hooks told of."""

    path: str
    host: str
    session: str
    folder: str
    transcript: str
    processes: tuple[int, ...]

    @property
    def active_at(self) -> float:
        """When anything was last heard of it."""
        return max(marked_at(self.path, name) for name in ("spooling", TOLD, STOPPED))

    @property
    def is_over(self) -> bool:
        """Whether it ended, and was not taken up again."""
        return marked_at(self.path, ENDED) > self.active_at

    def distance(self, own: Sequence[int]) -> int:
        """Return how far above this process the nearest one is that both share."""
        shared = (at for at, pid in enumerate(own) if pid in self.processes)
        return next(shared, _FAR)


def typed_words(
    places: Places, folder: str, host: str = "", session: str = ""
) -> Typed:
    """Return what the person typed in the run that this process belongs to.

    Args:
        places: where the agents' stores lie.
        folder: the folder that the run works in.
        host: the agent's name; any agent's run where it is not known.
        session: the run's id, where the caller knows it.
    """
    run = _find_run(places.environ, folder, host, session)
    if run is None:
        return _from_newest_file(places, folder, host, session)
    spooled = tuple(_spooled(run))
    found = _session_file(places, run)
    if found is None:
        return Typed(spooled, run.host, run.session)
    typed, others = _told_apart(*found)
    kept = [text for text in spooled if text.strip() not in others]
    words = tuple(dict.fromkeys((*kept, *typed)))
    return Typed(words, run.host, run.session)


def person_typed(host: str, prompt: str) -> str:
    """Return what a person typed of a prompt as its host handed it over, or ``""``.

    A hook is also called for what the client itself sends: notifications, reminders,
    commands.
    """
    if is_echo(prompt):
        return ""
    source = sources().get(host)
    if isinstance(source, PromptReader):
        return source.typed(prompt)
    from levelmem.engine.sessions.sources.claude_code.words import said_while_working

    said = said_while_working(prompt)
    return said.text if said.origin in TYPED else ""


def _spooled(run: _Run) -> Iterator[str]:
    wait_for_spool(run.path)
    with suppress(OSError):
        for line in MemoryStore(Path(run.path)).lines(SPOOL).objects:
            text = line.get("text")
            if isinstance(text, str) and (words := person_typed(run.host, text)):
                yield words


# Which run


def _find_run(
    environ: Mapping[str, str], folder: str, host: str, session: str
) -> _Run | None:
    """Return the run with this id, or the one that shares this process's host.

    Runs of one folder at the same time are told apart by the processes above them;
    where the system does not tell those, the one heard of last counts.
    """
    project = Project.of(folder)
    known = [_read_run(path) for path in runs_of(environ, host)]
    here = [run for run in known if project.holds(run.folder)]
    if session:
        return next((run for run in here if run.session == session), None)
    going_on = [run for run in here if not run.is_over]
    own = ancestors()
    return min(
        going_on, key=lambda run: (run.distance(own), -run.active_at), default=None
    )


def _read_run(path: str) -> _Run:
    data = read_json(f"{path}/run.json")
    processes = data.get("processes")
    texts = {
        name: value if isinstance(value := data.get(name), str) else ""
        for name in ("host", "session", "folder", "transcript")
    }
    pids = processes if isinstance(processes, list) else []
    return _Run(
        path, processes=tuple(pid for pid in pids if isinstance(pid, int)), **texts
    )


# Its session file


def _session_file(places: Places, run: _Run) -> tuple[Source, Session] | None:
    source = sources().get(run.host)
    if source is None:
        return None
    if run.transcript and (file := _named_file(source, places, Path(run.transcript))):
        return source, source.scan(file).session
    if not run.session:
        return None
    for session in _newest_sessions(source, places):
        if session.id == run.session:
            return source, session
    return None


def _named_file(source: Source, places: Places, path: Path) -> SessionFile | None:
    """Return the file that a host named, once it is sure to lie in its own store."""
    with suppress(OSError):
        real = path.resolve(strict=True)
        for root in _roots(source, places):
            if real.is_relative_to(root.resolve()):
                modified = real.stat().st_mtime
                return SessionFile(source.name, root, path, "", modified)
    return None


def _from_newest_file(places: Places, folder: str, host: str, session: str) -> Typed:
    """Return the typed words of the session that was written last in a folder."""
    project = Project.of(folder)
    found: list[tuple[Source, Session]] = []
    for source in sources().values():
        if host in ("", source.name):
            mine = (
                one
                for one in _newest_sessions(source, places)
                if one.kind is Kind.MAIN
                and project.holds(one.project)
                and session in ("", one.id)
            )
            found += [(source, one) for one in [next(mine, None)] if one]
    newest = max(
        found,
        key=lambda pair: pair[1].updated.timestamp() if pair[1].updated else 0.0,
        default=None,
    )
    if newest is None:
        return Typed()
    typed, _ = _told_apart(*newest)
    return Typed(tuple(dict.fromkeys(typed)), newest[0].name, newest[1].id)


def _newest_sessions(source: Source, places: Places) -> Iterator[Session]:
    files: list[SessionFile] = []
    for root in _roots(source, places):
        with suppress(OSError):
            files += source.files(root)
    oldest = time.time() - _RECENT
    recent = [file for file in files if file.modified >= oldest]
    recent.sort(key=lambda file: file.modified, reverse=True)
    for file in recent[:_MOST_FILES]:
        scan = source.scan(file)
        if scan.session.project:
            yield scan.session
        else:  # What tells its folder may lie in other files.
            yield from source.assemble(file.root, [scan])


def _roots(source: Source, places: Places) -> Iterable[Path]:
    return places.roots.get(source.name) or source.roots(places.environ)


def _told_apart(source: Source, session: Session) -> tuple[list[str], set[str]]:
    """Return what a session file shows as typed, and what it shows as not typed."""
    typed: list[str] = []
    others: set[str] = set()
    with suppress(OSError):
        turns = list(source.turns(session))
        if isinstance(source, AnswerReader):
            typed += source.written_answers(turns)
        else:
            typed += typed_answers(turns)
        for turn in turns:
            text = turn.text.strip()
            if turn.origin in TYPED and not is_echo(text):
                typed.append(text)
            elif turn.role == "user":
                others.add(text)
    return typed, others - set(typed)
