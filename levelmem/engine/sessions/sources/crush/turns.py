"""A session's messages as turns, in order."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import cut, result_text, trimmed
from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.json_values import Data, arguments_of, as_dict
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.crush.conversation import Conversation, Message
from levelmem.engine.sessions.sources.crush.words import origin_of, parted
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line
from levelmem.engine.text import one_line

CANCELED = "canceled"
FAILED = ("error", "content_filter")


def turns_of(conversation: Conversation) -> Iterator[Turn]:
    """Yield the turns of a conversation, numbered from 0."""
    is_child = bool(text_of(conversation.row.get("parent_session_id")))
    title = text_of(conversation.row.get("title"))
    number = 0
    for message in conversation.messages:
        when = parse_time(message.row.get("created_at"))
        for turn in _turns(message, is_child, title):
            if turn.blocks:
                yield replace(turn, number=number, when=when)
                number += 1


def finish_of(message: Message) -> Data:
    """Return how a message ended, or nothing."""
    ends = (_data(part) for part in message.parts if part.get("type") == "finish")
    return next(ends, {})


def _turns(message: Message, is_child: bool, title: str) -> Iterator[Turn]:
    match message.row.get("role"):
        case "user":
            yield from _asked(message, is_child, title)
        case "assistant":
            yield _answer(message)
        case "tool":
            yield Turn(0, "tool", Origin.TOOL, tuple(_results(message)))


def _asked(message: Message, is_child: bool, title: str) -> Iterator[Turn]:
    """Yield what Crush put in, then what the person typed, with its files."""
    typed: list[str] = []
    sent: list[Block] = []
    beside: list[Block] = []
    for part in message.parts:
        data = _data(part)
        match part.get("type"):
            case "text":
                words, files = parted(text_of(data.get("text")))
                if data.get("hidden") is True:
                    words, files = "", text_of(data.get("text"))
                typed += [words] if words else []
                sent += [Text(cut(files))] if files.strip() else []
            case "binary" | "image_url":
                beside.append(_picture(data))
            case "shell_command":
                yield _shell(data)
    yield Turn(0, "user", Origin.INJECTED, tuple(sent))
    text = "\n".join(typed)
    said = [Text(cut(text))] if text else []
    yield Turn(0, "user", origin_of(text, is_child, title), (*said, *beside))


def _answer(message: Message) -> Turn:
    blocks: list[Block] = []
    for part in message.parts:
        data = _data(part)
        match part.get("type"):
            case "text" if words := text_of(data.get("text")).strip():
                blocks.append(Text(cut(words)))
            case "reasoning" if thought := text_of(data.get("thinking")).strip():
                blocks.append(Thinking(cut(thought)))
            case "tool_call":
                blocks += _call(data)
            case "tool_result":
                blocks.append(_result(data))
            case "binary" | "image_url":
                blocks.append(_picture(data))
    blocks += _ending(finish_of(message))
    if message.row.get("is_summary_message"):
        return Turn(0, "system", Origin.COMPACTION, tuple(blocks))
    model = text_of(message.row.get("model"))
    return Turn(0, "assistant", Origin.AGENT, tuple(blocks), model=model)


def _call(data: Data) -> list[Block]:
    tool, ident = text_of(data.get("name")) or "tool", text_of(data.get("id"))
    given = arguments_of(data.get("input"))
    shown: dict[str, Any] = trimmed(given)
    call = ToolCall(tool, shown, ident, tool_line(tool, shown))
    return [call, *file_edits(tool, given, ident)]


def _results(message: Message) -> Iterator[Block]:
    for part in message.parts:
        data = _data(part)
        if part.get("type") == "tool_result":
            yield _result(data)
            if data.get("data"):
                yield _picture(data)


def _result(data: Data) -> ToolResult:
    ident, failed = text_of(data.get("tool_call_id")), data.get("is_error") is True
    return ToolResult(result_text(data.get("content")), ident, failed)


def _ending(finish: Data) -> Iterator[Notice]:
    """Yield why an answer ended early."""
    if finish.get("reason") == CANCELED:
        yield Notice("Interrupted")
    elif finish.get("reason") in FAILED:
        words = (text_of(finish.get(name)).strip() for name in ("message", "details"))
        yield Notice(cut(": ".join(filter(None, words)) or "The answer was refused"))


def _shell(data: Data) -> Turn:
    """Return a command that the person ran from the prompt, and what it printed."""
    blocks: list[Block] = [Text(cut(f"! {text_of(data.get('command'))}"))]
    if printed := result_text(data.get("output")):
        blocks.append(ToolResult(printed, "", data.get("exit_code") not in (0, None)))
    return Turn(0, "user", Origin.SHELL_ESCAPE, tuple(blocks))


def _picture(data: Data) -> Image:
    """Name a file or a picture; what it holds is never carried along."""
    kind = text_of(data.get("MIMEType")) or text_of(data.get("mime_type"))
    url = text_of(data.get("url"))
    if url.startswith("data:"):
        kind, url = url[5:].partition(";")[0], ""
    name = text_of(data.get("Path")) or url
    return Image(one_line(" ".join(filter(None, (name, kind))))[:200] or "file")


def _data(part: Data) -> Data:
    return as_dict(part.get("data"))
