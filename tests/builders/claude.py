"""A made-up Claude Code store: records, transcripts, and what is read from them."""

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Kind, Session, Turn
from levelmem.engine.sessions.sources.claude_code import SOURCE

Data = dict[str, Any]

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
PROJECT = "/home/ada/code/lamp"
SLUG = "-home-ada-code-lamp"


def at(minutes: float) -> str:
    """Return a time of the made-up day as Claude Code writes it."""
    moment = START + timedelta(minutes=minutes)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id(number: int) -> str:
    """Return the same UUID for the same number."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, str(number)))


class Talk:
    """The records of one conversation, each the child of the one before."""

    def __init__(self, session: str, first: int = 0, **common: Any) -> None:
        """Number the records from ``first``; ``common`` fields are in all of them."""
        self.session = session
        self.records: list[Data] = []
        self.common = {"cwd": PROJECT, "gitBranch": "main", **common}
        self._next = first
        self._parent: str | None = None

    def node(self, kind: str, **fields: Any) -> "Talk":
        """Add a record of the conversation tree."""
        uuid_ = new_id(self._next)
        record = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "sessionId": self.session,
            "type": kind,
            "uuid": uuid_,
            "timestamp": at(self._next),
            **self.common,
            **fields,
        }
        self.records.append(record)
        self._parent = record["uuid"]
        self._next += 1
        return self

    def says(self, content: Any, **fields: Any) -> "Talk":
        """Add a record of the person's side."""
        message = {"role": "user", "content": content}
        return self.node("user", message=message, **fields)

    def answers(self, *blocks: Data | str, **fields: Any) -> "Talk":
        """Add a line of an answer; a string is a text block."""
        content = [text(b) if isinstance(b, str) else b for b in blocks]
        message = {
            "id": fields.pop("message_id", f"msg_{self._next}"),
            "role": "assistant",
            "model": fields.pop("model", "claude-opus-4-6"),
            "content": content,
        }
        return self.node("assistant", message=message, **fields)

    def result(self, call: str, content: Any, **fields: Any) -> "Talk":
        """Add the result of a tool."""
        block = {"type": "tool_result", "tool_use_id": call, "content": content}
        if fields.pop("is_error", False):
            block["is_error"] = True
        return self.says([block], **{"toolUseResult": "", **fields})

    def note(self, kind: str, **fields: Any) -> "Talk":
        """Add a bookkeeping record."""
        self.records.append({"type": kind, "sessionId": self.session, **fields})
        return self

    def go_back_to(self, number: int) -> "Talk":
        """Make the next record a child of the record with this number."""
        self._parent = new_id(number)
        return self


def text(words: str) -> Data:
    """Return a ``text`` block."""
    return {"type": "text", "text": words}


def call(tool: str, call_id: str = "toolu_1", **arguments: Any) -> Data:
    """Return a ``tool_use`` block."""
    return {"type": "tool_use", "id": call_id, "name": tool, "input": arguments}


class Store:
    """A made-up ``~/.claude``."""

    def __init__(self, home: Path) -> None:
        """Make it below ``home``."""
        self.home = home
        self.root = home / ".claude"
        self.folder = self.root / "projects" / SLUG
        self.folder.mkdir(parents=True)

    def put(self, talk: Talk, name: str = "", folder: str = SLUG) -> Path:
        """Write a conversation; its file bears the session's id or ``name``."""
        path = self.root / "projects" / folder / f"{name or talk.session}.jsonl"
        return write(path, talk.records)

    def scan_all(self, root: Path | None = None) -> list[Session]:
        """Return every session that is found."""
        root = root or self.root
        return SOURCE.assemble(root, [SOURCE.scan(f) for f in SOURCE.files(root)])

    def listed(self) -> list[Session]:
        """Return the sessions that a list shows."""
        return [s for s in self.scan_all() if s.kind is Kind.MAIN]

    def only(self) -> Session:
        """Return the one session there is to show."""
        (session,) = self.listed()
        return session

    def read(self, talk: Talk) -> Session:
        """Write one conversation and return it as a list shows it."""
        self.put(talk)
        return next(s for s in self.scan_all() if s.id == talk.session)

    def turns(self, talk: Talk) -> list[Turn]:
        """Write one conversation and return its turns."""
        return list(SOURCE.turns(self.read(talk)))


def write(path: Path, records: Iterable[Mapping[str, Any] | str | bytes]) -> Path:
    """Write records as lines; strings and bytes are written as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(_line, records)))
    return path


def _line(record: Mapping[str, Any] | str | bytes) -> bytes:
    if isinstance(record, bytes):
        return record
    if isinstance(record, str):
        return record.encode() + b"\n"
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"
