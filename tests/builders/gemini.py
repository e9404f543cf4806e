"""A made-up Gemini CLI store: chats as documents and as lines."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.gemini import SOURCE

Data = dict[str, Any]

START = datetime(2026, 4, 14, 9, tzinfo=UTC)
PROJECT = "/home/ada/code/lamp"
CHAT = "914f3c63-152a-4f25-9f4e-367c43140554"


def at(minutes: float) -> str:
    """Return a time of the made-up day as Gemini CLI writes it."""
    moment = START + timedelta(minutes=minutes)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def project_hash(folder: str) -> str:
    return hashlib.sha256(folder.encode()).hexdigest()


def head(session: str = CHAT, folder: str = PROJECT, **more: Any) -> Data:
    """Return the metadata of a chat."""
    return {
        "sessionId": session,
        "projectHash": project_hash(folder),
        "startTime": at(0),
        "lastUpdated": at(0),
        "kind": "main",
        **more,
    }


def user(ident: str, content: Any, minute: float = 1, **more: Any) -> Data:
    message = {"id": ident, "timestamp": at(minute), "type": "user"}
    return {**message, "content": content, **more}


def answer(ident: str, content: Any = "", minute: float = 2, **more: Any) -> Data:
    message = {"id": ident, "timestamp": at(minute), "type": "gemini"}
    return {**message, "content": content, "model": "gemini-3-flash", **more}


def called(ident: str, name: str, output: str = "ok", **more: Any) -> Data:
    """Return a tool call with its result; ``args`` and ``status`` may be given."""
    response = {"id": ident, "name": name, "response": {"output": output}}
    call = {"id": ident, "name": name, "args": {}, "status": "success"}
    return {**call, "result": [{"functionResponse": response}], **more}


def put(path: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """Write a chat: lines, or a document where the name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        meta, *messages = records
        path.write_text(json.dumps({**meta, "messages": messages}, indent=2))
    else:
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def chats(home: Path, project: str = "lamp") -> Path:
    """Return the folder of a project's chats below a made-up home."""
    return home / ".gemini/tmp" / project / "chats"


def sessions(home: Path) -> list[Session]:
    """Return every session of a made-up home."""
    root = home / ".gemini"
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(home: Path) -> tuple[Session, list[Turn]]:
    """Return the only session of a made-up home, and its turns."""
    (session,) = sessions(home)
    return session, list(SOURCE.turns(session))
