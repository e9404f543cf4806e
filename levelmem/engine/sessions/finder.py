"""Search over one machine's sessions: the catalog, the kept texts and their privacy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.sessions.growing import Mark
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.query import Query
from levelmem.engine.sessions.search import search
from levelmem.engine.sessions.search_results import Cancelled, Found
from levelmem.engine.sessions.sources import Growing, Source
from levelmem.engine.sessions.text_cache import TextCache
from levelmem.engine.sessions.text_keeping import Keeping, TextKeeper


class Conversations(Protocol):
    """Where conversations are read."""

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield a session's conversation."""


@runtime_checkable
class Sourced(Protocol):
    """Conversations that come from the files of agents, as those of a catalog."""

    def source(self, session: Session) -> Source:
        """Return the source of a session."""


def _never() -> bool:
    return False


def scrub(text: str) -> str:
    """Return a text without secrets."""
    from levelmem.engine.secrets import scrub_text
    from levelmem.engine.secrets.glance import may_hold

    return scrub_text(text) if may_hold(text) else text


def scrub_all(texts: Sequence[str]) -> Sequence[str]:
    """Return texts without secrets."""
    from levelmem.engine.secrets.many import scrub_texts

    return scrub_texts(texts)


@dataclass(frozen=True, slots=True)
class Finder:
    """Searches sessions, and keeps their texts ready for the next search."""

    conversations: Conversations
    cache: TextCache | None = None
    """None where nothing is to be kept: search works from the files alone."""
    private: Sequence[Path] = ()
    """Project folders of which nothing is kept."""

    @classmethod
    def open(
        cls,
        conversations: Conversations,
        places: Places,
        *,
        cached: bool = True,
        private: Sequence[Path] = (),
    ) -> "Finder":
        """Return the finder of a machine; the cache file is not touched yet."""
        cache = TextCache(places.cache / "texts.sqlite") if cached else None
        return cls(conversations, cache, private)

    def search(
        self, sessions: Sequence[Session], query: Query, cancelled: Cancelled = _never
    ) -> Iterator[Found]:
        """Yield hits and progress, see :func:`levelmem.engine.sessions.search`."""
        read, kept = self.conversations.turns, self.cache
        return search(sessions, query, read, cancelled, kept, scrub)

    def keep(
        self, sessions: Sequence[Session], cancelled: Cancelled = _never
    ) -> Iterator[Keeping]:
        """Bring the kept texts up to date, a session at a step."""
        if self.cache is None:
            return iter(())
        projects = [Project(str(folder.expanduser())) for folder in self.private]

        def is_private(session: Session) -> bool:
            return any(project.holds(session.project) for project in projects)

        keeper = TextKeeper(self.cache, self._grow, scrub_all, is_private)
        return keeper.update(sessions, cancelled)

    def _grow(
        self, session: Session, mark: Mark | None
    ) -> tuple[Sequence[Turn], Mark | None]:
        if isinstance(self.conversations, Sourced):
            source = self.conversations.source(session)
            if isinstance(source, Growing):
                return source.turns_since(session, mark)
        return list(self.conversations.turns(session)), None
