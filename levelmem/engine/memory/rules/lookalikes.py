"""Characters that show nothing, and letters that look like others.

Two tricks hide text from the person who reads it: characters that draw nothing
(Unicode tags, bidi controls, zero-width runs, variation selectors) and letters of
another script that look like Latin ones. Both are found here, in pure functions.
"""

import re
import unicodedata
from functools import cache

# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, which the
# standard library does not carry, without the variation selectors (their own
# rule below), plus two more that draw nothing: the braille blank and the
# interlinear annotation marks.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SELECTORS = "\ufe00-\ufe0f"
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_UNSEEN = re.compile(f"[{_INVISIBLE}{_SELECTORS}{_CONTROLS}]")

_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
# The only tag sequences in general use: the flags of England, Scotland and Wales.
_TAG_FLAG = re.compile(
    "\U0001f3f4(?:"
    + "|".join(
        "".join(chr(0xE0000 + ord(letter)) for letter in region)
        for region in ("gbeng", "gbsct", "gbwls")
    )
    + ")\U000e007f"
)
# Scripts in which a joiner between two letters changes how they are written.
_JOINING_SCRIPTS = frozenset(
    (
        *("ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI"),
        *("GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM"),
        *("SINHALA", "KHMER", "MYANMAR", "TIBETAN"),
    )
)
_LETTER_RUN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def invisible_characters(text: str) -> list[tuple[int, str]]:
    """Every character of the text that draws nothing, with its offset.

    Found are Unicode tags, bidi controls, zero-width characters, soft hyphens,
    fillers, control codes (line breaks and tabs excepted) and variation selectors.
    Left alone is what a visible sign needs: the joiners and selectors inside an
    emoji, one selector after an ideograph, the three flags written with tags, and
    joiners within scripts that are written with them.

    Returns:
        (offset, character) pairs in the text's order; offsets count code points.
    """
    if text.isascii() and text.isprintable():
        return []
    inside_flags = {
        offset
        for flag in _TAG_FLAG.finditer(text)
        for offset in range(flag.start(), flag.end())
    }
    return [
        (match.start(), match.group())
        for match in _UNSEEN.finditer(text)
        if match.start() not in inside_flags
        and not _belongs_to_a_visible_sign(text, match.start())
    ]


def without_unseen(text: str) -> str:
    """The text with all that draws nothing taken out, joiners of emoji included."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text)


def fold_lookalikes(word: str) -> str:
    """The word with each letter that looks like an ASCII letter turned into it.

    The pairs are those of Unicode's confusables data. Letters without an ASCII
    twin stay, so a word of another script folds to a mix: compare folded words,
    never show them.
    """
    if word.isascii():
        return word
    twins = _latin_twins()
    return "".join(twins.get(character, character) for character in word)


def has_mixed_script_lookalikes(word: str) -> bool:
    """Whether the word has Latin letters and foreign ones posing as Latin.

    A run of letters counts on its own, so that `JSON-файл` is no mix. Accented
    letters of Latin alphabets are no look-alikes; phonetic letters (`ɡ`, `ɑ`) are.
    """
    return any(_poses_as_latin(run) for run in _LETTER_RUN.findall(word))


def lookalike_words(text: str) -> list[tuple[int, str]]:
    """Every run of letters in the text that poses as a Latin word, with its offset.

    Those are runs that mix Latin and look-alike letters, and runs made of nothing
    but look-alikes of one script while no other word of the text is plainly
    written in that script: `сор` alone in an English sentence, yet not the
    one-letter words of a Russian one.
    """
    if text.isascii():
        return []
    runs = [(match.start(), match.group()) for match in _LETTER_RUN.finditer(text)]
    plain_scripts = {
        script for _, run in runs for script in _scripts_with_plain_letters(run)
    }
    return [
        (start, run)
        for start, run in runs
        if _poses_as_latin(run) or _is_all_lookalikes(run, plain_scripts)
    ]


def _belongs_to_a_visible_sign(text: str, offset: int) -> bool:
    """Whether the unseen character is a part of the sign before and after it."""
    character = text[offset]
    before = text[offset - 1] if offset else ""
    after = text[offset + 1] if offset + 1 < len(text) else ""
    if character in _EMOJI_SELECTORS:
        return _is_pictorial(before) or before in tuple("0123456789#*")
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return _is_ideograph(before)
    if character == _ZERO_WIDTH_JOINER and _is_pictorial(after):
        return _is_pictorial(before) or before in tuple(_EMOJI_SELECTORS)
    if character in "\u200c\u200d":
        return {_script(before), _script(after)} <= _JOINING_SCRIPTS
    return False


def _is_pictorial(character: str) -> bool:
    # Skin tones are modifier symbols, hearts and arrows other or maths symbols.
    return bool(character) and unicodedata.category(character) in ("So", "Sk", "Sm")


def _is_ideograph(character: str) -> bool:
    return bool(character) and _script(character) == "CJK"


def _script(character: str) -> str:
    """The first word of the character's Unicode name, which tells its script."""
    return unicodedata.name(character, "").split(" ")[0] if character else ""


def _poses_as_latin(run: str) -> bool:
    if run.isascii():
        return False
    twins = _latin_twins()
    has_latin = any(_script(character) == "LATIN" for character in run)
    return has_latin and any(
        character in twins and _is_foreign(character) for character in run
    )


def _is_foreign(character: str) -> bool:
    """Whether the letter is of no everyday Latin alphabet (phonetic ones are not)."""
    return _script(character) != "LATIN" or "\u0250" <= character <= "\u02af"


def _scripts_with_plain_letters(run: str) -> set[str]:
    twins = _latin_twins()
    return {_script(character) for character in run if character not in twins}


def _is_all_lookalikes(run: str, plain_scripts: set[str]) -> bool:
    twins = _latin_twins()
    return all(
        character in twins and _script(character) not in {"LATIN", *plain_scripts}
        for character in run
    )


@cache
def _latin_twins() -> dict[str, str]:
    """Letters outside ASCII to the ASCII letter that each looks like.

    What NFKC turns into ASCII anyway (full-width, styled letters) is left out: it
    is the same letter, and no look-alike.
    """
    # The data is a megabyte of JSON: read when the first odd letter turns up.
    from confusable_homoglyphs.confusables import confusables_data

    twins: dict[str, str] = {}
    for character, likenesses in confusables_data.items():
        if not _can_be_a_lookalike(character):
            continue
        ascii_letters = [
            likeness["c"]
            for likeness in likenesses
            if len(likeness["c"]) == 1
            and likeness["c"].isascii()
            and likeness["c"].isalpha()
        ]
        if ascii_letters:
            twins[character] = ascii_letters[0]
    return twins


def _can_be_a_lookalike(character: str) -> bool:
    return (
        len(character) == 1
        and not character.isascii()
        and character.isalpha()
        and not unicodedata.normalize("NFKC", character).isascii()
    )
