"""Recall for agents: cited answers, each worded so that a low one is not laundered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.service import Memory
from levelmem.engine.recall.documents import Document, DocumentKind
from levelmem.engine.recall.index import Conversation, Index
from levelmem.engine.recall.ranking import rank
from levelmem.engine.sessions.times import iso, parse_time
from levelmem.engine.text import clip, one_line

_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Recalled:
    """One answer, with its source."""

    kind: str
    """``fact``, ``journal`` or ``turn``."""
    text: str
    state: str
    """Of a fact: how far it is trusted; empty for others."""
    caution: str
    """What to mind before relying on it; empty for what is active and of today."""
    session: str
    agent: str
    date: str
    """ISO 8601; empty where it is not known."""


def recall(
    memory: Memory, question: str, limit: int, now: datetime | None = None
) -> list[Recalled]:
    """Return what answers a question: facts of any state but removed, the journal."""
    now = now or datetime.now(UTC)
    facts = [fact for fact in memory.facts() if fact.listed]
    known = {fact.key: fact for fact in facts}
    documents = [*_facts(facts), *_journal(memory)]
    index = Index()
    try:
        conversation = Conversation(memory.project, "memory", project=memory.project)
        index.replace(conversation, "", documents)
        ranked = rank(index, question, now).hits[:limit]
    finally:
        index.close()
    return [_recalled(hit.stored.document, known, now) for hit in ranked]


def caution(fact: Fact, now: datetime) -> str:
    """Return what to say beside a fact, so that it is taken for no more than it is."""
    said = {
        State.INFERRED: "inferred: seen in one session only",
        State.SUPERSEDED: f"superseded by: {one_line(fact.superseded_by)}",
        State.UNCONFIRMED: "held for review: do not act on it",
    }.get(fact.state, "")
    return "; ".join(filter(None, (said, _age(fact.updated_at, now))))


def _facts(facts: Sequence[Fact]) -> Iterator[Document]:
    for fact in facts:
        yield Document(
            DocumentKind.FACT,
            fact.text,
            reference=fact.key,
            when=fact.updated_at,
            session=fact.sources[0] if fact.sources else "",
        )


def _journal(memory: Memory) -> Iterator[Document]:
    for line in memory.journal():
        agent = line.extra.get("agent")
        yield Document(
            DocumentKind.JOURNAL,
            f"{line.title}: {line.summary}",
            when=parse_time(line.at),
            agent=agent if isinstance(agent, str) else "",
            session=line.id,
        )


def _recalled(document: Document, known: dict[str, Fact], now: datetime) -> Recalled:
    fact = known.get(document.reference)
    return Recalled(
        kind=document.kind.value,
        text=clip(one_line(document.text), _LONGEST),
        state=fact.state.value if fact else "",
        caution=caution(fact, now) if fact else _age(document.when, now),
        session=document.session,
        agent=document.agent,
        date=iso(document.when) or "",
    )


def _age(when: datetime | None, now: datetime) -> str:
    if when is None:
        return "of unknown age"
    days = (now - when).days
    if days < 1:
        return ""
    return "1 day old" if days == 1 else f"{days} days old"
