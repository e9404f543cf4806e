"""Whether a note says the same as a quote: the same words, turned the same way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelmem.engine.memory.rules.wording.language import Language
from levelmem.engine.memory.rules.wording.reading import Content, Reading
from levelmem.engine.memory.rules.wording.roles import Role, Word

_SHORTEST_START = 4
"""A word of so many letters may stand for a longer one that begins with it."""
_DENYING_ENDS = ("less", "free", "los", "frei")
"""A word with this end says the opposite of the word before it (stateless)."""
_TURKISH_NOT = ("ma", "me")
"""How a Turkish verb says no, right behind its stem (kullan, kullanma)."""


def words_match(left: Word, right: Word, language: Language | None) -> bool:
    """Whether two words are the same: equal, one stem, or one the other's start."""
    if left.text == right.text:
        return True
    if left.whole or right.whole or language is None:
        return False
    if left.role is not right.role and Role.CONDITION in (left.role, right.role):
        return False
    short, long = sorted((left.text, right.text), key=len)
    if long in {short + end for end in _DENYING_ENDS}:
        return False
    if language.is_spaced and language.stem(short) == language.stem(long):
        return True
    if len(short) < _SHORTEST_START or not long.startswith(short):
        return False
    # Turkish has no function word here that would tell it from English.
    return not language.is_assumed or not long[len(short) :].startswith(_TURKISH_NOT)


@dataclass(frozen=True, slots=True)
class Match:
    """Which content word of the quote stands for each one of the note, in order."""

    pairs: tuple[tuple[Content, int], ...]
    """A content word of the note, and its index among the quote's."""

    @property
    def used(self) -> frozenset[int]:
        """The indices of the quote's content words that the note keeps."""
        return frozenset(index for _, index in self.pairs)


def matches(
    note: Sequence[Content], quote: Reading, allowed: range, language: Language | None
) -> Iterator[Match]:
    """Ways to find the note's content words in the quote, in its order.

    Args:
        note: the content words to find.
        quote: the quote with its sentence.
        allowed: the indices of the content words that are the quote's own.
        language: the language of both.

    Yields:
        The match that ends earliest, and the tightest one with that end.
    """
    groups = list(_groups(note))
    earliest = _align(groups, quote, list(allowed), language)
    if earliest is None:
        return
    yield earliest
    end = max(earliest.used)
    backwards = [index for index in allowed if index <= end][::-1]
    tightest = _align(groups[::-1], quote, backwards, language)
    if tightest is not None and tightest.used != earliest.used:
        yield tightest


def _groups(contents: Sequence[Content]) -> Iterator[list[Content]]:
    """Content words, with the characters of one unspaced run held together."""
    group: list[Content] = []
    for content in contents:
        if group and not content.word.glued:
            yield group
            group = []
        group.append(content)
    if group:
        yield group


def _align(
    groups: Sequence[list[Content]],
    quote: Reading,
    order: Sequence[int],
    language: Language | None,
) -> Match | None:
    """Find each group in turn, going through the quote in the given order."""
    backwards = len(order) > 1 and order[0] > order[-1]
    pairs: list[tuple[Content, int]] = []
    position = 0
    for group in groups:
        while position < len(order):
            index = order[position]
            first = index - len(group) + 1 if backwards else index
            if _stands_at(group, quote, first, language):
                break
            position += 1
        else:
            return None
        pairs += [(content, first + step) for step, content in enumerate(group)]
        position += len(group)
    return Match(tuple(sorted(pairs, key=lambda pair: pair[1])))


def _stands_at(
    group: Sequence[Content], quote: Reading, first: int, language: Language | None
) -> bool:
    if first < 0 or first + len(group) > len(quote.contents):
        return False
    for step, content in enumerate(group):
        other = quote.contents[first + step]
        if step and not other.word.glued:
            return False
        same_side = content.negated is other.negated
        if not same_side or content.relation != other.relation:
            return False
        if not words_match(content.word, other.word, language):
            return False
    return True
