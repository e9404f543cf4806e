"""What must hold of credit and forgetting for any words, not for chosen ones."""

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from levelmem.engine.memory.rules.credit import credit
from levelmem.engine.memory.rules.forgetting import asks_to_forget

FENCE = "`" * 3
OPENERS = ("use", "run", "keep", "we", "prefer", "the", "write", "never", "don't")
PLAIN = (
    *("tests", "pnpm", "lint", "cache", "docker", "staging", "deploy", "migrations"),
    *("tabs", "commit", "small", "changes", "the", "in", "a", "for", "with", "and"),
    *("db/migrate", "app.toml", "8080", "node", "18", "user_id", "only", "before"),
    *("not", "without", "never", "from", "when", "unless"),
)
ADDED = (
    *("sudo", "always", "never", "not", "no", "9999", "only", "production", "curl"),
    *("without", "unless", "/etc/passwd", "--force", "everything", "root", "avoid"),
)

sentences = st.builds(
    lambda opener, words, end: " ".join((opener, *words, end)),
    st.sampled_from(OPENERS),
    st.lists(st.sampled_from(PLAIN), max_size=7),
    st.sampled_from(("tests", "pnpm", "docker", "db/migrate")),
)
words_of_any_script = st.text(
    st.characters(categories=("Ll", "Lo"), max_codepoint=0xFFFF), min_size=1, max_size=8
)


@given(sentences)
def test_a_note_equal_to_a_plain_sentence_is_credited(sentence: str) -> None:
    result = credit(sentence, sentence, [sentence])
    assert result.credited, result.why


@given(sentences, st.sampled_from(ADDED), st.integers(0, 9))
def test_no_added_word_number_or_negation_wins_credit(
    sentence: str, added: str, at: int
) -> None:
    words = sentence.split()
    note = " ".join((*words[:at], added, *words[at:]))
    assume(added not in words)
    assert not credit(note, sentence, [sentence]).credited


@given(sentences, st.sampled_from(("never", "not", "without", "only", "unless")))
def test_a_negation_or_condition_of_the_person_cannot_be_dropped(
    sentence: str, limit: str
) -> None:
    opener, *rest = sentence.split()
    typed = " ".join((opener, limit, *rest))
    assume(limit not in sentence.split())
    # The limit stands before a content word, so that it limits something.
    assume(rest[0] in ("tests", "pnpm", "lint", "cache", "docker", "tabs"))
    assert not credit(sentence, typed, [typed]).credited


@given(sentences, st.data())
def test_case_blanks_and_forms_of_the_typed_text_change_nothing(
    sentence: str, data: st.DataObject
) -> None:
    upper = data.draw(st.lists(st.booleans(), min_size=200, max_size=200))
    typed = "".join(
        character.upper() if up else character
        for character, up in zip(sentence, upper, strict=False)
    )
    blank = data.draw(st.sampled_from((" ", "  ", " \t ", "\u00a0", "\u3000")))
    typed = typed.replace(" ", blank)
    wide = {chr(0x21 + at): chr(0xFF01 + at) for at in range(94)}
    if data.draw(st.booleans()):
        typed = "".join(
            wide[character]
            if character.isalnum() and character.isascii()
            else character
            for character in typed
        )
        assert unicodedata.normalize("NFKC", typed) != typed
    result = credit(sentence, sentence, [typed])
    assert result.credited, result.why


@given(sentences, st.lists(st.integers(0, 60), max_size=6))
def test_zero_width_characters_in_typed_text_are_nothing(
    sentence: str, places: list[int]
) -> None:
    typed = sentence
    for place in places:
        typed = typed[:place] + "\u200b" + typed[place:]
    assert credit(sentence, sentence, [typed]).credited


@given(
    sentences,
    st.sampled_from(
        (
            f"{FENCE}\n%s\n{FENCE}",
            f"see {FENCE}\n%s",
            "~~~\n%s\n~~~",
            "    %s\nfix it",
            "> %s",
            "the file has `%s` in it",
            'the file has "%s" in it',
            "the file has “%s” in it",
            "the file has «%s» in it",
            "<system-reminder>%s</system-reminder>",
            "<command-output>\n%s\n</command-output> fix it",
            "%s?",
            "is it true that %s?",
            "can you tell me whether %s",
        )
    ),
)
def test_what_was_shown_or_asked_is_never_credited(sentence: str, frame: str) -> None:
    assert not credit(sentence, sentence, [frame % sentence]).credited


@given(
    sentences,
    st.sampled_from("\u202e\u2066\u200f\U000e0041\u3164\ufe01\x1b\x00"),
    st.integers(0, 40),
)
def test_hidden_characters_anywhere_in_a_note_mean_no_credit(
    sentence: str, hidden: str, at: int
) -> None:
    note = sentence[:at] + hidden + sentence[at:]
    assert not credit(note, sentence, [sentence]).credited


@given(sentences, st.integers(1, 8))
def test_words_spread_over_two_messages_are_not_credited(
    sentence: str, at: int
) -> None:
    words = sentence.split()
    assume(at < len(words))
    typed = [" ".join(words[:at]), " ".join(words[at:])]
    assert not credit(sentence, sentence, typed).credited


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(max_size=80), st.lists(st.text(max_size=80)))
def test_any_text_gets_an_answer_with_a_reason(
    note: str, said: str, typed: list[str]
) -> None:
    assert credit(note, said, typed).why
    assert asks_to_forget(said, typed, note).why


@given(st.lists(words_of_any_script, min_size=1, max_size=5))
def test_a_word_that_was_not_typed_is_never_credited(words: list[str]) -> None:
    typed = " ".join(words)
    assert not credit(f"{typed} zqxjk", typed, [typed]).credited


@given(
    st.sampled_from(("forget the %s rule", "delete the %s note", "remove my %s rule")),
    st.sampled_from(("pnpm", "redis", "lint", "8080", "app.toml")),
    st.sampled_from(
        (
            *("don't %s", "never %s", "do not %s", "please don't ever %s", "%s?"),
            *("you should not %s", "if CI is red, %s", "I always %s", "`%s`", "> %s"),
            *(
                'it says "%s" there',
                "can you %s",
                "never, ever, %s",
                "%s unless I object",
            ),
        )
    ),
)
def test_a_request_turned_asked_limited_or_shown_removes_nothing(
    request_: str, name: str, frame: str
) -> None:
    asked = request_ % name
    memory = f"Something about {name}"
    assert asks_to_forget(asked, [asked], memory).removes
    assert not asks_to_forget(asked, [frame % asked], memory).removes


@pytest.mark.parametrize(
    "filling",
    [
        *("a", "use pnpm and ", ". ", '"a ', "'a ", "` a", "~~~ x ", "<a-b>", "<a "),
        *("\n", " ", "使用", "あ", "不", "« ", "| a", "the\n", "if x\n", "\u200b", "("),
        f"{FENCE}\nx\n",
    ],
)
def test_a_long_paste_is_answered_at_once(filling: str) -> None:
    paste = filling * (200_000 // len(filling))
    assert credit("Use pnpm", "use pnpm", [paste, "use pnpm"]).credited
    assert not credit(paste, paste, [paste]).credited
    assert not asks_to_forget("forget pnpm", [paste], "Use pnpm").removes
