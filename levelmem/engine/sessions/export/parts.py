"""What all documents of a session tell alike: its facts, and who speaks."""

from collections.abc import Iterator

from levelmem.engine.sessions.model import ASKED, Origin, Session, Turn
from levelmem.engine.sessions.times import iso

_SPEAKERS = {
    Origin.INJECTED: "Put in by the client",
    Origin.HOOK: "A hook",
    Origin.SUBAGENT_PROMPT: "A task from another agent",
    Origin.COMPACTION: "A summary of what came before",
    Origin.NOTIFICATION: "The client",
}


def facts(session: Session) -> Iterator[tuple[str, str]]:
    """Yield what is known of a session, as names and values, as they are."""
    for name, value in (
        ("Agent", session.agent),
        ("Session", session.id),
        ("Project", session.project),
        ("Branch", session.branch),
        ("Model", session.model),
        ("Begun", iso(session.created) or ""),
        ("Last change", iso(session.updated) or ""),
    ):
        if value:
            yield name, value


def speaker(turn: Turn, session: Session) -> str:
    """Return who speaks in a turn, as it is; ``""`` where there is nobody to name."""
    if turn.origin in ASKED:
        return "Asked"
    if turn.origin is Origin.AGENT:
        return turn.model or session.agent
    return _SPEAKERS.get(turn.origin, "")
