"""Answers that a transcript holds for sure, told from one of its lines.

A line counts only with what others say of it: it may come again in a longer form.
Where it does not, an answer is an answer, whatever else the file holds.
"""

import re
from collections.abc import Iterator
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks
from levelmem.engine.sessions.jsonl import decode_line
from levelmem.engine.sessions.model import Text
from levelmem.engine.sessions.sources.claude_code.records import (
    SYNTHETIC,
    message_of,
    node_id,
)

_TRIES = 24
"""Lines with the word that are decoded: in most files the first is an answer."""
_OWN_ID = re.compile(rb'"uuid"\s*:\s*"\Z')
_REACH = 32


def sure_answers(data: bytes, lowered: bytes, word: bytes) -> Iterator[str]:
    """Yield texts of answers in whose lines a word stands.

    Args:
        data: the whole transcript.
        lowered: where the word is looked for: the same, or the same in lower case.
        word: a part of a word as it stands in ``lowered``.
    """
    at = lowered.find(word)
    for _ in range(_TRIES):
        if at < 0:
            return
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        if end < 0:
            return  # It is still being written.
        line = data[start:end]
        record = _answer_in(line) if b'"assistant"' in line else None
        if record and _comes_once(record, data, start, end):
            yield from _texts(record)
        at = lowered.find(word, end)


def _answer_in(line: bytes) -> dict[str, Any] | None:
    """Return the record of a line where it is an answer, and nothing else."""
    try:
        records = decode_line(line)
    except ValueError:
        return None
    if len(records) != 1 or records[0].get("type") != "assistant":
        return None
    failed = records[0].get("isApiErrorMessage") is True
    made_up = message_of(records[0]).get("model") == SYNTHETIC
    return None if failed or made_up else records[0]


def _comes_once(record: dict[str, Any], data: bytes, start: int, end: int) -> bool:
    """Tell whether no other line has the id of a record."""
    uuid = node_id(record).encode("utf-8", "replace")
    at = data.find(uuid) if uuid else -1
    while at >= 0:
        if not start <= at < end and _OWN_ID.search(data, max(0, at - _REACH), at):
            return False
        at = data.find(uuid, at + len(uuid))
    return True


def _texts(record: dict[str, Any]) -> Iterator[str]:
    for block in content_blocks(message_of(record).get("content")):
        if isinstance(block, Text):
            yield block.text
