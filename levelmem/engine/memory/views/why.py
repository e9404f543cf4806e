"""Why a fact is where it is, in a sentence for people."""

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.fold import REMOVED_BEFORE, UNCREDITED
from levelmem.engine.text import one_line

_OWN_RULES = {
    UNCREDITED: "an agent noted it, in words that you did not type",
    REMOVED_BEFORE: "it says what you removed before, in nearly the same words",
}


def explain(rule: str) -> str:
    """Return why a rule holds a fact back: the guard's rules and the fold's own."""
    if rule in _OWN_RULES:
        return _OWN_RULES[rule]
    from levelmem.engine.memory.rules.guard import explain as explain_guard

    return explain_guard(rule) if rule else "it reads as an order"


def state_sentence(fact: Fact) -> str:
    """Return a fact's state and what it rests on, as one sentence."""
    match fact.state:
        case State.CONFIRMED if fact.credited:
            return "confirmed: in your own words"
        case State.CONFIRMED:
            return "confirmed: you confirmed it"
        case State.OBSERVED:
            waits = "" if fact.active else "; waits for you to confirm it"
            return f"observed: {_seen(fact)}{waits}"
        case State.INFERRED:
            return f"inferred: {_seen(fact)}"
        case State.SUPERSEDED:
            return f"superseded: replaced by “{one_line(fact.superseded_by)}”"
        case State.REMOVED if fact.reasons:
            return f"removed: {explain(fact.reasons[0].rule)}"
        case State.REMOVED if fact.ended_at is None:
            return "removed: its source was forgotten"
        case State.REMOVED:
            return "removed: you said that it is not true"
        case _:
            rules = dict.fromkeys(reason.rule for reason in fact.reasons)
            return "held: " + "; ".join(map(explain, rules))


def _seen(fact: Fact) -> str:
    sessions, evidence = len(fact.sources), fact.evidence
    if not sessions:
        return "never seen but in memory's own words"
    told = f"seen in {_number(sessions, 'session')}"
    if sessions > 1:
        told += f", from {_number(evidence, 'distinct piece')} of evidence"
    return told


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
