"""Sealing: a finished session leaves a journal line and at most two candidate facts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.memory.learning.journal import journal_line
from levelmem.engine.memory.learning.outcome import Outcome, outcome
from levelmem.engine.memory.records import JournalLine, Observation
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import JOURNAL
from levelmem.engine.sessions.model import ASKED, Session, Turn
from levelmem.engine.sessions.recap import recap


@dataclass(frozen=True, slots=True)
class Sealed:
    """What sealing one session did."""

    session: Session
    line: JournalLine | None = None
    """The journal line that was written; None where there was nothing to tell, or
    nothing new since it was sealed before."""
    facts: tuple[str, ...] = ()
    """The candidate facts that were recorded."""
    held: tuple[str, ...] = ()
    """What the agent read that tries to become memory: it waits for review."""


Reword = Callable[[Session, Sequence[Turn], Outcome], Outcome]
"""Puts an outcome into better words, or leaves it as it is."""


def as_found(session: Session, turns: Sequence[Turn], outcome: Outcome) -> Outcome:
    """Leave an outcome in the words that code found."""
    return outcome


def seal(
    memory: Memory,
    session: Session,
    turns: Iterable[Turn],
    now: datetime,
    reword: Reword = as_found,
) -> Sealed:
    """Write down what ``session`` left behind, once.

    A session that went on after it was sealed gets a new line, which stands from
    then on; its facts are recorded once for each session. A session that the person
    had forgotten stays forgotten.

    Raises ``OSError`` when the conversation can't be read, ``MemoryOff`` and
    ``StoreError`` when the memory can't be written.
    """
    read = list(turns)
    found = outcome(session, recap(read))
    if found is None:
        return Sealed(session)
    found = reword(session, read, found)
    typed = [turn.text for turn in read if turn.origin in ASKED]
    line = journal_line(session, found, now, typed)
    with memory.store.locked():
        known = memory.journal_line(session.id)
        if known and (known.forgotten or _says_the_same(known, line)):
            return Sealed(session)
        memory.claim()
        known_texts = {
            seen.text
            for seen in memory.records()
            if isinstance(seen, Observation) and seen.source == session.id
        }
        new = [fact for fact in found.facts if fact.text not in known_texts]
        for fact in new:
            memory.observe(fact.text, session.id, fact.origin)
        # Last: whoever dies before it begins again and finds the facts known.
        memory.store.append([line], JOURNAL)
    return Sealed(session, line, tuple(fact.text for fact in new))


def _says_the_same(known: JournalLine, line: JournalLine) -> bool:
    if known.at != line.at:
        return False
    by_model = bool(known.extra.get("model"))
    return by_model or (known.summary, known.title) == (line.summary, line.title)
