"""Near-identical words: what keeps a removed fact from being learned again.

Two texts are near-identical when the same content words are left of both, in any
order: function words gone, each word cut to its stem, one slip of the keyboard
forgiven in a long word. Numbers, versions, names, negations and words of place or
condition are content and must be equal, so that "port 8080" and "port 8081", or
"uses Redis" and "does not use Redis", stay different facts.
"""

import sys
from collections.abc import Iterable
from functools import cache, lru_cache

from levelmem.engine.memory.keys import fact_key

# Words whose loss changes nothing: articles, auxiliaries, fillers, and the names of
# the project itself. Words of place, condition, quantity and duty are not here.
_EMPTY_WORDS = """
    a an the this that these those it its there here of we our us they their you
    your i my is are was were be been being am do does did has have had will would
    currently now also just really very already always please project projects repo
    repository codebase
"""
_NEGATIONS = """
    not never cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt
    shouldnt mustnt couldnt hasnt havent hadnt
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_NOT = frozenset(_NEGATIONS.split())
_LONG = 6
"""Letters from which one slip is forgiven: shorter words are other words."""

Signature = tuple[str, ...]


@lru_cache(maxsize=16384)
def signature(text: str) -> Signature:
    """Return the content words of a text, stemmed and sorted."""
    words = [_word(token) for token in fact_key(text).split() if token not in _EMPTY]
    return tuple(sorted(words)) or (fact_key(text),)


def near_identical(one: str, other: str) -> bool:
    """Tell whether two texts say the same in nearly the same words."""
    return Tombstones([one]).holds(other)


class Tombstones:
    """The removed texts of one memory, to be asked about new ones."""

    def __init__(self, removed: Iterable[str] = ()) -> None:
        self._exact: dict[Signature, int] = {}
        self._but_one: dict[Signature, list[tuple[str, int]]] = {}
        self._words: set[str] = set()
        for text in removed:
            self.add(text)

    def __bool__(self) -> bool:
        return bool(self._exact)

    def add(self, text: str, line: int = 0) -> None:
        """Remember a removed text, and the line of the file that removed it."""
        words = signature(text)
        self._words.update(words)
        self._exact[words] = min(line, self._exact.get(words, line))
        for place, word in enumerate(words):
            if _can_have_a_slip(word):
                rest = words[:place] + words[place + 1 :]
                self._but_one.setdefault(rest, []).append((word, line))

    def held(self, texts: Iterable[str]) -> set[str]:
        """Return which of many texts were removed, at any time.

        Most of them are told apart by how many words they have, and how many of
        those any removed text has.
        """
        lengths, known = set(map(len, self._exact)), self._words.intersection
        return {
            text
            for text in texts
            if len(words := signature(text)) in lengths
            and len(known(words)) >= len(set(words)) - 1
            and self.holds(text, sys.maxsize)
        }

    def holds(self, text: str, line: int = 0) -> bool:
        """Tell whether a text first seen at ``line`` was removed by then."""
        words = signature(text)
        new = [word for word in words if word not in self._words]
        if len(new) > 1:
            # Two words at least that stand in none of them: most texts end here.
            return False
        removed_at = self._exact.get(words)
        if removed_at is not None and removed_at <= line:
            return True
        return any(
            removed_at <= line and _is_a_slip(word, twin)
            for place, word in enumerate(words)
            if (not new or word in new) and _can_have_a_slip(word)
            for twin, removed_at in self._but_one.get(
                words[:place] + words[place + 1 :], ()
            )
        )


def _word(token: str) -> str:
    if token in _NOT:
        return "not"
    if token.isascii() and token.isalpha():
        return _stem(token)
    return token


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@cache
def _stemmer():  # type: ignore[no-untyped-def]
    # The library reads all its languages on import: only where somebody removes.
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def _can_have_a_slip(word: str) -> bool:
    return len(word) >= _LONG and word.isalpha()


def _is_a_slip(word: str, twin: str) -> bool:
    """Tell whether one key was missed: never at an end, where prefixes stand."""
    from rapidfuzz.distance import OSA

    return (
        word[0] == twin[0]
        and word[-1] == twin[-1]
        and OSA.distance(word, twin, score_cutoff=1) <= 1
    )
