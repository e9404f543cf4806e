"""A sentence as the rules read it: words in lower case, names and code apart."""

import re
from dataclasses import dataclass

_PIECE = re.compile(
    r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|[(),;:]|[^\s(),;:\"“”`]+"
    r"(?:\([^\s()]*\)|:(?=[^\s])[^\s(),;]+)*"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*['’]?\Z")
_PUNCTUATION = frozenset("(),;:")
_TRAILING = ".!?…。！？*_~'’"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a name or piece of code, or a mark of punctuation.

    Attributes:
        text: In lower case, freed of quotes at its edges.
        start: Offset in the sentence's text.
        kind: `word`, `code` (path, flag, number, quoted or marked-up text) or `mark`.
    """

    text: str
    start: int
    kind: str

    @property
    def is_word(self) -> bool:
        return self.kind == "word"

    @property
    def is_code(self) -> bool:
        return self.kind == "code"

    @property
    def is_mark(self) -> bool:
        return self.kind == "mark"


def tokens_of(sentence: str) -> list[Token]:
    """The sentence's tokens, in order.

    Letters' case is no evidence of anything (an attacker picks it freely), so it is
    dropped here.
    """
    return [_token(piece) for piece in _PIECE.finditer(sentence.lower())]


def _token(piece: re.Match[str]) -> Token:
    text, start = piece.group(), piece.start()
    if text in _PUNCTUATION:
        return Token(text, start, "mark")
    if text[0] in '`"“„«':
        return Token(text.strip('`"“”„«»'), start, "code")
    text = text.rstrip(_TRAILING).lstrip("*_~'’") or text
    if text in ("-", "–", "—", "->", "→", "=>"):
        return Token(text, start, "mark")
    return Token(text, start, "word" if _WORD.match(text) else "code")
