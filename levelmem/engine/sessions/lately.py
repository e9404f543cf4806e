"""What happened lately: the last burst of work on a project, across all agents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.ending import Ending
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.plans import Answer
from levelmem.engine.sessions.recap import Recap

MOST_SESSIONS = 5
GAP = timedelta(hours=48)
"""A longer rest between two sessions ends a burst; both limits are LevelCode's."""

_UNFINISHED = {
    Ending.INTERRUPTED: "interrupted before it was done",
    Ending.ERROR: "ended in an error",
    Ending.UNANSWERED: "nothing came back",
    Ending.ASKING: "the agent waits for an answer",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that was asked for in a session."""

    session: Session
    request: str
    """Its first line."""
    turn: int
    why: str = ""
    """Of an unfinished one why it is not done, of a plan what was said to it."""


@dataclass(frozen=True, slots=True)
class Lately:
    """A burst of work; secrets are taken out."""

    sessions: tuple[Session, ...]
    """Oldest first."""
    asked: tuple[Ask, ...] = ()
    commits: tuple[str, ...] = ()
    """First lines of the messages of commits that were surely made."""
    unfinished: tuple[Ask, ...] = ()
    plans: tuple[Ask, ...] = ()
    """Plans that nobody refused, by their titles."""

    @property
    def began(self) -> datetime | None:
        """When the first session began."""
        times = (s.created or s.updated for s in self.sessions)
        return min((time for time in times if time), default=None)

    @property
    def ended(self) -> datetime | None:
        """When the last session was written last."""
        times = (s.updated or s.created for s in self.sessions)
        return max((time for time in times if time), default=None)


def last_burst(
    sessions: Iterable[Session], most: int = MOST_SESSIONS, gap: timedelta = GAP
) -> tuple[Session, ...]:
    """Return the sessions of the last burst of work, oldest first.

    ``sessions`` come newest first. The newest one is always in it, however old; the
    next one is while it was active at most ``gap`` before the one taken last. No gap
    and no number (0) mean no limit.
    """
    taken: list[Session] = []
    for session in sessions:
        if most > 0 and len(taken) == most:
            break
        if taken and gap > timedelta(0):
            later, earlier = _active(taken[-1]), _active(session)
            if later is None or earlier is None or later - earlier > gap:
                break
        taken.append(session)
    return tuple(reversed(taken))


def lately(read: Sequence[tuple[Session, Recap]]) -> Lately:
    """Return what a burst amounts to, from the recaps of its sessions in order."""
    asked: list[Ask] = []
    commits: list[str] = []
    unfinished: list[Ask] = []
    plans: list[Ask] = []
    for session, recap in read:
        plans += [
            Ask(session, scrub_text(plan.title), plan.turn, plan.answer.value)
            for plan in recap.plans
            if plan.answer is not Answer.REFUSED
        ]
        asks = [
            Ask(session, scrub_text(thread.request), thread.turn)
            for thread in recap.asks
        ]
        asked += asks
        commits += [scrub_text(event.message) for event in recap.committed]
        # What was filed as done is done, however it ended.
        active = session.lifecycle == "active"
        if asks and active and (why := why_unfinished(recap)):
            last = asks[-1]
            unfinished.append(Ask(session, last.request, last.turn, why))
    messages = tuple(dict.fromkeys(message for message in commits if message))
    return Lately(
        tuple(session for session, _ in read),
        tuple(asked),
        messages,
        tuple(unfinished),
        tuple(plans),
    )


def why_unfinished(recap: Recap) -> str:
    """Return why the last request is not done, for people; ``""`` where it is."""
    return _UNFINISHED.get(recap.ending, "")


def _active(session: Session) -> datetime | None:
    return session.updated or session.created
