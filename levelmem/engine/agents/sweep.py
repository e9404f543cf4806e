"""The sweep: seals what ended or went quiet, consolidates, and tidies up.

There is no daemon: the start and the end of a session wake a sweep that runs beside
it, one at a time, with low priority and for a bounded time. What one leaves undone
the next one does. It needs no hook: it reads the agents' files.
"""

import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from levelmem.engine.agents.briefing import BRIEFING
from levelmem.engine.agents.quick import agents_folder, find_memory, read_json
from levelmem.engine.agents.recalling import refresh_index
from levelmem.engine.agents.refresh import refresh_here
from levelmem.engine.agents.runs import make_private, runs_of, write_private
from levelmem.engine.agents.sealing import Sealing
from levelmem.engine.agents.summarise import Summariser
from levelmem.engine.memory.opening import open_memories
from levelmem.engine.memory.store import StoreError
from levelmem.engine.places import Places
from levelmem.engine.problem import Problem
from levelmem.engine.recall.service import INDEX, Recall
from levelmem.engine.sessions.catalog import Catalog
from levelmem.settings import MemorySettings, Settings, load

SECONDS = 60.0
"""How long one sweep may take before it leaves the rest to the next."""
_RUN_DAYS = 14
"""A run of which nothing was heard for so long is forgotten, its spool with it."""
_LOCK = "sweep.lock"
_REPORT = "sweep.json"


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did."""

    at: str
    """When it ended, ISO 8601."""
    sealed: int = 0
    """Sessions that got a journal line."""
    looked_at: int = 0
    left: int = 0
    """Sessions left to the next sweep."""
    consolidated: tuple[str, ...] = ()
    """Projects whose MEMORY.md was written."""
    problems: tuple[str, ...] = ()
    """What could not be read or written, for people."""


def _now() -> datetime:
    return datetime.now(UTC)


def sweep(
    places: Places,
    settings: Settings,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], datetime] = _now,
) -> Swept | None:
    """Seal what is due; return None where another sweep is at work.

    Raises ``OSError`` when not even the lock can be had.
    """
    end = time.monotonic() + seconds
    folder = Path(agents_folder(places.environ))
    with _alone(folder / _LOCK) as is_alone:
        if not is_alone:
            return None
        done = _sweep(places, settings, end, clock)
        write_private(str(folder / _REPORT), json.dumps(asdict(done)) + "\n")
        forget_old_runs(places.environ, clock().timestamp())
        renew_old_digests(places.environ, clock().date())
        _refresh_recall(places, settings.memory, end - time.monotonic())
    return done


def sweep_in_turn(environ: Mapping[str, str], seconds: float = SECONDS) -> None:
    """Sweep by the person's settings, after the one that is at work by now."""
    places = Places(environ)
    settings = load(places.config, environ)
    places = Places(environ, settings.roots)
    end = time.monotonic() + seconds
    while sweep(places, settings, seconds=seconds) is None and time.monotonic() < end:
        time.sleep(1.0)


def forget_old_runs(environ: Mapping[str, str], now: float) -> None:
    """Delete the folders of runs of which nothing was heard for two weeks."""
    for path in runs_of(environ):
        run = Path(path)
        try:
            heard_at = max(part.stat().st_mtime for part in (run, *run.iterdir()))
        except OSError:
            continue
        if now - heard_at > _RUN_DAYS * 86400:
            shutil.rmtree(run, ignore_errors=True)


def renew_old_digests(environ: Mapping[str, str], today: date) -> None:
    """Make the digests of an earlier day anew, where somebody works at present.

    Ages are counted to the day of the digest, and what is recent changes with it.
    """
    folders = {read_json(f"{run}/run.json").get("folder") for run in runs_of(environ)}
    for folder in filter(None, folders):
        here = find_memory(str(folder), environ)
        briefing = Path(here.sides, BRIEFING)
        with suppress(OSError, Problem):
            made = datetime.fromtimestamp(briefing.stat().st_mtime, UTC).date()
            if made < today and not here.off:
                refresh_here(here.project, environ)


def _refresh_recall(places: Places, settings: MemorySettings, seconds: float) -> None:
    """Spend what is left of the time on recall's index, so that no agent waits."""
    memories = open_memories(
        places, confirm_facts=settings.confirm_facts, enabled=settings.enabled
    )
    finder = Recall(places.cache / INDEX)
    try:
        refresh_index(finder, Catalog.open(places), memories, max(0.0, seconds))
    finally:
        finder.close()


def _sweep(
    places: Places,
    settings: Settings,
    end: float,
    clock: Callable[[], datetime],
) -> Swept:
    def is_late() -> bool:
        return time.monotonic() > end

    if not settings.memory.enabled:
        return Swept(clock().isoformat(timespec="seconds"))
    catalog = Catalog.open(places)
    listing = catalog.cached()
    for listing in catalog.refresh(is_late):  # noqa: B007 - the last one counts
        pass
    model = Summariser(settings.model, places.environ, clock)
    sealing = Sealing(places, catalog, settings.memory, clock, model.reword)
    due = sealing.due(listing)
    sealed = looked_at = 0
    problems: list[str] = []
    for session in due:
        if is_late():
            break
        looked_at += 1
        try:
            sealed += sealing.seal(session).line is not None
        except StoreError as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(f"{session.path} can't be read: {error.strerror or error}")
    consolidated: list[str] = []
    try:
        consolidated = sealing.consolidate_due()
    except StoreError as error:
        problems.append(str(error))
    return Swept(
        clock().isoformat(timespec="seconds"),
        sealed,
        looked_at,
        len(due) - looked_at,
        tuple(consolidated),
        tuple(dict.fromkeys([*problems, *model.problems])),
    )


@contextmanager
def _alone(path: Path) -> Iterator[bool]:
    """Hold the lock for a block, or tell that another sweep holds it.

    The lock ends with the process that holds it, however that ends.
    """
    make_private(str(path.parent))
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
