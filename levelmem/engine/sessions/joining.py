"""The scans of one store joined: copies become one, and children are counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from levelmem.engine.sessions.model import Kind, Scan, Session


def joined(scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions: of copies the one that went on, subagents counted."""
    newest: dict[str, Session] = {}
    for scan in scans:
        session = scan.session
        known = newest.get(session.id)
        if known is None or _weight(known) < _weight(session):
            newest[session.id] = session
    children = Counter(
        session.parent_id
        for session in newest.values()
        if session.kind is Kind.SUBAGENT
    )
    return [
        replace(session, children=children[session.id])
        if children[session.id]
        else session
        for session in newest.values()
    ]


def _weight(session: Session) -> tuple[bool, int, int]:
    return (not session.error, session.turns, session.size)
