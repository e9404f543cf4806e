"""Sessions like one that somebody remembers: the same files, the same rare words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from levelmem.engine.sessions.model import Session
from levelmem.engine.text import fold

_WORD = re.compile(r"\w{3,}")
_FILE_WEIGHT = 1.5
"""An edited file says more than a word."""
_SAME_PROJECT = 1.1
_USUAL = 0.1
"""The share of sessions beyond which a word is nothing that two have in common."""


@dataclass(frozen=True, slots=True)
class Like:
    """A session that is like another one."""

    session: Session
    score: float
    why: tuple[str, ...]
    """What they have in common, the rarest first: file names and words."""


def like(session: Session, others: Sequence[Session], limit: int = 20) -> list[Like]:
    """Return the sessions most like ``session``, the most alike first.

    What few sessions have in common counts more (inverse document frequency), and
    long sessions gain nothing by their length (cosine).
    """
    signs = [_signs(other) for other in others]
    seen = Counter(sign for found in signs for sign in found)
    weights = {sign: log(1 + len(others) / count) for sign, count in seen.items()}
    usual = len(others) * _USUAL
    mine = {s: w * weights.get(s, 0.0) for s, w in _signs(session).items()}
    found = []
    for other, theirs in zip(others, signs, strict=True):
        if other.key != session.key:
            shared = sorted(mine.keys() & theirs.keys(), key=lambda s: (-mine[s], s))
            score = sum(mine[s] * weights[s] * theirs[s] for s in shared)
            score /= _length(mine.values()) * _length(
                weight * weights[s] for s, weight in theirs.items()
            )
            if other.project == session.project:
                score *= _SAME_PROJECT
            if score > 0:
                telling = [s for s in shared if seen[s] <= usual] or shared
                found.append(Like(other, score, tuple(map(_shown, telling[:4]))))
    return sorted(found, key=lambda found: -found.score)[:limit]


def _signs(session: Session) -> Mapping[str, float]:
    """Return what a session is known by, weighted."""
    signs: dict[str, float] = {}
    for text in (session.title, session.preview, session.last_words, session.branch):
        for word in _WORD.findall(fold(text)):
            signs[word] = 1.0
    for path in _inside(session):
        signs[f"file:{path}"] = _FILE_WEIGHT
    return signs


def _inside(session: Session) -> Iterator[str]:
    for path, _ in session.edits:
        yield path.removeprefix(session.project).lstrip("/\\")


def _shown(sign: str) -> str:
    return sign.removeprefix("file:")


def _length(weights: Iterable[float]) -> float:
    return sum(w * w for w in weights) ** 0.5 or 1.0
