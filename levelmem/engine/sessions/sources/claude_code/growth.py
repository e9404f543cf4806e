"""A transcript that grew, read from where its last turns were still open.

Later lines may change what earlier ones said: a line goes on with its message, a
result says what an edit came to, a queued prompt comes again as a message. So reading
goes on at the first turn that waits for something. What can't happen to older turns
without being noticed (their records come again, the file is rewritten) is noticed.
"""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.growing import Mark, Stale, edges_before
from levelmem.engine.sessions.jsonl import Record, Skipped, stream_records, text_of
from levelmem.engine.sessions.model import (
    FileEdit,
    Session,
    ToolCall,
    Turn,
)
from levelmem.engine.sessions.sources.claude_code.prints import text_print
from levelmem.engine.sessions.sources.claude_code.records import (
    is_subagent_file,
    message_of,
    node_id,
    unique_records,
)
from levelmem.engine.sessions.sources.claude_code.survey import Survey, survey
from levelmem.engine.sessions.sources.claude_code.turns import Reader, take, turns

_PRINT = len(text_print(""))
_PATIENCE = 40
"""Turns after which nobody waits any more for the result of a call that was left."""
_START = Mark(0, 0, {"ids": "", "answered": [], "edges": ""})


def turns_since(session: Session, mark: Mark | None) -> tuple[list[Turn], Mark | None]:
    """Return the turns from a mark on, and the next mark; see ``Growing``."""
    if session.files:
        if mark is not None:
            raise Stale
        return list(turns(session)), None
    with open_regular(session.path) as stream:
        known = mark or _START
        if (
            mark is not None
            and edges_before(stream, mark.offset) != known.state["edges"]
        ):
            raise Stale
        stream.seek(known.offset)
        records = list(stream_records(stream, Skipped(), begin=known.offset))
        subagent = is_subagent_file(session.path)
        found = survey(records, subagent)
        if mark is not None and _touches_older(records, known.state):
            raise Stale
        if found.longer:
            if mark is not None:
                raise Stale
            return list(turns(session)), None
        reader = Reader(session.path, subagent, found, "", known.number)
        given = list(_turns(reader, records))
        return given, _next_mark(stream, known, records, found, given)


def _turns(reader: Reader, records: list[Record]) -> Iterator[Turn]:
    for record in unique_records(records):
        yield from take(reader, record)
    if reader.last is not None:
        yield reader.last


def _touches_older(records: list[Record], state: Mapping[str, Any]) -> bool:
    """Tell whether records come again, or tell how calls before them ended."""
    ids: str = state["ids"]
    older = {ids[at : at + _PRINT] for at in range(0, len(ids), _PRINT)}
    called: set[str] = set()
    known = list(state["answered"])
    for record in records:
        uuid = node_id(record.data)
        if uuid and text_print(uuid) in older:
            return True
        for kind, call in _calls(record.data):
            if kind == "tool_use":
                called.add(call)
            elif call in known:
                known.remove(call)
            elif call not in called:
                return True
    return False


def _calls(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the calls and the results of a record, each with the id of its call."""
    content = message_of(data).get("content")
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        if call := text_of(block.get("tool_use_id")):
            yield "tool_result", call
        elif block.get("type") == "tool_use":
            yield "tool_use", text_of(block.get("id"))


def _next_mark(
    stream: BinaryIO,
    known: Mark,
    records: list[Record],
    found: Survey,
    given: list[Turn],
) -> Mark:
    """Return where the first turn begins that later lines may change."""
    calls = [(r.offset, *call) for r in records for call in _calls(r.data)]
    answered = {call for _, kind, call in calls if kind == "tool_result"}
    first = min(
        (
            *found.twins.waiting,
            *(turn.offset for turn in given[-_PATIENCE:] if _waits(turn, answered)),
            *(turn.offset for turn in given if _edits(turn, answered)),
            *(turn.offset for turn in given[-1:]),
        ),
        default=known.offset,
    )
    number = known.number + sum(turn.offset < first for turn in given)
    older = (r for r in records if r.offset < first and node_id(r.data))
    ids = "".join(dict.fromkeys(text_print(node_id(r.data)) for r in older))
    again = [(kind, call) for offset, kind, call in calls if offset >= first]
    called = {call for kind, call in again if kind == "tool_use"}
    state = {
        "ids": known.state["ids"] + ids,
        "answered": [c for kind, c in again if kind != "tool_use" and c not in called],
        "edges": edges_before(stream, first),
    }
    return Mark(first, number, state)


def _waits(turn: Turn, answered: set[str]) -> bool:
    """Tell whether a result may still come, which is known by its call."""
    calls = (block for block in turn.blocks if isinstance(block, ToolCall))
    return any(call.call_id and call.call_id not in answered for call in calls)


def _edits(turn: Turn, answered: set[str]) -> bool:
    """Tell whether a result may still come that says what an edit came to."""
    edits = (block for block in turn.blocks if isinstance(block, FileEdit))
    return any(edit.call_id and edit.call_id not in answered for edit in edits)
