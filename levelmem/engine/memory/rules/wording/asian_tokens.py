"""Runs of Chinese, Japanese and Korean characters, cut at their closed words."""

import re
from collections.abc import Iterator
from functools import cache

from levelmem.engine.memory.rules.wording.asian_words import (
    ASIAN_WORDS,
    JAPANESE_PROHIBITION,
    KOREAN_ENDING,
    KOREAN_NEGATED_VERB,
    KOREAN_ONLY_OR_IF,
)
from levelmem.engine.memory.rules.wording.closed_words import ClosedWords
from levelmem.engine.memory.rules.wording.language import Language
from levelmem.engine.memory.rules.wording.roles import Role, Word

_HIRAGANA = re.compile("[\u3041-\u309f]")
_KANJI = re.compile("[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def asian_words(
    text: str, start: int, end: int, language: Language, after_word: bool
) -> Iterator[Word]:
    """The words of one run of characters.

    Args:
        text: the whole text, in folded case.
        start: where the run begins.
        end: where it ends, exclusive.
        language: the language of the text, one of the three.
        after_word: whether the run follows a Latin word without a space, so that
            a Korean run is its particle (`npm을`).
    """
    if language.code == "ko":
        yield from _korean_words(text, start, end, language, after_word)
    else:
        yield from _unspaced_words(text, start, end, language)


def _unspaced_words(
    text: str, start: int, end: int, language: Language
) -> Iterator[Word]:
    """Chinese and Japanese: closed words first, the rest character by character."""
    closed_word, roles = _closed_pattern(language.code)
    backwards = language.closed.negates_backwards
    position, content_end, after_kanji = start, -1, False
    while position < end:
        prohibition = JAPANESE_PROHIBITION.match(text, position) if backwards else None
        match = prohibition or closed_word.match(text, position, end)
        if match:
            role = Role.NEGATION if prohibition else roles[match.group()]
            yield _word(match.group(), position, role, False, backwards)
            position, after_kanji = match.end(), False
            if role is Role.CONTENT:
                content_end = position
            continue
        character = text[position]
        is_inflection = after_kanji and _HIRAGANA.match(character) is not None
        if is_inflection:
            yield _word(character, position, Role.FILLER)
        else:
            glued = content_end == position
            yield _word(character, position, Role.CONTENT, glued)
            content_end = position + 1
            after_kanji = _KANJI.match(character) is not None
        position += 1


def _korean_words(
    text: str, start: int, end: int, language: Language, after_word: bool
) -> Iterator[Word]:
    """Korean: one written word, its ending and what negates or limits it apart."""
    written = text[start:end]
    closed = language.closed
    if written in closed.negations | closed.negating_words:
        counts = written in closed.negating_words
        role = Role.NEGATING if counts else Role.NEGATION
        # 안 and 못 stand before their verb, all others behind it.
        yield _word(written, start, role, False, written not in ("안", "못"))
        return
    for words, role in _other_classes(closed):
        if written in words:
            yield _word(written, start, role)
            return
    if after_word and KOREAN_ENDING.fullmatch(f"_{written}", 1):
        yield _word(written, start, Role.FILLER)
        return
    yield from _korean_inflected(written, start)


def _korean_inflected(written: str, start: int) -> Iterator[Word]:
    """The stem of a written word, then the limit or negation at its end."""
    tail: Word | None = None
    for pattern, role in (
        (KOREAN_NEGATED_VERB, Role.NEGATION),
        (KOREAN_ONLY_OR_IF, Role.CONDITION),
    ):
        match = pattern.search(written)
        if match:
            offset = start + match.start()
            tail = _word(match.group(), offset, role, False, role is Role.NEGATION)
            written = written[: match.start()]
            break
    stem = KOREAN_ENDING.sub("", written)
    if stem:
        yield _word(stem, start, Role.CONTENT)
    if tail:
        yield tail


def _word(
    text: str, start: int, role: Role, glued: bool = False, backwards: bool = False
) -> Word:
    return Word(text, start, start + len(text), role, False, glued, backwards)


def _other_classes(closed: ClosedWords) -> tuple[tuple[frozenset[str], Role], ...]:
    return (
        (closed.content, Role.CONTENT),
        (closed.conditions, Role.CONDITION),
        (closed.scope, Role.SCOPE),
        (closed.contrasts, Role.CONTRAST),
        (closed.fillers, Role.FILLER),
    )


@cache
def _closed_pattern(code: str) -> tuple[re.Pattern[str], dict[str, Role]]:
    """One pattern for all closed words, the longest first, and each one's role."""
    closed = ASIAN_WORDS[code]
    roles: dict[str, Role] = {}
    for words, role in (
        *reversed(_other_classes(closed)),
        (closed.negating_words, Role.NEGATING),
        (closed.negations, Role.NEGATION),
    ):
        roles.update(dict.fromkeys(words, role))
    longest_first = sorted(roles, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), roles
