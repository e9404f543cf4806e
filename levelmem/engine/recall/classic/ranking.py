"""memcode's order: BM25 with bonuses, then by session, two leading hits of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from levelmem.engine.recall.classic import layers
from levelmem.engine.recall.classic.corpus import Corpus, Entry
from levelmem.engine.recall.classic.tokens import classic_terms
from levelmem.engine.recall.classic.windows import classic_window

EXACT, PAIR = 6.0, 1.0
INSIDE, OUTSIDE = 1.5, 0.6
LEAD = 2
"""Hits of each session that come before the rest of any."""


@dataclass(frozen=True, slots=True)
class Options:
    """The layers that memcode ships switched off, for measuring what each brings."""

    field_weights: bool = False
    rm3: bool = False
    adjacency: bool = False
    entities: bool = False
    """Entity PageRank, fused with the order of the sessions by reciprocal rank."""


@dataclass(frozen=True, slots=True)
class ClassicHit:
    """An entry with its score."""

    entry: Entry
    score: float
    place: int
    """Its position in the corpus."""


def classic_rank(
    corpus: Corpus,
    question: str,
    now: datetime,
    limit: int,
    options: Options | None = None,
) -> list[ClassicHit]:
    """Return the entries that answer a question, at most ``limit``, in memcode's order.

    Ties are broken by time, session and place: memcode's own vary from run to run.
    """
    options = options or Options()
    question = question.strip()
    scores, verbatim = _scores(corpus, question, options)
    if options.adjacency:
        scores = layers.with_neighbours(corpus.entries, scores)
    _apply_window(corpus, scores, question, now)
    hits = [
        ClassicHit(entry, score, place)
        for place, (entry, score) in enumerate(zip(corpus.entries, scores, strict=True))
        if score > 0
    ]
    return _by_session(corpus, hits, question, options, verbatim)[:limit]


def _scores(
    corpus: Corpus, question: str, options: Options
) -> tuple[list[float], bool]:
    """Return the score of each entry, and whether any holds the question verbatim."""
    asked = dict.fromkeys(classic_terms(question), 1.0)
    exact = question.lower()
    verbatim = [bool(exact) and exact in text for text in corpus.folded]
    scores = corpus.bm25(asked)
    if options.rm3 and not any(verbatim):
        more = layers.expansion(corpus, scores, asked)
        scores = corpus.bm25(asked | more)
    pairs = frozenset(pairwise(asked))
    for number, score in enumerate(scores):
        if score > 0:
            scores[number] += PAIR * len(pairs & corpus.pairs[number])
        if verbatim[number]:
            scores[number] += EXACT
        if options.field_weights:
            kind = corpus.entries[number].kind
            scores[number] *= layers.FIELD_WEIGHTS.get(kind, 1.0)
    return scores, any(verbatim)


def _apply_window(
    corpus: Corpus, scores: list[float], question: str, now: datetime
) -> None:
    window = classic_window(question, now)
    if window is None:
        return
    start, end = window
    for number, entry in enumerate(corpus.entries):
        if entry.at is not None:
            scores[number] *= INSIDE if start <= entry.at < end else OUTSIDE


def _by_session(
    corpus: Corpus,
    hits: Sequence[ClassicHit],
    question: str,
    options: Options,
    verbatim: bool,
) -> list[ClassicHit]:
    sessions: dict[str, list[ClassicHit]] = defaultdict(list)
    for hit in sorted(hits, key=_order):
        sessions[hit.entry.session].append(hit)

    def worth(name: str) -> float:
        return sum(hit.score for hit in sessions[name][:2])

    order = sorted(sessions, key=lambda name: (-worth(name), name))
    if options.entities and not verbatim:
        order = layers.fused(order, layers.entity_ranking(corpus.entries, question))
    leading = [hit for name in order for hit in sessions[name][:LEAD]]
    rest = [hit for name in order for hit in sessions[name][LEAD:]]
    return leading + rest


def _order(hit: ClassicHit) -> tuple[float, float, str, int]:
    when = hit.entry.at.timestamp() if hit.entry.at else 0.0
    return (-hit.score, -when, hit.entry.session, hit.place)
