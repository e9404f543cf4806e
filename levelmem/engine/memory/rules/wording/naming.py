"""Whether words name a memory: by something that not every memory has."""

import re
from collections.abc import Iterator, Sequence

from levelmem.engine.memory.rules.wording.language import Language
from levelmem.engine.memory.rules.wording.matching import words_match
from levelmem.engine.memory.rules.wording.roles import Role, Word

_NAMES_BY = 2
"""Characters of an unspaced run that a name has at least."""


def naming_words(words: Sequence[Word], common: frozenset[str]) -> list[Word]:
    """Content words that can name a memory, unspaced runs put together again."""
    joined: list[Word] = []
    for word in words:
        if word.role is not Role.CONTENT:
            continue
        if word.glued and joined and joined[-1].end == word.start:
            last = joined.pop()
            word = Word(last.text + word.text, last.start, word.end, Role.CONTENT)
        joined.append(word)
    return [
        part
        for word in joined
        for part in _parts(word, common)
        if part.text not in common
    ]


def names(word: Word, own: Sequence[Word], language: Language) -> bool:
    """Whether the word is one of the memory's own words."""
    return any(
        words_match(word, other, language) or _shares_a_run(word.text, other.text)
        for other in own
    )


def names_another(topic: Sequence[Word], own: Sequence[Word]) -> bool:
    """Whether a number or a path is named that the memory does not have.

    That is port 8080 for a memory of port 8081, or a lint rule of `.eslintrc.json`.
    """
    known = {word.text for word in own}
    return any(
        re.search(r"\d|[/\\]|\w\.\w|^\.\w", word.text) and word.text not in known
        for word in topic
    )


def _parts(word: Word, common: frozenset[str]) -> Iterator[Word]:
    """The word, and the parts of one with a dash (`pnpm-Regel`)."""
    if _is_unspaced(word.text):
        # What every memory has is cut out of the run: 提交规则 names by 提交.
        closed = "|".join(map(re.escape, filter(_is_unspaced, common)))
        for piece in re.split(closed, word.text):
            if piece:
                yield Word(piece, word.start, word.end, Role.CONTENT)
        return
    yield word
    if "-" in word.text.strip("-"):
        for part in re.finditer(r"[^\W_]{2,}", word.text):
            yield Word(part[0], word.start, word.end, Role.CONTENT)


def _shares_a_run(left: str, right: str) -> bool:
    """Whether two runs of an unspaced script have a word-sized piece in common."""
    if left.isascii() or right.isascii() or not _is_unspaced(left + right):
        return False
    pieces = {left[at : at + _NAMES_BY] for at in range(len(left) - 1)}
    return any(right[at : at + _NAMES_BY] in pieces for at in range(len(right) - 1))


def _is_unspaced(text: str) -> bool:
    return all("\u3005" <= character <= "\u9fff" for character in text)
