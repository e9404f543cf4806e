"""Words are found in any case, with accents typed or not."""

import pytest

from levelmem.engine.text import fold
from levelmem.widgets.finding import count, places


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("weights and Weights", "weights", ["weights", "Weights"]),
        ("Größe", "grosse", ["Größe"]),
        ("die GRÖSSE", "größe", ["GRÖSSE"]),
        ("ﬁnd me", "find", ["ﬁnd"]),
        ("日本語の住所", "本語", ["本語"]),
        ("aaa", "aa", ["aa"]),
        ("nothing", "x", []),
        ("nothing", "", []),
    ],
)
def test_a_word_is_found_where_it_stands(
    text: str, word: str, found: list[str]
) -> None:
    words = [fold(word)] if word else []
    assert [text[start:end] for start, end in places(text, words)] == found
    assert count(text, words) == len(found)


def test_several_words_are_in_the_order_of_the_text() -> None:
    assert places("b a b", ["a", "b"]) == [(0, 1), (2, 3), (4, 5)]
