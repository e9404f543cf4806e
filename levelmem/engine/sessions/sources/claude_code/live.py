"""Which Claude Code sessions run right now, and what stands in the way of resuming."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from re import compile as pattern
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import decode_line, text_of
from levelmem.engine.sessions.model import Kind, Resume, Session
from levelmem.engine.text import one_line

_TAIL = 64 * 1024
# An id becomes an argument: it must not look like an option or a path.
_SAFE_ID = pattern(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


def live_sessions(root: Path) -> set[str]:
    """Return the ids of the sessions that a living process of ``root`` holds."""
    try:
        entries = list((root / "sessions").glob("*.json"))
    except OSError:
        return set()
    found = (_held(entry) for entry in entries)
    return {session for session in found if session}


def resume(session: Session) -> Resume:
    """Return the command that resumes a session, and what stands in its way."""
    root = store_of(session.path)
    argv = (*_environment(root), "claude", "--resume", session.id)
    return Resume(argv, session.project, _problem(session, root))


def store_of(path: Path) -> Path:
    """Return the root whose ``projects`` folder a transcript lies in."""
    for folder in path.parents:
        if folder.name == "projects":
            return folder.parent
    return path.parent.parent


def _environment(root: Path) -> tuple[str, ...]:
    """Return what makes ``claude`` look into a root that is not its default."""
    if root.name == ".claude" or os.environ.get("CLAUDE_CONFIG_DIR") == str(root):
        return ()
    return ("env", f"CLAUDE_CONFIG_DIR={root}")


def _problem(session: Session, root: Path) -> str:
    if session.kind is Kind.SUBAGENT:
        return "A subagent's run: resume the session that started it."
    if not _SAFE_ID.fullmatch(session.id):
        return f"Its id is not one that claude takes: {one_line(session.id)}"
    if not session.project:
        return "Its folder is not known, and claude looks for it there only."
    if not Path(session.project).is_dir():
        return f"Its folder is not on this machine: {one_line(session.project)}"
    last = _last_records(session.path)
    successor = next((r for r in last if r.get("type") == "continued-in"), None)
    if successor:
        other = text_of(successor.get("continuedInSessionId"))
        return f"It went on in the background as session {one_line(other)}."
    if session.id in live_sessions(root):
        if any(r.get("sessionKind") == "bg" for r in last):
            return "It runs in the background: see `claude agents`."
        return "It is open in another terminal."
    return ""


def _held(entry: Path) -> str:
    """Return the session of one ``<pid>.json``, if its process lives."""
    try:
        with open_regular(entry) as stream:
            known = json.load(stream)
    except (OSError, ValueError, RecursionError):
        return ""
    if not isinstance(known, dict) or not _is_alive(known.get("pid")):
        return ""
    return text_of(known.get("sessionId"))


def _is_alive(pid: object) -> bool:
    if not isinstance(pid, int) or isinstance(pid, bool) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True  # Somebody else's process, but one that lives.
    except (OSError, OverflowError):
        return False
    return True


def _last_records(path: Path) -> list[Mapping[str, Any]]:
    """Return the records in the last 64 KB of a transcript, the last one first."""
    try:
        with open_regular(path) as stream:
            stream.seek(max(0, path.stat().st_size - _TAIL))
            lines = stream.read().splitlines()
    except OSError:
        return []
    found: list[Mapping[str, Any]] = []
    for line in lines:
        try:
            found.extend(decode_line(line))
        except ValueError:
            continue
    return found[::-1]
