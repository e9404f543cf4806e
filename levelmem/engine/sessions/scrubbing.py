"""Secrets taken out of what is kept of a session: titles, first and last words."""

from dataclasses import replace
from typing import Any

from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import Scan, Session

_SHORTEST = 16
"""Characters of the shortest secret; ids and numbers below it are left alone."""


def scrubbed(scan: Scan) -> Scan:
    """Return a scan that may be written to disk.

    The agent's own file still holds what it holds; levelmem makes no copy of it.
    """
    session = _scrubbed_session(scan.session)
    hints = {name: _scrub(value) for name, value in scan.hints.items()}
    if session is scan.session and hints == scan.hints:
        return scan
    return Scan(session, hints)


def _scrubbed_session(session: Session) -> Session:
    title, preview, last = session.title, session.preview, session.last_words
    clean = (scrub_text(title), scrub_text(preview), scrub_text(last))
    edits = tuple((scrub_text(path), count) for path, count in session.edits)
    if clean == (title, preview, last) and edits == session.edits:
        return session
    return replace(
        session, title=clean[0], preview=clean[1], last_words=clean[2], edits=edits
    )


def _scrub(value: Any) -> Any:
    if isinstance(value, str):
        return scrub_text(value) if len(value) >= _SHORTEST else value
    if isinstance(value, list):
        return [_scrub(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _scrub(inner) for name, inner in value.items()}
    return value
