"""The form of an alarm, and how a text is searched for all of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from levelmem.engine.memory.rules.guard_rules.alarm_words import alarm_words
from levelmem.engine.memory.rules.guard_rules.patterns import compiled, joined

_PIECE = re.compile(r"[^\W\d_]+|[^\w\s]|[\d_]")


@dataclass(frozen=True, slots=True)
class Alarm:
    """One kind of statement that is held however declarative it is.

    Attributes:
        rule: The reason's name.
        pattern: What raises the alarm, on lower-case text. Which words call for it is
            derived from it: see `alarm_words`.
        unless: What calls it off again when it matches the same sentence.
        tightening: Whether a statement that forbids the loosening calls it off.
    """

    rule: str
    pattern: str
    unless: str = ""
    tightening: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A raised alarm and the span that raised it, in the searched text."""

    rule: str
    start: int
    end: int


class Watch:
    """A set of alarms, searched for where the words of a text call for them.

    Args:
        alarms: In the order of the listing of their words.
    """

    def __init__(self, alarms: tuple[Alarm, ...]) -> None:
        self._alarms = alarms

    def raised(self, text: str) -> Iterator[Hit]:
        """Every alarm that the lower-case text raises, each at its first match."""
        for at in alarm_words().called(_PIECE.findall(text)):
            if hit := search(text, self._alarms[at]):
                yield hit


def search(text: str, alarm: Alarm) -> Hit | None:
    """The alarm's first match that nothing calls off; None when there is none."""
    for found in compiled(alarm.pattern).finditer(text):
        sentence = _sentence_around(text, found.start(), found.end())
        if alarm.unless and compiled(alarm.unless).search(sentence):
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


_LOOSE_ACT = joined(
    r"""
    without|unsigned|unverified|unreviewed|unapproved|unauthenticated|unauthori[sz]ed
    |skip\w*|bypass\w*|--?no-\w+|disabl(?:e|es|ing)\b
    |force[- ]push\w*
    |direct(?:ly)? (?:push\w*|commit\w*)
    |push\w* (?:directly|straight)|self-approv\w+
    |ignor(?:e|es|ing)\b
    |(?:approv|merg|review)\w+ (?:\w+ )?(?:their|its|his|her|your) own
    |lacks?\b|missing|unless
    """
)
_REFUSAL = joined(
    r"""
    cannot|can't|can not|must not|mustn't|may not|never|nobody|no one|not|no|blocked
    |rejected|refused|denied|forbidden|prohibited|prevented|disallowed|reverted
    |impossible|fail(?:s|ed)?|rejects?
    |blocks?|refuses?|denies|prevents?|forbids?|prohibits?|removed|deleted|abolished
    |aborts?|no longer|n't
    """
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
    loose = len(compiled(rf"(?<!\w)(?:{_LOOSE_ACT})").findall(clause))
    if not loose:
        return 0
    refusals = len(
        compiled(rf"(?<![\w-])(?:{_REFUSAL})(?![\w-])|n't\b").findall(clause)
    )
    if not refusals and compiled(r"\b40[0-9]\b").search(clause):
        refusals = 1
    return 2 if refusals and (loose + refusals) % 2 == 0 else 1
