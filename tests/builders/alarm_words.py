"""Writes down which words call for which alarm of the guard.

Run `python tests/builders/alarm_words.py` after every change of an alarm's pattern; a
test tells when that was forgotten. What is written can only be too wide, never too
narrow: every match of a pattern contains a word of each set that stands for it.
"""

import re
import re._constants as kinds  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from levelmem.engine.memory.rules.guard_rules import alarm_words, english_words
from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.english_alarms import ENGLISH
from levelmem.engine.memory.rules.guard_rules.markers import MARKERS
from levelmem.engine.memory.rules.guard_rules.patterns import joined

Node = tuple[Any, Any]
WordSet = frozenset[str]

_UNKNOWN = "\0"
_MOST_SPELLINGS = 3000
_MOST_SETS = 3
_COMMON = (
    english_words.PREPOSITIONS
    | english_words.DETERMINERS
    | english_words.COORDINATORS
    | english_words.AUXILIARIES
    | english_words.MODALS
    | english_words.NEGATIONS
    | english_words.ADVERBS
    | {"be", "been", "get", "gets"}
)
_FRAGMENT = re.compile(rf"{_UNKNOWN}?[^\W\d_]+{_UNKNOWN}?")
_SIGN = re.compile(rf"[^\w\s{_UNKNOWN}]|\d|_")
_COMMON_SIGNS = "-.,:;/'\"()`0_"
_BREAKS = (
    kinds.AT_BOUNDARY,
    kinds.AT_BEGINNING,
    kinds.AT_BEGINNING_STRING,
    kinds.AT_END,
    kinds.AT_END_STRING,
)


def written_out(alarms: Iterable[Alarm]) -> str:
    """The file's text: a line an alternative, its sets of words parted by ` AND `."""
    lines = ["# Written by tests/builders/alarm_words.py, never by hand."]
    for alarm in alarms:
        lines.append(f"= {alarm.rule}")
        for alternative in _alternatives(parser.parse(joined(alarm.pattern))):
            sets = [" ".join(sorted(words)) for words in required(alternative)]
            lines.append(alarm_words.AND.join(sets) or alarm_words.ANY)
    return "\n".join(dict.fromkeys(_numbered(lines))) + "\n"


def _numbered(lines: list[str]) -> Iterator[str]:
    """Headings made unlike each other, so that equal lines below one fold."""
    alarm = 0
    for line in lines:
        if line.startswith("= "):
            alarm += 1
            yield f"{line} {alarm}"
        else:
            yield line


def _alternatives(nodes: Iterable[Node]) -> list[list[Node]]:
    """The ways to match, each with what the parser drew out in front of all."""
    nodes = list(nodes)
    *front, (kind, value) = nodes or [(None, None)]
    if kind is kinds.SUBPATTERN and not front:
        return _alternatives(value[3])
    if kind is kinds.BRANCH and all(kind is kinds.AT for kind, _ in front):
        return [way for branch in value[1] for way in _alternatives([*front, *branch])]
    return [nodes]


def required(
    nodes: list[Node], before: str = _UNKNOWN, after: str = _UNKNOWN
) -> list[WordSet]:
    """Sets of words of which every match has one each, the rarest words first.

    Args:
        nodes: A sequence of a parsed pattern.
        before: What stands in front of it: a blank or `_UNKNOWN`.
        after: What follows it.
    """
    found = sorted(
        {
            *_of_runs(nodes, before, after),
            *_of_words(nodes, before, after),
            *_of_signs(nodes),
            *_of_parts(nodes, before, after),
        },
        key=lambda words: (_commonness(words), sorted(words)),
    )
    unlike = {_letters(words): words for words in reversed(found)}
    return list(reversed(unlike.values()))[:_MOST_SETS]


def _letters(words: WordSet) -> WordSet:
    return frozenset(word.strip(alarm_words.OPEN) for word in words)


def _of_parts(nodes: list[Node], before: str, after: str) -> Iterator[WordSet]:
    edges = [before, *(_edge(node) for node in nodes), after]
    for at, (kind, value) in enumerate(nodes):
        around = edges[at], edges[at + 2]
        if kind is kinds.SUBPATTERN:
            yield from required(list(value[3]), *around)
        elif kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT) and value[0]:
            yield from required(list(value[2]))
        elif kind is kinds.BRANCH:
            yield from _of_runs([nodes[at]], *around)
            branches = [required(list(branch), *around) for branch in value[1]]
            if all(branches):
                yield frozenset().union(*(sets[0] for sets in branches))


def _of_words(nodes: list[Node], before: str, after: str) -> Iterator[WordSet]:
    """One set for each stretch between the blanks of a sequence."""
    blanks = [at for at, node in enumerate(nodes) if node == (kinds.LITERAL, 32)]
    for first, last in pairwise([-1, *blanks, len(nodes)]):
        yield from _of_runs(
            nodes[first + 1 : last],
            " " if first >= 0 else before,
            " " if last < len(nodes) else after,
        )


def _of_signs(nodes: list[Node]) -> Iterator[WordSet]:
    """One set for each rare sign that stands for itself."""
    for kind, value in nodes:
        if kind is kinds.LITERAL and _SIGN.match(chr(value)):
            sign = alarm_words.sign_of(chr(value))
            if sign not in _COMMON_SIGNS:
                yield frozenset({sign})


def _edge(node: Node) -> str:
    """What a neighbour knows of this node: a blank when no letter is at its edge."""
    kind, value = node
    is_break = kind is kinds.AT and value in _BREAKS
    is_sign = kind is kinds.LITERAL and not chr(value).isalpha()
    return " " if is_break or is_sign else _UNKNOWN


def _of_runs(nodes: list[Node], before: str, after: str) -> Iterator[WordSet]:
    """One set for every stretch of nodes whose spellings can be listed.

    A stretch also ends at a gap: what stands on either side of it is needed.
    """
    start = 0
    while start < len(nodes):
        end = start
        spellings = [_UNKNOWN if start else before]
        while end < len(nodes):
            longer = _followed(spellings, nodes[end])
            if longer is None or _spellings(nodes[end]) == [_UNKNOWN]:
                break
            spellings, end = longer, end + 1
        last = _UNKNOWN if end < len(nodes) else after
        words = [_rarest_word(spelling + last) for spelling in spellings]
        if all(words):
            yield frozenset(words)
        start = max(end, start + 1)


def _followed(spellings: list[str], node: Node) -> list[str] | None:
    """The spellings, each followed by those of one node; None when too many."""
    following = _spellings(node)
    if following is None or len(spellings) * len(following) > _MOST_SPELLINGS:
        return None
    return [first + second for first in spellings for second in following]


def _spellings(node: Node) -> list[str] | None:
    """What the node can match, with `_UNKNOWN` for what cannot be listed."""
    kind, value = node
    if kind is kinds.LITERAL:
        return [chr(value)]
    if kind is kinds.AT and value in _BREAKS:
        return [" "]
    if kind is kinds.SUBPATTERN:
        return _of_sequence(value[3])
    if kind is kinds.BRANCH:
        listed = [_of_sequence(branch) for branch in value[1]]
        if any(spellings is None for spellings in listed):
            return None
        return [spelling for spellings in listed for spelling in spellings or []]
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT) and value[1] == 1:
        once = _of_sequence(value[2])
        return once and (once if value[0] else ["", *once])
    if kind is kinds.IN and all(kind is kinds.LITERAL for kind, _ in value):
        return [chr(letter) for _, letter in value]
    if kind is kinds.IN and value == [(kinds.CATEGORY, kinds.CATEGORY_SPACE)]:
        return [" "]
    if kind is kinds.IN and value == [(kinds.CATEGORY, kinds.CATEGORY_DIGIT)]:
        return ["0"]
    return [_UNKNOWN]


def _of_sequence(nodes: Iterable[Node]) -> list[str] | None:
    spellings: list[str] | None = [""]
    for node in nodes:
        spellings = spellings and _followed(spellings, node)
    return spellings


def _rarest_word(spelling: str) -> str:
    """The word of a spelling that calls for the alarm; empty when it has none."""
    words: list[str] = [
        fragment.replace(_UNKNOWN, alarm_words.OPEN)
        for fragment in _FRAGMENT.findall(spelling)
    ]
    if words:
        return min(words, key=lambda word: (_weight(word), -len(word), word))
    signs = [alarm_words.sign_of(sign) for sign in _SIGN.findall(spelling)]
    return min(signs, key=lambda sign: (sign in _COMMON_SIGNS, sign), default="")


def _commonness(words: WordSet) -> int:
    return sum(_weight(word) for word in words)


def _weight(word: str) -> int:
    """How often a word of plain facts calls: a rough guess is enough."""
    letters = word.strip(alarm_words.OPEN)
    if letters in _COMMON or len(letters) == 1:
        return 60
    is_open = alarm_words.OPEN in word
    return 30 if is_open and len(letters) < 4 else 2 if is_open else 1


if __name__ == "__main__":
    text = written_out((*MARKERS, *ENGLISH))
    Path(alarm_words.LISTING).write_text(text, encoding="utf-8")
