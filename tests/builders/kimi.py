"""Made-up Kimi stores: Kimi Code's, and Kimi CLI's before it."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.kimi import SOURCE

Data = dict[str, Any]

PROJECT = "/home/ada/code/lamp"
SESSION = "session_1bcbe023-4f7e-4971-9dc9-43b8756045b0"
OLD = "63ade4e9-4c75-4070-a8c6-f28b7de486b8"
START = 1785612803000


def record(kind: str, second: float = 1, **more: Any) -> Data:
    """Return a record of Kimi Code's."""
    return {"type": kind, "time": START + int(second * 1000), **more}


def text(words: str) -> list[Data]:
    """Return content of one text."""
    return [{"type": "text", "text": words}]


def prompt(words: str, second: float = 1, kind: str = "user", **more: Any) -> Data:
    """Return a prompt as it was typed."""
    origin = {"kind": kind, **more}
    return record("turn.prompt", second, input=text(words), origin=origin)


def message(words: str, second: float = 1, kind: str = "user", **more: Any) -> Data:
    """Return a user message of the agent's context."""
    inner = {"role": "user", "content": text(words), "origin": {"kind": kind, **more}}
    return record("context.append_message", second, message=inner)


def event(kind: str, second: float = 2, **more: Any) -> Data:
    """Return an event of the agent's loop."""
    inner = {"type": kind, **more}
    return record("context.append_loop_event", second, event=inner)


def said(words: str, second: float = 2) -> Data:
    """Return a part of an answer."""
    return event("content.part", second, part={"type": "text", "text": words})


def put(
    home: Path, records: Sequence[Data], state: Data | None = None, agent: str = "main"
) -> Path:
    """Write a log where Kimi Code would; return it."""
    folder = home / "sessions" / "wd_lamp_ac3bb318f98e" / SESSION
    known = {"workDir": PROJECT} if state is None else state
    path = folder / "agents" / agent / "wire.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    (folder / "state.json").write_text(json.dumps(known))
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


def put_old(home: Path, records: Sequence[Data], name: str = "wire.jsonl") -> Path:
    """Write a file of a session where Kimi CLI would; return it."""
    key = hashlib.md5(PROJECT.encode(), usedforsecurity=False).hexdigest()
    path = home / "sessions" / key / OLD / name
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {"work_dirs": [{"path": "/elsewhere"}, {"path": PROJECT}]}
    (home / "kimi.json").write_text(json.dumps(known))
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


def old(kind: str, second: float = 1, **payload: Any) -> Data:
    """Return an event of Kimi CLI's."""
    inner = {"type": kind, "payload": payload}
    return {"timestamp": START / 1000 + second, "message": inner}


def listed(home: Path) -> list[Session]:
    """Return the sessions of a home."""
    return SOURCE.assemble(home, [SOURCE.scan(file) for file in SOURCE.files(home)])


def only(home: Path) -> tuple[Session, list[Turn]]:
    """Return the one session of a home, and its turns."""
    (session,) = listed(home)
    return session, list(SOURCE.turns(session))
