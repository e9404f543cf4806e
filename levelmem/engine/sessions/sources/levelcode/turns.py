"""A LevelCode session file as a conversation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import (
    content_blocks,
    cut,
    only_tool_results,
    plain_text,
)
from levelmem.engine.sessions.growing import Mark, Stale, edges_before
from levelmem.engine.sessions.jsonl import (
    Record,
    Skipped,
    read_records,
    stream_records,
    text_of,
)
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Origin,
    Session,
    Text,
    Turn,
)
from levelmem.engine.sessions.sources.levelcode.scan import messages_of, typed_text
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import clip, one_line

_START = Mark(0, 0, {"typed": ""})
_ENDS = {"done": "", "interrupted": "Interrupted", "error": "Ended with an error"}
_PLAIN = frozenset({"kind", "t", "type"})


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when it can't be opened."""
    number = 0
    typed = ""
    for record in read_records(session.path, Skipped()):
        kind = text_of(record.data.get("kind"))
        if kind == "user":
            typed = typed_text(record.data)
        for turn in _turns(kind, record, typed):
            yield replace(turn, number=number)
            number += 1


def turns_since(session: Session, mark: Mark | None) -> tuple[list[Turn], Mark]:
    """Return the turns from a mark on, and the next mark; see ``Growing``.

    Of the records before, each turn needs only the prompt that was typed last. The
    last record is read again: it may have been torn.
    """
    known = mark or _START
    with open_regular(session.path) as stream:
        if mark and edges_before(stream, mark.offset) != mark.state["edges"]:
            raise Stale
        stream.seek(known.offset)
        found: list[Turn] = []
        last, typed = known, text_of(known.state["typed"])
        for record in stream_records(stream, Skipped(), begin=known.offset):
            if record.offset > last.offset:  # or it is glued to the one before
                number = known.number + len(found)
                last = Mark(record.offset, number, {"typed": typed})
            kind = text_of(record.data.get("kind"))
            if kind == "user":
                typed = typed_text(record.data)
            for turn in _turns(kind, record, typed):
                found.append(replace(turn, number=known.number + len(found)))
        edges = edges_before(stream, last.offset)
    return found, replace(last, state={**last.state, "edges": edges})


def _turns(kind: str, record: Record, typed: str) -> Iterator[Turn]:
    if kind == "user":
        yield from _typed(record)
    elif kind in ("agent", "assistant"):
        yield from _agent(record, typed)
    elif kind == "compact":
        if briefing := text_of(record.data.get("briefing")):
            yield _turn(record, "system", Origin.COMPACTION, [Text(cut(briefing))])
    elif kind in _NOTICES and (line := _NOTICES[kind](record.data)):
        yield _turn(record, "system", Origin.NOTIFICATION, [Notice(cut(line))])


def _typed(record: Record) -> Iterator[Turn]:
    text = typed_text(record.data)
    blocks: list[Block] = [Text(cut(text))] if text else []
    given = content_blocks(record.data.get("content"))
    blocks += [b for b in given if isinstance(b, Image)]
    yield _turn(record, "user", Origin.HUMAN, blocks)


def _agent(record: Record, typed: str) -> Iterator[Turn]:
    """Yield the provider's messages of one run of the agent."""
    model = text_of(record.data.get("model"))
    for message in messages_of(record.data):
        content = message.get("content")
        blocks = content_blocks(content)
        if not blocks:
            continue
        if message.get("role") == "assistant":
            turn = _turn(record, "assistant", Origin.AGENT, blocks)
            yield replace(turn, model=model)
        elif only_tool_results(content):
            yield _turn(record, "tool", Origin.TOOL, blocks)
        elif plain_text(content).strip() != typed:
            # The typed words have their own event; the rest nobody typed.
            yield _turn(record, "user", Origin.INJECTED, blocks)


def _turn(record: Record, role: str, origin: Origin, blocks: Iterable[Block]) -> Turn:
    return Turn(
        number=0,
        role=role,
        origin=origin,
        blocks=tuple(blocks),
        when=parse_time(record.data.get("t")),
        offset=record.offset,
        length=record.length,
    )


def _ended(event: Mapping[str, Any]) -> str:
    state = text_of(event.get("state"))
    return _ENDS.get(state, f"Ended: {state}" if state else "")


def _happened(event: Mapping[str, Any]) -> str:
    """Return an event as a line: its type, then its plain fields."""
    fields = [
        f"{name} {value}"
        for name, value in event.items()
        if name not in _PLAIN and isinstance(value, str | int | float)
    ]
    kind = text_of(event.get("type")) or "event"
    return clip(one_line(": ".join(filter(None, (kind, ", ".join(fields))))), 200)


def _drafted(event: Mapping[str, Any]) -> str:
    text = plain_text(event.get("content")).strip()
    return f"Not sent: {text}" if text else ""


_NOTICES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "end": _ended,
    "event": _happened,
    "draft": _drafted,
}
