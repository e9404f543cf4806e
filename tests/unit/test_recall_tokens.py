"""Text as terms: words, names of code, scripts without spaces."""

import pytest

from levelmem.engine.recall.classic.tokens import classic_stem, classic_terms
from levelmem.engine.recall.tokens import terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("running tests", "run test"),
        ("committed", "commit"),
        ("the policies", "policy"),
        ("went", "going"),
        ("children", "a child"),
        ("Café", "cafe"),
        ("ＦＵＬＬ", "full"),
        ("Caroline's dog", "caroline dog"),
        ("didn’t leave", "leave"),
        ("серверов", "сервер"),
    ],
)
def test_forms_of_a_word_are_one_term(one: str, other: str) -> None:
    assert set(terms(one)) == set(terms(other))


@pytest.mark.parametrize(
    "name",
    ["refundRetry", "RefundRetry", "refund_retry", "refund-retry", "refund.retry"],
)
def test_a_name_is_its_parts_and_the_whole_however_it_is_spelled(name: str) -> None:
    assert terms(name) == ["refund", "retri", "refundretry"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("src/app/main.py:42", {"src", "app", "main", "mainpy", "srcappmainpy"}),
        ("C:\\work\\main.py", {"main", "mainpy"}),
        ("HTTPServer", {"http", "server", "httpserver"}),
        ("C++", {"c++"}),
        ("C#", {"c#"}),
        ("std::vector<int>", {"std", "vector", "stdvector", "int"}),
        ("0.27.0", {"0.27.0"}),
        ("1a2b3c4d5e6f", {"1a2b3c4", "1a2b3c4d5e6f"}),
        ("TypeError:", {"type", "error", "typeerror"}),
        ("我们用Redis做缓存", {"我们", "们用", "缓存"}),
    ],
)
def test_code_and_other_scripts_are_cut_so_that_parts_are_found(
    text: str, found: set[str]
) -> None:
    assert found <= set(terms(text))


@pytest.mark.parametrize("text", ["", "   ", "the of and", "!?…", "\x1b[31m" * 0])
def test_what_says_nothing_has_no_terms(text: str) -> None:
    assert terms(text) == []


def test_terms_hold_no_white_space() -> None:
    text = "a\u00a0b word\u2003other 使用 \u3000 x\ty"
    assert all(term.split() == [term] for term in terms(text))


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("running", "runn"),
        ("committed", "committ"),
        ("policies", "policy"),
        ("dogs", "dog"),
        ("class", "class"),
        ("string", "str"),
        ("speed", "spe"),
        ("bed", "bed"),
    ],
)
def test_the_classic_stem_is_as_rough_as_memcodes(word: str, stem: str) -> None:
    assert classic_stem(word) == stem


def test_the_classic_terms_are_ascii_runs() -> None:
    assert classic_terms("The naïve 使用 dogs!") == ["na", "ve", "dog"]
