"""The instruction guard: may a text become a fact by repetition alone?

Promotion is a positive test. A text passes when every sentence of it reads as a
plain statement about the project and no alarm is raised; whatever fails is held,
listed with its reasons, and waits for the person's confirmation. A false "held"
costs one key, a false "active" puts a stranger's line into every session to come.

The rules themselves are in `guard_rules`, one room a kind.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from levelmem.engine.memory.rules.guard_rules import english, english_words
from levelmem.engine.memory.rules.guard_rules.alarms import Hit, Watch
from levelmem.engine.memory.rules.guard_rules.disguise import (
    disguised_words,
    encoded_runs,
)
from levelmem.engine.memory.rules.guard_rules.english_alarms import ENGLISH
from levelmem.engine.memory.rules.guard_rules.grammars import fault_in_any
from levelmem.engine.memory.rules.guard_rules.languages import (
    english_pieces,
    languages_of,
    opens_in,
    opens_in_english,
)
from levelmem.engine.memory.rules.guard_rules.markers import MARKERS
from levelmem.engine.memory.rules.guard_rules.reasons import Reason, explain
from levelmem.engine.memory.rules.guard_rules.sensitive import fault_of_sensitive
from levelmem.engine.memory.rules.guard_rules.sentences import Sentence, sentences_of
from levelmem.engine.memory.rules.guard_rules.spelling import spell_out
from levelmem.engine.memory.rules.guard_rules.tokens import Token, tokens_of
from levelmem.engine.memory.rules.guard_rules.weighing import is_worded_like_an_order
from levelmem.engine.memory.rules.normalise import Normalised, normalise

__all__ = [
    "LONGEST",
    "Reason",
    "Verdict",
    "explain",
    "judge",
    "sentences_to_weigh",
    "spell_out",
]

LONGEST = 400
"""Characters a text may have: what is judged has to be what is shown on one line."""

_ORDERS = ("bare-imperative", "conditional-trigger")
_LONGEST_LABEL = 3
"""Blanks within a quotation that is but a label: "Remember me on this device"."""
_WATCH = Watch((*MARKERS, *ENGLISH))
_EMPHASIS = re.compile(
    r"</?(?:b|i|u|s|em|strong|p|br|span|div|small|sub|sup|mark|h[1-6]|li|ul|ol|a)\b[^<>]*>|"
    r"(?<![a-z0-9/])[*_~]+(?=\w)|(?<=\w)[*_~]+(?![a-z0-9/*])"
    r"|[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]",
    re.IGNORECASE,
)
_QUOTES = frozenset('"“„«')
# A record of some program, not a sentence.
_DATA = re.compile(r"\s*[\[{]\s*[\"'{\[]")
_LINE_BREAKS = (
    "\n",
    "\r",
    "\v",
    "\f",
    "\x1c",
    "\x1d",
    "\x1e",
    "\x85",
    "\u2028",
    "\u2029",
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the guard says of a text.

    Attributes:
        held: Whether the text has to wait for the person.
        reasons: Why, in the text's order; empty when it is not held.
    """

    held: bool
    reasons: tuple[Reason, ...]


@lru_cache(maxsize=1 << 15)
def judge(text: str) -> Verdict:
    """Whether a text may become active by repetition.

    The same text always gets the same verdict; nothing but the text is looked at.
    """
    reasons = tuple(_distinct(_reasons(text)) or _distinct(_wording(text)))
    return Verdict(bool(reasons), reasons)


def sentences_to_weigh(text: str) -> Iterator[str]:
    """The text's sentences in lower case, as their words are weighed."""
    for sentence in sentences_of(_plain_text(normalise(text))):
        yield _lower(sentence.text)


def _wording(text: str) -> Iterator[Reason]:
    """What is worded like an order in a text that breaks no rule."""
    normal = normalise(text)
    for sentence in sentences_of(_plain_text(normal)):
        if is_worded_like_an_order(_lower(sentence.text)):
            end = sentence.start + len(sentence.text)
            yield Reason(
                "worded-like-an-order", *normal.original_span(sentence.start, end)
            )


def _plain_text(normal: Normalised) -> str:
    return _without_emphasis(normal.text)


def _reasons(text: str) -> Iterator[Reason]:
    bare = text.strip()
    if len(bare) > LONGEST:
        yield Reason("too-long", LONGEST, len(text))
    if not bare.isprintable():
        broken = [bare.find(sign) for sign in _LINE_BREAKS if sign in bare]
        if broken:
            yield Reason("several-lines", min(broken), len(text))
    # A text that is held for its length is still looked at, within bounds.
    normal = normalise(text[: 2 * LONGEST])
    yield from normal.findings
    plain = _plain_text(normal)
    lower = _lower(plain)
    for hit in chain(
        encoded_runs(normal.text), _WATCH.raised(lower), disguised_words(lower)
    ):
        yield Reason(hit.rule, *normal.original_span(hit.start, hit.end))
    sentences = sentences_of(plain)
    for sentence in sentences:
        accompanied = any(" " in other.text for other in sentences if other != sentence)
        for hit in _sentence_faults(sentence, accompanied):
            yield Reason(hit.rule, *normal.original_span(hit.start, hit.end))
    if _DATA.match(normal.text) or not any(
        character.isalnum() for character in normal.text
    ):
        yield Reason("not-a-plain-statement", 0, len(text))


def _sentence_faults(sentence: Sentence, accompanied: bool) -> Iterator[Hit]:
    """What keeps one sentence from being a plain statement."""
    start, end = sentence.start, sentence.start + len(sentence.text)
    if sentence.text.endswith(("?", "？", "؟")):
        yield Hit("question", start, end)
        return
    lower = _lower(sentence.text)
    languages = languages_of(lower)
    foreign = tuple(language for language in languages if language != "en")
    fault = fault_in_any(foreign, lower) if foreign else "not-a-plain-statement"
    if foreign:
        for at, piece in english_pieces(lower):
            if english.fault_of(tokens_of(piece)) in _ORDERS:
                yield Hit("bare-imperative", start + at, start + at + len(piece))
    if fault is None and ("en" not in languages or opens_in(foreign, lower)):
        return
    if "en" not in languages:
        yield Hit(fault or "not-a-plain-statement", start, end)
        return
    english_faults = list(_english_faults(sentence.text, lower, accompanied))
    if fault not in (None, "not-a-plain-statement"):
        # One small word of several languages: a sentence that opens with an English
        # word and is plain in English is no order of another language.
        if english_faults or not opens_in_english(lower):
            yield Hit(fault, start, end)
        return
    for hit in english_faults:
        if fault is None and hit.rule == "not-a-plain-statement":
            # A statement in another language; in English no order either.
            continue
        yield Hit(hit.rule, start + hit.start, start + hit.end)


def _english_faults(text: str, lower: str, accompanied: bool) -> Iterator[Hit]:
    """What keeps an English sentence from being a plain statement."""
    tokens = tokens_of(text)
    yield from _persons_addressed(tokens)
    if fault := fault_of_sensitive(tokens, lower):
        yield Hit(fault, 0, len(text))
    label, rest = _label_and_rest(tokens)
    if label and label[0].text in english_words.CLAUSE_TAKERS:
        # "Remember: ..." orders, whatever it is that should be remembered.
        yield Hit("bare-imperative", 0, len(text))
    if len(rest) == 1 and text[rest[0].start] in _QUOTES:
        # A label before a quotation: what is quoted is what is said.
        rest = tokens_of(rest[0].text)
    if any(token.is_code and _quotes_an_order(token) for token in rest):
        yield Hit("bare-imperative", 0, len(text))
    fault = english.fault_of(rest, accompanied) if rest else None
    if fault and not (label and fault == "not-a-plain-statement"):
        yield Hit(fault, 0, len(text))


def _quotes_an_order(token: Token) -> bool:
    """Whether a sentence is quoted and orders; a button's label or a command is none.

    Commands are bare verbs as well, yet without articles and clauses.
    """
    if token.text.count(" ") < _LONGEST_LABEL:
        return False
    quoted = tokens_of(token.text)
    is_prose = any(inner.text in english_words.MARKS_OF_PROSE for inner in quoted)
    return is_prose and english.fault_of(quoted) == "bare-imperative"


def _persons_addressed(tokens: list[Token]) -> Iterator[Hit]:
    for token in tokens:
        if token.text in english_words.PERSONS and token.is_word:
            first = token.text in english_words.FIRST_PERSON
            rule = "first-person" if first else "addresses-the-reader"
            yield Hit(rule, token.start, token.start + len(token.text))


def _label_and_rest(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """A short label before a colon, and what stands after it."""
    for at, token in enumerate(tokens[:6]):
        if token.is_mark and token.text == ":" and at:
            return tokens[:at], tokens[at + 1 :]
    return [], tokens


def _lower(text: str) -> str:
    """Lower case, of the same length: spans have to stay true."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _without_emphasis(text: str) -> str:
    """Signs of emphasis and emoji turned to blanks: spans stay true."""
    if text.isascii() and not any(sign in text for sign in "*_~<"):
        return text
    return _EMPHASIS.sub(lambda run: " " * len(run.group()), text)


def _distinct(reasons: Iterator[Reason]) -> list[Reason]:
    return sorted(
        set(reasons), key=lambda reason: (reason.start, reason.end, reason.rule)
    )
