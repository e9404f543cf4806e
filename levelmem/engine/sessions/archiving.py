"""Sessions that count as archived because nothing happened in them for long.

Nothing is written and nothing is deleted for it: a session's age is looked at each
time. What the person says counts more: a pinned session and one that they took out
of the archive stay, and so does a session that goes on. A session that only its age
archives is found in the archive and stays where it is in History too: a history that
ends after a month would be none.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from levelmem.engine.sessions.model import Session

FADED = "faded"
"""The shelf of those that only their age archives."""

SHOWN_ON = {
    "active": ("active", FADED),
    "archived": ("archived", FADED),
    "trashed": ("trashed",),
}
"""What is shown where somebody asks for the sessions of a lifecycle."""


def shelves(now: datetime, days: int) -> Callable[[Session], str]:
    """Return what tells on which shelf a session lies: its lifecycle, or ``FADED``.

    Args:
        now: aware.
        days: without activity, after which a session counts as archived; 0 is never.
    """
    if days <= 0:
        return lambda session: session.lifecycle
    oldest = now - timedelta(days=days)

    def shelf(session: Session) -> str:
        if session.lifecycle != "active" or session.filed or session.pinned:
            return session.lifecycle
        last = session.updated or session.created
        return "active" if last is None or last >= oldest else FADED

    return shelf
