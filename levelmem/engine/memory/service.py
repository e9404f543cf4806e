"""Memory as screens, commands and tools use it: facts to read, changes to make.

Every change is appended, so every change can be taken back; its sentence is ready
for a toast.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from levelmem.engine.memory import sentences
from levelmem.engine.memory.changes import PastChange
from levelmem.engine.memory.digest.earlier import EarlierDigests
from levelmem.engine.memory.errors import (
    EmptyText,
    NotAsked,
    NothingToUndo,
)
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.finding import closest_fact, find_fact
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.reader import MemoryReader
from levelmem.engine.memory.records import (
    HERE,
    Control,
    JournalLine,
    Observation,
    Origin,
    Record,
)
from levelmem.engine.memory.shown import OWN
from levelmem.engine.memory.store import FACTS, JOURNAL, MemoryStore
from levelmem.engine.memory.writing import Writer

KINDS = ("preference", "project", "reference")
Keys = str | Iterable[str]


@dataclass(frozen=True, slots=True)
class Change:
    """What one step did."""

    words: str
    """A sentence for people."""
    keys: tuple[str, ...] = ()
    """The facts it was about."""
    records: tuple[Record, ...] = ()
    """What was appended to ``facts.jsonl``."""
    id: str = ""
    """What undoes it; empty where there is nothing to undo."""


class Memory(MemoryReader):
    """The memory of one project, to be read and changed."""

    # The person's changes

    def confirm(self, keys: Keys) -> Change:
        """Make facts active: the person says that they are true."""
        return self._decide("confirm", keys)

    def forget(self, keys: Keys, change: str = "") -> Change:
        """Remove facts: the person says that they are not true.

        It is a part of the step ``change``, or one of its own.
        """
        return self._decide("remove", keys, change)

    def pin(self, keys: Keys) -> Change:
        """Keep facts in the digest before all others."""
        return self._decide("pin", keys)

    def unpin(self, keys: Keys) -> Change:
        """Let pinned facts take their turn again."""
        return self._decide("unpin", keys)

    def set_kind(self, keys: Keys, kind: str) -> Change:
        """Say what facts are: ``preference``, ``project`` or ``reference``.

        Raises ``ValueError`` for another word.
        """
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is no kind: one of {', '.join(KINDS)}")
        return self._decide("kind", keys, kind=kind)

    def restore(self, keys: Keys) -> Change:
        """Bring removed or superseded facts back to what they were before."""
        facts = self._find(keys)
        writer = self._writer()
        return self._write(writer, "restore", facts, writer.restore(facts))

    def edit(self, key: str, text: str) -> Change:
        """Put a fact into the person's own words; it stays the same fact."""
        fact, text = self.fact(key), self._worded(text)
        writer = self._writer()
        return self._write(writer, "edit", [fact], writer.edit(fact, text), text)

    def supersede(self, keys: Keys, text: str) -> Change:
        """Replace one or several facts by a new one in the person's own words."""
        facts, text = self._find(keys), self._worded(text)
        if len(facts) == 1 and fact_key(text) in facts[0].keys:
            return self.edit(facts[0].key, text)
        writer = self._writer()
        records: list[Record] = []
        for fact in facts:
            if fact_key(text) not in fact.keys:
                records += writer.controls(fact, "supersede", by=text)
        records += writer.note(text, facts[0].kind or "project", self._known(text))
        return self._write(writer, "supersede", facts, records, text)

    def merge(self, keys: Sequence[str], into: str) -> Change:
        """Let one fact stand for several that say the same."""
        kept = self.fact(into)
        others = [fact for fact in self._find(keys) if fact.key != kept.key]
        writer = self._writer()
        records: list[Record] = []
        for fact in others:
            records += writer.controls(fact, "supersede", by=kept.text)
        return self._write(writer, "merge", others, records, kept.text)

    def add_note(self, text: str, kind: str = "project") -> Change:
        """Keep a note that the person typed here: active at once."""
        text = self._worded(text)
        self._read()
        writer = self._writer()
        records = writer.note(text, kind, self._known(text))
        return self._write(writer, "note", [], records, text, key=fact_key(text))

    def forget_source(
        self, *, session: str = "", path: str = "", host: str = ""
    ) -> Change:
        """Forget everything that came from a session, a file or folder, or a host.

        What other sources vouch for stays, with their evidence alone.
        Raises ``ValueError`` unless exactly one is named.
        """
        if bool(session) + bool(path) + bool(host) != 1:
            raise ValueError("name one session, path or host")
        self._read()
        writer = self._writer()
        records, gone = writer.forget_source(session=session, path=path, host=host)
        if session:
            self._mark_forgotten(session, writer)
        name = session or path or host
        return self._write(writer, "forget-source", gone, records, name)

    def undo(self, change: str = "") -> Change:
        """Take back a step, the last one that still stands unless one is named.

        Raises ``NothingToUndo``.
        """
        steps = [step for step in self.changes() if not step.undone]
        if change:
            chosen = [step for step in steps if step.id == change]
        else:
            chosen = [step for step in steps if not step.undoes]
        return self._take_back(chosen)

    def redo(self) -> Change:
        """Do again what was undone last, if nothing was done since.

        Raises ``NothingToUndo``.
        """
        steps = self.changes()
        latest = steps[-1:]
        while latest and latest[0].undone:
            steps.pop()
            latest = steps[-1:]
        return self._take_back([step for step in latest if step.undoes])

    def begin_digest_step(self, decision: str) -> Change:
        """Write down that the person decides on MEMORY.md, and keep what it says
        before that: an undo brings it back. Who calls does what was decided."""
        step = Control(OWN, "digest", self._at(), kind=decision, change=_new_change())
        self._earlier().keep(step.change)
        self._append([step])
        return Change("", (), (step,), step.change)

    # What agents hand in

    def remember(
        self,
        note: str,
        said: str,
        typed: Sequence[str],
        *,
        kind: str = "project",
        source: str = "",
        origin: Origin | None = None,
    ) -> Change:
        """Keep a note that an agent saves for the person.

        It is active at once if ``said`` is credited to what the person typed; any
        other note is kept for review.
        """
        from levelmem.engine.memory.rules.credit import credit

        verdict = credit(note, said, typed)
        text = self._worded(note)
        self._read()
        seen = Observation(
            text=text,
            source=source,
            at=self._at(),
            note=True,
            kind=kind if kind in KINDS else "project",
            said=self.store.scrub(said),
            verified=verdict.credited,
            origin=origin,
        )
        fact = self._known(text)
        records: list[Record] = [seen]
        if verdict.credited:
            records = [*self.writer("").say_again(text, fact), seen]
        self._append(records)
        words = sentences.remembered(text, verdict.credited, verdict.why, fact)
        return Change(words, (fact_key(text),), tuple(records))

    def observe(self, text: str, source: str, origin: Origin | None = None) -> Change:
        """Record a candidate fact that a session showed.

        What memory told that session before is recorded as memory's own words.
        """
        text = self._worded(text)
        origin = self._outgoing().origin_of(text, source, origin)
        seen = Observation(text=text, source=source, at=self._at(), origin=origin)
        self._append([seen])
        return Change(sentences.observed(text), (fact_key(text),), (seen,))

    def hold(self, texts: Sequence[str], origin: Origin, change: str = "") -> Change:
        """Record texts that nobody vouches for: they wait for review, whatever they
        say, and repetition does not promote them.

        It is a part of the step ``change``, or one of its own.
        """
        change = change or _new_change()
        records = [
            Observation(
                text=self._worded(text),
                source=HERE,
                at=self._at(),
                note=True,
                kind="project",
                origin=origin,
                change=change,
            )
            for text in texts
        ]
        self._append(records)
        keys = tuple(fact_key(record.text) for record in records)
        return Change(sentences.held(len(records)), keys, tuple(records), change)

    def forget_on_request(self, query: str, said: str, typed: Sequence[str]) -> Change:
        """Remove the best match of ``query`` if the person's words ask for it.

        Raises ``NotAsked`` where they do not: nothing is removed, and the message
        names the closest memory and the way out.
        """
        from levelmem.engine.memory.rules.forgetting import asks_to_forget

        facts = [fact for fact in self.facts() if fact.listed]
        fact = closest_fact(facts, query)
        if fact is None:
            raise NotAsked("no memory is like that", "")
        quote = fact.said if fact.credited else ""
        verdict = asks_to_forget(said, typed, fact.text, quote)
        if not verdict.removes:
            raise NotAsked(verdict.why, fact.text)
        return self.forget(fact.key)

    # Underneath

    def _decide(
        self, action: str, keys: Keys, change: str = "", **fields: str
    ) -> Change:
        facts = self._find(keys)
        writer = self.writer(change) if change else self._writer()
        records: list[Record] = []
        for fact in facts:
            records += (
                writer.controls(fact, action, **fields)
                if action in ("confirm", "remove")
                else [writer.own(fact, action, **fields)]
            )
        return self._write(writer, action, facts, records, fields.get("kind", ""))

    def _take_back(self, steps: Sequence[PastChange]) -> Change:
        if not steps:
            raise NothingToUndo
        step = steps[-1]
        self._restore_journal(step.id)
        writer = self._writer()
        records = writer.undo(step.id)
        keys = tuple(dict.fromkeys(getattr(part, "lm_key", "") for part in records))
        earlier = self._earlier()
        decided = earlier.knows(step.id)
        if decided:
            earlier.keep(writer.change)
        self._append(records)
        if decided:
            earlier.bring_back(step.id)
        words = sentences.undone(step, self.changes(), self._facts_by_key())
        if not decided and sentences.decides_on_digest(step.records):
            words += " MEMORY.md stays: what it said before is not on this machine."
        return Change(words, tuple(filter(None, keys)), tuple(records), writer.change)

    def _earlier(self) -> EarlierDigests:
        return EarlierDigests(self.store, MemoryStore(self.sides))

    def _mark_forgotten(self, session: str, writer: Writer) -> None:
        known = {line.id: line for line in self._journal}.get(session)
        line = known or JournalLine(session)
        marked = JournalLine(
            id=line.id,
            at=writer.at,
            title=line.title,
            state=line.state,
            forgotten=True,
            change=writer.change,
        )
        self.store.append([marked], JOURNAL)

    def _restore_journal(self, change: str) -> None:
        """Append the lines again that stood before a change forgot them."""
        before: dict[str, JournalLine | None] = {}
        for line in self._journal:
            if line.change != change or not line.forgotten:
                continue
            earlier = [
                one
                for one in self._journal[: self._journal.index(line)]
                if one.id == line.id
            ]
            before[line.id] = earlier[-1] if earlier else JournalLine(line.id)
        self.store.append([line for line in before.values() if line], JOURNAL)

    def _write(
        self,
        writer: Writer,
        action: str,
        facts: Sequence[Fact],
        records: Sequence[Record],
        detail: str = "",
        *,
        key: str = "",
    ) -> Change:
        self._append(records)
        keys = tuple(fact.key for fact in facts) or ((key,) if key else ())
        words = sentences.done(action, facts, detail)
        return Change(words, keys, tuple(records), writer.change)

    def _append(self, records: Sequence[Record]) -> None:
        self.claim()
        self.store.append(records, FACTS)

    def _find(self, keys: Keys) -> list[Fact]:
        asked = [keys] if isinstance(keys, str) else list(keys)
        facts, known = self.facts(), self._facts_by_key()
        found = (known.get(key) or find_fact(facts, key) for key in asked)
        return list({fact.key: fact for fact in found}.values())

    def _known(self, text: str) -> Fact | None:
        return self._facts_by_key().get(fact_key(text))

    def _facts_by_key(self) -> dict[str, Fact]:
        return {key: fact for fact in self.facts() for key in fact.keys}

    def _worded(self, text: str) -> str:
        text = self.store.scrub(text).strip()
        if not text:
            raise EmptyText
        return text

    def writer(self, change: str) -> Writer:
        """Return what words the records of a step, knowing all that is written."""
        facts = self.facts()
        return Writer(
            self._ledger.records,
            self._at(),
            change,
            self._fold,
            self._ledger.levelcode,
            facts,
            self._ledger.facts_after,
        )

    def _writer(self) -> Writer:
        return self.writer(_new_change())


def _new_change() -> str:
    return os.urandom(6).hex()
