"""Whose words: a note is the person's only if they typed it, and meant just that.

The rule is code without a model. In doubt it says no: a false no costs the person
one key, a false yes puts somebody else's line into every later session.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from levelmem.engine.memory.rules.lookalikes import (
    invisible_characters,
    lookalike_words,
)
from levelmem.engine.memory.rules.wording.language import Language, detect
from levelmem.engine.memory.rules.wording.matching import Match, matches
from levelmem.engine.memory.rules.wording.plain import plain
from levelmem.engine.memory.rules.wording.questions import is_question
from levelmem.engine.memory.rules.wording.reading import Content, Reading, read
from levelmem.engine.memory.rules.wording.roles import Role
from levelmem.engine.memory.rules.wording.tokens import cut
from levelmem.engine.memory.rules.wording.typed_text import (
    LONGEST_QUOTE,
    Passage,
    find_said,
)

_ZERO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")
_MOST_ZERO_WIDTH = 7
"""Eight of them can spell a letter; fewer are left over from copying."""
_LEAD_INS = frozenset(
    (
        *("remember", "note", "save", "store", "memorize", "memorise", "keep", "mind"),
        *("also", "always", "now", "on", "yes", "hey", "hi", "thanks", "reminder"),
        *("merke", "merk", "merken", "dir", "denk", "daran", "notiere", "souviens"),
        *("toi", "note", "retiens", "recuerda", "recuerde", "anota", "ricorda"),
        *("ricordati", "lembre", "lembra", "запомни", "запомните", "помни"),
    )
)
"""Words before a quote that ask to remember it, and say nothing of their own."""


@dataclass(frozen=True, slots=True)
class Credit:
    """Whether a note is the person's own, and why, in words for people."""

    credited: bool
    why: str


def credit(note: str, said: str, typed: Sequence[str]) -> Credit:
    """Decide whether a note is credited to the person.

    Args:
        note: what an agent wants remembered.
        said: the person's words for it, as the agent has them.
        typed: every message that the person typed in this run, and every answer
            that they typed or chose when asked. Nothing that a program wrote.

    Returns:
        Credited only if `said` was typed and said (not shown, not asked), and the
        note keeps its meaning: the same content words in the same order, negated as
        there, no condition dropped, nothing added but a word for this project.
    """
    if why := _hidden_text(note):
        return Credit(False, why)
    text = plain(note).strip()
    if not any(character.isalnum() for character in text):
        return Credit(False, "the note is empty")
    if len(text) > LONGEST_QUOTE:
        return Credit(False, "the note is too long to be a sentence of the person")
    found = find_said(said, typed)
    why = found.why_not
    for passage in found.passages:
        why = _why_not_the_same(text, passage)
        if not why:
            return Credit(True, "credited: the person's words, with their meaning")
    return Credit(False, why)


def _hidden_text(note: str) -> str:
    """Why the note holds more than it shows, or an empty string."""
    unseen = [character for _, character in invisible_characters(note)]
    zero_width = [character for character in unseen if character in _ZERO_WIDTH]
    if len(zero_width) < len(unseen):
        return "the note has hidden characters that can carry text"
    if len(zero_width) > _MOST_ZERO_WIDTH:
        return "the note has a run of hidden characters"
    if odd := lookalike_words(note):
        return f"the note has letters that look like others, in {odd[0][1]!r}"
    return ""


def _why_not_the_same(note: str, passage: Passage) -> str:
    """Why the note does not mean what the passage says; empty if it does."""
    if is_question(note, passage.language):
        return "the note asks, it states nothing"
    language = passage.language
    if language is not None and language.is_assumed:
        # The note may have the word that tells the language of both.
        language = detect(note) or language
    if language is None:
        return _why_not_the_very_words(note, passage)
    quote, reading = read(passage.text, language), read(note, language)
    if not reading.contents:
        return "the note has no words of its own"
    why = _why_not_kept(reading.contents, quote, passage, language)
    without_place = [
        content for content in reading.contents if content.word.role is not Role.SCOPE
    ]
    if not why or not without_place or len(without_place) == len(reading.contents):
        return why
    return _why_not_placed(without_place, quote, passage, language)


def _why_not_kept(
    contents: Sequence[Content], quote: Reading, passage: Passage, language: Language
) -> str:
    """Why these words do not stand in the quote, with all that belongs to them."""
    allowed = _own_words(quote, passage)
    why = _missing(contents, quote, allowed)
    for match in matches(contents, quote, allowed, language):
        why = _lost(match, quote, passage)
        if not why:
            break
    return why


def _why_not_placed(
    contents: Sequence[Content], quote: Reading, passage: Passage, language: Language
) -> str:
    """Why a note that adds a place is more than its other words, all of them kept."""
    allowed = _own_words(quote, passage)
    why = _missing(contents, quote, allowed)
    for match in matches(contents, quote, allowed, language):
        why = _lost(match, quote, passage) or _dropped(match, quote, passage)
        if not why:
            break
    return why


def _own_words(quote: Reading, passage: Passage) -> range:
    """The indices of the content words within the quote proper."""
    inside = [
        index
        for index, content in enumerate(quote.contents)
        if passage.start <= content.word.start and content.word.end <= passage.end
    ]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _lost(match: Match, quote: Reading, passage: Passage) -> str:
    """What the note loses of the sentence that may not be lost; empty if nothing."""
    used = match.used
    for index, content in enumerate(quote.contents):
        if content.word.role is Role.CONDITION and index not in used:
            return f"the note drops the condition {content.word.text!r}"
    for negation in quote.negations:
        clause = quote.contents[negation.target].clause
        turned = [
            index
            for index in used
            if quote.contents[index].clause == clause
            and (index > negation.target or negation.both_ways)
        ]
        if turned and negation.target not in used:
            return f"the note drops {negation.text!r}"
    return _mixed_clauses(match, quote) or _only_shown(match, quote, passage)


def _mixed_clauses(match: Match, quote: Reading) -> str:
    """Whether one clause of the note is put together from pieces of two."""
    for (left, first), (right, second) in zip(
        match.pairs, match.pairs[1:], strict=False
    ):
        crosses = quote.contents[first].clause != quote.contents[second].clause
        if crosses and left.clause == right.clause and second > first + 1:
            return "the note puts words of two clauses together"
    return ""


def _only_shown(match: Match, quote: Reading, passage: Passage) -> str:
    """Whether the note takes shown words without those that introduce them."""
    used = match.used
    for span in passage.shown:
        inside = [
            index
            for index, content in enumerate(quote.contents)
            if span.start <= content.word.start and content.word.end <= span.end
        ]
        if not used.intersection(inside):
            continue
        clause = quote.contents[inside[0]].clause
        own = [
            index
            for index, content in enumerate(quote.contents)
            if content.clause == clause and index not in inside
        ]
        before = [index for index in own if index < inside[0]]
        if not used.intersection(own) or not used.issuperset(before):
            return f"{span.what}: shown, not said"
    return ""


def _dropped(match: Match, quote: Reading, passage: Passage) -> str:
    """Whether a note that adds a place loses a word that said another one."""
    for index, content in enumerate(quote.contents):
        is_lead_in = content.word.end <= passage.start and (
            content.word.text in _LEAD_INS
        )
        if index not in match.used and not is_lead_in:
            return f"the note adds a place and drops {content.word.text!r}"
    return ""


def _missing(note: Sequence[Content], quote: Reading, allowed: range) -> str:
    """The reason that no match was found, as exactly as it can be told."""
    own = [quote.contents[index] for index in allowed]
    for content in note:
        same = [other for other in own if _looks_alike(content, other)]
        if not same:
            return f"the note adds {content.word.text!r}"
        if all(other.negated is not content.negated for other in same):
            verb = "adds" if content.negated else "drops"
            return f"the note {verb} the negation of {content.word.text!r}"
    return "the note has the words in another order or relation"


def _looks_alike(left: Content, right: Content) -> bool:
    start = min(len(left.word.text), len(right.word.text), 4)
    return left.word.text[:start] == right.word.text[:start]


def _why_not_the_very_words(note: str, passage: Passage) -> str:
    """In a language that the rules do not know, only the same words count."""
    kept = [word.text for word in cut(note, None) if word.role is Role.CONTENT]
    sentence = [
        word.text for word in cut(passage.text, None) if word.role is Role.CONTENT
    ]
    if kept == sentence:
        return ""
    return "the language is not known to the rules, and the words are not the same"
