"""Sealing many sessions: the sweep's work, and that of ``levelmem seal``.

What was sealed is written down, so that a session is read again only when it went
on. The journal itself has the last word: were the list lost, nothing would be sealed
twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from levelmem.engine.agents.echo import without_echoes
from levelmem.engine.agents.excerpt import OPENING
from levelmem.engine.agents.plants import hold_plants
from levelmem.engine.agents.quick import agents_folder
from levelmem.engine.agents.refresh import refresh
from levelmem.engine.agents.runs import ENDED, marked_at, run_folder
from levelmem.engine.memory.digest.seal import SEAL
from levelmem.engine.memory.errors import MemoryOff
from levelmem.engine.memory.learning.sealing import Reword, Sealed, as_found, seal
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.memory.records import Json
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import MemoryStore
from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.sessions.catalog import Catalog, Listing
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.times import iso
from levelmem.settings import MemorySettings

QUIET = timedelta(minutes=30)
"""A session in which nothing happened for so long has ended, signal or not."""
_SEALED = "sealed.jsonl"


@dataclass(frozen=True, slots=True)
class _SealedMark:
    """One session that was sealed, as it was then."""

    agent: str
    id: str
    stamp: str
    at: float
    """When, in seconds since the epoch."""
    project: str
    """Whose journal got a line; empty where there was nothing to tell."""

    def to_json(self) -> Json:
        return {
            "v": 1,
            "agent": self.agent,
            "id": self.id,
            "stamp": self.stamp,
            "at": self.at,
            "project": self.project,
        }


def _now() -> datetime:
    return datetime.now(UTC)


class Sealing:
    """Seals the sessions of a catalog into the memories of their projects."""

    def __init__(
        self,
        places: Places,
        catalog: Catalog,
        settings: MemorySettings,
        clock: Callable[[], datetime] = _now,
        reword: Reword = as_found,
    ) -> None:
        """Seal by the person's settings; ``reword`` may better the summaries."""
        self._reword = reword
        self._places = places
        self._catalog = catalog
        self._settings = settings
        self._clock = clock
        self._memories: dict[str, Memory] = {}
        self._marks = MemoryStore(Path(agents_folder(places.environ)))
        self._sealed_into: set[str] = set()

    def due(self, listing: Listing) -> list[Session]:
        """Return the sessions to seal, the newest first.

        Those that ended or went quiet, went on since they were sealed last, and are
        young enough for the digest to tell of them. Older ones are sealed only when
        somebody asks for it.
        """
        sealed = self._stamps()
        oldest = self._clock() - timedelta(days=self._settings.journal_recent_days)
        return [
            session
            for session in listing.main
            if session.project
            and session.updated
            and session.updated >= oldest
            and not session.preview.startswith(OPENING)
            and sealed.get(session.key) != _stamp(session)
            and self._has_ended(session, session.updated)
        ]

    def seal(self, session: Session) -> Sealed:
        """Write down what a session left behind, once.

        A memory that is switched off gets nothing. Raises ``OSError`` when the
        conversation can't be read or the memory can't be written.
        """
        try:
            memory = self._memory(session.project)
            if self._is_sealed(memory, session):
                return self._noted(memory, Sealed(session))
            return self.seal_anew(session)
        except MemoryOff:
            return Sealed(session)

    def seal_anew(self, session: Session) -> Sealed:
        """Write down what a session left behind, if that is not what stands there.

        Raises ``MemoryOff`` besides what :meth:`seal` raises.
        """
        memory = self._memory(session.project)
        turns = list(without_echoes(self._catalog.turns(session)))
        now = self._clock()
        sealed = seal(memory, session, turns, now, self._reword)
        held = hold_plants(memory, session, turns, now)
        return self._noted(memory, replace(sealed, held=held))

    def consolidate_due(self, today: date | None = None) -> list[str]:
        """Write the MEMORY.md of each project that got enough new journal lines.

        Returns their paths.
        """
        written = []
        for memory in self._memories.values():
            if memory.project in self._sealed_into and self._is_due(memory):
                refresh(memory, self._settings, today or self._clock().date())
                written.append(memory.project)
        return written

    def _memory(self, folder: str) -> Memory:
        project = Project.of(folder).path
        if project not in self._memories:
            self._memories[project] = open_memory(
                folder,
                self._places,
                confirm_facts=self._settings.confirm_facts,
                enabled=self._settings.enabled,
            )
        return self._memories[project]

    def _noted(self, memory: Memory, sealed: Sealed) -> Sealed:
        session = sealed.session
        mark = _SealedMark(
            session.agent,
            session.id,
            _stamp(session),
            self._clock().timestamp(),
            memory.project if sealed.line else "",
        )
        self._marks.append([mark], _SEALED)
        if sealed.line:
            self._sealed_into.add(memory.project)
        return sealed

    def _has_ended(self, session: Session, updated: datetime) -> bool:
        run = run_folder(self._places.environ, session.agent, session.id)
        # A host may write its last lines while its end hook runs.
        slack = timedelta(seconds=5)
        if marked_at(run, ENDED) >= (updated - slack).timestamp():
            return True
        return self._clock() - updated >= QUIET

    def _is_sealed(self, memory: Memory, session: Session) -> bool:
        known = memory.journal_line(session.id)
        if known is None:
            return False
        at = iso(session.updated or session.created)
        return known.forgotten or known.at == at

    def _is_due(self, memory: Memory) -> bool:
        """Tell whether enough was sealed since MEMORY.md was written last."""
        try:
            written_at = (memory.sides / SEAL).stat().st_mtime
        except OSError:
            return True
        times = [
            line.get("at")
            for line in self._marks.lines(_SEALED).objects
            if line.get("project") == memory.project
        ]
        new = [at for at in times if isinstance(at, int | float) and at > written_at]
        return len(new) >= self._settings.consolidate_every_seals

    def _stamps(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for line in self._marks.lines(_SEALED).objects:
            agent, id_, stamp = line.get("agent"), line.get("id"), line.get("stamp")
            if isinstance(agent, str) and isinstance(id_, str):
                found[(agent, id_)] = str(stamp)
        return found


def _stamp(session: Session) -> str:
    """Return what changes when a session goes on."""
    return f"{iso(session.updated)} {session.size} {session.turns}"
