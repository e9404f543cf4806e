"""A made-up store of Cline's, or of an extension that came of it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.cline import SOURCE

Data = dict[str, Any]

PROJECT = "/home/ada/code/lamp"
TASK = "1751000000000"
START = 1751000000000


def say(kind: str, text: object = "", second: float = 1, **more: Any) -> Data:
    """Return a message that the view shows."""
    words = text if isinstance(text, str) else json.dumps(text)
    when = START + int(second * 1000)
    return {"ts": when, "type": "say", "say": kind, "text": words, **more}


def ask(kind: str, text: object = "", second: float = 1, **more: Any) -> Data:
    """Return a message that the person is to answer."""
    return {**say(kind, text, second, **more), "type": "ask", "ask": kind, "say": None}


def put(store: Path, messages: Sequence[Data], task: str = TASK, **beside: Any) -> Path:
    """Write a task where an extension would, and files beside its messages."""
    folder = store / "tasks" / task
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in beside.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    path = folder / "ui_messages.json"
    path.write_text(json.dumps(messages))
    return path


def put_session(data: Path, ident: str, whole: Data, about: Data) -> Path:
    """Write a session where the command line would."""
    folder = data / "sessions" / ident
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{ident}.json").write_text(json.dumps(about))
    path = folder / f"{ident}.messages.json"
    path.write_text(json.dumps(whole))
    return path


def listed(store: Path, source: Source = SOURCE) -> list[Session]:
    """Return the sessions of a store."""
    return source.assemble(store, [source.scan(file) for file in source.files(store)])


def only(store: Path, source: Source = SOURCE) -> tuple[Session, list[Turn]]:
    """Return the one session of a store, and its turns."""
    (session,) = listed(store, source)
    return session, list(source.turns(session))
