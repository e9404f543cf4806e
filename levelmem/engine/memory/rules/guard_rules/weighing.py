"""Whether a sentence is worded like an order: its words are weighed.

The rules know the shapes of orders; those who write orders know the rules. So a text
that no rule holds is weighed as well: each of its words, word pairs and word beginnings
has a weight, drawn from thousands of written cases of both kinds, and what weighs like
an order is held. Words are weighed as they stand and by their kind: a secret, a
protection, an agent, the base of a verb.

The weights are a table, made by `tests/builders/guard_weights.py` from
`tests/data/guard`: the same text weighs the same on every machine.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

from levelmem.engine.memory.rules.guard_rules import english_words, sensitive_words
from levelmem.engine.memory.rules.guard_rules.verbs import base_of, verb_forms

WEIGHTS = Path(__file__).with_name("guard_weights.txt")
SCALE = 100
"""A weight of 1.0 is written as 100."""
OFFSET = "(offset)"
"""The table's entry for what is added to every weight."""
LIMIT = 0.6
"""What weighs more is worded like an order.

Of facts that had no part in the weights, fewer than one in a hundred weigh more. People
can't see why a plain fact is held by its words alone, so the limit is on their side.
"""
_FEWEST_WORDS = 4
"""Shorter sentences are the rules' alone: three words have next to no weight."""

_EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_PIECE = re.compile(
    rf"[{_EAST_ASIAN}]|[^\W\d_{_EAST_ASIAN}]+(?:['’-][^\W\d_{_EAST_ASIAN}]+)*|\d+|[^\w\s]"
)
_BEGINNINGS = (4, 6)
_EDGE = ("<", ">")
_KINDS = {
    "@protection": sensitive_words.PROTECTIONS,
    "@secret": sensitive_words.SECRETS,
    "@agent": sensitive_words.AGENTS,
    "@belittling": sensitive_words.BELITTLING,
    "@modal": english_words.MODALS,
    "@person": english_words.PERSONS,
    "@negation": english_words.NEGATIONS,
    "@determiner": english_words.DETERMINERS,
    "@auxiliary": english_words.AUXILIARIES,
    "@preposition": english_words.PREPOSITIONS,
}
"""The first that has a word is its kind."""


def is_worded_like_an_order(sentence: str) -> bool:
    """Whether a sentence in lower case weighs like an order."""
    pieces = _pieces(sentence)
    if sum(piece.isalpha() for piece in pieces) < _FEWEST_WORDS:
        return False
    return _weight(features_of(sentence)) > LIMIT


def features_of(sentence: str) -> frozenset[str]:
    """What of a sentence in lower case is weighed."""
    return frozenset(_features(_pieces(sentence)))


def _pieces(sentence: str) -> list[str]:
    """Words, signs and numbers; numbers are all one, scripts without blanks by sign."""
    return ["0" if piece[0].isdigit() else piece for piece in _PIECE.findall(sentence)]


def _features(pieces: list[str]) -> Iterator[str]:
    yield from pieces
    for piece in pieces:
        for letters in _BEGINNINGS:
            if len(piece) > letters:
                yield piece[:letters] + "*"
    yield from _neighbours(pieces)
    kinds = [_kind_of(piece) for piece in pieces]
    yield from kinds
    yield from _neighbours(kinds)


def _neighbours(pieces: list[str]) -> Iterator[str]:
    """Pairs of pieces side by side, and pairs with one between them."""
    framed = [_EDGE[0], *pieces, _EDGE[1]]
    for first, second in pairwise(framed):
        yield f"{first} {second}"
    for first, third in zip(framed, framed[2:], strict=False):
        yield f"{first} _ {third}"


def _kind_of(piece: str) -> str:
    kind = _kinds().get(piece)
    if kind is None and piece in verb_forms():
        return f"~{base_of(piece)}"
    return kind or piece


@cache
def _kinds() -> dict[str, str]:
    return {word: kind for kind, words in reversed(_KINDS.items()) for word in words}


def _weight(features: frozenset[str]) -> float:
    """The mean of the known features' weights, longer sentences counting for more."""
    weights = _weights()
    known = [weights[feature] for feature in features if feature in weights]
    return (sum(known) / sqrt(len(known) or 1) + weights[OFFSET]) / SCALE


@cache
def _weights() -> dict[str, int]:
    """The table, read when the first text is weighed."""
    entries = {}
    for line in WEIGHTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            weight, _, feature = line.partition("\t")
            entries[feature] = int(weight)
    return entries
