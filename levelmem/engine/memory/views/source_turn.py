"""The very turn that a fact came from, found again in its session."""

from collections.abc import Iterable

from levelmem.engine.memory.facts import Sighting
from levelmem.engine.sessions.model import TYPED, Turn
from levelmem.engine.text import fold


def turn_of(sighting: Sighting, turns: Iterable[Turn]) -> int | None:
    """Return the number of the turn that a sighting goes back to, or None.

    The record may name it. Else it is the typed turn that holds the quoted words,
    else the turn that shares the most words with the fact, at least half of them.
    """
    if sighting.origin and sighting.origin.turn is not None:
        return sighting.origin.turn
    quote = fold(" ".join(sighting.said.split()))
    words = set(fold(sighting.text).split())
    best, most = None, len(words) / 2
    for turn in turns:
        text = fold(" ".join(turn.text.split()))
        if quote and turn.origin in TYPED and quote in text:
            return turn.number
        shared = len(words & set(text.split()))
        if shared > most:
            best, most = turn.number, shared
    return best
