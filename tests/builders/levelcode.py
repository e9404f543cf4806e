"""A made-up LevelCode store."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
ID = "2026-03-01T09-00-00-k3x9"
PROJECT = "/home/ada/code/lamp.io"
SLUG = "-home-ada-code-lamp-io"


def at(minutes: float) -> str:
    """Return a time of the made-up day as LevelCode writes it."""
    moment = START + timedelta(minutes=minutes)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def meta(**fields: Any) -> dict[str, Any]:
    """Return the first line of a session file."""
    return {
        "kind": "meta",
        "v": 1,
        "id": ID,
        "project": PROJECT,
        "createdAt": at(0),
        "title": "",
        **fields,
    }


def event(kind: str, minutes: float, **fields: Any) -> dict[str, Any]:
    """Return one event."""
    return {"kind": kind, "t": at(minutes), **fields}


def agent(minutes: float, *content: Any, **fields: Any) -> dict[str, Any]:
    """Return what the agent did: one message with this content."""
    message = {"role": "assistant", "content": list(content)}
    common = {"model": "claude-sonnet-4-5", "messages": [message]}
    return event("agent", minutes, **common, **fields)


def put(root: Path, *events: Mapping[str, Any] | bytes, name: str = ID) -> Path:
    """Write a session file of the made-up project; bytes are written as they are."""
    path = root / SLUG / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        b"".join(
            e if isinstance(e, bytes) else json.dumps(e).encode() + b"\n"
            for e in events
        )
    )
    return path
