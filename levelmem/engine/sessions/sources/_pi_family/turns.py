"""A session file as a conversation, in file order."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import (
    content_blocks,
    cut,
    plain_text,
    result_text,
    trimmed,
)
from levelmem.engine.sessions.conversation_tree import ConversationTree
from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, Skipped, text_of
from levelmem.engine.sessions.model import (
    Block,
    Notice,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources._pi_family.entries import (
    kind_of,
    read_entries,
    tree_of,
)
from levelmem.engine.sessions.sources._pi_family.words import (
    is_only_skill,
    typed_words,
)
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line

ABANDONED = "abandoned branch"


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when its file is gone."""
    tree = tree_of(session.path)
    yield from turns_of(read_entries(session.path, Skipped()), tree)


def turns_of(records: Iterator[Record], tree: ConversationTree) -> Iterator[Turn]:
    """Yield the turns that entries make up, numbered from 0."""
    number = 0
    for record in records:
        data = record.data
        turn = _turn(data)
        if turn is None or not turn.blocks:
            continue
        is_current = tree.is_current(text_of(data.get("id")))
        yield replace(
            turn,
            number=number,
            when=_when(data),
            offset=record.offset,
            length=record.length,
            note="" if is_current else ABANDONED,
        )
        number += 1


def _when(data: Data) -> Any:
    written = data.get("timestamp") or as_dict(data.get("message")).get("timestamp")
    return parse_time(written)


def _turn(data: Data) -> Turn | None:
    kind = kind_of(data)
    if kind == "message":
        message = as_dict(data.get("message"))
        make = _MESSAGES.get(text_of(message.get("role")))
        return make(message) if make else None
    make = _ENTRIES.get(kind)
    return make(data) if make else None


def _user(message: Data) -> Turn:
    content = message.get("content")
    words = plain_text(content)
    typed = typed_words(words)
    if typed == words:
        return _said("user", Origin.HUMAN, content_blocks(content))
    origin = Origin.SLASH_COMMAND if is_only_skill(words) else Origin.HUMAN
    others = [b for b in content_blocks(content) if not isinstance(b, Text)]
    return _said("user", origin, [Text(cut(typed)), *others])


def _assistant(message: Data) -> Turn:
    blocks: list[Block] = []
    content = message.get("content")
    for part in content if isinstance(content, list) else [content]:
        if as_dict(part).get("type") == "toolCall":
            blocks += _call(as_dict(part))
        else:
            blocks += content_blocks([part] if isinstance(part, dict) else part)
    error = text_of(message.get("errorMessage")).strip()
    if message.get("stopReason") in ("error", "aborted"):
        blocks.append(Notice(cut(error or "Interrupted")))
    model = text_of(message.get("model"))
    return replace(_said("assistant", Origin.AGENT, blocks), model=model)


def _call(part: Data) -> list[Block]:
    tool, ident = text_of(part.get("name")) or "tool", text_of(part.get("id"))
    given = as_dict(part.get("arguments"))
    shown: dict[str, Any] = trimmed(given)
    call = ToolCall(tool, shown, ident, tool_line(tool, shown))
    return [call, *file_edits(tool, given, ident)]


def _result(message: Data) -> Turn:
    ident, failed = text_of(message.get("toolCallId")), bool(message.get("isError"))
    blocks: list[Block] = [
        ToolResult(result_text(message.get("content")), ident, failed)
    ]
    return _said("tool", Origin.TOOL, blocks)


def _shell(message: Data) -> Turn:
    """Return a command that the person ran from the prompt, and what it printed."""
    command, output = text_of(message.get("command")), message.get("output")
    failed = message.get("exitCode") not in (0, None)
    blocks: list[Block] = [Text(cut(f"! {command}"))]
    if printed := result_text(output):
        blocks.append(ToolResult(printed, "", failed))
    return _said("user", Origin.SHELL_ESCAPE, blocks)


def _custom(data: Data) -> Turn | None:
    """Return what an extension put in; it says itself whether that is shown."""
    if data.get("display") is False:
        return None
    return _said("user", Origin.INJECTED, content_blocks(data.get("content")))


def _summary(data: Data) -> Turn:
    words = text_of(data.get("summary")) or plain_text(data.get("content"))
    text = words.strip() or "The conversation was compacted"
    return _said("system", Origin.COMPACTION, [Text(cut(text))])


def _said(role: str, origin: Origin, blocks: list[Block]) -> Turn:
    return Turn(0, role, origin, tuple(blocks))


_MESSAGES: Mapping[str, Callable[[Data], Turn | None]] = {
    "user": _user,
    "assistant": _assistant,
    "toolResult": _result,
    "bashExecution": _shell,
    "custom": _custom,
    "branchSummary": _summary,
    "compactionSummary": _summary,
}
"""What a message of each role makes; the system prompt is none of the conversation."""

_ENTRIES: Mapping[str, Callable[[Data], Turn | None]] = {
    "custom_message": _custom,
    "compaction": _summary,
    "branch_summary": _summary,
}
"""What each other type of entry makes; the rest is bookkeeping."""
