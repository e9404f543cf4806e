"""A session of Kimi CLI's: its log of events, or the context that was sent."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import Block, Notice, Origin
from levelmem.engine.sessions.sources.kimi.parts import (
    blocks_of,
    call_blocks,
    calls_of,
    result_blocks,
    words_of,
)
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_SUBAGENT = "subagent"
_DEPTH = 4
_When = datetime | None


def read_events(records: Iterable[Record]) -> Talk:
    """Return the conversation of ``wire.jsonl``: ``{timestamp, message}`` each."""
    talk = Talk()
    for record in records:
        when = parse_time(record.data.get("timestamp"))
        talk.see(when)
        _take(talk, record, when, as_dict(record.data.get("message")), "", _DEPTH)
    talk.end_answer()
    return talk


def read_context(records: Iterable[Record]) -> Talk:
    """Return the conversation of ``context.jsonl``: messages without times."""
    talk = Talk()
    for record in records:
        data = record.data
        content = data.get("content")
        match data.get("role"):
            case "user":
                talk.say("user", _origin(content), blocks_of(content), record, None)
            case "assistant":
                talk.end_answer()
                talk.answer(record, None, [*blocks_of(content), *calls_of(data)])
                talk.end_answer()
            case "tool":
                ident = text_of(data.get("tool_call_id"))
                failed = "<system>ERROR" in words_of(content)[:20]
                found = result_blocks(content, ident, failed)
                talk.say("tool", Origin.TOOL, found, record, None)
    return talk


def _origin(content: object) -> Origin:
    words = words_of(content).lstrip()
    if words.startswith("<system>Previous context has been compacted"):
        return Origin.COMPACTION
    is_the_clients = words.startswith(("<system>", "<system-reminder>"))
    return Origin.INJECTED if is_the_clients else Origin.HUMAN


def _take(
    talk: Talk, record: Record, when: _When, message: Data, note: str, depth: int
) -> None:
    kind, payload = text_of(message.get("type")), as_dict(message.get("payload"))
    if kind == "SubagentEvent":
        if depth:
            inner = as_dict(payload.get("event"))
            _take(talk, record, when, inner, _SUBAGENT, depth - 1)
        return
    take = _TAKERS.get(kind)
    if take:
        take(talk, record, when, payload, note)


def _take_prompt(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    content = payload.get("user_input")
    origin = Origin.SUBAGENT_PROMPT if note else _origin(content)
    talk.say("user", origin, blocks_of(content), record, when, note)
    talk.state = talk.state if note else ""
    talk.children += bool(note)


def _take_steer(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    blocks = blocks_of(payload.get("user_input"))
    talk.say("user", Origin.QUEUED, blocks, record, when, note)


def _take_part(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    talk.answer(record, when, blocks_of(payload), note)


def _take_call(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    inner = as_dict(payload.get("function"))
    ident, tool = text_of(payload.get("id")), text_of(inner.get("name"))
    talk.answer(record, when, call_blocks(tool, inner.get("arguments"), ident), note)


def _take_result(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    given = payload.get("return_value") or payload.get("result")
    result, ident = as_dict(given), text_of(payload.get("tool_call_id"))
    output = result.get("output") or result.get("message")
    found = result_blocks(output, ident, result.get("is_error") is True)
    talk.say("tool", Origin.TOOL, found, record, when, note)


def _take_step(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    talk.end_answer()


def _take_interruption(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    talk.state = "interrupted"
    blocks: list[Block] = [Notice("Interrupted")]
    talk.say("system", Origin.NOTIFICATION, blocks, record, when, note)


def _take_compaction(
    talk: Talk, record: Record, when: _When, payload: Data, note: str
) -> None:
    blocks: list[Block] = [Notice("The conversation was compacted")]
    talk.say("system", Origin.COMPACTION, blocks, record, when, note)


_TAKERS: Mapping[str, Callable[[Talk, Record, _When, Data, str], None]] = {
    "TurnBegin": _take_prompt,
    "SteerInput": _take_steer,
    "ContentPart": _take_part,
    "ToolCall": _take_call,
    "ToolResult": _take_result,
    "StepBegin": _take_step,
    "StepInterrupted": _take_interruption,
    "CompactionEnd": _take_compaction,
}
"""What each type of event does; the others are bookkeeping."""
