"""Quick pick: a few letters find a session by its title, project, branch or files.

Nothing but what the catalog knows is looked at, so that ten thousand sessions take a
few milliseconds a key press.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.text import fold

_FILES = 12
"""Files of a session that are looked at, the most edited first."""
_ENOUGH = 20
"""From so many exact finds on, nothing like them is looked for."""
_LIKENESS = 75.0
_OPENING = 80
"""Characters of a title that are compared with what was typed."""
_IN_TITLE, _AT_START, _AT_WORD = 40, 30, 20


@dataclass(frozen=True, slots=True)
class Pick:
    """A session that fits."""

    session: Session
    score: float
    near: bool = False
    """Whether it only resembles what was typed."""


class QuickIndex:
    """Sessions made ready to be picked. Making it takes a while; do it in a worker."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        """``sessions`` come newest first."""
        self._sessions = [s for s in sessions if s.kind is Kind.MAIN]
        self._titles = [fold(s.title or s.preview) for s in self._sessions]
        self._openings = [title[:_OPENING] for title in self._titles]
        self._texts = [
            f"{title}\n{_about(session)}"
            for title, session in zip(self._titles, self._sessions, strict=True)
        ]

    def __len__(self) -> int:
        """Return how many sessions there are."""
        return len(self._sessions)

    def picks(self, text: str, limit: int = 50) -> list[Pick]:
        """Return what fits best; the newest sessions where nothing was typed."""
        words = fold(text).split()
        if not words:
            return [Pick(session, 0.0) for session in self._sessions[:limit]]
        exact = self._exact(words)
        if len(exact) < _ENOUGH and len("".join(words)) > 2:
            exact += self._near(" ".join(words), {place for _, place in exact})
        # Places rise with age, so that of two that fit alike the newer comes first.
        exact.sort(key=lambda found: (-found[0], found[1]))
        return [
            Pick(self._sessions[place], score, score < 0)
            for score, place in exact[:limit]
        ]

    def _exact(self, words: Sequence[str]) -> list[tuple[float, int]]:
        """Return the places where every word stands, with scores."""
        texts = self._texts
        first, *others = sorted(words, key=len, reverse=True)
        places = [place for place, text in enumerate(texts) if first in text]
        for word in others:
            places = [place for place in places if word in texts[place]]
        return [(self._score(words, place), place) for place in places]

    def _score(self, words: Sequence[str], place: int) -> float:
        title, score = self._titles[place], 0
        for word in words:
            at = title.find(word)
            if at == 0:
                score += _IN_TITLE + _AT_START
            elif at > 0:
                at_word = not title[at - 1].isalnum()
                score += _IN_TITLE + (_AT_WORD if at_word else 0)
        # A thousand sessions of age weigh as much as a hit in the title.
        return score / len(words) - min(place, 1000) / 25 + _IN_TITLE

    def _near(self, text: str, known: set[int]) -> list[tuple[float, int]]:
        """Return places whose title is like what was typed, with scores below zero."""
        from rapidfuzz import fuzz, process

        # A title of a letter or two stands in whatever was typed.
        least = len(text) // 2
        long_enough = {i: t for i, t in enumerate(self._openings) if len(t) >= least}
        found = process.extract(
            text,
            long_enough,
            scorer=fuzz.partial_ratio,
            score_cutoff=_LIKENESS,
            limit=_ENOUGH + len(known),
        )
        return [(score - 101, place) for _, score, place in found if place not in known]


def _about(session: Session) -> str:
    """Return what else a session is found by, folded."""
    files = "\n".join(path.rpartition("/")[2] for path, _ in session.edits[:_FILES])
    place = project_name(session.project)
    return fold(f"{place}\n{session.branch}\n{session.agent}\n{files}")
