"""A log as a conversation, in file order."""

from collections.abc import Iterator
from dataclasses import replace

from levelmem.engine.sessions.blocks import (
    content_blocks,
    cut,
    only_tool_results,
    plain_text,
)
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import Block, Origin, Text, Turn
from levelmem.engine.sessions.sources.droid.words import reminders, typed_words
from levelmem.engine.sessions.times import parse_time


def turns_of(records: Iterator[Record]) -> Iterator[Turn]:
    """Yield the turns that records make up, numbered from 0."""
    number = 0
    for record in records:
        for turn in _turns(record.data):
            if turn.blocks:
                yield replace(
                    turn,
                    number=number,
                    when=parse_time(record.data.get("timestamp")),
                    offset=record.offset,
                    length=record.length,
                )
                number += 1


def _turns(data: Data) -> Iterator[Turn]:
    kind = data.get("type")
    if kind == "compaction_state":
        words = text_of(data.get("summaryText")).strip()
        text = words or "The conversation was compacted"
        yield Turn(0, "system", Origin.COMPACTION, (Text(cut(text)),))
    elif kind == "message":
        message = as_dict(data.get("message"))
        if message.get("role") == "user":
            yield from _asked(message.get("content"))
        elif message.get("role") == "assistant":
            blocks = tuple(content_blocks(message.get("content")))
            model = text_of(message.get("model"))
            yield Turn(0, "assistant", Origin.AGENT, blocks, model=model)


def _asked(content: object) -> Iterator[Turn]:
    """Yield what tools gave back, or what the client put in and the person typed."""
    blocks = content_blocks(content)
    if only_tool_results(content):
        yield Turn(0, "tool", Origin.TOOL, tuple(blocks))
        return
    words = plain_text(content)
    if put_in := reminders(words):
        yield Turn(0, "user", Origin.INJECTED, (Text(cut(put_in)),))
        words = typed_words(words)
    others: list[Block] = [block for block in blocks if not isinstance(block, Text)]
    said: list[Block] = [Text(cut(words))] if words.strip() else []
    yield Turn(0, "user", Origin.HUMAN, (*said, *others))
