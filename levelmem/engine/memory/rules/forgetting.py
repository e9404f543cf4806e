"""Forget on request: only when the person's own words ask for it and name it.

A memory removed by mistake is lost work, and an agent that removes at will is a way
to talk a memory out of what the person wanted kept. So the words must be typed and
said (as for credit), must ask, and must name the one memory.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from levelmem.engine.memory.rules.wording.clauses import Clause, clauses
from levelmem.engine.memory.rules.wording.closed_words import CLOSED_WORDS
from levelmem.engine.memory.rules.wording.forget_words import (
    CONDITIONAL,
    EXCEPTING,
    FORGET_WORDS,
    ForgetWords,
)
from levelmem.engine.memory.rules.wording.language import (
    Language,
    detect,
    known_language,
)
from levelmem.engine.memory.rules.wording.naming import (
    names,
    names_another,
    naming_words,
)
from levelmem.engine.memory.rules.wording.plain import plain
from levelmem.engine.memory.rules.wording.roles import Role, Word
from levelmem.engine.memory.rules.wording.tokens import cut
from levelmem.engine.memory.rules.wording.typed_text import Passage, find_said

T = TypeVar("T")

_FARTHEST_NOUN = 3
"""Content words that may stand between "remove" and its memory noun."""


@dataclass(frozen=True, slots=True)
class Removal:
    """Whether a memory is to be removed, and why, in words for people."""

    removes: bool
    why: str


@dataclass(frozen=True, slots=True)
class _Request:
    """A clause that asks to forget, and what it says besides."""

    clause: Clause
    verb: tuple[int, int]
    """Where the asking words stand in the whole text."""


def asks_to_forget(
    said: str, typed: Sequence[str], memory: str, quote: str = ""
) -> Removal:
    """Decide whether the person asked to forget this memory.

    Args:
        said: the person's words for it, as the agent has them.
        typed: every message that the person typed in this run.
        memory: the text of the memory that fits the request best.
        quote: the person's words that the memory was credited on; empty for any
            other memory.

    Returns:
        Removed only if `said` was typed and said, asks ("forget", not "don't
        forget"; "remove" or "delete" beside memory, note, rule or preference; "no
        longer true", "outdated"), and has a word of the memory or of its quote
        that not every memory shares.
    """
    found = find_said(said, typed)
    why = found.why_not
    for passage in found.passages:
        why = _why_not(passage, memory, quote)
        if not why:
            return Removal(True, "the person asked to forget it, and named it")
    return Removal(False, why)


def best_match(query: str, memories: Sequence[T], text: Callable[[T], str]) -> T | None:
    """The memory that shares most words with the query; the later of two equals.

    Args:
        query: what to look for, in anybody's words.
        memories: the candidates, oldest first.
        text: how to get the words of one, its credited quote included.

    Returns:
        None when no memory shares a word with the query.
    """
    language = detect(query) or known_language("en")
    common = FORGET_WORDS[language.code].common
    wanted = naming_words(cut(plain(query), language), common)
    best: tuple[float, T] | None = None
    for memory in memories:
        own = naming_words(cut(plain(text(memory)), language), common)
        shared = sum(
            any(names(word, [other], language) for other in own) for word in wanted
        )
        score = shared + shared / (1 + len(own))
        if shared and (best is None or score >= best[0]):
            best = (score, memory)
    return best[1] if best else None


def _why_not(passage: Passage, memory: str, quote: str) -> str:
    """Why the passage does not ask to forget the memory; empty if it does."""
    if passage.language is None:
        return "the words are in a language that the rules do not know"
    why = ""
    for language in _languages(passage.language):
        reason = _why_not_in(language, passage, memory, quote)
        if not reason:
            return ""
        # The first language is the likeliest: its reason is the one to tell.
        why = why or reason
    return why


def _languages(detected: Language) -> Iterator[Language]:
    """The language found, then those that a few words do not tell it from."""
    yield detected
    if detected.is_spaced:
        for code in CLOSED_WORDS:
            if code != detected.code:
                yield known_language(code)


def _why_not_in(language: Language, passage: Passage, memory: str, quote: str) -> str:
    """Why the passage, read in a language, is no request for the memory."""
    words = FORGET_WORDS[language.code]
    pieces = clauses(passage.text, language)
    why = "the words do not ask to forget anything"
    for index, clause in enumerate(pieces):
        request = _request(clause, words, passage, memory)
        if isinstance(request, str):
            why = request or why
            continue
        if any(
            word.text in CONDITIONAL and not _is_a_time_of_talking(word, piece)
            for piece in pieces
            if piece.sentence == clause.sentence
            for word in piece.words
        ):
            why = "the words ask for it only on a condition"
            continue
        own = _memory_words(memory, quote, language, words.common)
        if _names_the_memory(request, index, pieces, passage, own, language):
            return ""
        why = "the words do not name this memory"
    return why


def _is_a_time_of_talking(word: Word, clause: Clause) -> bool:
    """Whether "when" only says when something was said: "what I said when ..."."""
    before = [other.text for other in clause.words if other.end <= word.start]
    return word.text == "when" and bool({"said", "told", "wrote"} & set(before))


def _request(
    clause: Clause, words: ForgetWords, passage: Passage, memory: str
) -> _Request | str:
    """The request that a clause makes, or why it makes none (empty: no sign of it)."""
    noun = _memory_noun(clause, words, memory)
    for pattern in (words.forget, words.delete, words.outdated):
        match = pattern.match(clause.text)
        if match is None:
            continue
        span = match.span(match.lastgroup or 0)
        start, end = clause.start + span[0], clause.start + span[1]
        if pattern is words.delete and not _is_beside(clause, (start, end), noun):
            continue
        if not (passage.start <= start and end <= passage.end):
            continue
        if any(span.start <= start < span.end for span in passage.shown):
            return "the request is quoted, not made"
        if _is_negated(clause, start, end, words):
            return "the words ask not to forget it"
        return _Request(clause, (start, end))
    return ""


def _is_negated(clause: Clause, start: int, end: int, words: ForgetWords) -> bool:
    if clause.under_negation:
        return True
    return any(
        negation.end <= start or (words.negated_anywhere and negation.start >= end)
        for negation in clause.negations()
        if not (start <= negation.start < end)
    )


_ADVERBS = frozenset(
    (
        *("now", "again", "entirely", "completely", "first", "immediately", "already"),
        *("permanently", "altogether", "saying", "stating", "called", "named", "then"),
        *("today", "instead", "forever", "anyway", "saved", "please"),
    )
)


def _memory_noun(
    clause: Clause, words: ForgetWords, memory: str
) -> tuple[int, int] | None:
    """Where the clause speaks of a memory; not of a memory leak, or a rule engine."""
    joins_nouns = words is FORGET_WORDS["en"]
    for noun in words.memory_noun.finditer(clause.text):
        start, end = clause.start + noun.start(), clause.start + noun.end()
        following = next((word for word in clause.words if word.start >= end), None)
        is_joined = (
            joins_nouns
            and following is not None
            and following.role is Role.CONTENT
            and following.start <= end + 1
            and following.text not in _ADVERBS
            and following.text not in memory.casefold()
        )
        if not is_joined:
            return start, end
    return None


def _is_beside(
    clause: Clause, verb: tuple[int, int], noun: tuple[int, int] | None
) -> bool:
    """Whether the memory noun belongs to the verb: no more than a few words away."""
    if noun is None:
        return False
    first, second = sorted((verb, noun))
    between = [
        word
        for word in clause.contents
        if first[1] <= word.start < second[0] and not word.glued
    ]
    return len(between) <= _FARTHEST_NOUN


def _names_the_memory(
    request: _Request,
    index: int,
    pieces: Sequence[Clause],
    passage: Passage,
    own: Sequence[Word],
    language: Language,
) -> bool:
    words = FORGET_WORDS[language.code]
    topic = _topic(request.clause, passage, request.verb, words.common)
    if topic:
        is_named = any(names(word, own, language) for word in topic)
        return is_named and not names_another(topic, own)
    if not _points_elsewhere(request, words):
        return False
    # "the pnpm rule is wrong, forget it", "forget it, the pnpm rule"
    return any(
        _is_the_memory(clause, passage, own, language)
        for clause in pieces[max(0, index - 1) : index + 2]
        if clause is not request.clause
    )


def _points_elsewhere(request: _Request, words: ForgetWords) -> bool:
    """Whether the request says no more than "it", "that one", "that rule"."""
    return all(
        request.verb[0] <= word.start < request.verb[1]
        or word.text in ("one", "thing")
        or words.memory_noun.search(word.text) is not None
        for word in request.clause.contents
    )


_DISMISSING = frozenset(
    ("wrong", "old", "bad", "gone", "obsolete", "outdated", "incorrect", "useless")
)


def _is_the_memory(
    clause: Clause, passage: Passage, own: Sequence[Word], language: Language
) -> bool:
    """Whether a clause is nothing but this memory, spoken of as a memory."""
    words = FORGET_WORDS[language.code]
    topic = _topic(clause, passage, (-1, -1), words.common)
    named = [word for word in topic if names(word, own, language)]
    rest = [
        word
        for word in clause.contents
        if word not in named
        and word.text not in _DISMISSING
        and words.memory_noun.search(word.text) is None
    ]
    speaks_of_it = words.memory_noun.search(clause.text) is not None
    return bool(named) and not rest and speaks_of_it


def _topic(
    clause: Clause, passage: Passage, verb: tuple[int, int], common: frozenset[str]
) -> list[Word]:
    """What a clause speaks about within the quote: up to what it excepts."""
    words = []
    for word in clause.words:
        if word.text in EXCEPTING:
            break
        inside = passage.start <= word.start and word.end <= passage.end
        asks = verb[0] <= word.start < verb[1]
        if inside and not asks:
            words.append(word)
    return naming_words(words, common)


def _memory_words(
    memory: str, quote: str, language: Language, common: frozenset[str]
) -> list[Word]:
    return [
        word
        for text in (memory, quote)
        for word in naming_words(cut(plain(text), language), common)
    ]
