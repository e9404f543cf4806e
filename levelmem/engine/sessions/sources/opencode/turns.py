"""A session's messages as turns, in order."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import cut, result_text, trimmed
from levelmem.engine.sessions.file_edits import cut_diff, file_edits
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.opencode.conversation import (
    Conversation,
    Message,
)
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line
from levelmem.engine.text import one_line

ABANDONED = "abandoned branch"
ABORTED = "MessageAbortedError"

_QUOTED = re.compile(r'\s*"((?:[^"\\]|\\.)+)"\s*', re.DOTALL)

_SENT = (
    "Called the Read tool with the following input",
    "Summarize the task tool output above and continue with your task.",
    "Continue if you have next steps",
)
"""How texts begin that the client puts into the person's message."""


def turns_of(conversation: Conversation) -> Iterator[Turn]:
    """Yield the turns of a conversation, numbered from 0."""
    is_child = bool(text_of(conversation.info.get("parentID")))
    undone = text_of(as_dict(conversation.info.get("revert")).get("messageID"))
    number, note = 0, ""
    for message in conversation.messages:
        if undone and message.info.get("id") == undone:
            note = ABANDONED
        for turn in _turns(message, is_child):
            if turn.blocks:
                when = parse_time(as_dict(message.info.get("time")).get("created"))
                yield replace(turn, number=number, when=when, note=note)
                number += 1


def _turns(message: Message, is_child: bool) -> Iterator[Turn]:
    if message.info.get("role") == "user":
        yield from _shells(message)
        yield from _asked(message, is_child)
    elif message.info.get("role") == "assistant":
        yield _answer(message)


def _shells(message: Message) -> Iterator[Turn]:
    """Yield commands that the person ran from the prompt, and what they printed."""
    for part in message.parts:
        if part.get("type") == "shell":
            blocks: list[Block] = [Text(cut(f"! {text_of(part.get('command'))}"))]
            if printed := result_text(part.get("output")):
                blocks.append(ToolResult(printed))
            yield Turn(0, "user", Origin.SHELL_ESCAPE, tuple(blocks))


def _asked(message: Message, is_child: bool) -> Iterator[Turn]:
    """Yield what the client put in, then what the person typed, with its files."""
    typed: list[str] = []
    sent: list[Block] = []
    beside: list[Block] = []
    for part in message.parts:
        text = text_of(part.get("text"))
        match part.get("type"):
            case "text" if _is_sent(part, text):
                sent.append(Text(cut(text)))
            case "text" if text.strip():
                typed.append(text)
            case "file":
                beside.append(Image(_file(part)))
            case "subtask" | "agent" | "compaction" | "retry":
                beside += _notices(part)
    yield Turn(0, "user", Origin.INJECTED, tuple(sent))
    # The oldest messages have no parts, and their text as a summary.
    body = "" if message.parts else _body(message)
    words = "\n".join(typed) or body
    origin, words = _origin(words, is_child)
    blocks = [Text(cut(words))] if words else []
    if not words and all(isinstance(block, Notice) for block in beside):
        origin = Origin.NOTIFICATION
    yield Turn(0, "user", origin, (*blocks, *beside))


def _is_sent(part: Data, text: str) -> bool:
    if part.get("synthetic") is True or part.get("ignored") is True:
        return bool(text.strip())
    return text.lstrip().startswith(_SENT)


def _origin(words: str, is_child: bool) -> tuple[Origin, str]:
    """Return whose words these are; ``opencode run "x"`` keeps the quotes."""
    if is_child:
        return Origin.SUBAGENT_PROMPT, words
    if quoted := _QUOTED.fullmatch(words):
        return Origin.HEADLESS, quoted[1].replace('\\"', '"')
    return Origin.HUMAN, words


def _answer(message: Message) -> Turn:
    blocks: list[Block] = []
    for part in message.parts:
        text = text_of(part.get("text"))
        match part.get("type"):
            case "text" if text.strip():
                blocks.append(Text(cut(text)))
            case "reasoning" if text.strip():
                blocks.append(Thinking(cut(text)))
            case "tool":
                blocks += _tool(part)
            case "file":
                blocks.append(Image(_file(part)))
            case "retry" | "compaction" | "subtask":
                blocks += _notices(part)
    if failure := error_of(message):
        blocks.append(Notice(cut(failure)))
    if not message.parts and (body := _body(message)):
        blocks.insert(0, Text(cut(body)))
    model = text_of(message.info.get("modelID"))
    if message.info.get("summary") is True:
        return Turn(0, "system", Origin.COMPACTION, tuple(blocks))
    return Turn(0, "assistant", Origin.AGENT, tuple(blocks), model=model)


def _body(message: Message) -> str:
    return text_of(as_dict(message.info.get("summary")).get("body")).strip()


def error_of(message: Message) -> str:
    """Return why an answer ended early, for people, or ``""``."""
    error = as_dict(message.info.get("error"))
    name = text_of(error.get("name"))
    if name == ABORTED:
        return "Interrupted"
    words = text_of(as_dict(error.get("data")).get("message"))
    return ": ".join(filter(None, (name, words)))


def _tool(part: Data) -> Iterator[Block]:
    """Yield a call, what it changed, and what it gave back."""
    tool, ident = text_of(part.get("tool")) or "tool", text_of(part.get("callID"))
    state = as_dict(part.get("state"))
    given = as_dict(state.get("input"))
    shown: dict[str, Any] = trimmed(given)
    line = tool_line(tool, shown) or one_line(text_of(state.get("title")))[:160]
    yield ToolCall(tool, shown, ident, line)
    failed = state.get("status") == "error"
    if not failed:
        yield from _edits(tool, given, as_dict(state.get("metadata")), ident)
    output = state.get("error") if failed else state.get("output")
    if state.get("status") not in ("pending", "running"):
        yield ToolResult(result_text(output), ident, failed)
    for file in _list(state.get("attachments")):
        yield Image(_file(file))


def _edits(tool: str, given: Data, reported: Data, ident: str) -> Iterator[FileEdit]:
    """Yield what a call changed: as it reported it, else by its arguments."""
    made = file_edits(tool, given, ident)
    if not made and tool in ("patch", "apply_patch"):
        for file in _list(reported.get("files")):
            path = text_of(file.get("filePath")) or text_of(file.get("relativePath"))
            if path:
                yield FileEdit(path, _diff(text_of(file.get("diff"))), ident)
        return
    diff = _diff(text_of(reported.get("diff"))) if len(made) == 1 else ""
    for edit in made:
        yield replace(edit, diff=diff or edit.diff)


def _diff(diff: str) -> str:
    """Return a reported diff from its first hunk on: the file is named beside it."""
    start = diff.find("@@")
    return cut_diff(diff[start:]) if start >= 0 else ""


def _notices(part: Data) -> Iterator[Notice]:
    kind = text_of(part.get("type"))
    names = ("description", "prompt", "name", "error")
    words = next(filter(None, (_words(part.get(name)) for name in names)), "")
    if kind == "compaction":
        yield Notice("The conversation was compacted")
    elif kind != "agent":  # of which the text has the name
        yield Notice(cut(f"{kind.capitalize()}: {one_line(words)}" if words else kind))


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return _words(as_dict(value.get("data")).get("message") or value.get("name"))
    return text_of(value).strip()


def _file(part: Data) -> str:
    """Return a file's name and type: what it holds may stand in its address."""
    source = as_dict(part.get("source"))
    name = text_of(part.get("filename")) or text_of(source.get("path"))
    return one_line(" ".join(filter(None, (name, text_of(part.get("mime"))))))[:200]


def _list(value: object) -> list[Data]:
    return [as_dict(item) for item in value] if isinstance(value, list) else []
