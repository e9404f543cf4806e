"""One pass over a LevelCode session file: the entry that LevelCode derives too."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeGuard

from levelmem.engine.sessions.blocks import plain_text, tool_calls
from levelmem.engine.sessions.file_edits import edited_paths
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.model import Kind, Scan, Session, SessionFile
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import clip, one_line

LIFECYCLES = ("active", "archived", "trashed")
"""How a person can file a session."""

_TITLE = 56
_PREVIEW = 96
_LAST_WORDS = 200
_UNTITLED = "(no prompt)"
_STAMPED = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)")

_Event = Mapping[str, Any]


@dataclass(slots=True)
class _Turn:
    """What was edited in one typed turn, by each of the ways to say so.

    An edit may stand there three times: in the provider's messages, in the agent's
    list, and as an event of its own. The highest count is the true one.
    """

    called: Counter[str] = field(default_factory=Counter)
    listed: Counter[str] = field(default_factory=Counter)
    logged: Counter[str] = field(default_factory=Counter)

    def edits(self) -> Counter[str]:
        return self.called | self.listed | self.logged


@dataclass(slots=True)
class _Findings:
    """What has been seen so far."""

    meta: dict[str, Any] = field(default_factory=dict)
    first: datetime | None = None
    last: datetime | None = None
    title: str = ""
    typed: str = ""
    turns: list[_Turn] = field(default_factory=lambda: [_Turn()])
    """The turn before the first typed one stands first."""
    models: dict[str, None] = field(default_factory=dict)
    spark: list[int] = field(default_factory=list)
    lifecycle: str = "active"
    filed: bool = False
    pinned: bool = False
    state: str = ""
    last_words: str = ""


def scan(file: SessionFile) -> Scan:
    """Read one session file; never raises for what it holds."""
    found, skipped, error = _Findings(), Skipped(), ""
    try:
        for record in read_records(file.path, skipped):
            _take(found, record.data)
    except OSError as problem:
        error = f"can't be read: {problem.strerror or problem}"
    return Scan(_session(file, found, skipped.lines, error))


def typed_text(event: _Event) -> str:
    """Return what the person typed in a ``user`` event."""
    typed = plain_text(event.get("content")).strip()
    if typed:
        return typed
    texts = (plain_text(m.get("content")).strip() for m in messages_of(event))
    return "\n".join(filter(None, texts))


def messages_of(event: _Event) -> list[dict[str, Any]]:
    """Return the provider messages of an event."""
    messages = event.get("messages")
    if not isinstance(messages, list):
        return []
    return [m for m in messages if isinstance(m, dict)]


def created_in_name(stem: str) -> datetime | None:
    """Return the time that a session id begins with (UTC), or None."""
    match = _STAMPED.match(stem)
    if not match:
        return None
    return parse_time(f"{match[1]}T{match[2]}:{match[3]}:{match[4]}Z")


def _take(found: _Findings, event: _Event) -> None:
    kind = text_of(event.get("kind"))
    if kind == "meta":
        found.meta = {**event, **found.meta}  # The first one counts.
    moment = parse_time(event.get("t"))
    if moment is not None:
        found.first = min(found.first or moment, moment)
        found.last = max(found.last or moment, moment)
    handler = _HANDLERS.get(kind)
    if handler is not None:
        handler(found, event)


def _take_user(found: _Findings, event: _Event) -> None:
    found.turns.append(_Turn())
    found.typed = found.typed or typed_text(event)


def _take_agent(found: _Findings, event: _Event) -> None:
    turn, calls = found.turns[-1], 0
    for message in messages_of(event):
        if message.get("role") != "assistant":
            continue
        words = plain_text(message.get("content")).strip()
        found.last_words = words or found.last_words
        for tool, _, arguments in tool_calls(message.get("content")):
            calls += 1
            turn.called.update(edited_paths(tool, arguments))
    edits = event.get("edits")
    if isinstance(edits, list):
        turn.listed.update(filter(None, map(_edit_path, edits)))
    counted = event.get("tools")
    found.spark.append(counted if _is_count(counted) else calls)
    model = text_of(event.get("model"))
    if model:
        found.models.pop(model, None)
        found.models[model] = None


def _take_edit(found: _Findings, event: _Event) -> None:
    if path := _edit_path(event):
        found.turns[-1].logged[path] += 1


def _take_title(found: _Findings, event: _Event) -> None:
    found.title = text_of(event.get("title"))


def _take_label(found: _Findings, event: _Event) -> None:
    if event.get("lifecycle") in LIFECYCLES:
        found.lifecycle, found.filed = event["lifecycle"], True
    if isinstance(event.get("pinned"), bool):
        found.pinned = event["pinned"]


def _take_end(found: _Findings, event: _Event) -> None:
    found.state = text_of(event.get("state"))


_HANDLERS: Mapping[str, Callable[[_Findings, _Event], None]] = {
    "user": _take_user,
    "assistant": _take_agent,
    "agent": _take_agent,
    "edit": _take_edit,
    "title": _take_title,
    "label": _take_label,
    "end": _take_end,
}


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _edit_path(edit: object) -> str:
    return text_of(edit.get("path")) if isinstance(edit, dict) else text_of(edit)


def _session(file: SessionFile, found: _Findings, skipped: int, error: str) -> Session:
    modified = datetime.fromtimestamp(file.modified, UTC)
    created = parse_time(found.meta.get("createdAt")) or created_in_name(file.path.stem)
    title, source = _title(found)
    edits = sum((turn.edits() for turn in found.turns), Counter())
    typed = len(found.turns) - 1
    return Session(
        agent=file.agent,
        # Never the id in the file's content: it would be joined to paths.
        id=file.path.stem,
        path=file.path,
        project=text_of(found.meta.get("project")),
        title=title,
        title_source=source,
        created=created or found.first or modified,
        updated=found.last or created or modified,
        turns=typed,
        models=tuple(reversed(found.models)),
        kind=Kind.MAIN if typed or found.spark or error else Kind.HIDDEN,
        state=found.state,
        lifecycle=found.lifecycle,
        pinned=found.pinned,
        filed=found.filed,
        edits=tuple(sorted(edits.items(), key=lambda e: (-e[1], e[0]))),
        spark=tuple(found.spark),
        preview=one_line(found.typed[:1000])[:_PREVIEW],
        last_words=_ending(found.last_words),
        skipped=skipped,
        error=error,
        size=_size(file),
    )


def _title(found: _Findings) -> tuple[str, str]:
    if title := one_line(found.title):
        return title, "named"
    if title := one_line(text_of(found.meta.get("title"))):
        return title, "generated"
    if typed := one_line(found.typed[:1000]):
        return typed[:_TITLE].rstrip(), "typed"
    return _UNTITLED, ""


def _ending(text: str) -> str:
    paragraphs = [p for p in text[-4000:].split("\n\n") if p.strip()]
    return clip(one_line(paragraphs[-1]), _LAST_WORDS) if paragraphs else ""


def _size(file: SessionFile) -> int:
    try:
        return file.path.stat().st_size
    except OSError:
        return 0
