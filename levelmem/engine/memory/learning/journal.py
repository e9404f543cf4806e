"""The journal line of a sealed session."""

from datetime import datetime
from typing import Any

from levelmem.engine.memory.learning.outcome import Outcome
from levelmem.engine.memory.learning.telling import may_be_a_title, told
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import clip

TITLE_CELLS = 80


def journal_line(session: Session, outcome: Outcome, now: datetime) -> JournalLine:
    """Return the line that tells what a session left behind.

    It is dated by the session, not by the sealing: an old session that is sealed
    today happened then. ``decisions``, ``commits``, ``agent`` and ``model`` are
    levelmem's own fields; LevelCode ignores them. A title that reads as an order to
    agents is not taken: the person's goal stands for it.
    """
    extra: dict[str, Any] = {"agent": session.agent}
    if outcome.model:
        extra["model"] = outcome.model
    if outcome.decisions:
        extra["decisions"] = list(outcome.decisions)
    if outcome.commits:
        extra["commits"] = list(outcome.commits)
    title = told(session.title)
    if not may_be_a_title(title):
        title = outcome.goal
    return JournalLine(
        id=session.id,
        at=iso(session.updated or session.created or now) or "",
        title=clip(title, TITLE_CELLS),
        summary=outcome.summary,
        files=outcome.files,
        turns=session.turns,
        state=outcome.state,
        pinned=session.pinned,
        extra=extra,
    )
