"""A memory as it is read: its facts, its journal, its steps, always up to date.

A file that another writer changed is read again, from where it was left, before
anything is told or decided.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Self

from levelmem.engine.memory.changes import PastChange
from levelmem.engine.memory.errors import MemoryOff
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.finding import find_fact
from levelmem.engine.memory.fold import Judge, fold, until
from levelmem.engine.memory.folders import MemoryFolder
from levelmem.engine.memory.learning.outgoing import Outgoing
from levelmem.engine.memory.ledger import Ledger
from levelmem.engine.memory.records import JournalLine, Record
from levelmem.engine.memory.store import FACTS, JOURNAL, Mark, MemoryStore


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryReader:
    """The memory of one project, to be read."""

    def __init__(
        self,
        project: str,
        folder: Path,
        *,
        clock: Callable[[], datetime] = _now,
        confirm_facts: bool = False,
        place: MemoryFolder | None = None,
        everywhere_off: bool = False,
        judge: Judge | None = None,
    ) -> None:
        """Use the memory in ``folder``.

        Args:
            project: the project's path, for messages.
            folder: its memory folder; made when something is first written.
            clock: the time that records carry.
            confirm_facts: whether observed facts wait for a confirm.
            place: where the project's off switch lies; see :meth:`of`.
            everywhere_off: the master switch: every method raises ``MemoryOff``.
            judge: the guard to fold with, levelmem's own by default.
        """
        self.project = project
        self.confirm_facts = confirm_facts
        self.skipped = 0
        """Lines of the two files that could not be read."""
        self._store = MemoryStore(folder)
        self._clock = clock
        self._place = place
        self._judge = judge
        self._everywhere_off = everywhere_off
        self._ledger = Ledger(judge, confirm_facts)
        self._journal: list[JournalLine] = []
        self._facts: list[Fact] | None = None
        self._read_at: tuple[object, ...] = ()
        self._journal_read_at: tuple[int, ...] = ()
        self._journal_skipped = 0
        self._mark: Mark | None = None
        self._told = Outgoing(MemoryStore(self.sides))
        self._skipped = 0

    @classmethod
    def of(cls, place: MemoryFolder, **settings: Any) -> Self:
        """Return the memory of a project whose folder was found; it heeds the
        project's off switch, also one that is turned while it is open."""
        return cls(place.project, place.path, place=place, **settings)

    @property
    def store(self) -> MemoryStore:
        """The files of this memory. Raises ``MemoryOff`` when it is switched off."""
        self._heed_switches()
        return self._store

    @property
    def sides(self) -> Path:
        """The folder of levelmem's own files about this memory, which is not the
        folder of the memory where LevelCode or a repository has that."""
        return self._place.switches if self._place else self._store.folder

    def claim(self) -> None:
        """Write down whose memory it is, before anything is put into it."""
        if self._place:
            self._place.claim()

    def facts(self, as_of: datetime | date | None = None) -> list[Fact]:
        """Return all facts in the order they were learned, removed ones among them.

        With ``as_of``, what was believed then.
        """
        self._read()
        if as_of is not None:
            return self._fold(self._ledger.records, as_of)
        if self._facts is None:
            self._facts = self._ledger.facts()
        return list(self._facts)

    def fact(self, key: str) -> Fact:
        """Return one fact by key, text or unique beginning.

        Raises ``UnknownFact`` or ``AmbiguousFact``.
        """
        return find_fact(self.facts(), key)

    def journal(self) -> list[JournalLine]:
        """Return the newest line of each session, newest first, forgotten ones out."""
        kept = [
            line
            for line in self._newest_lines().values()
            if not line.forgotten and (line.title or line.summary or line.files)
        ]
        return sorted(kept, key=lambda line: line.at, reverse=True)

    def journal_line(self, session: str) -> JournalLine | None:
        """Return the line that stands for a session, also a forgotten one."""
        return self._newest_lines().get(session)

    def _newest_lines(self) -> dict[str, JournalLine]:
        self._read()
        newest: dict[str, JournalLine] = {}
        for line in self._journal:
            newest.pop(line.id, None)
            newest[line.id] = line
        return newest

    def records(self) -> tuple[Record, ...]:
        """Return the records of ``facts.jsonl`` in file order."""
        self._read()
        return tuple(self._ledger.records)

    def changes(self) -> list[PastChange]:
        """Return the steps that the person took, oldest first."""
        self._read()
        return self._ledger.changes()

    def make_ready(self) -> None:
        """Work out what the first change needs, so that it takes no time then."""
        self._read()
        _ = self._ledger.levelcode

    def told(self, texts: Iterable[str], session: str = "") -> None:
        """Remember what went out, to one session or (in a file) to any, so that its
        echo is no evidence."""
        outgoing = self._outgoing()
        self.claim()
        outgoing.add(texts, session)

    # Underneath

    def _outgoing(self) -> Outgoing:
        self._heed_switches()
        return self._told

    def _at(self) -> str:
        moment = self._clock().astimezone(UTC)
        return (
            moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
        )

    def _fold(
        self, records: Sequence[Record], as_of: datetime | date | None = None
    ) -> list[Fact]:
        return fold(
            records,
            confirm_facts=self.confirm_facts,
            as_of=as_of,
            forgotten_sessions=self._forgotten_sessions(as_of),
            judge=self._judge,
        )

    def _forgotten_sessions(
        self, as_of: datetime | date | None = None
    ) -> frozenset[str]:
        lines = self._journal if as_of is None else until(self._journal, as_of)
        newest = {line.id: line for line in lines}
        return frozenset(key for key, line in newest.items() if line.forgotten)

    def _heed_switches(self) -> None:
        if self._everywhere_off or (self._place and self._place.off):
            raise MemoryOff(self.project, self._everywhere_off)

    def _read(self) -> None:
        """Read what anybody wrote since."""
        store = self.store
        found = (store.signature(FACTS), store.signature(JOURNAL))
        if found == self._read_at:
            return
        lines = store.records(self._mark)
        if not lines.goes_on:
            self._ledger = Ledger(self._judge, self.confirm_facts)
            self._skipped = 0
        self._ledger.extend(lines.objects)
        self._mark = lines.mark
        self._skipped += lines.skipped
        if found[1] != self._journal_read_at:
            self._journal, self._journal_skipped = store.journal()
            self._journal_read_at = found[1]
        self._ledger.forget_sessions(self._forgotten_sessions())
        self.skipped = self._skipped + self._journal_skipped
        self._facts = None
        self._read_at = found
