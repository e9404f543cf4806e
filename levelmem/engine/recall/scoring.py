"""How well one document answers a question, exactly and with its reasons."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise

from levelmem.engine.recall.bm25 import Statistics, saturated
from levelmem.engine.recall.documents import COMMAND_MARK, DocumentKind, Role, Stored
from levelmem.engine.recall.question import Question, squeezed
from levelmem.engine.recall.settings import RankSettings
from levelmem.engine.recall.tokens import terms
from levelmem.engine.text import fold

Weights = Mapping[str, float]
"""What each term of the question is worth."""
Get = Callable[[int], Stored | None]
Counts = dict[str, int]

_COMMAND = COMMAND_MARK.strip()
_TIME_TERMS = terms(
    "yesterday today tonight tomorrow day week weekend month year ago last next"
    " recently monday tuesday wednesday thursday friday saturday sunday january"
    " february march april june july august september october november december"
)
_TIME = re.compile(rf" (?:{'|'.join(_TIME_TERMS)}|20\d\d) ")
_SHORTEST_EXACT = 6
"""Characters of a question that count as found word for word."""


@dataclass(slots=True)
class Scored:
    """A document with its score and what the score is made of."""

    stored: Stored
    score: float = 0.0
    alone: float = 0.0
    """The part that comes from the document's own words."""
    matched: tuple[str, ...] = ()
    """Terms of the question that stand in it, in the question's order."""
    around: tuple[str, ...] = ()
    """Terms that stand only in the turns before it."""
    verbatim: bool = False
    """Whether the quotes of the question, or all of it, stand in it as they are."""
    reasons: list[str] = field(default_factory=list)
    """Further reasons, for people."""
    copies: int = 0
    """Other documents that say exactly the same."""


class Scorer:
    """Scores documents for one question."""

    def __init__(
        self,
        question: Question,
        weights: Weights,
        statistics: Statistics,
        get: Get,
        text: Callable[[int], str],
        settings: RankSettings,
    ) -> None:
        """``get`` and ``text`` return documents by number: neighbours too."""
        self._question = question
        self._weights = weights
        self._statistics = statistics
        self._get = get
        self._text = text
        self._settings = settings
        self._counts: dict[int, Counts] = {}

    def score(self, stored: Stored) -> Scored | None:
        """Return the score of a document, or None where it is no answer at all."""
        settings = self._settings
        if self._is_excluded(stored):
            return None
        found = Scored(stored)
        counts = self._count(stored)
        found.matched = tuple(term for term in self._weights if term in counts)
        found.alone = self._worth(counts, stored.length, self._statistics.mean_length)
        found.score = found.alone + settings.context * self._in_context(stored, found)
        self._add_exact(found)
        self._add_pairs(found)
        if found.score > 0:
            self._multiply(found)
        return found if found.score > 0 else None

    def _is_excluded(self, stored: Stored) -> bool:
        """Tell whether it has an unwanted word: unless it is all that was asked for,
        as a command is that was pasted with its switches."""
        if not any(stored.count(term) for term in self._question.excluded):
            return False
        return squeezed(self._question.text) not in squeezed(self._text(stored.id))

    def _count(self, stored: Stored) -> Counts:
        counts = self._counts.get(stored.id)
        if counts is None:
            count = stored.terms.count
            found = {term: count(f" {term} ") for term in self._weights}
            counts = {term: number for term, number in found.items() if number}
            self._counts[stored.id] = counts
        return counts

    def _worth(self, counts: Mapping[str, float], length: float, mean: float) -> float:
        k1, b = self._settings.k1, self._settings.b
        return sum(
            self._weights[term] * saturated(count, length, mean, k1, b)
            for term, count in counts.items()
        )

    def _in_context(self, stored: Stored, found: Scored) -> float:
        """Return what the turn is worth when those before it are read along."""
        share = self._settings.context_share
        counts: dict[str, float] = dict(self._count(stored))
        length = stored.length
        for before in self._before(stored):
            for term, number in self._count(before).items():
                counts[term] = counts.get(term, 0) + share * number
            length += before.length
        alone = set(found.matched)
        found.around = tuple(t for t in self._weights if t in counts and t not in alone)
        mean = self._statistics.mean_length * (1 + self._settings.context_least)
        return self._worth(counts, length, mean)

    def _before(self, stored: Stored) -> Iterator[Stored]:
        """Yield the turns before one: at least two, more where they are short."""
        if stored.kind != DocumentKind.TURN:
            return
        settings, length = self._settings, stored.length
        for back in range(1, settings.context_most + 1):
            if back > settings.context_least and length >= settings.context_terms:
                return
            before = self._get(stored.id - back)
            if before is None or before.group != stored.group:
                return
            length += before.length
            yield before

    def _add_exact(self, found: Scored) -> None:
        """Add what word-for-word finds are worth: of quotes, or of the question."""
        question = self._question
        whole = question.exact
        hopeful = len(whole) >= _SHORTEST_EXACT and (
            len(found.matched) == len(self._weights)
        )
        if not question.phrases and not hopeful:
            return
        text = squeezed(self._text(found.stored.id))
        quotes = question.phrases or (whole,)
        if all(quote in text for quote in quotes):
            found.score += self._settings.exact
            found.alone += self._settings.exact
            found.verbatim = True
            found.reasons.append("word for word")

    def _add_pairs(self, found: Scored) -> None:
        if len(found.matched) < 2:
            return
        pairs = pairwise(self._question.terms)
        together = sum(found.stored.has(*pair) for pair in pairs)
        found.score += self._settings.pair * together

    def _multiply(self, found: Scored) -> None:
        question, settings = self._question, self._settings
        document = found.stored
        if question.authors and fold(document.author) in question.authors:
            found.score *= settings.author
            found.reasons.append(f"said by {document.author}")
        elif question.role is not Role.NOBODY and document.role == question.role:
            found.score *= settings.author
            who = "the agent" if question.role is Role.AGENT else "you"
            found.reasons.append(f"said by {who}")
        if question.window and document.at is not None:
            when = datetime.fromtimestamp(document.at, UTC)
            inside = question.window.holds(when)
            found.score *= settings.in_window if inside else settings.outside_window
            said = "from" if inside else "not from"
            found.reasons.append(f"{said} {question.window.words.strip()}")
        if question.asks_for_command and found.stored.count(_COMMAND):
            found.score *= settings.command
            found.reasons.append("ran a command")
        if question.asks_when and found.matched and _tells_a_time(found.stored):
            found.score *= settings.when
            found.reasons.append("tells a time")


def _tells_a_time(stored: Stored) -> bool:
    return _TIME.search(stored.terms) is not None
