"""What a finished session leaves behind, without a model: true, short, or nothing.

The goal in the person's words, what was committed, which files changed, whether
checks ran and passed, how it ended, what the person decided; and at most two
candidate facts. Everything in it was typed by the person or happened.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from levelmem.engine.memory.established import established
from levelmem.engine.memory.guard import judge
from levelmem.engine.memory.lookalikes import without_unseen
from levelmem.engine.memory.outcome_words import work_sentence
from levelmem.engine.memory.records import Origin as FactOrigin
from levelmem.engine.memory.records import OriginKind
from levelmem.engine.memory.secrets import scrub_text
from levelmem.engine.memory.spoken import spoken_sentences
from levelmem.engine.memory.statement_signs import REQUEST
from levelmem.engine.memory.statements import Statement, statements
from levelmem.engine.project import normalise
from levelmem.engine.sessions.ending import Ending
from levelmem.engine.sessions.model import TYPED, Origin, Session
from levelmem.engine.sessions.recap import Recap, Thread
from levelmem.engine.text import clip, one_line

MOST_FILES = 6
MOST_FACTS = 2
MOST_DECISIONS = 5
GOAL_CELLS = 160
_DECISION_CELLS = 120
_FEWEST_WORDS = 3
_FEWEST_WIDE = 4
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


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


def outcome(session: Session, recap: Recap) -> Outcome | None:
    """Return what a session left behind, or None when there was no signal.

    No signal: nothing was edited, committed, checked or decided, and no request of
    some substance was answered.
    """
    stated = _stated(recap.threads)
    goal = _goal(recap.threads)
    if not _has_signal(recap, goal, stated):
        return None
    files = _files(recap.edits, session.project)
    commits = tuple(
        _told(event.message) for event in recap.committed if _is_plain(event.message)
    )
    decisions = tuple(
        dict.fromkeys(
            clip(_told(statement.quote), _DECISION_CELLS)
            for _, statement in stated
            if statement.likely
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


# --- the goal --------------------------------------------------------------------


def _told(text: str) -> str:
    """Return untrusted words fit to be written: scrubbed, seen whole, on one line."""
    return one_line(without_unseen(scrub_text(text)))


def _goal(threads: Iterable[Thread]) -> str:
    """Return the first request of some substance that the person typed.

    In a message that begins with an explanation, the sentence that asks counts.
    """
    for thread in threads:
        if thread.origin not in TYPED:
            continue
        message = without_unseen(scrub_text(thread.text))
        sentences = [_goal_words(sentence) for sentence in spoken_sentences(message)]
        telling = [said for said in sentences if _has_substance(said)]
        if telling:
            return next((said for said in telling if _asks(said)), telling[0])
    return ""


_POINTS = re.compile(r"\b(?:this|that|it|them|these|those)\b", re.I)


def _goal_words(sentence: str) -> str:
    return clip(one_line(sentence).rstrip(" .:;,。"), GOAL_CELLS)


def _asks(said: str) -> bool:
    """Tell whether a sentence asks for something that it names itself."""
    if len(said.split()) <= _FEWEST_WORDS and _POINTS.search(said):
        return False
    return said.endswith(("?", "？")) or bool(REQUEST.search(said))


_SMALL_TALK = re.compile(
    r"(?:hi|hello|hey|yo|ok|okay|yes|yep|yeah|no|nope|thanks?|thank you|sure|continue"
    r"|go on|go ahead|proceed|test|start|stop|done|next|please|great|good|nice|cool"
    r"|hallo|danke|bonjour|merci|hola|gracias|ciao|olá|привет|спасибо|你好|谢谢|继续"
    r"|(?:(?:can|could|shall|should) (?:we|you) |let'?s |please )?"
    r"(?:continue|resume|carry on|go on)(?: from)?"
    r"(?: where (?:we|you|it) (?:left|stopped|were)(?: off)?)?[?]?"
    r"|こんにちは|안녕(?:하세요)?)(?:\s+(?:there|please|claude|codex|gemini|copilot|all"
    r"|session|\d+|continued|resumed|again|you|very|much|so))*",
    re.I,
)


def _has_substance(said: str) -> bool:
    """Tell whether words ask for or tell something: more than a greeting."""
    if said.startswith(("/", "!", "[", "<", "http")) or _SMALL_TALK.fullmatch(said):
        return False
    words = len(said.split())
    if words >= _FEWEST_WORDS or len(_WIDE.findall(said)) >= _FEWEST_WIDE:
        return True
    return words == _FEWEST_WORDS - 1 and bool(REQUEST.match(said))


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


# --- files and commits -----------------------------------------------------------


def _files(edits: Sequence[tuple[str, int]], project: str) -> tuple[str, ...]:
    """Return the edited files, relative to the project, those outside it last."""
    root = normalise(project).replace("\\", "/") if project else ""
    inside: dict[str, int] = {}
    outside: dict[str, int] = {}
    for path, count in edits:
        plain = path.replace("\\", "/") if "\\" in path and "/" not in path else path
        relative = plain.removeprefix(f"{root}/").removeprefix("./") if root else plain
        told = _told(relative)
        if not told or not _is_plain(told, name=True):
            continue
        is_inside = relative != plain or not plain.startswith(("/", "~"))
        place = (
            inside if is_inside and not re.match(r"[A-Za-z]:/", relative) else outside
        )
        place[told] = place.get(told, 0) + count
    chosen = inside or outside
    return tuple(sorted(chosen, key=lambda name: -chosen[name]))


# A commit's message is an order by custom ("Fix the parser"): only what no message
# needs keeps it out of the summary.
_NEVER_TOLD = frozenset(
    {
        "injection-boilerplate",
        "role-marker",
        "pipe-to-shell",
        "concealment",
        "hidden-text",
        "lookalike-letters",
        "encoded-run",
        "exfiltration-link",
        "self-propagation",
        "sends-data-out",
        "secret-exposure",
        "spaced-letters",
        "hidden-markup",
        "permission-claim",
        "speaks-for-the-person",
    }
)


def _is_plain(text: str, *, name: bool = False) -> bool:
    """Tell whether words that an agent or a repository chose may be told on."""
    if not text or (name and len(text) > 200):
        return False
    if name and re.fullmatch(r"[\w@./+-]+", text):
        return True
    return not any(reason.rule in _NEVER_TOLD for reason in judge(text).reasons)


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
    elif recap.ending is Ending.ERROR and _is_plain(recap.error):
        ended = f"ended in an error ({clip(_told(recap.error), 80).rstrip('.')})"
    told = " and ".join(f"“{decision.rstrip('.')}”" for decision in decisions[:2])
    if told and ended:
        return f"The person stated {told}; it {ended}."
    if told:
        return f"The person stated {told}."
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
            text=_told(statement.text),
            origin=FactOrigin(OriginKind.TYPED, session.agent, session.id, thread.turn),
            said=_told(statement.quote),
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
