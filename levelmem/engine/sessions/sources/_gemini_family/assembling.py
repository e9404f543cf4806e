"""Joins the chats of one store to its sessions."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from levelmem.engine.sessions.known_projects import near_below
from levelmem.engine.sessions.model import Kind, Scan, Session
from levelmem.engine.sessions.sources._gemini_family.leftovers import (
    logged_sessions,
    saved_as,
)
from levelmem.engine.sessions.sources._gemini_family.scan import (
    HASH,
    project_hash,
)
from levelmem.engine.sessions.sources._gemini_family.store import (
    Registry,
    project_folder,
)

_EPOCH = datetime.fromtimestamp(0, UTC)


def assemble(root: Path, scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions: copies made one, their folders found, subagents counted."""
    found = list(scans)
    folders = _Folders(root, found)
    newest: dict[str, Session] = {}
    for scan in found:
        if "logged" in scan.hints or saved_as(scan.session.path):
            continue
        session = scan.session
        if not session.project:
            session = replace(session, project=folders.of(scan))
        known = newest.get(session.id)
        newest[session.id] = later(known, session) if known else session
    _add_leftovers(newest, found, folders)
    children = Counter(
        s.parent_id for s in newest.values() if s.kind is Kind.SUBAGENT and s.parent_id
    )
    return [
        replace(session, children=children[session.id])
        if session.id in children
        else session
        for session in newest.values()
    ]


def _add_leftovers(
    sessions: dict[str, Session], scans: list[Scan], folders: "_Folders"
) -> None:
    """Add what is left of sessions of which there is no chat."""
    begun = {_beginning(session) for session in sessions.values()}
    for scan in scans:
        if saved_as(scan.session.path) and _beginning(scan.session) not in begun:
            session = replace(scan.session, project=folders.of(scan))
            begun.add(_beginning(session))
            sessions.setdefault(session.id, session)
    for scan, session in logged_sessions(scans):
        if session.id not in sessions:
            sessions[session.id] = replace(session, project=folders.of(scan))


def _beginning(session: Session) -> tuple[str, str]:
    """Return what two copies of a conversation share: where and how it began."""
    return project_folder(session.path).name, session.preview


def later(one: Session, other: Session) -> Session:
    """Return the later of two copies; one that can't be read never wins.

    A chat that is taken up again may leave its old file behind.
    """
    first, second = sorted((one, other), key=_weight)
    files = tuple(dict.fromkeys((*second.files, *first.files)))
    return replace(second, files=files)


def _weight(session: Session) -> tuple[bool, bool, datetime, int]:
    readable = not session.error
    shown = session.kind is not Kind.HIDDEN
    return readable, shown, session.updated or _EPOCH, session.size


class _Folders:
    """Finds the folder that each session worked in."""

    def __init__(self, root: Path, scans: list[Scan]) -> None:
        self._root = root
        self._registry = Registry(root)
        self._hashes = {project_hash(f): f for f in self._registry.folders}
        self._names: dict[str, str] = {}
        self._looked_around = False
        for scan in scans:
            if folder := scan.hints.get("folder"):
                self._hashes[project_hash(folder)] = folder

    def of(self, scan: Scan) -> str:
        """Return the folder of a session, or ``""`` where nothing tells it."""
        name = project_folder(scan.session.path).name
        if name not in self._names:
            self._names[name] = self._registry.folder(name)
        if folder := self._names[name]:
            return folder
        for mark in (scan.hints.get("hash", ""), name):
            if HASH.fullmatch(mark) and (folder := self._with_hash(mark)):
                return folder
        listed = scan.hints.get("directories")
        return str(listed[0]) if listed else ""

    def _with_hash(self, mark: str) -> str:
        if mark not in self._hashes and not self._looked_around:
            self._looked_around = True
            home = self._root.parent
            for folder in map(str, (home, *near_below(home))):
                self._hashes.setdefault(project_hash(folder), folder)
        return self._hashes.get(mark, "")
