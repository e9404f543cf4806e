"""A sentence as the rules read it: words in lower case, names and code apart."""

import re
from functools import lru_cache
from typing import NamedTuple

_PIECE = re.compile(
    r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']+'(?!\w)|(?<!\w)\[[^\]]+\](?:\([^)]*\))?|“[^”]*”|„[^“”]*[“”]|«[^»]*»|[(),;:]|[^\s(),;:\"“”`]+"
    r"(?:\([^\s()]*\)|:(?=[^\s])[^\s(),;]+)*"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*['’]?\Z")
_MARKS = frozenset([*"(),;:-–—→", "->", "=>"])
_QUOTES = "`\"“”„«»'["
_TRAILING = ".!?…。！？*_~'’"


class Token(NamedTuple):
    """A word, a name or piece of code, or a mark of punctuation."""

    text: str
    """In lower case, freed of quotes at its edges."""
    start: int
    """Offset in the sentence's text."""
    is_word: bool
    is_code: bool
    """A path, a flag, a number, quoted or marked-up text."""
    is_mark: bool


class _Reading(NamedTuple):
    """What a piece of text is, wherever it stands."""

    text: str
    is_word: bool
    is_code: bool
    is_mark: bool


def tokens_of(sentence: str) -> list[Token]:
    """The sentence's tokens, in order.

    Letters' case is no evidence of anything (an attacker picks it freely), so it is
    dropped here.
    """
    tokens = []
    for piece in _PIECE.finditer(sentence.lower()):
        text, is_word, is_code, is_mark = _read(piece.group())
        tokens.append(Token(text, piece.start(), is_word, is_code, is_mark))
    return tokens


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> _Reading:
    if text in _MARKS:
        return _Reading(text, False, False, True)
    if text[0] in _QUOTES and len(text) > 1:
        inside = text[: text.rfind("]")] if text[0] == "[" else text
        return _Reading(inside.strip(_QUOTES), False, True, False)
    text = text.rstrip(_TRAILING).lstrip("*_~'’") or text
    if text in _MARKS:
        return _Reading(text, False, False, True)
    is_word = text.isalpha() or bool(_WORD.match(text))
    return _Reading(text, is_word, not is_word, False)
