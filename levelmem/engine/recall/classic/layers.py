"""The optional layers of memcode's ranking, each off unless asked for."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from levelmem.engine.recall.classic.corpus import Corpus, Entry
from levelmem.engine.recall.classic.tokens import classic_terms

FIELD_WEIGHTS: Mapping[str, float] = {
    "facts": 1.2,
    "compaction": 1.1,
    "user_message": 1.05,
    "assistant_message": 1.0,
    "tool_call": 0.9,
}
"""How much the words of each kind of record count."""

RM3_DOCUMENTS, RM3_TERMS, RM3_WEIGHT = 10, 8, 0.4
ADJACENCY = 0.3
RRF_K = 60
SEED, MENTION, CO_MENTION = 20.0, 1.0, 0.5
DAMPING, ROUNDS, PRECISION = 0.85, 40, 1e-9

Node = tuple[str, str]
"""``("session", id)`` or ``("entity", key)``."""


def expansion(
    corpus: Corpus, scores: Sequence[float], asked: Iterable[str]
) -> dict[str, float]:
    """Return further words for a question from its best documents (RM3).

    Words that are frequent there and rare elsewhere, each with the weight it gets.
    """
    asked = set(asked)
    best = sorted(range(len(scores)), key=lambda n: (-scores[n], n))[:RM3_DOCUMENTS]
    words = {word for n in best if scores[n] > 0 for word in corpus.counts[n]}
    statistics = corpus.statistics(words)
    mass: dict[str, float] = defaultdict(float)
    for number in best:
        if scores[number] > 0:
            for word, count in corpus.counts[number].items():
                if word not in asked:
                    mass[word] += count * statistics.rarity(word)
    chosen = sorted(mass, key=lambda word: (-mass[word], word))[:RM3_TERMS]
    return dict.fromkeys(chosen, RM3_WEIGHT)


def with_neighbours(entries: Sequence[Entry], scores: Sequence[float]) -> list[float]:
    """Return scores lifted by the better neighbour in the same session."""
    lifted = list(scores)
    for number, entry in enumerate(entries):
        beside = [
            scores[other]
            for other in (number - 1, number + 1)
            if 0 <= other < len(entries) and entries[other].session == entry.session
        ]
        lifted[number] += ADJACENCY * max(beside, default=0.0)
    return lifted


def entity_ranking(entries: Iterable[Entry], question: str) -> list[str] | None:
    """Return sessions by personalised PageRank over what their facts are about.

    None where there are no facts, or no entity is named: no signal at all, which is
    something else than the last place for everybody.
    """
    edges = _graph(entries)
    asked = set(classic_terms(question))
    seeds = {n for n in edges if n[0] == "entity" and asked.intersection(n[1].split())}
    if not seeds:
        return None
    total = len(edges) + SEED * len(seeds)
    teleport = {n: (1 + (SEED if n in seeds else 0)) / total for n in edges}
    rank = _page_rank(edges, teleport)
    sessions = [node for node in edges if node[0] == "session"]
    return [name for _, name in sorted(sessions, key=lambda n: (-rank[n], n[1]))]


def fused(lexical: Sequence[str], graph: Sequence[str] | None) -> list[str]:
    """Return sessions in the order of two rankings, fused by reciprocal rank."""
    if graph is None:
        return list(lexical)
    worth = {name: 1 / (RRF_K + place) for place, name in enumerate(lexical, 1)}
    for place, name in enumerate(graph, 1):
        if name in worth:
            worth[name] += 1 / (RRF_K + place)
    return sorted(worth, key=lambda name: (-worth[name], lexical.index(name)))


def _graph(entries: Iterable[Entry]) -> dict[Node, dict[Node, float]]:
    edges: dict[Node, dict[Node, float]] = defaultdict(lambda: defaultdict(float))

    def join(one: Node, other: Node, weight: float) -> None:
        edges[one][other] += weight
        edges[other][one] += weight

    for entry in entries:
        keys = [" ".join(classic_terms(name)) for name in entry.entities]
        nodes = [("entity", key) for key in dict.fromkeys(keys) if key]
        for node in nodes:
            join(("session", entry.session), node, MENTION)
        for one, other in combinations(nodes, 2):
            join(one, other, CO_MENTION)
    return edges


def _page_rank(
    edges: Mapping[Node, Mapping[Node, float]], teleport: Mapping[Node, float]
) -> dict[Node, float]:
    rank = dict(teleport)
    strength = {node: sum(out.values()) for node, out in edges.items()}
    for _ in range(ROUNDS):
        lost = sum(rank[node] for node in edges if not strength[node])
        following = {
            node: (1 - DAMPING + DAMPING * lost) * teleport[node] for node in edges
        }
        for node, out in edges.items():
            for other, weight in out.items():
                following[other] += DAMPING * rank[node] * weight / strength[node]
        change = sum(abs(following[node] - rank[node]) for node in edges)
        rank = following
        if change < PRECISION:
            break
    return rank
