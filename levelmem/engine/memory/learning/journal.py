"""The journal line of a sealed session."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from levelmem.engine.memory.learning.outcome import Outcome
from levelmem.engine.memory.learning.telling import may_be_a_title, told
from levelmem.engine.memory.learning.tombstones import signature
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import clip

TITLE_CELLS = 80
_MOST_TYPED = 4000
"""Characters of a typed message that a title is compared with."""
_PARTS = re.compile(r"[\W_]+")


def journal_line(
    session: Session, outcome: Outcome, now: datetime, typed: Iterable[str] = ()
) -> JournalLine:
    """Return the line that tells what a session left behind.

    It is dated by the session, not by the sealing: an old session that is sealed
    today happened then. ``decisions``, ``commits``, ``agent`` and ``model`` are
    levelmem's own fields; LevelCode ignores them. A title that reads as an order to
    agents is not taken, nor one that a program made of other words than those in
    ``typed`` or of what was done: a planted line may be its title. The person's goal
    stands for it.
    """
    extra: dict[str, Any] = {"agent": session.agent}
    if outcome.model:
        extra["model"] = outcome.model
    if outcome.decisions:
        extra["decisions"] = list(outcome.decisions)
    if outcome.commits:
        extra["commits"] = list(outcome.commits)
    title = told(session.title)
    is_made = session.title_source == "generated"
    if not may_be_a_title(title) or (
        is_made and not _is_vouched_for(title, outcome, typed)
    ):
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


def _is_vouched_for(title: str, outcome: Outcome, typed: Iterable[str]) -> bool:
    """Tell whether two thirds of a title's words were typed, or name what was done."""
    done = (*outcome.files, *outcome.commits, outcome.goal)
    known = {
        word
        for text in (*typed, *done)
        for word in signature(_PARTS.sub(" ", text[:_MOST_TYPED]))
    }
    words = signature(_PARTS.sub(" ", title))
    return 3 * sum(word in known for word in words) >= 2 * len(words)
