"""What a session read that tries to become memory: held, listed with its origin.

Nobody took it up, so it could not become a fact; the person sees all the same that
the repository, a page or a tool tried.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from levelmem.engine.audit.plants import planted_lines
from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.forgotten import within
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.learning.evidence import OUTSIDE
from levelmem.engine.memory.learning.read_texts import ReadText, texts_read
from levelmem.engine.memory.records import Observation, Origin, OriginKind
from levelmem.engine.memory.service import Memory
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.times import iso

MOST = 10
"""Plants that one session may bring: a repository must not fill the review."""
MOST_OF_A_SOURCE = 4
"""Of them from one file, page, command or server: none hides the others."""
_OWN = re.compile(r"(?:^|[;&|(]\s*)(?:\S*/)?levelmem\s")

Plant = tuple[str, Origin]


def hold_plants(
    memory: Memory, session: Session, turns: Iterable[Turn], now: datetime
) -> tuple[str, ...]:
    """Record the plants that a session read, each once; return their texts.

    What memory itself told the session is none, nor what the person decided on.
    Raises ``MemoryOff`` and ``StoreError``.
    """
    line = memory.journal_line(session.id)
    if line is not None and line.forgotten:
        return ()
    found = list(_within_bounds(memory, session, _new(memory, session, turns)))
    records = [
        Observation(
            text=memory.store.scrub(text).strip(),
            source=session.id,
            at=iso(session.updated or session.created or now) or "",
            note=True,
            kind="project",
            origin=origin,
        )
        for text, origin in found
    ]
    if records:
        memory.claim()
        memory.store.append(records)
    return tuple(record.text for record in records)


def _new(memory: Memory, session: Session, turns: Iterable[Turn]) -> Iterator[Plant]:
    facts = {key: fact for fact in memory.facts() for key in fact.keys}
    taken_up = [f for f in facts.values() if _is_taken_up(f, session.id)]
    seen: set[str] = set()
    for read in texts_read(session, turns):
        if _is_own(read, memory):
            continue
        for text in (*planted_lines(read.text, read.origin.path), *_in(read, taken_up)):
            key = fact_key(text)
            if key and key not in seen and _is_news(facts.get(key), session.id):
                seen.add(key)
                yield text, read.origin


def _within_bounds(
    memory: Memory, session: Session, plants: Iterable[Plant]
) -> Iterator[Plant]:
    """Yield as many as one session may bring, with those that it brought before."""
    brought = Counter(
        _place(seen.origin)
        for seen in memory.records()
        if isinstance(seen, Observation)
        and seen.source == session.id
        and seen.note
        and seen.origin
        and seen.origin.kind in OUTSIDE
    )
    for text, origin in plants:
        if brought.total() >= MOST:
            return
        if brought[_place(origin)] < MOST_OF_A_SOURCE:
            brought[_place(origin)] += 1
            yield text, origin


def _place(origin: Origin) -> str:
    return origin.path or origin.host or origin.server or origin.command


def _is_taken_up(fact: Fact, session: str) -> bool:
    """Tell whether the agent of this session handed a note in that nobody typed."""
    return fact.to_review and any(
        seen.source == session and seen.note and not seen.verified
        for seen in fact.observations
    )


def _in(read: ReadText, facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the notes whose words stand in what was read: that is their origin."""
    key = ""
    for fact in facts:
        key = key or fact_key(read.text)
        if fact_key(fact.text) in key:
            yield fact.text


def _is_news(known: Fact | None, session: str) -> bool:
    """Tell whether the person has not decided, and the session not said it yet."""
    if known is None:
        return True
    decided = known.active or known.state in (State.REMOVED, State.CONFIRMED)
    return not decided and not any(
        seen.source == session and seen.origin and seen.origin.kind != OriginKind.AGENT
        for seen in known.observations
    )


def _is_own(read: ReadText, memory: Memory) -> bool:
    """Tell whether memory's own words came back: by its tool, or from its files.

    Its frame alone proves nothing: a plant can copy that.
    """
    origin = read.origin
    if origin.server == "levelmem" or _OWN.search(origin.command):
        return True
    own = (str(memory.sides), str(memory.store.folder))
    return any(within(origin.path, folder) for folder in own)
