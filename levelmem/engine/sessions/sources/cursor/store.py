"""Where Cursor keeps its sessions, one way for each of its programs.

- The editor: ``<editor>/User/globalStorage/state.vscdb``, a table of keys and values.
  A session of it is named by a path below it, as if the database were a folder.
- The command line: ``chats/<hash of the folder>/<session>/store.db`` in ``~/.cursor``.
- Both leave a plain copy: ``projects/<folder>/agent-transcripts/<session>``, in JSON
  lines or at first as a text, without times and most results.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.sessions.editors import user_folders
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import Listed, row_files
from levelmem.engine.sessions.sources._database import ident_of as row_ident
from levelmem.engine.sessions.sqlite_files import WAL, is_table
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
    subfolders,
)

DATABASE, CHAT = "state.vscdb", "store.db"
ENTRIES = "cursorDiskKV"
_COMPOSERS = """
SELECT substr(key, 14), length(value),
       CASE WHEN json_valid(CAST(value AS TEXT))
            THEN coalesce(json_extract(CAST(value AS TEXT), '$.lastUpdatedAt'),
                          json_extract(CAST(value AS TEXT), '$.createdAt')) END
  FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'
"""


def roots(environ: Mapping[str, str]) -> list[Path]:
    """Return what Cursor's programs keep on this machine.

    ``CURSOR_CONFIG_DIR`` names the folder of the command line, whose place on some
    machines is ``~/.config/cursor``.
    """
    candidates: dict[Path, Path] = {}
    for folder in user_folders(environ):
        if "cursor" in folder.parts[-2].lower() or "cursor" in folder.parts[-3].lower():
            candidates[folder] = folder / "globalStorage" / DATABASE
    for home in _homes(environ):
        signs = [home / "chats", home / "projects"]
        candidates[home] = next((s for s in signs if s.is_dir()), signs[0])
    return existing_roots(candidates)


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the sessions of one root.

    Raises ``OSError`` when it, or the database that is in it, can't be read.
    """
    list(root.iterdir())  # Says why, where it can't be listed.
    seen: Seen = set()
    for project in subfolders(root / "chats", seen):
        for chat in subfolders(project, seen):
            beside = (Path(f"{chat / CHAT}{WAL[0]}"), chat / "meta.json")
            if file := session_file(agent, root, chat / CHAT, seen, *beside):
                yield file
    for project in subfolders(root / "projects", seen):
        for path in _transcripts(project / "agent-transcripts", seen):
            if file := session_file(agent, root, path, seen):
                yield file
    database = root / "globalStorage" / DATABASE
    if database.is_file():
        yield from row_files(agent, root, database, _composers)


def is_composer(path: Path) -> bool:
    """Tell whether a session is one of the editor's, in its database."""
    return path.parent.name == DATABASE


def is_chat(path: Path) -> bool:
    """Tell whether a session is one of the command line's."""
    return path.name == CHAT


def is_transcript(path: Path) -> bool:
    """Tell whether a session is the plain copy of one."""
    return "agent-transcripts" in path.parts


def ident_of(path: Path) -> str:
    """Return the id of a session."""
    if is_composer(path):
        return row_ident(path)
    return path.parent.name if is_chat(path) else path.stem


def parent_of(transcript: Path) -> str:
    """Return the session whose subagent a transcript is of, or ``""``."""
    folder = transcript.parent
    return folder.parent.name if folder.name == "subagents" else ""


def has_chat(transcript: Path) -> bool:
    """Tell whether the session of a transcript is one of the command line's."""
    index = transcript.parts.index("agent-transcripts")
    home = Path(*transcript.parts[: index - 2])
    chats = subfolders(home / "chats", set())
    return any((chat / transcript.stem / CHAT).is_file() for chat in chats)


def project_slug(transcript: Path) -> str:
    """Return the name of the folder that a project's transcripts lie in."""
    return transcript.parts[transcript.parts.index("agent-transcripts") - 1]


def _homes(environ: Mapping[str, str]) -> Iterator[Path]:
    if named := environ.get("CURSOR_CONFIG_DIR"):
        yield Path(named)
    home = environ.get("HOME") or environ.get("USERPROFILE")
    if home:
        yield Path(home, ".cursor")
    config = environ.get("XDG_CONFIG_HOME") or (home and str(Path(home, ".config")))
    if config:
        yield Path(config, "cursor")


def _composers(connection: sqlite3.Connection) -> Iterator[Listed]:
    if not is_table(connection, ENTRIES):
        return
    for ident, size, when in connection.execute(_COMPOSERS):
        yield Listed(text_of(ident), f"{size} {when}", when)


def _transcripts(folder: Path, seen: Seen) -> Iterator[Path]:
    for entry in entries(folder):
        if entry.name.endswith((".jsonl", ".txt")):
            yield Path(entry.path)
    for session in subfolders(folder, seen):
        for below in (session, session / "subagents"):
            for entry in entries(below):
                if entry.name.endswith((".jsonl", ".txt")):
                    yield Path(entry.path)
