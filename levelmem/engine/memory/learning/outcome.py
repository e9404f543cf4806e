"""What a finished session leaves behind, without a model: true, short, or nothing.

The goal in the person's words, what was committed, which files changed, whether
checks ran and passed, how it ended, what the person decided; and at most two
candidate facts. Everything in it was typed by the person or happened.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from levelmem.engine.memory.learning.established import established
from levelmem.engine.memory.learning.goal import goal_of
from levelmem.engine.memory.learning.outcome_words import work_sentence
from levelmem.engine.memory.learning.statements import Statement, statements
from levelmem.engine.memory.learning.telling import may_be_quoted, may_be_told, told
from levelmem.engine.memory.records import Origin as FactOrigin
from levelmem.engine.memory.records import OriginKind
from levelmem.engine.memory.rules.guard import judge
from levelmem.engine.memory.rules.lookalikes import without_unseen
from levelmem.engine.project import normalise
from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.ending import Ending
from levelmem.engine.sessions.model import TYPED, Origin, Session
from levelmem.engine.sessions.recap import Recap, Thread
from levelmem.engine.text import clip, one_line

MOST_FILES = 6
MOST_FACTS = 2
MOST_DECISIONS = 5
_DECISION_CELLS = 120


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that a session may have taught, to be observed or reviewed."""

    text: str
    origin: FactOrigin
    said: str = ""
    """The person's words for it; ``""`` for what the agent established."""
    score: float = 1.0
    """How surely it is meant to last; what was established is certain."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one session left behind."""

    summary: str
    """One to three sentences, on one line."""
    goal: str
    """The person's own words; ``""`` where nobody typed a goal."""
    files: tuple[str, ...] = ()
    """Up to six, relative to the project, most edited first."""
    commits: tuple[str, ...] = ()
    """First lines of the messages of commits that were made."""
    decisions: tuple[str, ...] = ()
    """What the person stated, in their words."""
    facts: tuple[Candidate, ...] = ()
    """At most two."""
    state: str = ""
    """``done``, ``interrupted`` or ``error``."""
    model: str = ""
    """The model that worded the summary; ``""`` where code did."""


def outcome(session: Session, recap: Recap) -> Outcome | None:
    """Return what a session left behind, or None when there was no signal.

    No signal: nothing was edited, committed, checked or decided, and no request of
    some substance was answered.
    """
    stated = _stated(recap.threads)
    goal = goal_of(recap.threads)
    if not _has_signal(recap, goal, stated):
        return None
    files = _files(recap.edits, session.project)
    commits = tuple(
        told(event.message) for event in recap.committed if may_be_told(event.message)
    )
    decisions = tuple(
        dict.fromkeys(
            clip(told(statement.quote), _DECISION_CELLS)
            for _, statement in stated
            if statement.likely and may_be_quoted(told(statement.quote))
        )
    )[:MOST_DECISIONS]
    sentences = (
        _goal_sentence(goal, recap.threads),
        work_sentence(recap, files, commits),
        _end_sentence(session, recap, [d for d in decisions if d not in goal]),
    )
    return Outcome(
        summary=" ".join(sentence for sentence in sentences if sentence),
        goal=goal,
        files=files[:MOST_FILES],
        commits=commits,
        decisions=decisions,
        facts=_facts(session, recap, stated),
        state=run_state(session, recap),
    )


def run_state(session: Session, recap: Recap) -> str:
    """Return how the run ended: what the agent recorded, else what the turns tell."""
    if session.state:
        return session.state
    if recap.ending is Ending.ERROR:
        return "error"
    unfinished = (Ending.INTERRUPTED, Ending.UNANSWERED)
    return "interrupted" if recap.ending in unfinished else "done"


def _has_signal(
    recap: Recap, goal: str, stated: Sequence[tuple[Thread, Statement]]
) -> bool:
    if recap.edits or recap.commits or recap.pushes or recap.checks:
        return True
    if any(statement.likely for _, statement in stated):
        return True
    return bool(goal) and recap.answers > 0 and bool(recap.last_words)


# --- sentences and files ---------------------------------------------------------


def _goal_sentence(goal: str, threads: Sequence[Thread]) -> str:
    asks = [thread for thread in threads if thread.origin in TYPED]
    if goal:
        further = len(asks) - 1
        more = (
            f" and {further} more request{'s' * (further > 1)}" if further > 0 else ""
        )
        return f"Asked: “{goal.replace('“', '').replace('”', '')}”{more}."
    if any(thread.origin is Origin.HEADLESS for thread in threads):
        return "Run by a script."
    commands = [t for t in threads if t.origin is Origin.SLASH_COMMAND and t.text]
    if commands:
        return f"Started with {_command_name(commands[0].text)}."
    return ""


def _command_name(text: str) -> str:
    word = one_line(text).split(" ", 1)[0]
    return word if re.fullmatch(r"/[\w:-]{1,40}", word) else "a command"


def _files(edits: Sequence[tuple[str, int]], project: str) -> tuple[str, ...]:
    """Return the edited files, relative to the project, those outside it last."""
    root = normalise(project).replace("\\", "/") if project else ""
    inside: dict[str, int] = {}
    outside: dict[str, int] = {}
    for path, count in edits:
        plain = path.replace("\\", "/") if "\\" in path and "/" not in path else path
        relative = plain.removeprefix(f"{root}/").removeprefix("./") if root else plain
        name = told(relative)
        if not name or not may_be_told(name, name=True):
            continue
        is_inside = relative != plain or not plain.startswith(("/", "~"))
        place = (
            inside if is_inside and not re.match(r"[A-Za-z]:/", relative) else outside
        )
        place[name] = place.get(name, 0) + count
    chosen = inside or outside
    return tuple(sorted(chosen, key=lambda name: -chosen[name]))


# --- the end ---------------------------------------------------------------------

_ENDINGS = {
    Ending.ANSWERED: "ended with the agent's answer",
    Ending.ASKING: "ended with a question to the person",
    Ending.INTERRUPTED: "was interrupted",
    Ending.ERROR: "ended in an error",
    Ending.UNANSWERED: "ended before the last request was answered",
}


def _end_sentence(session: Session, recap: Recap, decisions: Sequence[str]) -> str:
    ended = _ENDINGS.get(recap.ending, "")
    if session.state == "interrupted":
        ended = "was interrupted"
    elif session.state == "error" and recap.ending is not Ending.ERROR:
        ended = "ended in an error"
    elif recap.ending is Ending.ERROR and may_be_told(recap.error):
        ended = f"ended in an error ({clip(told(recap.error), 80).rstrip('.')})"
    stated = " and ".join(f"“{decision.rstrip('.')}”" for decision in decisions[:2])
    if stated and ended:
        return f"The person stated {stated}; it {ended}."
    if stated:
        return f"The person stated {stated}."
    return f"It {ended}." if ended else ""


# --- facts -----------------------------------------------------------------------


def _stated(threads: Iterable[Thread]) -> list[tuple[Thread, Statement]]:
    return [
        (thread, statement)
        for thread in threads
        if thread.origin in TYPED
        for statement in statements(without_unseen(scrub_text(thread.text)))
    ]


def _facts(
    session: Session, recap: Recap, stated: Sequence[tuple[Thread, Statement]]
) -> tuple[Candidate, ...]:
    """Return at most two: one of each kind where there are both."""
    likely = sorted(
        (item for item in stated if item[1].likely), key=lambda item: -item[1].score
    )
    typed = [
        Candidate(
            text=told(statement.text),
            origin=FactOrigin(OriginKind.TYPED, session.agent, session.id, thread.turn),
            said=told(statement.quote),
            score=statement.score,
        )
        for thread, statement in likely
    ]
    done = [
        Candidate(
            text=fact.text,
            origin=FactOrigin(
                OriginKind.COMMAND,
                session.agent,
                session.id,
                fact.turn,
                command=fact.command,
                evidence=f"{session.agent}:{session.id}",
            ),
        )
        for fact in established(recap.checks, session.project)
        if not judge(fact.text).held
    ]
    return tuple([*typed[:1], *done[:1], *typed[1:], *done[1:]][:MOST_FACTS])
