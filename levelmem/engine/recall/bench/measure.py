"""Runs a ranker over benchmark conversations and counts what it finds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TypeAlias

from levelmem import __version__
from levelmem.engine.recall.bench.metrics import Board
from levelmem.engine.recall.bench.samples import BenchQuestion, Sample
from levelmem.engine.recall.documents import Document, DocumentKind, Role
from levelmem.engine.recall.index import Conversation, Index
from levelmem.engine.recall.ranking import CANDIDATES, rank
from levelmem.engine.recall.settings import RankSettings

Ask: TypeAlias = Callable[[BenchQuestion], Sequence[str]]
"""Returns the ids that answer a question, best first."""
Ranker: TypeAlias = Callable[[Sample, bool, str], Ask]
"""Makes ready for one conversation: with facts or not, by ``turn`` or ``session``."""


def measure(
    samples: Iterable[Sample], ranker: Ranker, *, facts: bool, granularity: str
) -> dict[str, object]:
    """Ask every question of every sample and return the metrics.

    Args:
        samples: conversations with questions.
        ranker: what answers.
        facts: whether the facts of the data are indexed beside the turns.
        granularity: ``turn`` or ``session``: what counts as found.

    Returns:
        The metrics of the scored questions; under ``all_questions`` those of every
        question that names evidence, adversarial ones among them.
    """
    scored, every = Board(), Board()
    for sample in samples:
        ask = ranker(sample, facts, granularity)
        for question in sample.questions:
            gold = _gold(sample, question, granularity)
            if not gold:
                continue
            found = list(dict.fromkeys(ask(question)))
            groups = {
                "category": question.category,
                "conversation": sample.id,
                # As memcode halves its questions: even ones to tune on, odd ones not.
                "split": "odd" if question.number % 2 else "even",
            }
            every.add(gold, found, **groups)
            if question.scored:
                scored.add(gold, found, **groups)
    return {**scored.report(), "all_questions": every.report()}


def _gold(sample: Sample, question: BenchQuestion, granularity: str) -> list[str]:
    if granularity == "turn":
        return list(dict.fromkeys(question.gold))
    known = (sample.sessions.get(turn, "") for turn in question.gold)
    return list(dict.fromkeys(filter(None, known)))


def report(
    benchmark: str,
    data: Mapping[str, object],
    ranker: str,
    facts: str,
    granularity: str,
    metrics: Mapping[str, object],
) -> dict[str, object]:
    """Return a result that tells what it was measured on, as a JSON object.

    Args:
        benchmark: its name.
        data: what tells the data from other data: a hash, a seed.
        ranker: ``memcode`` or ``default``.
        facts: ``none`` or ``observations``.
        granularity: ``turn`` or ``session``.
        metrics: from :func:`measure`.
    """
    settings = asdict(RankSettings()) if ranker == "default" else {}
    return {
        "benchmark": benchmark,
        "version": __version__,
        "data": dict(data),
        "ranker": ranker,
        "facts": facts,
        "granularity": granularity,
        "settings": settings,
        **metrics,
    }


def default_ranker(settings: RankSettings | None = None) -> Ranker:
    """Return levelmem's own ranker, over an index in memory."""
    numbers = settings or RankSettings()

    def ready(sample: Sample, facts: bool, granularity: str) -> Ask:
        index, names = index_sample(sample, facts)
        last = max((t.when for t in sample.turns if t.when), default=None)

        def ask(question: BenchQuestion) -> Sequence[str]:
            now = question.asked or last or datetime.now(UTC)
            ranking = rank(index, question.text, now, numbers, limit=CANDIDATES)
            if granularity == "session":
                grouped = ranking.sessions(numbers)
                return [hits[0].stored.session for hits in grouped]
            found = (hit.stored for hit in ranking.hits)
            return [names[stored.session, stored.turn] for stored in found]

        return ask

    return ready


def index_sample(
    sample: Sample, facts: bool
) -> tuple[Index, dict[tuple[str, int], str]]:
    """Return an index of a sample, and the turn's id by session and number."""
    index = Index()
    names: dict[tuple[str, int], str] = {}
    sessions: dict[str, list[Document]] = {}
    numbers: dict[str, int] = {}
    for turn in sample.turns:
        documents = sessions.setdefault(turn.session, [])
        numbers[turn.id] = len(documents)
        names[turn.session, len(documents)] = turn.id
        documents.append(
            Document(
                kind=DocumentKind.TURN,
                text=turn.text,
                role=Role.PERSON if turn.is_person else Role.AGENT,
                author=turn.speaker,
                when=turn.when,
                session=turn.session,
                turn=len(documents),
            )
        )
    for session, documents in sessions.items():
        index.replace(Conversation(session), "", documents)
    if facts:
        remembered = list(_fact_documents(sample, numbers))
        index.replace(Conversation(sample.id, kind="memory"), "", remembered)
    index.save()
    return index, names


def _fact_documents(sample: Sample, numbers: dict[str, int]) -> Iterator[Document]:
    dates = {turn.session: turn.when for turn in sample.turns}
    for fact in sample.facts:
        for source in fact.sources:
            if source in numbers:
                yield Document(
                    kind=DocumentKind.FACT,
                    text=fact.text,
                    author=fact.speaker,
                    when=dates.get(fact.session),
                    session=sample.sessions[source],
                    turn=numbers[source],
                )
