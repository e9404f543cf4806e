"""What a person may have meant by words that stand nowhere."""

import re
from collections.abc import Iterable
from dataclasses import replace

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_terms import Term
from levelmem.engine.text import fold

_WORD = re.compile(r"\w{3,40}")
_SHORTEST = 4
"""A shorter word is one letter away from too many others."""
_LIKENESS = 78.0
"""Of 100: one wrong letter in five, two in ten."""
_WORDS = 200_000


def vocabulary(sessions: Iterable[Session], texts: Iterable[str] = ()) -> set[str]:
    """Return the folded words of what lists show of sessions, and of ``texts``."""
    found: set[str] = set()
    for session in sessions:
        about = (session.title, session.preview, session.last_words, session.project)
        paths = (path for path, _ in session.edits)
        for text in (*about, session.branch, *paths):
            found.update(_WORD.findall(fold(text)))
    for text in texts:
        if len(found) > _WORDS:
            break
        found.update(_WORD.findall(text))
    return found


def rescued(query: Query, words: set[str]) -> tuple[Query, str] | None:
    """Return the query with its unknown words replaced, and what it was replaced by.

    None where every word occurs in ``words``, or nothing is like one.
    """
    changed: list[Wanted] = []
    meant: list[str] = []
    for wanted in query.wanted:
        near = "" if wanted.negated else _nearest(wanted, words)
        if near:
            meant.append(near)
            wanted = replace(wanted, sought=Term((near,), "", near))
        changed.append(wanted)
    if not meant:
        return None
    return replace(query, wanted=tuple(changed)), " ".join(meant)


def _nearest(wanted: Wanted, words: set[str]) -> str:
    """Return the word most like a sought one that occurs nowhere, or ``""``."""
    sought = wanted.sought
    if not isinstance(sought, Term) or len(sought.pieces) > 1:
        return ""
    (piece,) = sought.pieces
    if len(piece) < _SHORTEST or any(piece in word for word in words):
        return ""
    # Importing it takes time that a search with hits does not need.
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    best = process.extractOne(
        piece,
        sorted(words),
        scorer=DamerauLevenshtein.normalized_similarity,
        score_cutoff=_LIKENESS / 100,
    )
    return best[0] if best else ""
