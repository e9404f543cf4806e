"""How much a line of the digest is worth, and how much one source may bring.

Higher is better; only the order matters. What the person pinned or said comes
before what was observed, and old things fade slowly: a fact loses a point in two
weeks, a session one a day.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.records import JournalLine

_PINNED = 200.0
_NOTE = 100.0
_CONFIRMED = 60.0
_OBSERVED = 40.0
_THREAD = 90.0
_SESSION = 30.0
_FRESH = 20.0


def fact_signal(fact: Fact, today: date) -> float:
    """Return the worth of a fact's line."""
    signal = _PINNED if fact.pinned else 0.0
    if fact.note:
        signal += _NOTE
    elif fact.state is State.CONFIRMED:
        signal += _CONFIRMED
    else:
        signal += _OBSERVED
    day = fact.updated_at.date() if fact.updated_at else None
    return signal + 2 * min(len(fact.sources), 5) + _freshness(day, today, 14)


def written_line_signal(line: JournalLine, day: date | None, today: date) -> float:
    """Return the worth of a session's line: more for one that came to its end."""
    signal = _THREAD if line.pinned else _SESSION
    return signal + (5.0 if line.state == "done" else 0.0) + _freshness(day, today, 1)


def within_quotas(
    ranked: Iterable[Fact], per_session: int, per_source: int
) -> tuple[list[Fact], list[tuple[str, str]]]:
    """Return the facts that the quotas let through, and the keys of the others.

    A session or a file that brings many facts at once must not fill the digest.
    Facts that the person approved one by one are counted by nobody.
    """
    sessions: Counter[str] = Counter()
    places: Counter[str] = Counter()
    told: list[Fact] = []
    over: list[tuple[str, str]] = []
    for fact in ranked:
        if fact.pinned or fact.note or fact.state is State.CONFIRMED:
            told.append(fact)
            continue
        session, place = fact.sources[0] if fact.sources else "", _place(fact)
        if session and sessions[session] >= per_session:
            over.append((fact.key, f"{per_session} facts of one session are enough"))
        elif place and places[place] >= per_source:
            over.append((fact.key, f"{per_source} facts from {place} are enough"))
        else:
            sessions[session] += 1
            places[place] += 1
            told.append(fact)
    return told, over


def _place(fact: Fact) -> str:
    """Return the file, host or server that a fact was first read from, if any."""
    for seen in fact.observations:
        origin = seen.origin
        if origin and (origin.path or origin.host or origin.server):
            return origin.path or origin.host or origin.server
    return ""


def _freshness(day: date | None, today: date, days_a_point: int) -> float:
    if day is None:
        return 0.0
    return max(0.0, _FRESH - max(0, (today - day).days) / days_a_point)
