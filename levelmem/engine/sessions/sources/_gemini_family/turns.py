"""A recorded chat as a conversation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    Notice,
    Origin,
    Session,
    Text,
    Thinking,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources._gemini_family.chat import Chat, read_chat
from levelmem.engine.sessions.sources._gemini_family.parts import (
    answer_blocks,
    as_dict,
    call_blocks,
    has_failed,
    images,
    plain,
    reported_diff,
    responses,
    result_of,
    texts,
)
from levelmem.engine.sessions.sources._gemini_family.words import said
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import one_line

_ROLES: Mapping[Origin, str] = {
    Origin.COMPACTION: "system",
    Origin.HOOK: "system",
}


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when its file is gone."""
    yield from turns_of(read_chat(session.path))


def turns_of(chat: Chat, prompt: Origin | None = None) -> Iterator[Turn]:
    """Yield the turns of a chat, numbered from 0.

    ``prompt`` is whose words typed ones are, where nobody types: in a subagent's run.
    """
    if prompt is None and chat.meta.get("kind") == "subagent":
        prompt = Origin.SUBAGENT_PROMPT
    number = 0
    for message in chat.messages:
        for turn in _turns(message.data):
            origin = turn.origin
            if prompt and origin in (Origin.HUMAN, Origin.SLASH_COMMAND):
                origin = prompt
            yield replace(
                turn,
                number=number,
                origin=origin,
                when=time_of(message.data),
                offset=message.offset,
                length=message.length,
            )
            number += 1


def user_turn(content: object, shown: str = "") -> Turn | None:
    """Return the turn that the content of a user message makes, None for nothing."""
    results = responses(content)
    if results and not plain(content).strip():
        return Turn(0, "tool", Origin.TOOL, tuple(results))
    words = said(texts(content), shown)
    blocks: list[Block] = []
    if words.text:
        blocks.append(Text(cut(words.text)))
    if words.output:
        blocks.append(ToolResult(cut(words.output)))
    blocks += images(content)
    if not blocks:
        return None
    role = _ROLES.get(words.origin, "user")
    return Turn(0, role, words.origin, tuple(blocks))


def notice_turn(text: str) -> Turn | None:
    """Return the turn that a message of the client makes."""
    if not text.strip():
        return None
    return Turn(0, "system", Origin.NOTIFICATION, (Notice(cut(text.strip())),))


def time_of(message: Mapping[str, Any]) -> Any:
    """Return when a message was sent, or None."""
    return parse_time(message.get("timestamp", message.get("ts")))


def _turns(message: Mapping[str, Any]) -> Iterator[Turn]:
    kind = text_of(message.get("type")) or text_of(message.get("role"))
    make = _MAKERS.get(kind)
    if make is not None:
        yield from make(message)
    elif turn := notice_turn(_opaque(kind, message)):
        yield turn


def _user(message: Mapping[str, Any]) -> Iterator[Turn]:
    shown = plain(message.get("displayContent"))
    if turn := user_turn(_content(message), shown):
        yield turn


def _answer(message: Mapping[str, Any]) -> Iterator[Turn]:
    """Yield what the agent thought, said and called, and what its calls gave back."""
    blocks: list[Block] = [*_thoughts(message), *answer_blocks(_content(message))]
    results: list[ToolResult] = []
    calls = message.get("toolCalls")
    for call in calls if isinstance(calls, list) else []:
        if isinstance(call, dict):
            diff = reported_diff(call.get("resultDisplay"))
            blocks += call_blocks(call, diff, has_failed(call.get("status")))
            if result := result_of(call):
                results.append(result)
    if blocks:
        model = text_of(message.get("model"))
        yield Turn(0, "assistant", Origin.AGENT, tuple(blocks), model=model)
    if results:
        yield Turn(0, "tool", Origin.TOOL, tuple(results))


def _thoughts(message: Mapping[str, Any]) -> Iterator[Thinking]:
    thoughts = message.get("thoughts")
    for thought in thoughts if isinstance(thoughts, list) else []:
        subject = text_of(as_dict(thought).get("subject")).strip()
        words = text_of(as_dict(thought).get("description")).strip()
        head = f"**{subject}**\n\n" if subject and words else subject
        if subject or words:
            yield Thinking(cut(f"{head}{words}"))


def _notice(message: Mapping[str, Any]) -> Iterator[Turn]:
    if turn := notice_turn(plain(_content(message))):
        yield turn


def _opaque(kind: str, message: Mapping[str, Any]) -> str:
    words = plain(_content(message))
    return f"{one_line(kind)}: {words}" if words.strip() else ""


def _content(message: Mapping[str, Any]) -> object:
    for name in ("content", "parts", "message", "text"):
        if message.get(name) is not None:
            return message[name]
    return None


_MAKERS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Turn]]] = {
    "user": _user,
    "gemini": _answer,
    "qwen": _answer,
    "model": _answer,
    "assistant": _answer,
    "info": _notice,
    "error": _notice,
    "warning": _notice,
}
