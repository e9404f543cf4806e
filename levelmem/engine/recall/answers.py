"""An answer of recall: cited, qualified, explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.recall.qualify import joined
from levelmem.engine.recall.ranking import Ranking
from levelmem.engine.recall.scoring import Scored
from levelmem.engine.recall.tokens import terms
from levelmem.engine.text import one_line


@dataclass(frozen=True, slots=True)
class Answer:
    """One cited, qualified answer."""

    kind: str
    """``fact``, ``journal`` or ``turn``."""
    text: str
    """On one line, safe to show, secrets scrubbed, with its note in brackets."""
    note: str
    """What to mind before relying on it; empty for what holds and is of today."""
    state: str
    """Of a fact how far it is trusted, of a journal line how the session ended, of a
    turn ``said`` (by the person) or ``answered``."""
    agent: str
    session: str
    turn: int | None
    """The number of the turn in its session."""
    when: datetime | None
    score: float
    why: str
    """Why it is an answer, for people."""
    key: str = ""
    """The fact's key."""
    project: str = ""


def why_answer(hit: Scored, ranking: Ranking) -> str:
    """Return why something is an answer, in a line for people."""
    rescued: Mapping[str, str] = {
        near: wrong for wrong, some in ranking.rescued for near in some
    }

    typed = _typed_words(ranking.question.text)

    def named(term: str) -> str:
        wrong = rescued.get(term, "")
        return (
            f"{term} (for {typed.get(wrong, wrong)})"
            if wrong
            else typed.get(term, term)
        )

    said = f"says {', '.join(map(named, hit.matched))}" if hit.matched else ""
    near = f"just before it: {', '.join(map(named, hit.around))}" if hit.around else ""
    copies = f"said the same {hit.copies} more times" if hit.copies else ""
    return joined(said, near, *hit.reasons, copies)


def _typed_words(question: str) -> dict[str, str]:
    """Return the words of a question as they were typed, by their terms."""
    words = (word.strip(".,;:!?()\"'") for word in one_line(question).split())
    return {term: word for word in words for term in reversed(terms(word))}
