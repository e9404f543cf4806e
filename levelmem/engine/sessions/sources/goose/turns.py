"""A session's messages as turns, in order."""

from collections.abc import Iterator
from dataclasses import replace

from levelmem.engine.sessions.blocks import content_blocks, cut
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Block, Notice, Origin, Text, Thinking, Turn
from levelmem.engine.sessions.sources.goose import tools
from levelmem.engine.sessions.sources.goose.conversation import Conversation, Message
from levelmem.engine.sessions.sources.goose.words import is_sent, is_unseen, origin_of
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import one_line


def turns_of(conversation: Conversation) -> Iterator[Turn]:
    """Yield the turns of a conversation, numbered from 0."""
    prompted, model, number = origin_of(conversation.row), conversation.model, 0
    recipe = conversation.recipe
    for message in conversation.messages:
        for turn in _turns(message, prompted, model):
            if recipe and turn.origin is Origin.HUMAN and turn.text == recipe:
                turn = replace(turn, origin=Origin.HEADLESS)
            if turn.blocks:
                yield replace(
                    turn,
                    number=number,
                    when=parse_time(message.created),
                    offset=message.offset,
                    length=message.length,
                )
                number += 1


def _turns(message: Message, prompted: Origin, model: str) -> Iterator[Turn]:
    if message.role == "assistant":
        yield _answer(message, model)
    elif message.role == "user":
        yield from _asked(message, prompted)


def _answer(message: Message, model: str) -> Turn:
    blocks = tuple(block for part in message.content for block in _blocks(part))
    if is_unseen(message.noted):
        return Turn(0, "system", Origin.INJECTED, blocks)
    if blocks and all(isinstance(block, Notice) for block in blocks):
        return Turn(0, "system", Origin.NOTIFICATION, blocks)
    used = as_dict(message.noted.get("inference"))
    answered = text_of(used.get("requestedModel")) or text_of(used.get("model"))
    return Turn(0, "assistant", Origin.AGENT, blocks, model=answered or model)


def _asked(message: Message, prompted: Origin) -> Iterator[Turn]:
    """Yield what tools gave back, what Goose put in, then what the person typed."""
    given: list[Block] = []
    sent: list[Block] = []
    typed: list[Block] = []
    noticed: list[Block] = []
    for part in message.content:
        blocks = list(_blocks(part))
        match part.get("type"):
            case "toolResponse":
                given += blocks
            case "text" if is_sent(text_of(part.get("text"))):
                sent += blocks
            case "text" | "image" | "document":
                typed += blocks
            case _:
                noticed += blocks
    if is_unseen(message.noted):
        sent, typed = [*sent, *typed], []
    yield Turn(0, "tool", Origin.TOOL, tuple(given))
    yield Turn(0, "user", Origin.INJECTED, tuple(sent))
    yield Turn(0, "user", prompted, tuple(typed))
    yield Turn(0, "system", Origin.NOTIFICATION, tuple(noticed))


def _blocks(part: Data) -> Iterator[Block]:
    match part.get("type"):
        case "text" if words := text_of(part.get("text")).strip():
            yield Text(cut(words))
        case "thinking" | "reasoning":
            thought = text_of(part.get("thinking")) or text_of(part.get("text"))
            if thought.strip():
                yield Thinking(cut(thought))
        case "toolRequest" | "frontendToolRequest":
            yield from tools.call(part)
        case "toolResponse":
            yield from tools.result(part)
        case "image" | "document":
            yield tools.picture(part)
        case (
            "systemNotification" | "error" | "actionRequired" | "contextLengthExceeded"
        ):
            if words := _words(part):
                yield Notice(cut(words))
        case "toolConfirmationRequest" | "redactedThinking" | "conversationCompacted":
            return
        case _:
            yield from content_blocks([part])


def _words(part: Data) -> str:
    """Return what Goose itself says, or asks."""
    if part.get("notificationType") == "thinkingMessage":
        return ""  # "goose is compacting the conversation…", while it does
    inner = as_dict(part.get("data"))
    names = ("msg", "message", "error", "prompt")
    texts = (text_of(found.get(name)) for found in (part, inner) for name in names)
    return one_line(next(filter(None, texts), ""))
