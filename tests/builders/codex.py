"""A made-up Codex store: rollouts written line by line."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Kind, Scan, Session, Turn
from levelmem.engine.sessions.sources.codex import CodexSource

THREAD = "019ed836-b1da-78f1-8a0c-e598363d10f4"
OTHER = "019ed936-c4f5-7a21-ad41-d1eed95dc4df"
THIRD = "019eecb9-cc3a-73c2-814a-dd4f8ced7545"
STAMP = "2026-06-18T10-00-00"
START = datetime(2026, 6, 18, 10, 0, tzinfo=UTC)
PROJECT = "/work/parcel"

Json = dict[str, Any]


def envelope(kind: str, payload: Json, **more: Any) -> Json:
    return {"type": kind, "payload": payload, **more}


def meta(thread: str = THREAD, /, **more: Any) -> Json:
    payload = {"id": thread, "cwd": PROJECT, "source": "cli", "originator": "codex-tui"}
    return envelope("session_meta", {**payload, **more})


def context(model: str = "gpt-5.5", turn: str = "", **more: Any) -> Json:
    payload = {"turn_id": turn, "model": model, "cwd": PROJECT, **more}
    return envelope("turn_context", payload)


def event(kind: str, /, **more: Any) -> Json:
    return envelope("event_msg", {"type": kind, **more})


def started(turn: str) -> Json:
    return event("task_started", turn_id=turn)


def item(kind: str, /, **more: Any) -> Json:
    return envelope("response_item", {"type": kind, **more})


def said(text: str, **more: Any) -> Json:
    """What the person typed, as an event of 2025 and 2026 names it."""
    return event("user_message", **{"message": text, "images": [], **more})


def user_item(*parts: str | Json, **more: Any) -> Json:
    content = [
        {"type": "input_text", "text": p} if isinstance(p, str) else p for p in parts
    ]
    return item("message", role="user", content=content, **more)


def passthrough(turn: str, *kinds: str) -> Json:
    return {
        "internal_chat_message_metadata_passthrough": {
            "turn_id": turn,
            "content_item_kinds": list(kinds),
        }
    }


def answer(text: str, **more: Any) -> Json:
    content = [{"type": "output_text", "text": text}]
    return item("message", role="assistant", content=content, **more)


def call(name: str, arguments: object, call_id: str = "call-1", **more: Any) -> Json:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return item("function_call", name=name, arguments=given, call_id=call_id, **more)


def output(value: object, call_id: str = "call-1") -> Json:
    return item("function_call_output", output=value, call_id=call_id)


def completed(kind: str, turn: str = "t1", /, **more: Any) -> Json:
    """A finished item of a paginated thread."""
    return event("item_completed", turn_id=turn, item={"type": kind, **more})


def numbered(lines: Iterable[Json], first: int = 0) -> list[Json]:
    """Give lines the ordinals of a paginated thread."""
    return [{"ordinal": first + at, **line} for at, line in enumerate(lines)]


def encode(lines: Iterable[Json | bytes], start: datetime = START) -> bytes:
    """Return the bytes of a rollout; a line a second, raw bytes as they are."""
    raw = bytearray()
    for at, line in enumerate(lines):
        if isinstance(line, bytes):
            raw += line
            continue
        moment = (start + timedelta(seconds=at)).isoformat().replace("+00:00", "Z")
        stamped = {"timestamp": moment, **line} if "payload" in line else line
        raw += json.dumps(stamped).encode() + b"\n"
    return bytes(raw)


class CodexStore:
    """A store under a made-up home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / ".codex"
        self.source = CodexSource()

    def path(
        self,
        thread: str = THREAD,
        *,
        stamp: str = STAMP,
        ending: str = ".jsonl",
        archived: bool = False,
    ) -> Path:
        folder = self.root / "archived_sessions"
        if not archived:
            folder = self.root.joinpath("sessions", *stamp[:10].split("-"))
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"rollout-{stamp}-{thread}{ending}"

    def write(
        self, lines: Iterable[Json | bytes], thread: str = THREAD, **more: Any
    ) -> Path:
        path = self.path(thread, **more)
        path.write_bytes(encode(lines))
        return path

    def roots(self, **environ: str) -> Sequence[Path]:
        return self.source.roots({"HOME": str(self.home), **environ})

    def scans(self) -> list[Scan]:
        return [
            self.source.scan(file)
            for root in self.roots()
            for file in self.source.files(root)
        ]

    def all(self) -> Mapping[str, Session]:
        """Every session by id, of every kind."""
        sessions = self.source.assemble(self.root, self.scans())
        assert len({session.id for session in sessions}) == len(sessions)
        return {session.id: session for session in sessions}

    def main(self) -> list[Session]:
        return [s for s in self.all().values() if s.kind is Kind.MAIN]

    def only(self) -> Session:
        (session,) = self.main()
        return session

    def turns(self, session: Session | None = None) -> list[Turn]:
        turns = list(self.source.turns(session or self.only()))
        assert [turn.number for turn in turns] == list(range(len(turns)))
        return turns


def asked(turns: Iterable[Turn], origin: str = "human") -> list[str]:
    """Return the texts of the turns of one origin."""
    return [turn.text for turn in turns if turn.origin == origin]
