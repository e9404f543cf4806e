"""A log of Kimi Code's as a conversation.

A prompt stands there twice, as it was typed (``turn.prompt``, ``turn.steer``) and as it
came into the agent's context (``context.append_message``), which one that was typed
meanwhile does later. It is shown where it was typed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import Block, Notice, Origin, Text
from levelmem.engine.sessions.sources.kimi.parts import (
    blocks_of,
    call_blocks,
    calls_of,
    result_blocks,
    words_of,
)
from levelmem.engine.sessions.sources.kimi.words import (
    command_of,
    origin_of,
    shell_words,
)
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time


def read_wire(records: Iterable[Record]) -> Talk:
    """Return the conversation that the records of a log make up."""
    reader = _Reader()
    for record in records:
        when = parse_time(record.data.get("time") or record.data.get("created_at"))
        reader.talk.see(when)
        take = _TAKERS.get(text_of(record.data.get("type")))
        if take:
            take(reader, record, when)
    reader.talk.end_answer()
    return reader.talk


@dataclass(slots=True)
class _Reader:
    talk: Talk = field(default_factory=Talk)
    told: list[tuple[str, str]] = field(default_factory=list)
    """Prompts that are not in the agent's context yet: their kind and their words."""


_When = datetime | None


def _take_prompt(reader: _Reader, record: Record, when: _When) -> None:
    data = record.data
    told, content = as_dict(data.get("origin")), data.get("input")
    reader.told.append((text_of(told.get("kind")), words_of(content)))
    steered = data.get("type") == "turn.steer"
    _say(reader, record, when, told, content, Origin.QUEUED if steered else None)
    reader.talk.state = ""


def _take_message(reader: _Reader, record: Record, when: _When) -> None:
    message = as_dict(record.data.get("message"))
    content, talk = message.get("content"), reader.talk
    match message.get("role"):
        case "user":
            told = as_dict(message.get("origin"))
            if not _is_told(reader, text_of(told.get("kind")), words_of(content)):
                _say(reader, record, when, told, content, None)
        case "assistant":
            talk.end_answer()
            talk.answer(record, when, [*blocks_of(content), *calls_of(message)])
            talk.end_answer()
        case "tool":
            ident, failed = message.get("toolCallId"), message.get("isError") is True
            found = result_blocks(content, text_of(ident), failed)
            talk.say("tool", Origin.TOOL, found, record, when)


def _is_told(reader: _Reader, kind: str, words: str) -> bool:
    """Tell whether a message is one of the prompts that were shown when typed."""
    for known in reader.told:
        known_kind, known_words = known
        same = known_words in words if known_words.strip() else not words.strip()
        if same and kind == known_kind:
            reader.told.remove(known)
            return True
    return False


def _say(
    reader: _Reader,
    record: Record,
    when: _When,
    told: Data,
    content: object,
    steered: Origin | None,
) -> None:
    origin = origin_of(told)
    blocks = blocks_of(content)
    role = "user"
    match origin:
        case Origin.HUMAN:
            origin = steered or origin
        case Origin.SLASH_COMMAND:
            blocks = [Text(cut(command_of(told)))]
        case Origin.SHELL_ESCAPE:
            blocks = [Text(cut(f"! {shell_words(words_of(content))}"))]
        case Origin.TOOL:
            role, failed = "tool", told.get("isError") is True
            blocks = result_blocks(shell_words(words_of(content)), "", failed)
        case Origin.COMPACTION:
            role = "system"
    reader.talk.say(role, origin, blocks, record, when)


def _take_event(reader: _Reader, record: Record, when: _When) -> None:
    event, talk = as_dict(record.data.get("event")), reader.talk
    ident = text_of(event.get("toolCallId"))
    match event.get("type"):
        case "content.part":
            talk.answer(record, when, blocks_of(event.get("part")))
        case "tool.call":
            tool = text_of(event.get("name"))
            talk.answer(record, when, call_blocks(tool, event.get("args"), ident))
        case "tool.result":
            result = as_dict(event.get("result"))
            failed = result.get("isError") is True
            found = result_blocks(_noted(result), ident, failed)
            talk.say("tool", Origin.TOOL, found, record, when)
        case "step.begin" | "step.end":
            talk.end_answer()


def _noted(result: Data) -> object:
    """Return an output, and the note that the client made below it."""
    output, note = result.get("output"), text_of(result.get("note"))
    if not note:
        return output
    parts = output if isinstance(output, list) else [output]
    return [*parts, {"type": "text", "text": note}]


def _take_compaction(reader: _Reader, record: Record, when: _When) -> None:
    summary = record.data.get("summary") or record.data.get("contextSummary")
    told = summary if isinstance(summary, str) else as_dict(summary).get("content")
    blocks = blocks_of(told) or [Text("The conversation was compacted")]
    reader.talk.say("system", Origin.COMPACTION, blocks, record, when)


def _take_undo(reader: _Reader, record: Record, when: _When) -> None:
    count = record.data.get("count")
    reader.talk.take_back(count if isinstance(count, int) else 0)


def _take_clear(reader: _Reader, record: Record, when: _When) -> None:
    _notice(reader, record, when, "The context was cleared")
    reader.talk.forget()


def _take_cancel(reader: _Reader, record: Record, when: _When) -> None:
    reader.talk.state = "interrupted"
    _notice(reader, record, when, "Interrupted")


def _take_end(reader: _Reader, record: Record, when: _When) -> None:
    data, talk = record.data, reader.talk
    talk.end_answer()
    talk.state = _STATES.get(text_of(data.get("reason")), "")
    if message := text_of(as_dict(data.get("error")).get("message")):
        _notice(reader, record, when, message)


def _take_model(reader: _Reader, record: Record, when: _When) -> None:
    data, talk = record.data, reader.talk
    model = text_of(data.get("model")) or text_of(data.get("modelAlias"))
    told = text_of(as_dict(data.get("environmentDisclosure")).get("cwd"))
    talk.model = model.rpartition("/")[2] or talk.model
    talk.project = text_of(data.get("cwd")) or told or talk.project


def _notice(reader: _Reader, record: Record, when: _When, words: str) -> None:
    blocks: list[Block] = [Notice(cut(words))]
    reader.talk.say("system", Origin.NOTIFICATION, blocks, record, when)


_STATES = {"cancelled": "interrupted", "failed": "error", "blocked": "error"}

_TAKERS: Mapping[str, Callable[[_Reader, Record, _When], None]] = {
    "turn.prompt": _take_prompt,
    "turn.steer": _take_prompt,
    "turn.cancel": _take_cancel,
    "turn.ended": _take_end,
    "context.append_message": _take_message,
    "context.append_loop_event": _take_event,
    "context.apply_compaction": _take_compaction,
    "context.undo": _take_undo,
    "context.clear": _take_clear,
    "config.update": _take_model,
    "profile.bind": _take_model,
    "llm.request": _take_model,
    "usage.record": _take_model,
}
"""What each type of record does; the others are bookkeeping."""
