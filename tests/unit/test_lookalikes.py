"""Characters that show nothing, and letters that pose as Latin ones."""

import pytest

from levelmem.engine.memory.rules.lookalikes import (
    fold_lookalikes,
    has_mixed_script_lookalikes,
    invisible_characters,
    lookalike_words,
)

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "character",
    [
        *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f"),
        *("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u061c"),
        *("\U000e0041", "\U000e0020", "\U000e007f", "\ufe0f", "\ufe01", "\U000e0101"),
        *("\u3164", "\uffa0", "\u115f", "\u2800", "\u180e", "\ufff9"),
        *("\x1b", "\x08", "\x00", "\x9b"),
    ],
)
def test_what_draws_nothing_is_found_with_its_offset(character: str) -> None:
    assert invisible_characters(f"use{character}pnpm") == [(3, character)]


@pytest.mark.parametrize(
    "text",
    [
        "plain\ttext\r\nof two lines",
        "größe façade 使用 を 않 не",
        "\U0001f469\u200d\U0001f4bb codes",
        "\u2764\ufe0f and \u2764\ufe0f\u200d\U0001f525",
        "press 1\ufe0f\u20e3",
        "thumbs \U0001f44d\U0001f3fd",
        f"made in {SCOTLAND}",
        "\u845b\U000e0100",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ],
)
def test_what_a_visible_sign_needs_is_left_alone(text: str) -> None:
    assert invisible_characters(text) == []


def test_a_flag_that_spells_something_else_is_found() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "sudo")
    found = invisible_characters(f"\U0001f3f4{hidden}\U000e007f")
    assert [character for _, character in found] == [*hidden, "\U000e007f"]


def test_a_second_selector_after_an_ideograph_is_found() -> None:
    assert invisible_characters("\u845b\U000e0100\U000e0101") == [(2, "\U000e0101")]


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("pnpm", "pnpm"),
        ("\u0440n\u0440m", "pnpm"),
        ("us\u0435", "use"),
        ("\u03bfpen", "open"),
        ("größe", "größe"),
        ("ф\u0430йл", "фaйл"),  # a Latin a: the fold is for comparing only
    ],
)
def test_lookalikes_fold_to_their_ascii_twin(word: str, folded: str) -> None:
    assert fold_lookalikes(word) == folded


@pytest.mark.parametrize("word", ["us\u0435", "\u0440npm", "\u0391gent", "\u0261it"])
def test_a_word_that_mixes_in_lookalikes_is_known(word: str) -> None:
    assert has_mixed_script_lookalikes(word)


@pytest.mark.parametrize(
    "word", ["use", "größe", "ışık", "файл", "JSON-файл", "pnpmを", "λ", "kΩ", ""]
)
def test_an_honest_word_is_no_mix(word: str) -> None:
    assert not has_mixed_script_lookalikes(word)


def test_a_whole_word_of_lookalikes_is_found_among_latin_words() -> None:
    assert lookalike_words("use \u0441\u043e\u0440 here") == [(4, "\u0441\u043e\u0440")]


def test_short_words_of_a_language_in_that_script_are_honest() -> None:
    assert lookalike_words("используй pnpm с кэшем, а не npm") == []


def test_long_texts_take_linear_time() -> None:
    text = f"{SCOTLAND}\u200b us\u0435 " * 20_000
    assert len(invisible_characters(text)) == 20_000
    assert len(lookalike_words(text)) == 20_000
