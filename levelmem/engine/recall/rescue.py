"""Words that occur nowhere, put right: typing errors, and words cut short."""

from collections.abc import Iterator, Sequence

_SHORTEST = 4
_LONG = 7
_MOST = 3
_SHORTEST_PREFIX = 4


def near_terms(term: str, vocabulary: Sequence[str]) -> list[str]:
    """Return at most three known terms that an unknown one may stand for, best first.

    One error is forgiven in a word of four to six letters, two in a longer one;
    neighbouring letters that changed places are one error. Where nothing is that
    near, longer words that begin with the term are taken.

    Args:
        term: a term that occurs nowhere.
        vocabulary: the known terms that may be meant.
    """
    if len(term) < _SHORTEST:
        return []
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract  # costs a start that rescues nothing

    errors = 2 if len(term) >= _LONG else 1
    found = extract(
        term, vocabulary, scorer=OSA.distance, limit=_MOST, score_cutoff=errors
    )
    near = [name for name, distance, _ in found if distance]
    return near or list(_longer(term, vocabulary))[:_MOST]


def _longer(term: str, vocabulary: Sequence[str]) -> Iterator[str]:
    if len(term) >= _SHORTEST_PREFIX:
        yield from sorted((t for t in vocabulary if t.startswith(term)), key=len)
