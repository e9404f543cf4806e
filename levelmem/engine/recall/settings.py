"""Every number of the default ranker, in one place.

They were set by hand on chats of two people, on a plateau and milder than what is best
there: context and speakers help less in code. Choosing the four strongest of them anew
with each conversation left out gives the same recall; the features themselves were
chosen with all in view. ``levelmem bench`` measures them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How the default ranker weighs what it finds."""

    k1: float = 1.2
    b: float = 0.2
    """Long turns are hardly held back: in conversations they say more."""
    context: float = 2.0
    """Weight of a turn read together with those before it, against the turn alone."""
    context_share: float = 0.8
    """A word of a turn before counts so much of one of the turn's own."""
    context_terms: int = 30
    """Predecessors are read along until so many terms are together..."""
    context_least: int = 2
    """...but at least so many turns,"""
    context_most: int = 8
    """and at most so many."""
    pair: float = 0.5
    """For two words that stand side by side in the question and in the document."""
    exact: float = 6.0
    """For the whole question word for word, and for each quoted phrase."""
    author: float = 1.5
    """Factor for the words of somebody whom the question names."""
    in_window: float = 1.5
    """Factor for what was said in the time that the question names."""
    outside_window: float = 0.6
    when: float = 1.2
    """Factor for turns that tell a time, where the question asks for one."""
    now: float = 0.9
    """Where the present state is asked for, the newest of the answers that score at
    least this share of the best comes first."""
    command: float = 1.5
    """Factor for turns that ran a command, where the question asks for one."""
    session: float = 0.25
    """Share of the two best scores of its session that a turn gets on top."""
    fact: float = 1.2
    """Factor for facts and journal lines."""
    superseded: float = 0.6
    """Factor for facts that were replaced, unless the question asks for the past."""
    vouching: float = 0.5
    """Share of a fact's score that the turn it comes from gets, and the reverse."""
    rescue: float = 0.5
    """Weight of a word that stands for a mistyped one."""
    session_decay: float = 0.7
    """Each further hit of a session counts so much of the one before it."""
    session_hits: int = 5
    """Hits that count for their session."""
