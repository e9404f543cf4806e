"""A Claude Code transcript as a conversation, in file order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import (
    Record,
    Skipped,
    decode_line,
    read_records,
    text_of,
)
from levelmem.engine.sessions.model import Block, Image, Notice, Origin, Session, Turn
from levelmem.engine.sessions.sources.claude_code.blocks import (
    answer_blocks,
    error_blocks,
    merged,
    opaque_blocks,
    said_blocks,
)
from levelmem.engine.sessions.sources.claude_code.notices import (
    attached_file,
    is_hook,
    notice_of,
)
from levelmem.engine.sessions.sources.claude_code.prints import message_print
from levelmem.engine.sessions.sources.claude_code.records import (
    SYNTHETIC,
    is_subagent_file,
    message_of,
    node_id,
    said_by,
    unique_records,
)
from levelmem.engine.sessions.sources.claude_code.survey import Survey, survey
from levelmem.engine.sessions.times import parse_time

_LARGE = 16 * 1024 * 1024
"""Bytes of a file beyond which it is decoded twice rather than held in memory."""

_ROLES: Mapping[Origin, str] = {
    Origin.TOOL: "tool",
    Origin.COMPACTION: "system",
    Origin.NOTIFICATION: "system",
    Origin.HOOK: "system",
}


@dataclass(slots=True)
class Reader:
    """What is known while one file is read."""

    path: Path
    subagent: bool
    """Whether the file is a subagent's."""
    survey: Survey
    note: str
    """What every turn of the file is marked with."""
    number: int = 0
    """The number of the next turn."""
    last: Turn | None = None
    """The turn that the next line may still belong to."""
    last_message: str = ""


def turns(session: Session) -> Iterator[Turn]:
    """Yield the turns of a session; what only its copies hold comes at the end.

    Raises ``OSError`` when the transcript can't be opened.
    """
    number = 0
    seen: set[str] = set()
    for turn in _file_turns(session.path, seen, "", number):
        yield turn
        number += 1
    for path in session.files:
        try:
            for turn in _file_turns(path, seen, f"from {path.stem}", number):
                # An offset into another file would lead astray.
                yield replace(turn, offset=-1, length=0)
                number += 1
        except OSError:
            continue  # A copy that vanished takes nothing away from the session.


def _file_turns(path: Path, seen: set[str], note: str, number: int) -> Iterator[Turn]:
    """Yield the turns of one file that are not in ``seen``, and add them to it.

    The first one gets the given number.
    """
    subagent = is_subagent_file(path)
    records = _records(path)
    reader = Reader(path, subagent, survey(records(), subagent), note, number)
    with open_regular(path) as stream:
        for record in unique_records(records()):
            uuid = node_id(record.data)
            if note and not uuid:
                continue  # Bookkeeping of a copy.
            if uuid:
                mark = message_print(uuid, record.data.get("timestamp"))
                if mark in seen:
                    continue
                seen.add(mark)
            yield from take(reader, _longest(reader, stream, record, uuid))
    if reader.last is not None:
        yield reader.last


def _records(path: Path) -> Callable[[], Iterable[Record]]:
    """Return what yields the records of a file, as often as it is called.

    Decoding is what takes the time, so that those of a file that is not large are
    held. Raises ``OSError`` when the file can't be opened.
    """
    if path.stat().st_size > _LARGE:
        return lambda: read_records(path, Skipped())
    records = list(read_records(path, Skipped()))
    return lambda: records


def _longest(reader: Reader, stream: BinaryIO, record: Record, uuid: str) -> Record:
    """Return the longest version of a record that the file holds."""
    offset = reader.survey.longer.get(uuid)
    if offset is None or not uuid:
        return record
    stream.seek(offset)
    line = stream.readline()
    try:
        versions = decode_line(line)
    except ValueError:
        return record
    for data in versions:
        if node_id(data) == uuid:
            return Record(data, offset, len(line.rstrip(b"\r\n")))
    return record


def take(reader: Reader, record: Record) -> Iterator[Turn]:
    """Yield the turn that ``record`` completes, if any."""
    turn = _turn(reader, record)
    if turn is None:
        return
    message = _message_key(record.data) if turn.role == "assistant" else ""
    last = reader.last
    if last is not None and message and message == reader.last_message:
        end = max(last.offset + last.length, turn.offset + turn.length)
        reader.last = replace(
            last,
            blocks=merged(last.blocks, turn.blocks),
            length=end - last.offset if turn.offset >= last.offset else last.length,
        )
        return
    if last is not None:
        yield last
    reader.last, reader.last_message = turn, message
    reader.number += 1


def _message_key(data: Mapping[str, Any]) -> str:
    """Return what lines of one message share; requests stand in for a missing id."""
    return text_of(message_of(data).get("id")) or text_of(data.get("requestId"))


def _turn(reader: Reader, record: Record) -> Turn | None:
    data = record.data
    said = said_by(data, reader.subagent)
    if said is not None:
        if record.offset in reader.survey.twins.earlier:
            return None
        blocks = said_blocks(data, said, reader.path)
        role = _ROLES.get(said.origin, "user")
        return _made(reader, record, role, said.origin, blocks)
    if data.get("type") == "assistant":
        return _answer(reader, record)
    if name := attached_file(data):
        return _made(reader, record, "user", Origin.INJECTED, [Image(name)])
    if notice := notice_of(data):
        origin = Origin.HOOK if is_hook(data) else Origin.NOTIFICATION
        return _made(reader, record, "system", origin, [Notice(notice)])
    return _opaque(reader, record)


def _answer(reader: Reader, record: Record) -> Turn | None:
    message = message_of(record.data)
    model = text_of(message.get("model"))
    if model == SYNTHETIC or record.data.get("isApiErrorMessage") is True:
        blocks = error_blocks(message.get("content"))
        return _made(reader, record, "system", Origin.NOTIFICATION, blocks)
    blocks = answer_blocks(message.get("content"), reader.survey)
    return _made(reader, record, "assistant", Origin.AGENT, blocks, model)


def _opaque(reader: Reader, record: Record) -> Turn | None:
    """Keep a record of a type that is not known, where it has something to say."""
    blocks = opaque_blocks(record.data)
    calls = record.data.get("type") == "tool_use"
    role, origin = ("assistant", Origin.AGENT) if calls else ("tool", Origin.TOOL)
    return _made(reader, record, role, origin, blocks)


def _made(
    reader: Reader,
    record: Record,
    role: str,
    origin: Origin,
    blocks: list[Block],
    model: str = "",
) -> Turn | None:
    if not blocks:
        return None
    data = record.data
    aside = data.get("isSidechain") is True and not reader.subagent
    note = reader.note or reader.survey.notes.get(node_id(data), "")
    return Turn(
        number=reader.number,
        role=role,
        origin=origin,
        blocks=tuple(blocks),
        when=parse_time(data.get("timestamp")),
        model=model,
        offset=record.offset,
        length=record.length,
        note=note or ("subagent" if aside else ""),
    )
