"""Where a sentence begins and ends in a message."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from levelmem.engine.memory.rules.wording.closed_words import CLOSED_WORDS
from levelmem.engine.memory.rules.wording.language import known_language
from levelmem.engine.memory.rules.wording.roles import CJK
from levelmem.engine.memory.rules.wording.shown import Span

_BOUNDARY = re.compile(
    rf"\n|(?:(?<!\.)\.|[!?]+)[!?]*[\"'”’»)\]]*(?=\s|$|[{CJK}])|[。！？]+[」』”]*"
)
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|etc|cf|approx|z\.b|bzw|usw|ca)\.$", re.I)
_BULLET = re.compile(r"[ \t]*(?:[-*+•]|\d+[.)])[ \t]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


class Sentence(NamedTuple):
    """A sentence of a message, its closing mark included."""

    start: int
    end: int


def sentences(text: str, opaque: Sequence[Span]) -> list[Sentence]:
    """The sentences of plain text, in order.

    A line is a sentence of its own unless it plainly runs on into the next. Marks
    inside the opaque stretches (code, quotations) end nothing.
    """
    ordered = sorted(opaque)
    starts = [span.start for span in ordered]

    def is_opaque(offset: int) -> bool:
        index = bisect_right(starts, offset) - 1
        return index >= 0 and offset < ordered[index].end - 1

    ends = [
        match.end()
        for match in _BOUNDARY.finditer(text)
        if not is_opaque(match.start()) and _ends_sentence(text, match)
    ]
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return [Sentence(start, end) for start, end in pairwise([0, *ends])]


def sentences_of(all_: Sequence[Sentence], start: int, end: int) -> list[Sentence]:
    """Those sentences that the stretch from start to end touches."""
    first = bisect_right(all_, start, key=lambda sentence: sentence.end)
    touched = []
    for sentence in all_[first:]:
        if sentence.start >= end:
            break
        touched.append(sentence)
    return touched


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if match[0] != "\n":
        return not _ABBREVIATION.search(text, max(0, match.start() - 8), match.end())
    line_start = text.rfind("\n", 0, match.start()) + 1
    next_end = text.find("\n", match.end())
    next_end = len(text) if next_end < 0 else next_end
    return not _runs_on(
        text[max(line_start, match.start() - _WINDOW) : match.start()],
        text[match.end() : min(next_end, match.end() + _WINDOW)],
    )


# Enough of a line to see its first or last words; keeps long lines cheap.
_WINDOW = 200


def _runs_on(line: str, following: str) -> bool:
    """Whether the line goes on in the following one."""
    if not line.strip() or not following.strip() or _BULLET.match(following):
        return False
    if line.rstrip()[-1] in ",;:(–—-":
        return True
    words, next_words = _WORD.findall(line.casefold()), _WORD.findall(following[:60])
    if words and (words[-1] in _dangling() or words[-1].endswith("n't")):
        return True
    if words and words[0] in _limits() and "," not in line:
        return True
    return bool(next_words) and next_words[0].casefold() in _limits()


@cache
def _dangling() -> frozenset[str]:
    """Words that no sentence ends with: what they belong to is still to come."""
    words = _limits() | known_language("en").fillers
    for closed in CLOSED_WORDS.values():
        words |= closed.negations | closed.negating_words | closed.relations
    return words - {"it", "them", "this", "that", "me", "us", "too", "please", "here"}


@cache
def _limits() -> frozenset[str]:
    """Words that begin a clause which limits another one."""
    hedges = {"maybe", "perhaps", "today", "tonight", "tomorrow", "heute", "morgen"}
    words: frozenset[str] = frozenset()
    for closed in CLOSED_WORDS.values():
        words |= closed.conditions | closed.contrasts
    return words - hedges
