"""A sentence as the rules read it: words in lower case, names and code apart."""

import re
from typing import NamedTuple

_PIECE = re.compile(
    r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|[(),;:]|[^\s(),;:\"“”`]+"
    r"(?:\([^\s()]*\)|:(?=[^\s])[^\s(),;]+)*"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*['’]?\Z")
_PUNCTUATION = frozenset("(),;:")
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


def tokens_of(sentence: str) -> list[Token]:
    """The sentence's tokens, in order.

    Letters' case is no evidence of anything (an attacker picks it freely), so it is
    dropped here.
    """
    return [_token(piece) for piece in _PIECE.finditer(sentence.lower())]


def _token(piece: re.Match[str]) -> Token:
    text, start = piece.group(), piece.start()
    if text in _PUNCTUATION:
        return Token(text, start, False, False, True)
    if text[0] in '`"“„«':
        return Token(text.strip('`"“”„«»'), start, False, True, False)
    text = text.rstrip(_TRAILING).lstrip("*_~'’") or text
    if text in ("-", "–", "—", "->", "→", "=>"):
        return Token(text, start, False, False, True)
    is_word = text.isalpha() or bool(_WORD.match(text))
    return Token(text, start, is_word, not is_word, False)
