"""What agents can do with memory: recall, remember, forget, read.

One desk serves the MCP server and the commands for hosts without MCP. Whose words a
note is in is decided by code from what the person typed in the run; an agent can
only ask.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import RLock

from levelmem.engine.agents.echo import RECALL_FRAME
from levelmem.engine.agents.recalling import Recalled, recall
from levelmem.engine.agents.refresh import refresh
from levelmem.engine.agents.typed import Typed, typed_words
from levelmem.engine.memory.errors import NotAsked
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.memory.rules.credit import credit
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import StoreError
from levelmem.engine.places import Places
from levelmem.engine.recall.qualify import fact_note
from levelmem.settings import MemorySettings

# Without slots: the protocol's SDK would take those for default values.


@dataclass(frozen=True)
class RecallAnswer:
    """What recall found."""

    frame: str
    """How to take it."""
    hits: list[Recalled]
    unread: int
    """Sessions that are not looked through yet: there was no time."""
    problems: list[str]
    """What could not be read or used, for people."""


@dataclass(frozen=True)
class Remembered:
    """What became of a note."""

    status: str
    """``active``, or ``to review``: kept, and shown to the person first."""
    message: str
    """A sentence for people."""
    key: str


@dataclass(frozen=True)
class Forgotten:
    """What became of a request to forget."""

    removed: bool
    message: str
    """What was removed, or the closest memory and the way out."""


@dataclass(frozen=True)
class KnownFact:
    """One fact, as far as an agent may see it."""

    text: str
    state: str
    active: bool
    """Whether it may be relied on."""
    caution: str
    key: str


@dataclass(frozen=True)
class ProjectMemory:
    """What a new session of this project is told, and the facts behind it."""

    project: str
    digest: str
    facts: list[KnownFact]
    held: int
    """How many more wait for the person's review; recall finds them."""


def _now() -> datetime:
    return datetime.now(UTC)


class Desk:
    """Serves the agents of one host in one folder; safe to call from threads."""

    def __init__(
        self,
        places: Places,
        settings: MemorySettings,
        folder: str,
        *,
        host: str = "",
        session: str = "",
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """Serve the project that ``folder`` belongs to.

        ``host`` and ``session`` name the run where the caller knows them.
        """
        self._places = places
        self._settings = settings
        self._folder = folder
        self._host = host
        self._session = session
        self._clock = clock
        self._lock = RLock()
        self._memory: Memory | None = None

    def recall(self, query: str, limit: int) -> RecallAnswer:
        """Return what answers a question; what goes out is no evidence later."""
        with self._lock:
            memory = self._opened()
            found = recall(self._places, memory, query, limit, self._clock())
        return RecallAnswer(RECALL_FRAME, found.hits, found.unread, found.problems)

    def is_credited(self, note: str, said: str, host: str = "") -> bool:
        """Tell whether a note is in words that the person typed in this run."""
        return credit(note, said, self._typed(host).words).credited

    def remember(
        self,
        note: str,
        said: str,
        kind: str = "project",
        *,
        host: str = "",
        confirmed: bool = False,
    ) -> Remembered:
        """Keep a note; it is active if the person typed it, or ``confirmed`` it now."""
        with self._lock:
            typed = self._typed(host)
            memory = self._opened()
            credited = credit(note, said, typed.words).credited
            origin = Origin(
                OriginKind.TYPED if credited else OriginKind.AGENT,
                typed.host or host or self._host,
                typed.session,
            )
            known = next((f for f in memory.facts() if f.text == note.strip()), None)
            if known and known.active and known.credited:
                # Said again, it is no news: a caller in a loop fills no file.
                message = f"Noted already: “{known.text}”."
                return Remembered("active", message, known.key)
            change = memory.remember(
                note,
                said,
                typed.words,
                kind=kind,
                source=typed.session or self._session,
                origin=origin,
            )
            (key,) = change.keys
            message = change.words
            if confirmed and not memory.fact(key).active:
                message = memory.confirm(key).words
            fact = memory.fact(key)
            self._renew(memory)
        return Remembered("active" if fact.active else "to review", message, key)

    def forget(self, query: str, said: str, host: str = "") -> Forgotten:
        """Remove the best match, if the person's typed words ask for it and name it.

        Raises ``StoreError`` where the removal can't be written.
        """
        with self._lock:
            memory = self._opened()
            try:
                change = memory.forget_on_request(query, said, self._typed(host).words)
            except NotAsked as refusal:
                return Forgotten(False, str(refusal))
            self._renew(memory)
        return Forgotten(True, change.words)

    def project_memory(self) -> ProjectMemory:
        """Return what a new session is told, and every fact that is not held."""
        with self._lock:
            memory = self._opened()
            now = self._clock()
            listed = [fact for fact in memory.facts() if fact.listed]
            facts = [
                KnownFact(
                    fact.text,
                    fact.state.value,
                    fact.active,
                    fact_note(fact, now),
                    fact.key,
                )
                for fact in listed
                if not fact.to_review
            ]
            memory.told((fact.text for fact in facts), self._session)
            held = len(listed) - len(facts)
            return ProjectMemory(memory.project, self.digest(), facts, held)

    def digest(self) -> str:
        """Return the digest as the next session gets it."""
        with self._lock:
            return refresh(self._opened(), self._settings).digest

    def _typed(self, host: str) -> Typed:
        return typed_words(
            self._places, self._folder, self._host or host, self._session
        )

    def _opened(self) -> Memory:
        if self._memory is None:
            self._memory = open_memory(
                self._folder,
                self._places,
                confirm_facts=self._settings.confirm_facts,
                enabled=self._settings.enabled,
                clock=self._clock,
            )
        return self._memory

    def _renew(self, memory: Memory) -> None:
        """Make the next session's digest ready; a hook makes up for a failure."""
        with suppress(StoreError):
            refresh(memory, self._settings)
