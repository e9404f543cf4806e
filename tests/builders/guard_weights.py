"""Draws the guard's weights from its written cases.

Run `PYTHONPATH=tests python -m builders.guard_weights` after every change of the cases;
a test tells when that was forgotten. It takes a few seconds.

A linear support vector machine, trained by dual coordinate descent (Hsieh et al.,
2008): no library, no chance, the same table everywhere.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from builders.guard_cases import FOLDER, cases_of
from levelmem.engine.memory.rules.guard import sentences_to_weigh
from levelmem.engine.memory.rules.guard_rules.weighing import (
    OFFSET,
    SCALE,
    WEIGHTS,
    features_of,
)
from levelmem.engine.memory.rules.normalise import normalise

_FEWEST_USES = 3
"""In how many cases a feature has to stand to be weighed."""
_SLACK = 0.5
"""How much a case on the wrong side is forgiven: 1 / (2 C), with C = 1."""
_ROUNDS = 60


class _Example(NamedTuple):
    features: tuple[int, ...]
    side: int
    """1 for an order, -1 for a fact."""


def digest_of_cases() -> str:
    """What the table says of the cases that it was drawn from."""
    digest = hashlib.sha256()
    for file in sorted(FOLDER.glob("*-*.txt")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Write the table anew."""
    WEIGHTS.write_text(written_out(weights_of(list(_examples()))), encoding="utf-8")


def written_out(weights: dict[str, float]) -> str:
    """The table's text, without what weighs nothing."""
    rounded = {feature: round(SCALE * weight) for feature, weight in weights.items()}
    return "\n".join(
        [
            "# Written by tests/builders/guard_weights.py, never by hand.",
            f"# Drawn from the cases with the digest {digest_of_cases()}.",
            *(
                f"{weight}\t{feature}"
                for feature, weight in sorted(rounded.items())
                if weight or feature == OFFSET
            ),
            "",
        ]
    )


def _examples() -> Iterator[tuple[frozenset[str], int]]:
    """The features and the side of every case that words alone can tell."""
    for case in cases_of("facts"):
        for sentence in sentences_to_weigh(case.text):
            yield features_of(sentence), -1
    for case in cases_of("orders"):
        sentences = list(sentences_to_weigh(case.text))
        # Of several sentences one may well be plain; so may be what hides something.
        if len(sentences) == 1 and not normalise(case.text).findings:
            yield features_of(sentences[0]), 1


def weights_of(examples: list[tuple[frozenset[str], int]]) -> dict[str, float]:
    """The weight of every feature that is common enough."""
    uses = Counter(feature for features, _ in examples for feature in features)
    names = sorted(name for name, count in uses.items() if count >= _FEWEST_USES)
    number_of = {name: number for number, name in enumerate(names)}
    numbered = [
        _Example(tuple(sorted(number_of[f] for f in features if f in number_of)), side)
        for features, side in examples
    ]
    *weights, offset = _trained(numbered, len(names))
    return {**dict(zip(names, weights, strict=True)), OFFSET: offset}


def _trained(examples: list[_Example], size: int) -> list[float]:
    """The weights by number, and the offset behind them."""
    weights = [0.0] * (size + 1)
    pulls = [0.0] * len(examples)
    order = list(range(len(examples)))
    shuffled = random.Random(0)
    for _ in range(_ROUNDS):
        shuffled.shuffle(order)
        for at in order:
            features, side = examples[at]
            share = 1 / sqrt(len(features) or 1)
            value = share * sum(weights[f] for f in features) + weights[size]
            slope = side * value - 1 + _SLACK * pulls[at]
            # The features' shares add up to a square of 1, the offset's is 1 too.
            pull = max(pulls[at] - slope / (2 + _SLACK), 0.0)
            change, pulls[at] = side * (pull - pulls[at]), pull
            if change:
                for feature in features:
                    weights[feature] += change * share
                weights[size] += change
    return weights


if __name__ == "__main__":
    main()
