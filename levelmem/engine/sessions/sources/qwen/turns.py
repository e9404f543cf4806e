"""A log as a conversation, in file order."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.model import (
    FileEdit,
    Origin,
    Session,
    Text,
    Turn,
)
from levelmem.engine.sessions.sources._gemini_family.parts import (
    answer_blocks,
    as_dict,
    plain,
    responses,
)
from levelmem.engine.sessions.sources._gemini_family.turns import (
    notice_turn,
    user_turn,
)
from levelmem.engine.sessions.sources.qwen.records import (
    Survey,
    content_of,
    payload_of,
    survey,
)
from levelmem.engine.sessions.times import parse_time

ABANDONED = "abandoned branch"
_TYPED = {"": Origin.HUMAN, "mid_turn_user_message": Origin.QUEUED}
"""Whose words a user record's are, by its subtype; any other was not typed."""


_MOST_BLOCKS = 1000
"""Blocks of one answer: a damaged log may repeat an id without end."""


@dataclass(slots=True)
class _Last:
    """The turn that the next record may still belong to."""

    turn: Turn | None = None
    uuid: str = ""
    number: int = 0

    def flush(self) -> Iterator[Turn]:
        """Yield the turn, complete and numbered."""
        if self.turn is not None:
            yield replace(self.turn, number=self.number)
            self.number += 1
            self.turn = None


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session. Raises ``OSError`` when its log is gone."""
    known = survey(session.path)
    yield from turns_of(read_records(session.path, Skipped()), known)


def turns_of(records: Iterator[Record], known: Survey) -> Iterator[Turn]:
    """Yield the turns that records make up, numbered from 0."""
    last = _Last()
    for record in records:
        turn = _turn(record, known)
        if turn is None:
            continue
        uuid = text_of(record.data.get("uuid"))
        # One answer is written part by part.
        is_part = uuid and uuid == last.uuid and turn.origin is Origin.AGENT
        if last.turn and is_part and len(last.turn.blocks) < _MOST_BLOCKS:
            last.turn = _joined(last.turn, turn)
            continue
        yield from last.flush()
        last.turn, last.uuid = turn, uuid
    yield from last.flush()


def _joined(first: Turn, more: Turn) -> Turn:
    is_again = first.blocks[-len(more.blocks) :] == more.blocks
    return replace(
        first,
        blocks=first.blocks if is_again else (*first.blocks, *more.blocks),
        model=more.model or first.model,
        length=more.offset + more.length - first.offset,
    )


def _turn(record: Record, known: Survey) -> Turn | None:
    data = record.data
    make = _MAKERS.get(text_of(data.get("type")))
    turn = make(data) if make else None
    if turn is None:
        return None
    blocks = tuple(
        replace(block, diff=known.diffs.get(block.call_id, block.diff))
        if isinstance(block, FileEdit)
        else block
        for block in turn.blocks
        if not (isinstance(block, FileEdit) and block.call_id in known.failed)
    )
    return replace(
        turn,
        blocks=blocks,
        when=parse_time(data.get("timestamp")),
        offset=record.offset,
        length=record.length,
        note="" if known.is_current(data) else ABANDONED,
    )


def _user(data: Mapping[str, Any]) -> Turn | None:
    subtype = text_of(data.get("subtype"))
    shown = text_of(payload_of(data).get("displayText"))
    if subtype == "notification":
        return notice_turn(shown or plain(content_of(data)))
    turn = user_turn(content_of(data), shown)
    if turn is None or turn.origin is not Origin.HUMAN:
        return turn
    return replace(turn, origin=_TYPED.get(subtype, Origin.INJECTED))


def _answer(data: Mapping[str, Any]) -> Turn | None:
    blocks = answer_blocks(content_of(data))
    if not blocks:
        return None
    model = text_of(data.get("model"))
    return Turn(0, "assistant", Origin.AGENT, tuple(blocks), model=model)


def _result(data: Mapping[str, Any]) -> Turn | None:
    outcome = as_dict(data.get("toolCallResult"))
    failed = outcome.get("status") in ("error", "cancelled")
    results = [
        replace(result, is_error=result.is_error or failed)
        for result in responses(content_of(data))
    ]
    return Turn(0, "tool", Origin.TOOL, tuple(results)) if results else None


def _system(data: Mapping[str, Any]) -> Turn | None:
    payload = payload_of(data)
    match data.get("subtype"):
        case "slash_command":
            command = text_of(payload.get("rawCommand")).strip()
            if command and payload.get("phase") != "result":
                block = Text(cut(command))
                return Turn(0, "user", Origin.SLASH_COMMAND, (block,))
        case "chat_compression":
            words = text_of(payload.get("summary"))
            if words.strip():
                return Turn(0, "system", Origin.COMPACTION, (Text(cut(words)),))
            return notice_turn("The conversation was compacted")
    return None


_MAKERS: Mapping[str, Callable[[Mapping[str, Any]], Turn | None]] = {
    "user": _user,
    "assistant": _answer,
    "tool_result": _result,
    "system": _system,
}
