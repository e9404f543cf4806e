"""One pass over a session: as a list shows it."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.json_values import Data, as_dict, as_list
from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._database import decoded
from levelmem.engine.sessions.sources.cursor import store
from levelmem.engine.sessions.sources.cursor.chats import read_chat
from levelmem.engine.sessions.sources.cursor.composers import (
    branch_of,
    folder_of,
    parent_of,
    read_composer,
)
from levelmem.engine.sessions.sources.cursor.folders import (
    folder_by_slug,
    opened_folders,
)
from levelmem.engine.sessions.sources.cursor.transcripts import read_transcript
from levelmem.engine.sessions.sqlite_files import connected, select
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_NO_TITLE = frozenset(("New Agent", "New Chat", "Untitled", "Untitled Session"))


def read_session(path: Path, skipped: Skipped) -> tuple[Data, Talk]:
    """Return what a session says of itself, and its conversation.

    Raises ``OSError`` when it can't be read.
    """
    if store.is_composer(path):
        return read_composer(path, skipped)
    if store.is_chat(path):
        return read_chat(path, skipped)
    return {}, read_transcript(path, skipped)


def scan_file(file: SessionFile) -> Scan:
    """Read one session; never raises for what it holds."""
    path, skipped = file.path, Skipped()
    ident = store.ident_of(path)
    try:
        about, talk = read_session(path, skipped)
    except OSError as error:
        return Scan(unreadable(file, ident, error))
    row = Row()
    for turn in talk.turns:
        row.take(turn)
    for when in (talk.first, talk.last):
        row.see(when)
    for name in ("createdAt", "lastUpdatedAt", "updatedAt"):
        row.see(parse_time(about.get(name)))
    return Scan(_session(file, ident, about, talk, row, skipped))


def _session(
    file: SessionFile, ident: str, about: Data, talk: Talk, row: Row, skipped: Skipped
) -> Session:
    parent = parent_of(about)
    facts: dict[str, Any] = {"state": talk.state, "skipped": skipped.lines}
    if store.is_transcript(file.path):
        parent = store.parent_of(file.path)
        slug = store.project_slug(file.path)
        talk.project = folder_by_slug(slug, talk.turns)
    if store.is_composer(file.path):
        facts["size"] = sum(len(turn.text) for turn in talk.turns)
    title = text_of(about.get("name"))
    return row.session(
        file,
        ident,
        project=folder_of(about) or talk.project,
        title=_task_of(talk) if parent else "" if title in _NO_TITLE else title,
        branch=branch_of(about),
        kind=Kind.SUBAGENT if parent or about.get("isSubagent") else row.kind,
        lifecycle="archived" if about.get("isArchived") else "active",
        parent_id=parent,
        **facts,
    )


def _task_of(talk: Talk) -> str:
    return talk.turns[0].text if talk.turns else ""


def assemble(root: Path, scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions; what the editor knows of folders tells where they worked."""
    sessions = joined(scans)
    if all(session.project for session in sessions):
        return sessions
    known = dict(_known_folders(root))
    return [
        session
        if session.project
        else replace(session, project=known.get(session.id, ""))
        for session in sessions
    ]


def _known_folders(user: Path) -> Iterator[tuple[str, str]]:
    """Yield sessions and the folders that the editor had open with them."""
    folders = dict(opened_folders(user))
    with suppress(sqlite3.Error, OSError):
        database = user / "globalStorage" / store.DATABASE
        if database.is_file():
            yield from _by_headers(database, folders)
    for name, folder in folders.items():
        database = user / "workspaceStorage" / name / store.DATABASE
        with suppress(sqlite3.Error, OSError):
            if database.is_file():
                for ident in _listed(database):
                    yield ident, folder


def _by_headers(database: Path, folders: dict[str, str]) -> Iterator[tuple[str, str]]:
    with connected(database) as connection:
        rows = list(
            select(
                connection, "composerHeaders", ("composerId", "workspaceId", "value")
            )
        )
    for row in rows:
        head = as_dict(decoded(row.get("value")))
        folder = folder_of(head) or folders.get(text_of(row.get("workspaceId")), "")
        if folder:
            yield text_of(row.get("composerId")), folder


def _listed(database: Path) -> list[str]:
    """Return the sessions that a workspace lists."""
    with connected(database) as connection:
        where = "WHERE key = 'composer.composerData'"
        rows = list(select(connection, "ItemTable", ("value",), where))
    listed = as_dict(decoded(rows[0]["value"])) if rows else {}
    composers = as_list(listed.get("allComposers"))
    return [text_of(composer.get("composerId")) for composer in composers]
