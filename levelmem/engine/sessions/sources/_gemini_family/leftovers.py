"""What is left of sessions whose chat is gone, or was never recorded.

``logs.json`` beside the chats of a project is the history of prompts of all its
sessions; ``checkpoint-<tag>.json`` is a conversation that the person saved under a
name. Both mostly repeat what chats hold: only the rest is listed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile, Turn
from levelmem.engine.sessions.packing import packed, plain, unpacked
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._gemini_family.turns import turns, user_turn
from levelmem.engine.sessions.times import parse_time

LOG = "logs.json"
_SAVED = "checkpoint-"

Prompts = dict[str, list[Mapping[str, Any]]]
"""The entries of a history of prompts by session."""


def is_leftover(path: Path) -> bool:
    """Tell whether a file of a project's folder is one of these."""
    saved = path.name.startswith(_SAVED) and path.suffix == ".json"
    return path.name == LOG or saved


def saved_as(path: Path) -> str:
    """Return the name that the person saved a conversation under, or ``""``."""
    if not path.name.startswith(_SAVED):
        return ""
    return text_of(unquote(path.stem.removeprefix(_SAVED), errors="replace"))


def scan_prompts(file: SessionFile) -> Scan:
    """Read a history of prompts: its sessions are hints of a hidden one."""
    try:
        prompts = _read(file.path)
    except OSError as error:
        return Scan(replace(unreadable(file, LOG, error), kind=Kind.HIDDEN))
    except (ValueError, RecursionError):
        prompts = {}
    found: list[dict[str, Any]] = []
    for ident, entries in prompts.items():
        row = Row()
        for turn in _turns(entries):
            row.take(turn)
        if row.kind is not Kind.HIDDEN:
            session = packed(row.session(file, ident))
            found.append(json.loads(json.dumps(session, default=plain)))
    whole = Row().session(file, f"{file.path.parent.name}/{LOG}", kind=Kind.HIDDEN)
    return Scan(whole, {"logged": found})


def conversation(session: Session) -> Iterator[Turn]:
    """Yield the conversation of a chat, or what is left of it.

    Raises ``OSError`` when the file is gone.
    """
    if session.path.name != LOG:
        yield from turns(session)
        return
    try:
        prompts = _read(session.path)
    except (ValueError, RecursionError):
        return
    yield from _turns(prompts.get(session.id, []))


def logged_sessions(scans: Iterable[Scan]) -> Iterator[tuple[Scan, Session]]:
    """Yield each session of a history of prompts, with the scan that it is from."""
    for scan in scans:
        for values in scan.hints.get("logged", ()):
            yield scan, unpacked({**values, "path": scan.session.path})


def problem(session: Session) -> str:
    """Return why a session can't be resumed of which only this is left."""
    if session.path.name == LOG:
        return "Only what was typed is left of it."
    if name := saved_as(session.path):
        return (
            f"It was saved by name: start the agent there and say /chat resume {name}"
        )
    return ""


def _read(path: Path) -> Prompts:
    with open_regular(path) as stream:
        listed = json.loads(stream.read().decode("utf-8", "replace"))
    prompts: Prompts = {}
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict) and entry.get("type") == "user":
            prompts.setdefault(text_of(entry.get("sessionId")), []).append(entry)
    prompts.pop("", None)
    return prompts


def _turns(entries: list[Mapping[str, Any]]) -> Iterator[Turn]:
    number = 0
    for entry in entries:
        if turn := user_turn(text_of(entry.get("message"))):
            when = parse_time(entry.get("timestamp"))
            yield replace(turn, number=number, when=when)
            number += 1
