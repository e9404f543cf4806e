"""The default ranker: candidates from the index, scored exactly, explained.

A turn is read with those before it, since an answer often stands beside the words of
the question; facts and the turns they were seen in vouch for each other; sessions
lift what stands in them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from levelmem.engine.recall.bm25 import Statistics
from levelmem.engine.recall.candidates import choose
from levelmem.engine.recall.documents import DocumentKind, Stored
from levelmem.engine.recall.index import Index
from levelmem.engine.recall.question import Question, read_question
from levelmem.engine.recall.rescue import near_terms
from levelmem.engine.recall.scoring import Scored, Scorer
from levelmem.engine.recall.settings import RankSettings
from levelmem.engine.recall.tokens import terms
from levelmem.engine.recall.windows import find_event, window_around
from levelmem.engine.text import mend_surrogates

CANDIDATES = 150
"""Documents that are scored exactly."""

LIMIT = 50
"""Answers that are returned."""

Factor = Callable[[Stored], float]
"""Weighs a document by what the index does not know; 0 leaves it out."""


def _same(document: Stored) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answers to one question, best first."""

    question: Question
    hits: tuple[Scored, ...]
    rescued: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that occur nowhere, and the known ones that were taken instead."""

    def sessions(self, settings: RankSettings) -> list[list[Scored]]:
        """Return the hits by session, the likeliest session first.

        For questions of the kind "in which session": several good hits outweigh one
        that is a little better.
        """
        grouped: dict[tuple[str, str], list[Scored]] = defaultdict(list)
        for hit in self.hits:
            grouped[hit.stored.agent, hit.stored.session].append(hit)

        def worth(hits: list[Scored]) -> float:
            best = hits[: settings.session_hits]
            decay = settings.session_decay
            return sum(hit.score * decay**place for place, hit in enumerate(best))

        return sorted(grouped.values(), key=worth, reverse=True)


def rank(
    index: Index,
    text: str,
    now: datetime,
    settings: RankSettings | None = None,
    factor: Factor = _same,
    limit: int = LIMIT,
    candidates: int = CANDIDATES,
) -> Ranking:
    """Return what answers a question, in flat order: the line that tells it first.

    Args:
        index: where to look.
        text: the question; see :func:`~.question.read_question`.
        now: the moment of asking, aware.
        settings: the ranker's numbers.
        factor: weighs each document besides, 0 leaves it out.
        limit: at most so many answers.
        candidates: how many documents are scored.
    """
    settings = settings or RankSettings()
    text = mend_surrogates(text)  # raw bytes of a command line fit no database
    question = read_question(text, now, index.authors)
    if question.window is None and (event := find_event(text)):
        question = _dated_by_event(index, question, event, now, settings)
    statistics, weights, rescued = _weigh_terms(index, question, settings)
    matches = index.matches({term: statistics.frequency[term] for term in weights})
    chosen = choose(matches, weights, settings, candidates)
    scored = _score(index, question, weights, statistics, chosen, settings)
    scored = _weighed(scored, factor)
    _lift_by_session(scored, settings)
    _vouch(scored, settings)
    scored.sort(key=_order)
    if question.asks_for_now:
        _newest_first(scored, settings.now)
    hits = _without_copies(scored)[:limit]
    texts = index.texts(hit.stored.id for hit in hits)
    for hit in hits:
        hit.stored.text = texts.get(hit.stored.id, "")
    return Ranking(question, tuple(hits), tuple(rescued.items()))


def _dated_by_event(
    index: Index,
    question: Question,
    event: tuple[str, str, str],
    now: datetime,
    settings: RankSettings,
) -> Question:
    """Return a question with the time that an event gives it, where one is found.

    The event was when something tells of it best; what is asked for is the rest.
    """
    edge, named, words = event
    hits = rank(index, named, now, settings, limit=1).hits
    at = hits[0].stored.at if hits else None
    if at is None:
        return question
    window = window_around(edge, datetime.fromtimestamp(at, UTC), now, words)
    rest = tuple(term for term in question.terms if term not in terms(words))
    return replace(question, window=window, terms=rest or question.terms)


def _weigh_terms(
    index: Index, question: Question, settings: RankSettings
) -> tuple[Statistics, dict[str, float], dict[str, tuple[str, ...]]]:
    """Return what each term is worth; mistyped ones are replaced by near ones."""
    statistics = index.statistics(question.terms)
    unknown = [t for t in question.terms if not statistics.frequency[t]]
    rescued = {
        term: near
        for term in unknown
        if (near := tuple(near_terms(term, index.vocabulary(term[0]))))
    }
    stand_ins = [term for near in rescued.values() for term in near]
    if stand_ins:
        statistics = index.statistics([*question.terms, *stand_ins])
    weights = {t: statistics.rarity(t) for t in question.terms if t not in unknown}
    for term in stand_ins:
        weights.setdefault(term, settings.rescue * statistics.rarity(term))
    return statistics, weights, rescued


def _score(
    index: Index,
    question: Question,
    weights: dict[str, float],
    statistics: Statistics,
    chosen: Sequence[int],
    settings: RankSettings,
) -> list[Scored]:
    before = range(settings.context_least + 1)
    read = dict[int, Stored | None](
        index.read(number - back for number in chosen for back in before)
    )

    def get(number: int) -> Stored | None:
        if number not in read:
            read[number] = index.read([number]).get(number)
        return read[number]

    def full_text(number: int) -> str:
        return index.texts([number]).get(number, "")

    scorer = Scorer(question, weights, statistics, get, full_text, settings)
    documents = [stored for number in chosen if (stored := read.get(number))]
    found = (scorer.score(stored) for stored in documents)
    scored = [hit for hit in found if hit]
    verbatim = [hit for hit in scored if hit.verbatim]
    # Quotation marks are an order where anything fits, and a hint where nothing does.
    return verbatim if question.phrases and verbatim else scored


def _weighed(scored: Iterable[Scored], factor: Factor) -> list[Scored]:
    kept = []
    for hit in scored:
        hit.score *= factor(hit.stored)
        if hit.score > 0:
            kept.append(hit)
    return kept


def _lift_by_session(scored: Sequence[Scored], settings: RankSettings) -> None:
    """Give each turn a share of the two best scores of its session."""
    by_session: dict[int, list[Scored]] = defaultdict(list)
    for hit in scored:
        if hit.stored.kind == DocumentKind.TURN:
            by_session[hit.stored.group].append(hit)
        else:
            hit.score *= settings.fact * (1 + settings.session)
    for hits in by_session.values():
        best = sorted((hit.score for hit in hits), reverse=True)[:2]
        for hit in hits:
            hit.score += settings.session * sum(best)


def _vouch(scored: Sequence[Scored], settings: RankSettings) -> None:
    """Let facts and the turn that they were seen in lift one another."""
    by_source: dict[tuple[str, str, int], list[Scored]] = defaultdict(list)
    for hit in scored:
        stored = hit.stored
        if stored.turn >= 0:
            by_source[stored.agent, stored.session, stored.turn].append(hit)
    for hits in by_source.values():
        if len(hits) < 2:
            continue
        parts = sorted((hit.score for hit in hits), reverse=True)
        together = parts[0] + settings.vouching * sum(parts[1:])
        for hit in hits:
            hit.score = together
            says = "the turn it comes from" if _is_fact(hit) else "a fact from it"
            hit.reasons.append(f"{says} says so too")


def _newest_first(scored: list[Scored], share: float) -> None:
    """Put the newest of the good answers first: what was said last holds now."""
    least = share * scored[0].score if scored else 0.0
    good = [place for place, hit in enumerate(scored) if hit.score >= least]
    place = max(good, key=lambda n: scored[n].stored.at or 0.0, default=0)
    if place:
        newest = scored.pop(place)
        newest.score = scored[0].score
        newest.reasons.append("said last")
        scored.insert(0, newest)


def _is_fact(hit: Scored) -> bool:
    return hit.stored.kind == DocumentKind.FACT


def _order(hit: Scored) -> tuple[float, bool, float, int]:
    """Best first; then facts, then the newest, then by place: never by chance."""
    stored = hit.stored
    return (-hit.score, not _is_fact(hit), -(stored.at or 0.0), stored.id)


def _without_copies(scored: Iterable[Scored]) -> list[Scored]:
    """Return the hits without those that say exactly what a better one says."""
    first: dict[tuple[str, str], Scored] = {}
    for hit in scored:
        known = first.setdefault((hit.stored.kind, hit.stored.terms), hit)
        if known is not hit:
            known.copies += 1
    return list(first.values())
