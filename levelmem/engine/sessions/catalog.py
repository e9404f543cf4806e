"""Every session of every source, read incrementally and usable while it fills."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from levelmem.engine.places import Places
from levelmem.engine.sessions import labels
from levelmem.engine.sessions.copies import (
    Kept,
    copies_root,
    keep_copies,
    put_back_problem,
)
from levelmem.engine.sessions.damage import DamagedFile
from levelmem.engine.sessions.expiry import (
    CLAUDE_CODE,
    Expiry,
    cleanup_days,
    expiries,
)
from levelmem.engine.sessions.glimpse import NotedEnviron, keep_glimpse
from levelmem.engine.sessions.listing import Listing, StoreReport
from levelmem.engine.sessions.model import (
    Kind,
    Resume,
    Scan,
    Session,
    SessionFile,
    Turn,
)
from levelmem.engine.sessions.scan_cache import ScanCache
from levelmem.engine.sessions.scrubbing import scrubbed
from levelmem.engine.sessions.sources import Manifold, Source, sources
from levelmem.engine.text import mend_surrogates

__all__ = ["Catalog", "Listing", "StoreReport"]

_SNAPSHOT_SECONDS = 0.25
"""How often a fuller listing is handed out while files are being read."""

_EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(slots=True)
class _Store:
    """One store while it is being read."""

    source: Source
    root: Path
    scans: dict[str, tuple[str, Scan]] | None = None
    """Signature and scan of each file by path; None until the cache is read."""
    problems: list[tuple[Path, str]] = field(default_factory=list)
    sessions: tuple[Session, ...] = ()
    stale: bool = True
    """Whether ``sessions`` is older than ``scans``."""

    def known(self, cache: ScanCache) -> dict[str, tuple[str, Scan]]:
        """Return the scans so far, from the cache at first."""
        if self.scans is None:
            self.scans = cache.load(self.source.name, self.source.version, self.root)
        return self.scans

    def keep(self, scans: dict[str, tuple[str, Scan]]) -> None:
        """Replace the scans; the sessions follow when they are asked for."""
        self.scans, self.stale = scans, True

    def add(self, file: SessionFile, scan: Scan) -> None:
        """Take in what one file holds now."""
        if self.scans is None:
            self.scans = {}
        self.scans[str(file.path)] = (file.signature, scan)
        self.stale = True

    def assemble(self) -> tuple[Session, ...]:
        if self.stale:
            scans = [scan for _, scan in (self.scans or {}).values()]
            self.sessions = tuple(self.source.assemble(self.root, scans))
            self.stale = False
        return self.sessions

    def report(self) -> StoreReport:
        files = [scan.session for _, scan in (self.scans or {}).values()]
        unreadable = tuple((file.path, file.error) for file in files if file.error)
        return StoreReport(
            agent=self.source.name,
            root=self.root,
            files=len(files),
            sessions=sum(s.kind is Kind.MAIN for s in self.sessions),
            damaged=tuple(
                DamagedFile(file.path, file.skipped)
                for file in sorted(files, key=lambda file: file.path)
                if file.skipped
            ),
            problems=(*self.problems, *unreadable),
        )


def _never() -> bool:
    return False


class Catalog:
    """The sessions of every source on this machine.

    Reading is safe from a worker thread; one refresh runs at a time.
    """

    def __init__(
        self,
        stores: Sequence[tuple[Source, Path]],
        cache: ScanCache,
        label_file: Path,
        keep: Callable[[Sequence[Session]], None] | None = None,
        data: Path | None = None,
    ) -> None:
        """Work on the given stores; ``label_file`` is the person's overlay.

        ``keep`` is given every listing that is done and differs from the last. Copies
        of sessions lie in ``data``; without it none are kept.
        """
        self._data = data
        self._stores = [_Store(source, root) for source, root in stores]
        self._by_name: Mapping[str, Source] = {s.name: s for s, _ in stores}
        self._cache = cache
        self._labels = label_file
        self._filing = (-1, -1)
        self._sessions: tuple[Session, ...] = ()
        self._keep = keep
        self._kept: tuple[Session, ...] | None = None

    @classmethod
    def open(cls, places: Places) -> "Catalog":
        """Return the catalog of every store found at (or named by) ``places``."""
        environ = NotedEnviron(places.environ)
        stores = [
            (source, root)
            for source in sources().values()
            for root in places.roots.get(source.name) or source.roots(environ)
        ]
        stores += [
            (source, root)
            for source, root in _stores_of_copies(places)
            if (root / "projects").is_dir()
        ]
        agents = {name: source.label for name, source in sources().items()}

        def keep(sessions: Sequence[Session]) -> None:
            keep_glimpse(sessions, agents, places, environ.asked)

        cache = ScanCache(places.cache / "scans.sqlite")
        return cls(stores, cache, places.labels, keep, places.data)

    @property
    def stores(self) -> list[tuple[Source, Path]]:
        """The stores that are read, with their sources."""
        return [(store.source, store.root) for store in self._stores]

    def cached(self) -> Listing:
        """Return what earlier runs found, without a look at the stores."""
        for store in self._stores:
            store.known(self._cache)
        return self._listing()

    def refresh(self, cancelled: Callable[[], bool] = _never) -> Iterator[Listing]:
        """Read what is new or changed; yield ever fuller listings, the last done.

        The newest files of all stores are read first. When ``cancelled()`` turns
        true it stops and what was read so far is kept.
        """
        todo = self._discover()
        total = len(todo)
        yield self._listing(read=0, total=total, done=not todo)
        if not todo:
            self._keep_newest()
            return
        unsaved: list[tuple[_Store, SessionFile, Scan]] = []
        due = monotonic() + _SNAPSHOT_SECONDS
        for number, (store, file) in enumerate(todo, 1):
            if cancelled():
                self._save(unsaved)
                return
            scan = scrubbed(store.source.scan(file))
            store.add(file, scan)
            unsaved.append((store, file, scan))
            if (begun := monotonic()) > due and number < total:
                self._save(unsaved)
                yield self._listing(read=number, total=total)
                # Joining many files takes a while: it must stay the smaller part.
                due = monotonic() + max(_SNAPSHOT_SECONDS, 4 * (monotonic() - begun))
        self._save(unsaved)
        yield self._listing(read=total, total=total, done=True)
        self._keep_newest()

    def listing(self) -> Listing:
        """Read everything and return the whole listing."""
        last = Listing(done=True)
        for last in self.refresh():  # noqa: B007 - the last one is what counts
            pass
        return last

    def file(self, session: Session, change: labels.Label) -> None:
        """Write down the person's filing of a session.

        Raises :class:`~levelmem.engine.sessions.labels.LabelError` when it can't be
        written.
        """
        roots = [s.root for s in self._stores if s.source.name == labels.LEVELCODE]
        labels.file_session(session, change, self._labels, roots)

    def source(self, session: Session) -> Source:
        """Return the source that a session came from."""
        return self._by_name[session.agent]

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield a session's conversation; raises ``OSError`` when it is gone."""
        return self.source(session).turns(session)

    def resume(self, session: Session) -> Resume:
        """Return how a session is picked up again."""
        problem = put_back_problem(session, self._data) if self._data else ""
        if problem:
            return Resume((), "", problem)
        return self.source(session).resume(session)

    def expiries(
        self, sessions: Sequence[Session], now: datetime
    ) -> dict[tuple[str, str], Expiry]:
        """Return the sessions that their agent soon deletes, and when."""
        roots = {root: cleanup_days(root) for root in self._expiring_roots()}
        return expiries(sessions, roots, now)

    def keep_copies(self, sessions: Sequence[Session]) -> Kept:
        """Copy sessions of Claude Code to where they stay when it deletes them."""
        source = self._by_name.get(CLAUDE_CODE)
        if self._data is None or source is None:
            return Kept()
        target = copies_root(self._data, CLAUDE_CODE)
        # A root may be the folder of projects itself: copies are laid out as in whole.
        whole = [
            r.parent if r.name == "projects" else r for r in self._expiring_roots()
        ]
        kept = keep_copies(sessions, whole, target)
        if kept.copied and all(store.root != target for store in self._stores):
            self._stores.append(_Store(source, target))
        return kept

    def _expiring_roots(self) -> list[Path]:
        copies = copies_root(self._data, CLAUDE_CODE) if self._data else None
        return [
            store.root
            for store in self._stores
            if store.source.name == CLAUDE_CODE and store.root != copies
        ]

    def _discover(self) -> list[tuple[_Store, SessionFile]]:
        """Find the files that are new or changed, newest first; drop the gone."""
        todo: list[tuple[_Store, SessionFile]] = []
        for store in self._stores:
            todo += [(store, file) for file in self._changed_files(store)]
        todo.sort(key=lambda pair: pair[1].modified, reverse=True)
        return todo

    def _changed_files(self, store: _Store) -> list[SessionFile]:
        known = store.known(self._cache)
        store.problems = []
        here: dict[str, SessionFile] = {}
        try:
            for file in store.source.files(store.root):
                here[str(file.path)] = file
        except OSError as error:
            # What can't be listed loses nothing that was known of it.
            place = Path(error.filename) if error.filename else store.root
            store.problems = [(place, error.strerror or str(error))]
        else:
            self._forget(store, known.keys() - here.keys())
        kept = store.known(self._cache)
        # A changed file keeps its place in the list until it has been read again.
        return [
            file
            for path, file in here.items()
            if path not in kept or kept[path][0] != file.signature
        ]

    def _forget(self, store: _Store, gone: Collection[str]) -> None:
        if gone:
            known = store.known(self._cache)
            store.keep({path: known[path] for path in known if path not in gone})
            self._cache.forget(store.source.name, gone)

    def _save(self, unsaved: list[tuple[_Store, SessionFile, Scan]]) -> None:
        versions = {store.source.version for store, _, _ in unsaved}
        for version in versions:
            self._cache.save(
                version,
                [(f, scan) for s, f, scan in unsaved if s.source.version == version],
            )
        unsaved.clear()

    def _keep_newest(self) -> None:
        if self._keep is not None and self._sessions is not self._kept:
            self._keep(self._sessions)
            self._kept = self._sessions

    def _listing(self, read: int = 0, total: int = 0, done: bool = False) -> Listing:
        return Listing(
            sessions=self._all_sessions(),
            reports=tuple(store.report() for store in self._stores),
            read=read,
            total=total,
            done=done,
        )

    def _all_sessions(self) -> tuple[Session, ...]:
        """Return the sessions of all stores: the same tuple while nothing changes."""
        filing = _edition(self._labels)
        stale = any(store.stale for store in self._stores)
        if stale or filing != self._filing:
            self._filing = filing
            filed = labels.apply_labels(
                self._join_stores(), labels.read_labels(self._labels)
            )
            self._sessions = tuple(sorted(filed, key=_when, reverse=True))
        return self._sessions

    def _join_stores(self) -> Collection[Session]:
        found: dict[tuple[str, str], tuple[int, Session]] = {}
        for store in self._stores:
            tells = store.source if isinstance(store.source, Manifold) else None
            for session in map(_as_text, store.assemble()):
                fullness = tells.fullness(session) if tells else 0
                known = found.get(session.key)
                # Two roots can hold the same session (synced dotfiles).
                weight = (fullness, _when(session))
                if known is None or (known[0], _when(known[1])) < weight:
                    found[session.key] = (fullness, session)
        return [session for _, session in found.values()]


def _stores_of_copies(places: Places) -> Iterator[tuple[Source, Path]]:
    """Yield where copies lie; stores that the person named are all they want."""
    if not places.roots.get(CLAUDE_CODE):
        yield sources()[CLAUDE_CODE], copies_root(places.data, CLAUDE_CODE)


def _edition(path: Path) -> tuple[int, int]:
    """Return what changes when a file is written; zeros where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return (stat.st_mtime_ns, stat.st_size)


_TEXTS = ("id", "parent_id", "project", "branch", "title", "preview", "last_words")


def _as_text(session: Session) -> Session:
    """Return a session that any file, database and terminal takes.

    A file's name may be bytes of another encoding and an escape in JSON half a
    character: both would raise wherever they are written, far from here.
    """
    texts = {name: getattr(session, name) for name in _TEXTS}
    if all(map(str.isascii, texts.values())):
        return session
    mended: dict[str, Any] = {
        name: mend_surrogates(text) for name, text in texts.items()
    }
    return session if mended == texts else replace(session, **mended)


def _when(session: Session) -> datetime:
    return session.updated or session.created or _EPOCH
