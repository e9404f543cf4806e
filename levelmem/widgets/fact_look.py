"""How a fact's state reads: a sign for the edge of a list, and words."""

from collections.abc import Iterator

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.fold import REMOVED_BEFORE, UNCREDITED
from levelmem.engine.memory.records import OriginKind
from levelmem.engine.memory.rules.guard import explain
from levelmem.engine.memory.views.telling import Telling
from levelmem.engine.text import one_line
from levelmem.widgets.page_parts import hanging
from levelmem.widgets.spans import Line, Span

SIGNS: dict[State, Span] = {
    State.CONFIRMED: ("✓", "success"),
    State.OBSERVED: ("●", "primary"),
    State.INFERRED: ("○", "muted"),
    State.SUPERSEDED: ("↷", "faint"),
    State.UNCONFIRMED: ("?", "warning"),
    State.REMOVED: ("✗", "faint"),
}
"""A sign for each state; the words say the same."""

DRIFTED: Span = ("≠", "warning")
"""The sign of a fact that the working tree contradicts."""

_OWN_REASONS = {
    UNCREDITED: "is a note in words that you did not type",
    REMOVED_BEFORE: "says nearly the same as something that you removed",
}


def counted(number: int, one: str) -> str:
    """Return a number with its noun: ``1 session``, ``3 sessions``."""
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def reason_words(rule: str) -> str:
    """Return why a fact is held; it continues "held because it …"."""
    return _OWN_REASONS.get(rule) or explain(rule) or "waits for you"


def reasons_of(fact: Fact) -> list[str]:
    """Return every reason once, in words, in the order of the text."""
    return list(dict.fromkeys(reason_words(reason.rule) for reason in fact.reasons))


def state_words(fact: Fact) -> str:
    """Return a fact's state in a few words, short enough for a list."""
    match fact.state:
        case State.CONFIRMED:
            return "in your words" if fact.credited else "you confirmed it"
        case State.OBSERVED:
            return "observed" if fact.active else "observed, waits for your confirm"
        case State.INFERRED:
            return "inferred: not told to agents"
        case State.SUPERSEDED:
            return f"now: {one_line(fact.superseded_by)}"
        case State.UNCONFIRMED:
            reasons = reasons_of(fact)
            return f"held: {reasons[0] if reasons else 'waits for you'}"
        case State.REMOVED:
            return _why_removed(fact)


def _why_removed(fact: Fact) -> str:
    if fact.ended_at:
        return "you said it is not true"
    if any(reason.rule == REMOVED_BEFORE for reason in fact.reasons):
        return "nearly what you removed before"
    return "its source is forgotten"


def state_sentence(fact: Fact) -> str:
    """Return a fact's state and what follows from it, as a sentence."""
    seen = seen_words(fact)
    match fact.state:
        case State.CONFIRMED if fact.credited:
            return "Confirmed: you said it in your own words. Agents are told."
        case State.CONFIRMED:
            return "Confirmed: you confirmed it. Agents are told."
        case State.OBSERVED if fact.active:
            return f"Observed: {seen}. Agents are told."
        case State.OBSERVED:
            return f"Observed: {seen}. It waits for your confirm, as you set it."
        case State.INFERRED:
            return f"Inferred: {seen}. That is too little to tell agents."
        case State.SUPERSEDED:
            return "Superseded: something newer replaced it. Agents are not told."
        case State.UNCONFIRMED:
            reasons = reasons_of(fact)
            because = f"Held: it {reasons[0]}. " if reasons else "Held. "
            return because + "Agents are not told, however often it is repeated."
        case State.REMOVED:
            return _removed_sentence(fact)


def _removed_sentence(fact: Fact) -> str:
    if fact.ended_at:
        return "Removed: you said that it is not true. It is not learned again."
    if any(reason.rule == REMOVED_BEFORE for reason in fact.reasons):
        return "Kept out: it says nearly the same as something that you removed."
    return "Removed: you had its source forgotten, and nothing else vouches for it."


def seen_words(fact: Fact) -> str:
    """Return how often a fact was seen and what speaks for it."""
    sessions = counted(len(fact.sources), "session")
    seen = f"seen in {sessions}"
    nouns = set(_nouns(fact))
    if not nouns or not fact.evidence:
        return seen
    one, many = nouns.pop() if len(nouns) == 1 else _EVIDENCE
    if fact.evidence == 1:
        return f"{seen}, from one {one}"
    return f"{seen}, from {fact.evidence:,} distinct {many}"


Noun = tuple[str, str]
"""For one and for many."""

_EVIDENCE = ("piece of evidence", "pieces of evidence")
_COMMIT = ("commit", "commits")
_NOUNS: dict[str, Noun] = {
    OriginKind.TYPED: ("message of yours", "messages of yours"),
    OriginKind.AGENT: ("statement of the agent", "statements of the agent"),
    OriginKind.COMMAND: ("command result", "command results"),
    OriginKind.FILE: ("place in a file", "places in files"),
    OriginKind.WEB: ("web page", "web pages"),
    OriginKind.TOOL_SERVER: ("tool answer", "tool answers"),
}
_SHOWS_COMMITS = ("git commit", "git show", "git log", "git merge")


def _nouns(fact: Fact) -> Iterator[Noun]:
    """Yield what each sighting that counts goes back to."""
    for place, seen in enumerate(fact.observations):
        if place in fact.uncounted or seen.origin is None:
            continue
        command = seen.origin.command
        if command and any(words in command for words in _SHOWS_COMMITS):
            yield _COMMIT
        else:
            yield _NOUNS.get(seen.origin.kind, _EVIDENCE)


def telling_words(telling: Telling | None) -> str:
    """Return whether MEMORY.md says it and the next session is told, for a list."""
    if telling is None:
        return ""
    if telling.told:
        return "in MEMORY.md" if telling.written else "goes into MEMORY.md"
    return "still in MEMORY.md" if telling.written else ""


def telling_rows(telling: Telling | None, room: int) -> list[Line]:
    """Return whether the next session is told, what MEMORY.md says, and why not."""
    if telling is None:
        return []
    if telling.told and telling.written:
        words = "In MEMORY.md: the next session is told."
        return hanging(("→ ", "success"), ((words, "success"),), room)
    if telling.told:
        words = (
            "The next session is told. MEMORY.md does not say it yet: it is written "
            "when that session starts, or now by m and w."
        )
        return hanging(("→ ", "primary"), ((words, "primary"),), room)
    why = one_line(telling.why_not)
    if telling.written:
        words = f"The next session is not told: {why}. MEMORY.md says it until then."
        return hanging(("∅ ", "warning"), ((words, "warning"),), room)
    return hanging(("∅ ", "muted"), ((f"Not in MEMORY.md: {why}.", "muted"),), room)
