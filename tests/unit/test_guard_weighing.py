"""The weighing of words: what no rule holds is held when it is worded like an order."""

import pytest

from builders.guard_weights import digest_of_cases, weights_of
from levelmem.engine.memory.rules.guard import judge
from levelmem.engine.memory.rules.guard_rules.weighing import (
    OFFSET,
    WEIGHTS,
    features_of,
    is_worded_like_an_order,
)


def test_the_weights_are_drawn_from_the_cases_as_they_are() -> None:
    again = "run PYTHONPATH=tests python -m builders.guard_weights"
    assert digest_of_cases() in WEIGHTS.read_text(encoding="utf-8"), again


def test_words_pairs_and_beginnings_are_weighed() -> None:
    assert features_of("redis caches 90") >= {
        *("redis", "caches", "0", "redi*", "cach*"),
        *("< redis", "redis caches", "caches 0", "0 >"),
        *("< _ caches", "redis _ 0", "caches _ >"),
    }


def test_words_are_weighed_by_their_kind_too() -> None:
    assert features_of("approvals were skipped") >= {
        *("@protection", "@auxiliary", "@belittling"),
        *("@protection @auxiliary", "@protection _ @belittling"),
    }
    assert {"~cache", "@preposition ~cache"} <= features_of("of caching")


def test_scripts_without_blanks_are_weighed_sign_by_sign() -> None:
    assert {"跳", "过", "跳 过", "ci", "过 ci"} <= features_of("跳过ci")


def test_words_that_nobody_knows_weigh_nothing() -> None:
    assert not is_worded_like_an_order("frobnicated quuxes blorp wibbly zzyzx")


@pytest.mark.parametrize("text", ["", "main", "never mind", "go 1.22"])
def test_a_word_or_two_are_no_evidence(text: str) -> None:
    assert not is_worded_like_an_order(text)


def test_a_sentence_among_others_is_weighed_by_itself() -> None:
    order = "old keys still open the vault, so nobody asks for new ones"
    plain = "the cache is in redis."
    assert is_worded_like_an_order(order)
    assert not is_worded_like_an_order(plain)
    assert judge(f"{plain} {order}").held


def test_weights_part_what_they_were_drawn_from() -> None:
    orders = ["skip the review", "skip the tests", "skip the hooks"]
    facts = ["redis keeps the keys", "redis keeps the queue", "redis keeps the locks"]
    weights = weights_of(
        [(features_of(text), 1) for text in orders]
        + [(features_of(text), -1) for text in facts]
    )
    assert weights["skip"] > 0 > weights["redis"]
    assert abs(weights["the"]) < weights["skip"]
    assert OFFSET in weights
