"""The form of an alarm, and how a text is searched for all of them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

_WORD = re.compile(r"[^\W\d_]+")
_WORDS_KEPT = 1 << 14


@dataclass(frozen=True, slots=True)
class Alarm:
    """One kind of statement that is held however declarative it is.

    Attributes:
        rule: The reason's name.
        cue: Words of which the text has to contain one to be searched at all; this
            only saves time.
        pattern: What raises the alarm, on lower-case text.
        unless: What calls it off again when it matches the same sentence.
        tightening: Whether a statement that forbids the loosening calls it off.
    """

    rule: str
    cue: str
    pattern: str
    unless: str = ""
    tightening: bool = False
    signs: str = ""
    """In place of a cue: characters of which the text has to contain one."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A raised alarm and the span that raised it, in the searched text."""

    rule: str
    start: int
    end: int


class Watch:
    """A set of alarms, and which words call for which of them.

    Most texts have no word that any alarm is about; those cost a look-up a word.
    """

    def __init__(self, alarms: tuple[Alarm, ...]) -> None:
        self._alarms = alarms
        self._signed = [
            (sign, 1 << at) for at, alarm in enumerate(alarms) for sign in alarm.signs
        ]
        self._cued_by: dict[str, int] = {}

    def raised(self, text: str) -> Iterator[Hit]:
        """Every alarm that the lower-case text raises, each at its first match."""
        cued = 0
        for sign, bit in self._signed:
            if sign in text:
                cued |= bit
        for word in _WORD.findall(text):
            known = self._cued_by.get(word)
            cued |= self._learn(word) if known is None else known
        while cued:
            lowest = cued & -cued
            cued ^= lowest
            if hit := _search(text, self._alarms[lowest.bit_length() - 1]):
                yield hit

    def _learn(self, word: str) -> int:
        if len(self._cued_by) >= _WORDS_KEPT:
            self._cued_by.clear()
        called = (
            at
            for at, alarm in enumerate(self._alarms)
            if alarm.cue and _compiled(alarm.cue).fullmatch(word)
        )
        return self._cued_by.setdefault(word, _bits(called))


def _bits(positions: Iterable[int]) -> int:
    return sum(1 << position for position in positions)


def _search(text: str, alarm: Alarm) -> Hit | None:
    for found in _compiled(alarm.pattern).finditer(text):
        sentence = _sentence_around(text, found.start(), found.end())
        if alarm.unless and _compiled(alarm.unless).search(sentence):
            continue
        if alarm.tightening and tightens(sentence):
            continue
        return Hit(alarm.rule, found.start(), found.end())
    return None


_BREAK = re.compile(r"[.;!?](?=\s|\Z)|\n")


def _sentence_around(text: str, start: int, end: int) -> str:
    begin = 0
    for stop in _BREAK.finditer(text):
        if stop.end() <= start:
            begin = stop.end()
        elif stop.start() >= end:
            return text[begin : stop.start()]
    return text[begin:]


_LOOSE_ACT = (
    r"without|unsigned|unverified|unreviewed|unapproved|unauthenticated|unauthori[sz]ed"
    r"|skip\w*|bypass\w*|--?no-\w+|disabl(?:e|es|ing)\b|force[- ]push\w*|direct(?:ly)? "
    r"(?:push\w*|commit\w*)|push\w* (?:directly|straight)|self-approv\w+|ignor(?:e|es"
    r"|ing)\b"
    r"|(?:approv|merg|review)\w+ (?:\w+ )?(?:their|its|his|her|your) own|lacks?\b"
    r"|missing"
    r"|unless"
)
_REFUSAL = (
    r"cannot|can't|can not|must not|mustn't|may not|never|nobody|no one|not|no"
    r"|blocked|rejected|refused|denied|forbidden|prohibited|prevented|disallowed"
    r"|reverted"
    r"|impossible|fail(?:s|ed)?|rejects?|blocks?|refuses?|denies|prevents?|forbids?|"
    r"prohibits?|removed|deleted|abolished|aborts?|no "
    r"longer"
    r"|n't"
)


_CLAUSE = re.compile(
    r"[,;:()]|\s[-–—]\s|\b(?:and|but|so|because|since|which|although|while|yet)\b"
)


def tightens(sentence: str) -> bool:
    """Whether the sentence refuses every loosening that it names.

    "Nothing is merged without approval" has one loose act and one refusal; "commits
    without review are never rejected" has one and two. An even sum tightens. The
    refusal has to stand in the loose act's own clause.
    """
    sums = [_looseness(clause) for clause in _CLAUSE.split(sentence)]
    return any(sums) and all(balance in (0, 2) for balance in sums)


def _looseness(clause: str) -> int:
    """0 without a loose act, 1 for one that stands, 2 for one that is refused."""
    loose = len(_compiled(rf"(?<!\w)(?:{_LOOSE_ACT})").findall(clause))
    if not loose:
        return 0
    refusals = len(
        _compiled(rf"(?<![\w-])(?:{_REFUSAL})(?![\w-])|n't\b").findall(clause)
    )
    if not refusals and _compiled(r"\b40[0-9]\b").search(clause):
        refusals = 1
    return 2 if refusals and (loose + refusals) % 2 == 0 else 1


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
