"""Which language a sentence is in, and what that means for its words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from levelmem.engine.memory.rules.wording.asian_words import ASIAN_WORDS
from levelmem.engine.memory.rules.wording.closed_words import (
    BARE_CONTRACTIONS,
    CLOSED_WORDS,
    NEGATIONS_ELSEWHERE,
    ClosedWords,
)

# What the stop word list and the stemmers call the languages of the rules.
_NAMES = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
    "ru": "russian",
    "zh": "chinese",
    "ja": "japanese",
    "ko": "korean",
}
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
# Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh: not of Russian.
_CYRILLIC_ELSEWHERE = re.compile("[іїєґўјљњћђѓќџәғқңөұүһ]")
# Greek, Armenian, Hebrew, Arabic, Indic, Thai and the like.
_OTHER_SCRIPT = re.compile("[\u0370-\u03ff\u0530-\u1fff]")
# Words, not the parts of a path or an identifier.
_LETTERS = re.compile(r"(?<![\w/.@-])[^\W\d_]+(?:'[^\W\d_]+)*(?![\w/@-]|\.\w)")
# An English contraction is one word; elsewhere an apostrophe parts two (l'API).
_ENGLISH_CONTRACTION = re.compile(r".+(?:n't|'(?:re|ve|ll))")
_CLEARLY = 2
"""By how many words a language that the rules do not know must be ahead."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the rules know, with its closed classes."""

    code: str
    closed: ClosedWords
    fillers: frozenset[str]
    """Function words that neither turn, limit nor place a statement."""
    is_assumed: bool = False
    """No word told the language: it is taken for English, with less freedom."""

    def stem(self, word: str) -> str:
        """The word's Snowball stem, or the word where there is no stemmer."""
        return _stemmer(self.code)(word)

    @property
    def is_spaced(self) -> bool:
        """Whether the language's words are found in the European way."""
        return self.code in CLOSED_WORDS


def detect(text: str) -> Language | None:
    """The language of the text, or None when it is one that the rules do not know.

    The script decides where it can. Otherwise the language with the most function
    words and negations in the text does; English wins a tie, then the languages of
    the rules win over others. A short text in ASCII with no such word at all ("use
    pnpm") is taken for English.
    """
    lowered = text.casefold()
    for script, code in ((_KANA, "ja"), (_HANGUL, "ko"), (_HAN, "zh")):
        if script.search(lowered):
            return known_language(code)
    if _OTHER_SCRIPT.search(lowered):
        return None
    words = list(_telling_words(lowered))
    is_cyrillic = _CYRILLIC.search(lowered) is not None
    if is_cyrillic and _CYRILLIC_ELSEWHERE.search(lowered):
        return None
    hits, code = _best_match(words, is_cyrillic)
    evidence = _evidence()[code]
    if any(word in NEGATIONS_ELSEWHERE and word not in evidence for word in words):
        return None
    if hits:
        return known_language(code) if code in _NAMES else None
    if is_cyrillic:
        return known_language("ru")
    letters = filter(str.isalpha, lowered)
    return _assumed_english() if all(map(str.isascii, letters)) else None


@cache
def known_language(code: str) -> Language:
    """The language of an ISO 639-1 code that the rules know.

    Raises:
        KeyError: the rules do not know the language.
    """
    closed = CLOSED_WORDS[code] if code in CLOSED_WORDS else ASIAN_WORDS[code]
    turning = closed.negations | closed.negating_words | closed.conditions
    placing = closed.scope | closed.relations | closed.contrasts | closed.content
    listed = _stop_words(_NAMES[code]) | closed.fillers
    return Language(code, closed, listed - turning - placing)


@cache
def _assumed_english() -> Language:
    english = known_language("en")
    return Language("en", english.closed, english.fillers, is_assumed=True)


def _telling_words(lowered: str) -> Iterator[str]:
    for word in _LETTERS.findall(lowered):
        if _ENGLISH_CONTRACTION.fullmatch(word):
            yield "don't"
        elif word in BARE_CONTRACTIONS:
            yield from (word, "not")
        elif len(word) > 1 or word not in "cdjlmnst":  # C is a name, c' is French
            yield from word.split("'")


def _best_match(words: list[str], is_cyrillic: bool) -> tuple[int, str]:
    """The language with most hits among the words; the rules' languages first."""
    best = (0, "en")
    for code, evidence in _evidence().items():
        if (code in ("ru", "bulgarian", "ukranian")) is not is_cyrillic:
            continue
        hits = sum(word in evidence for word in words)
        margin = 1 if code in _NAMES else _CLEARLY
        if hits >= best[0] + margin:
            best = (hits, code)
    return best


@cache
def _evidence() -> dict[str, frozenset[str]]:
    """Words that tell a language, by code or name; in the order that wins ties."""
    from stopwords import AVAILABLE_LANGUAGES

    evidence = {}
    for code, closed in CLOSED_WORDS.items():
        named = closed.negations | closed.negating_words | closed.conditions
        listed = _stop_words(_NAMES[code]) - closed.content
        evidence[code] = listed | named | closed.fillers
    evidence["en"] |= {"don't"}
    for name in AVAILABLE_LANGUAGES:
        if name not in _NAMES.values() and name not in ("brazilian", "latin"):
            evidence[name] = _stop_words(name)
    return evidence


@cache
def _stop_words(name: str) -> frozenset[str]:
    from stopwords import get_stopwords

    # Some of the lists begin with a byte order mark.
    words = {word.strip("\ufeff ").casefold() for word in get_stopwords(name)}
    return frozenset(words - {""})


@cache
def _stemmer(code: str) -> Callable[[str], str]:
    if code not in CLOSED_WORDS:
        return str
    import snowballstemmer

    stem = snowballstemmer.stemmer(_NAMES[code]).stemWord
    return cache(lambda word: str(stem(word)))
