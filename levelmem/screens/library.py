"""What the screens share: the engine's catalog and the newest listing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.message import Message
from textual.signal import Signal

from levelmem.engine.places import Places
from levelmem.engine.sessions.model import Resume, Session, Turn
from levelmem.settings import MemorySettings, SearchSettings, SessionSettings
from levelmem.state import State

if TYPE_CHECKING:
    from levelmem.engine.memory.digest.consolidate import Consolidator
    from levelmem.engine.memory.service import Memory
    from levelmem.engine.memory.shelf import Shelf
    from levelmem.engine.sessions.catalog import Listing
    from levelmem.engine.sessions.copies import Kept
    from levelmem.engine.sessions.expiry import Expiry
    from levelmem.engine.sessions.finder import Finder
    from levelmem.engine.sessions.labels import Label


class SessionCatalog(Protocol):
    """What the screens ask of :class:`levelmem.engine.sessions.catalog.Catalog`."""

    def cached(self) -> Listing:
        """Return what earlier runs found."""

    def refresh(self, cancelled: Callable[[], bool] = ...) -> Iterator[Listing]:
        """Yield ever fuller listings, the last one done."""

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield a session's conversation."""

    def resume(self, session: Session) -> Resume:
        """Return how a session is picked up again."""

    def file(self, session: Session, change: Label) -> None:
        """Write down the person's filing; raises ``LabelError``."""

    def expiries(
        self, sessions: Sequence[Session], now: datetime
    ) -> Mapping[tuple[str, str], Expiry]:
        """Return the sessions that their agent soon deletes, and when."""

    def keep_copies(self, sessions: Sequence[Session]) -> Kept:
        """Copy sessions to where they stay when their agent deletes them."""


@dataclass
class ListingArrived(Message):
    """A worker has read more of the stores."""

    generation: int
    """Which reading it belongs to; those before the newest are dropped."""
    listing: Listing


def local_now() -> datetime:
    """Return the time here, aware."""
    return datetime.now().astimezone()


def _open(places: Places) -> SessionCatalog:
    from levelmem.engine.sessions.catalog import Catalog

    return Catalog.open(places)


class Library:
    """The doors to the engine, opened when they are first needed.

    ``catalog()`` may be called from any thread but blocks while the stores are
    found, so call it in a worker.
    """

    def __init__(
        self,
        places: Places,
        folder: str = "",
        *,
        open_catalog: Callable[[Places], SessionCatalog] = _open,
        memory: MemorySettings | None = None,
        search: SearchSettings | None = None,
        sessions: SessionSettings | None = None,
        state: State | None = None,
        clock: Callable[[], datetime] = local_now,
    ) -> None:
        self.state = state or State()
        """What is remembered from one run to the next."""
        self.places = places
        self.folder = folder
        """Where levelmem was started."""
        self.now = clock
        self.listing: Listing | None = None
        """The newest listing; None until the first one is there."""
        self.tab_notes: dict[str, str] = {}
        """What stands behind the name of each mode: ``{"memory": "3 to review"}``."""
        self.listing_changed: Signal[Listing]
        """Published with every new listing."""
        self.looked: Signal[None]
        """Published whenever the stores were looked at, whether or not they changed."""
        self.tabs_changed: Signal[None]
        """Published when a note behind a mode's name has changed."""
        self.memory_changed: Signal[None]
        """Published when a screen has changed a memory."""
        self.memory_settings = memory or MemorySettings()
        self.session_settings = sessions or SessionSettings()
        self.expiries: Mapping[tuple[str, str], Expiry] = {}
        """The sessions that their agent soon deletes, by key."""
        self._search_settings = search or SearchSettings(cache=False)
        self._open_catalog = open_catalog
        self._catalog: SessionCatalog | None = None
        self._shelf: Shelf | None = None
        self._finder: Finder | None = None
        self._lock = Lock()
        self._agents: Mapping[str, str] = {}

    def connect(self, app: App[Any]) -> None:
        """Let ``app`` publish what changes."""
        self.listing_changed = Signal(app, "listing_changed")
        self.looked = Signal(app, "looked")
        self.tabs_changed = Signal(app, "tabs_changed")
        self.memory_changed = Signal(app, "memory_changed")

    def receive(self, listing: Listing) -> None:
        """Keep a listing and tell the screens."""
        self.listing = listing
        self.listing_changed.publish(listing)

    def glimpse(self) -> None:
        """Begin with the newest sessions of the last run, where they are known.

        Quick enough to be done before the first frame.
        """
        from levelmem.engine.sessions.glimpse import recall_glimpse
        from levelmem.engine.sessions.listing import Listing

        known = recall_glimpse(self.places)
        if known is not None and self.listing is None:
            self._agents = known.agents
            self.listing = Listing(known.sessions, newest_only=True)

    def note_on_tab(self, mode: str, note: str) -> None:
        """Put ``note`` behind the name of a mode."""
        if self.tab_notes.get(mode, "") != note:
            self.tab_notes[mode] = note
            self.tabs_changed.publish(None)

    def catalog(self) -> SessionCatalog:
        """Return the catalog, opening it the first time."""
        with self._lock:
            if self._catalog is None:
                self._catalog = self._open_catalog(self.places)
                self._agents = _agent_labels()
            return self._catalog

    @property
    def shelf(self) -> Shelf:
        """The memories; to be used in workers, as they read files."""
        with self._lock:
            if self._shelf is None:
                self._shelf = _open_shelf(self)
            return self._shelf

    def finder(self) -> Finder:
        """Return the search over the catalog; call it in a worker, like that."""
        from levelmem.engine.sessions.finder import Finder

        catalog = self.catalog()
        with self._lock:
            if self._finder is None:
                settings = self._search_settings
                self._finder = Finder.open(
                    catalog,
                    self.places,
                    cached=settings.cache,
                    private=settings.private_projects,
                )
            return self._finder

    def waiting(self) -> int:
        """Return how many notes of this project wait for the person; for a worker.

        A memory that can't be read has none: its screen says why.
        """
        from levelmem.engine.memory.views.counts import (
            counts_of,
            keep_counts,
            recall_counts,
        )
        from levelmem.engine.problem import Problem

        cache, environ = str(self.places.cache), self.places.environ
        named = bool(self.places.roots)
        counts = None if named else recall_counts(self.folder, cache, environ)
        if counts is None:
            from levelmem.engine.memory.watching import watched_files

            try:
                counts = self.shelf.ask("", counts_of)
                memory = self.shelf.memory()
                if not named:
                    files = watched_files(memory, self.folder, environ)
                    keep_counts(counts, files, self.folder, cache, environ)
            except (Problem, OSError):
                return 0
        return counts.to_review

    def digest_day(self) -> date:
        """Return the day that a MEMORY.md of now bears, at every door: in UTC."""
        return self.now().astimezone(UTC).date()

    def consolidator(self, memory: Memory) -> Consolidator:
        """Return what keeps a memory's MEMORY.md, with the person's limits."""
        from levelmem.engine.memory.digest.consolidate import Consolidator
        from levelmem.engine.memory.digest.page import DigestLimits

        settings = self.memory_settings
        limits = DigestLimits.of(settings)
        return Consolidator(memory, limits=limits)

    def snapshots(self, cancelled: Callable[[], bool]) -> Iterator[Listing]:
        """Yield listings as they get fuller, from the cache at first."""
        first = self._catalog is None
        catalog = self.catalog()
        if first and not cancelled():
            yield catalog.cached()
        yield from catalog.refresh(cancelled)

    def agent(self, name: str) -> str:
        """Return an agent's name for people."""
        return self._agents.get(name) or name.replace("-", " ").title()


def _agent_labels() -> dict[str, str]:
    from levelmem.engine.sessions.sources import sources

    return {name: source.label for name, source in sources().items()}


def _open_shelf(library: Library) -> Shelf:
    from levelmem.engine.memory.opening import open_memories, open_memory
    from levelmem.engine.memory.shelf import Shelf

    settings, places = library.memory_settings, library.places

    def one(folder: str) -> Memory:
        return open_memory(
            folder,
            places,
            confirm_facts=settings.confirm_facts,
            enabled=settings.enabled,
            clock=library.now,
        )

    def everywhere() -> list[Memory]:
        return open_memories(
            places,
            confirm_facts=settings.confirm_facts,
            enabled=settings.enabled,
            clock=library.now,
        )

    return Shelf(library.folder, one, everywhere)
