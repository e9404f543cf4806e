"""One pass over a recorded chat: the session as a list shows it."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from levelmem.engine.project import normalise
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._gemini_family.chat import (
    Chat,
    Message,
    read_chat,
)
from levelmem.engine.sessions.sources._gemini_family.leftovers import (
    LOG,
    is_leftover,
    saved_as,
    scan_prompts,
)
from levelmem.engine.sessions.sources._gemini_family.parts import (
    as_dict,
    plain,
    responses,
)
from levelmem.engine.sessions.sources._gemini_family.turns import turns_of
from levelmem.engine.sessions.times import parse_time

HASH = re.compile(r"[0-9a-f]{64}")
"""The name of a project in old stores."""

_PATH = re.compile(r"(?:/|[A-Za-z]:[\\/])[^\0\n\"'`<>|*?]{1,400}")
_MOST_FOLDERS = 5000
_STOPPED = ("Request cancelled", "Agent execution stopped", "User cancelled")


def scan(file: SessionFile) -> Scan:
    """Read one chat; never raises for what it holds."""
    if file.path.name == LOG:
        return scan_prompts(file)
    try:
        chat = read_chat(file.path)
    except OSError as error:
        return Scan(unreadable(file, file.path.stem, error))
    if chat.error:
        return Scan(unreadable(file, _ident(file.path, chat), chat.error))
    if name := saved_as(file.path):
        chat.meta["summary"] = name
    session = _session(file, chat)
    return Scan(session, _hints(chat, session))


def parent_of(path: Path) -> str:
    """Return the session whose folder a subagent's file lies in, or ``""``."""
    if path.parent.name == "chats" or is_leftover(path):
        return ""
    return path.parent.name


def project_hash(folder: str) -> str:
    """Return what stands for a project in the names of old stores."""
    return hashlib.sha256(folder.encode("utf-8", "replace")).hexdigest()


def _session(file: SessionFile, chat: Chat) -> Session:
    row = Row()
    for turn in turns_of(chat):
        row.take(turn)
    for moment in _times(chat.meta):
        row.see(moment)
    parent = parent_of(file.path)
    aside = bool(parent) or chat.meta.get("kind") == "subagent"
    facts: dict[str, Any] = {}
    if aside:
        facts["kind"] = Kind.SUBAGENT if row.answered else Kind.HIDDEN
    return row.session(
        file,
        _ident(file.path, chat),
        title=text_of(chat.meta.get("summary")),
        title_source="named" if saved_as(file.path) else "generated",
        parent_id=parent,
        state=_state(chat.messages),
        skipped=chat.skipped,
        **facts,
    )


def _ident(path: Path, chat: Chat) -> str:
    if saved_as(path):
        # Every project may have one of this name.
        return f"{path.parent.name[:8]}-{path.stem}"
    return text_of(chat.meta.get("sessionId")) or path.stem


def _times(meta: Mapping[str, Any]) -> Iterator[datetime | None]:
    for name in ("startTime", "start_time", "lastUpdated"):
        yield parse_time(meta.get(name))


def _state(messages: list[Message]) -> str:
    """Return how the run ended: what the client said behind the last answer."""
    for message in reversed(messages):
        kind = message.data.get("type")
        if kind == "error":
            return "error"
        if kind not in ("info", "warning"):
            return ""
        if plain(message.data.get("content")).startswith(_STOPPED):
            return "interrupted"
    return ""


def _hints(chat: Chat, session: Session) -> dict[str, Any]:
    """Return what tells the folder that the session worked in."""
    listed = chat.meta.get("directories")
    folders = [
        text_of(folder) for folder in (listed if isinstance(listed, list) else [])
    ]
    mark = text_of(chat.meta.get("projectHash"))
    hints = {
        "directories": [f for f in folders if f][:20],
        "hash": mark,
        "folder": folder_with(mark, _paths(chat)) if HASH.fullmatch(mark) else "",
    }
    return {name: value for name, value in hints.items() if value}


def folder_with(mark: str, paths: Iterable[str]) -> str:
    """Return the folder above one of ``paths`` whose hash this is, or ``""``.

    The hash vouches for the answer: a path that somebody else wrote into a session
    can't make it another project's.
    """
    seen: set[str] = set()
    for path in paths:
        folder = normalise(path)
        while folder and folder not in seen and len(seen) < _MOST_FOLDERS:
            seen.add(folder)
            if project_hash(folder) == mark:
                return folder
            folder = folder[: max(folder.rfind("/"), folder.rfind("\\"), 0)]
    return ""


def _paths(chat: Chat) -> Iterator[str]:
    """Yield absolute paths that the session's calls name, those in words last."""
    for message in chat.messages:
        calls = message.data.get("toolCalls")
        for call in calls if isinstance(calls, list) else []:
            for value in as_dict(as_dict(call).get("args")).values():
                if isinstance(value, str):
                    yield from _PATH.findall(value[:4000])
    for message in chat.messages:
        calls = message.data.get("toolCalls")
        words = [plain(message.data.get("content"))]
        for call in calls if isinstance(calls, list) else []:
            display = as_dict(call).get("resultDisplay")
            words += [
                text_of(display),
                text_of(as_dict(display).get("filePath")),
                _outputs(as_dict(call).get("result")),
            ]
        for text in words:
            yield from _PATH.findall(text[:20000])


def _outputs(result: object) -> str:
    return "\n".join(found.text[:4000] for found in responses(result))
