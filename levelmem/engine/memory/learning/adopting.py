"""Notes found in old sessions, taken into memory or turned down by the person.

Either way it is a step of theirs like any other: appended, and taken back by an undo.
A note that was turned down leaves its words behind, so that it is not offered again.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.learning.harvest import Harvested, alike
from levelmem.engine.memory.learning.tombstones import Tombstones
from levelmem.engine.memory.records import (
    Observation,
    Origin,
    OriginKind,
    Record,
)
from levelmem.engine.memory.rules.credit import credit
from levelmem.engine.memory.sentences import quoted
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.memory.writing import Writer


def adopt(memory: Memory, note: Harvested, now: datetime, text: str = "") -> Change:
    """Keep a note that the person typed once to an agent: active at once.

    It is theirs where their words then say the same; else it is marked as confirmed.
    ``text`` is their better wording, typed now.
    """
    step = _Step(memory, note, now)
    kept = step.keep(text)
    return step.done(f"Noted in your words: {quoted(kept)}.")


def adopt_all(memory: Memory, notes: Sequence[Harvested], now: datetime) -> Change:
    """Keep several notes, as one step."""
    step = _Step(memory, notes[0], now)
    for step.note in notes:
        step.keep()
    return step.done(f"Noted in your words: {len(notes)} notes.")


def adopt_for_all(
    memory: Memory, note: Harvested, others: Sequence[Harvested], now: datetime
) -> Change:
    """Keep one note for several that say nearly the same, as one step."""
    step = _Step(memory, note, now)
    kept = step.keep()
    if others:
        step.turn_down(others)
    words = f"{quoted(kept)}, for {len(others)} more that say nearly the same"
    return step.done(f"Noted in your words: {words}.")


def turn_down(memory: Memory, notes: Sequence[Harvested], now: datetime) -> Change:
    """Write down that notes are not wanted: they are not offered again."""
    step = _Step(memory, notes[0], now)
    step.turn_down(notes)
    told = quoted(notes[0].text) if len(notes) == 1 else f"{len(notes)} notes"
    return step.done(f"Not kept: {told}.")


def unknown(notes: Iterable[Harvested], memory: Memory) -> list[Harvested]:
    """Return the notes that memory has not in some words, nor ever had."""
    facts = memory.facts()
    exact = Tombstones(fact.text for fact in facts)
    noted = [fact.text for fact in facts if fact.note or fact.credited]
    return [
        note
        for note in notes
        if not exact.holds(note.text, len(memory.records()) + 1)
        and not any(alike(text, note.text) for text in noted)
    ]


class _Step:
    """One change of a memory while its records are put together."""

    def __init__(self, memory: Memory, note: Harvested, now: datetime) -> None:
        self.memory = memory
        self.note = note
        moment = now.astimezone(UTC)
        milliseconds = moment.microsecond // 1000
        self.at = moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds:03}Z"
        self.change = uuid.uuid4().hex[:12]
        self.records: list[Record] = []

    @property
    def quote(self) -> str:
        return self.note.quote

    def writer(self) -> Writer:
        """Return a writer that knows the records written so far."""
        return self.memory.writer(self.change)

    def seen(self, text: str, verified: bool, said: str) -> Observation:
        """Return the note as it is kept, with the turn where it was typed."""
        where = self.note.sightings[-1]
        scrub = self.memory.store.scrub
        return Observation(
            text=scrub(text),
            source=where.session,
            at=self.at,
            note=True,
            kind="preference",
            said=scrub(said),
            verified=verified,
            origin=Origin(
                OriginKind.TYPED,
                agent=where.agent,
                session=where.session,
                turn=where.turn,
            ),
            change=self.change,
        )

    def keep(self, text: str = "") -> str:
        """Keep the note, in the person's better words where there are any, and
        return how it is worded."""
        words = text or self.note.text
        credited = not text and credit(words, self.quote, [self.quote]).credited
        facts = self.memory.facts()
        known = next((f for f in facts if fact_key(words) in f.keys), None)
        seen = self.seen(words, credited or bool(text), said=text or self.quote)
        self.append([*self.writer().say_again(words, known), seen])
        if not seen.verified:
            self.decide([seen.text], "confirm")
        return words

    def turn_down(self, notes: Sequence[Harvested]) -> None:
        """Write notes down as not wanted."""
        seen: list[Observation] = []
        for self.note in notes:
            seen.append(self.seen(self.note.text, False, said=self.quote))
        self.append(seen)
        self.decide([one.text for one in seen], "remove")

    def decide(self, texts: Sequence[str], word: str) -> None:
        """Write down what is decided on notes that are written already."""
        writer, records = self.writer(), list[Record]()
        for text in texts:
            records += writer.controls(self.memory.fact(fact_key(text)), word)
        self.append(records)

    def append(self, records: Sequence[Record]) -> None:
        """Write records down."""
        self.memory.claim()
        self.memory.store.append(records)
        self.records += records

    def done(self, words: str) -> Change:
        """Return what was done."""
        keys = dict.fromkeys(
            fact_key(record.text)
            for record in self.records
            if isinstance(record, Observation)
        )
        return Change(words, tuple(keys), tuple(self.records), self.change)
