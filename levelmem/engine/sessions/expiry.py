"""Agents that delete old sessions by themselves, and when each session is due.

Claude Code deletes a transcript once nothing was written to it for
``cleanupPeriodDays`` (in its ``settings.json``, 30 without it), each time it starts.
What counts there is when the file was changed last.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.model import Kind, Session

CLAUDE_CODE = "claude-code"
DEFAULT_DAYS = 30
"""What Claude Code takes where its settings say nothing."""

WARNED_DAYS = 7
"""So many days before it is deleted, a session says so."""

_LONGEST = 36_500
"""Days after which nothing is due: more would be no date."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """When an agent deletes a session."""

    due: datetime
    """In UTC; in the past where the agent has not been started since."""

    def days_left(self, now: datetime) -> int:
        """Return the whole days that are left, 0 where it is due."""
        return max(0, (self.due - now).days)


def cleanup_days(root: Path) -> int:
    """Return after how many days Claude Code deletes what lies in a root; 0 is never.

    A file that is missing or says something else leaves it at the default: better a
    warning too many.
    """
    folder = root.parent if root.name == "projects" else root
    try:
        with open_regular(folder / "settings.json") as stream:
            settings = json.load(stream)
    except (OSError, ValueError, RecursionError):
        return DEFAULT_DAYS
    days = settings.get("cleanupPeriodDays") if isinstance(settings, dict) else None
    if isinstance(days, bool) or not isinstance(days, int | float):
        return DEFAULT_DAYS
    if not days < _LONGEST:  # so far off, and no number at all
        return 0
    return max(0, int(days)) or DEFAULT_DAYS


def expiries(
    sessions: Iterable[Session], roots: Mapping[Path, int], now: datetime
) -> dict[tuple[str, str], Expiry]:
    """Return the sessions that are deleted within :data:`WARNED_DAYS`, by key.

    Args:
        sessions: of any agent.
        roots: the stores of Claude Code, each with its :func:`cleanup_days`.
        now: aware.
    """
    found: dict[tuple[str, str], Expiry] = {}
    for session in sessions:
        if session.agent != CLAUDE_CODE or session.kind is not Kind.MAIN:
            continue
        days = next((d for root, d in roots.items() if _lies_in(session, root)), 0)
        last = session.updated or session.created
        soon = now + timedelta(days=WARNED_DAYS)
        # What was said last is no later than the file: most need no look at it.
        if not days or (last and last + timedelta(days=days) > soon):
            continue
        try:
            changed = datetime.fromtimestamp(session.path.stat().st_mtime, UTC)
        except (OSError, ValueError, OverflowError):
            continue
        due = changed + timedelta(days=days)
        if due <= soon:
            found[session.key] = Expiry(due)
    return found


def _lies_in(session: Session, root: Path) -> bool:
    return session.path.is_relative_to(root)
