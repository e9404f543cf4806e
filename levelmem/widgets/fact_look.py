"""How a fact's state reads: a sign for the edge of a list, and words."""

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.guard import explain
from levelmem.engine.text import one_line
from levelmem.widgets.spans import Span

SIGNS: dict[State, Span] = {
    State.CONFIRMED: ("✓", "success"),
    State.OBSERVED: ("●", "primary"),
    State.INFERRED: ("○", "muted"),
    State.SUPERSEDED: ("↷", "faint"),
    State.UNCONFIRMED: ("?", "warning"),
    State.REMOVED: ("✗", "faint"),
}
"""A sign for each state; the words say the same."""


def state_words(fact: Fact) -> str:
    """Return a fact's state in a few words, short enough for a list."""
    match fact.state:
        case State.CONFIRMED:
            return "in your words" if fact.credited else "you confirmed it"
        case State.OBSERVED:
            return "observed"
        case State.INFERRED:
            return "inferred: not told to agents"
        case State.SUPERSEDED:
            return f"now: {one_line(fact.superseded_by)}"
        case State.UNCONFIRMED:
            return f"held: {why_held(fact)}"
        case State.REMOVED:
            return "you said it is not true"


def why_held(fact: Fact) -> str:
    """Return the first reason why a fact is held, in words."""
    if fact.reasons:
        return explain(fact.reasons[0].rule)
    return "nobody typed these words"


def state_sentence(fact: Fact) -> str:
    """Return a fact's state and what follows from it, as a sentence."""
    seen = len(fact.sources)
    sessions = f"{seen} session{'' if seen == 1 else 's'}"
    match fact.state:
        case State.CONFIRMED if fact.credited:
            return "Confirmed: you said it in your own words. Agents are told."
        case State.CONFIRMED:
            return "Confirmed: you confirmed it. Agents are told."
        case State.OBSERVED if fact.active:
            return f"Observed: seen in {sessions}. Agents are told."
        case State.OBSERVED:
            return f"Observed: seen in {sessions}. It waits for your confirm."
        case State.INFERRED:
            return f"Inferred: seen in {sessions}, too little to tell agents."
        case State.SUPERSEDED:
            return "Superseded: something newer replaced it. Agents are not told."
        case State.UNCONFIRMED:
            return "Held: agents are not told, however often it is repeated."
        case State.REMOVED:
            return "Removed: you said that it is not true. It is not learned again."
