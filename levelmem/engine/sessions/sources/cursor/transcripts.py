"""The plain copy of a session: JSON lines, or the text of early versions."""

import re
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.json_values import as_dict
from levelmem.engine.sessions.jsonl import (
    Record,
    Skipped,
    read_lines,
    read_records,
    text_of,
)
from levelmem.engine.sessions.model import (
    Block,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources.cursor import store
from levelmem.engine.sessions.sources.cursor.messages import take_message
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line

_HEADS = {"user:": "user", "assistant:": "assistant"}
_PARTS = re.compile(r"^\[(Thinking|Tool call|Tool result)\][ \t]*", re.MULTILINE)
_ARGUMENT = re.compile(r"^ {2}(\w+): (.*)$", re.MULTILINE)


def read_transcript(path: Path, skipped: Skipped) -> Talk:
    """Return the conversation. Raises ``OSError`` when the file can't be opened."""
    asked = Origin.SUBAGENT_PROMPT if store.parent_of(path) else Origin.HUMAN
    if path.suffix == ".txt":
        return _read_text(path, asked)
    talk = Talk()
    for record in read_records(path, skipped):
        data = record.data
        when = parse_time(data.get("timestamp"))
        talk.see(when)
        talk.model = text_of(data.get("model")) or talk.model
        content = as_dict(data.get("message")).get("content")
        take_message(talk, record, text_of(data.get("role")), content, asked, when)
        if data.get("type") == "turn_ended":
            talk.state = _STATES.get(text_of(data.get("status")), "")
    return talk


_STATES = {"error": "error", "failed": "error", "cancelled": "interrupted"} | {
    "aborted": "interrupted",
    "interrupted": "interrupted",
}


def _read_text(path: Path, asked: Origin) -> Talk:
    talk, role, begun = Talk(), "", 0
    lines: list[str] = []
    with open_regular(path) as stream:
        for offset, raw in read_lines(stream):
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            if line in _HEADS:
                _take_text(talk, role, lines, Record({}, begun, offset - begun), asked)
                role, begun, lines = _HEADS[line], offset, []
            else:
                lines.append(line)
        end = stream.tell()
    _take_text(talk, role, lines, Record({}, begun, end - begun), asked)
    return talk


def _take_text(
    talk: Talk, role: str, lines: list[str], record: Record, asked: Origin
) -> None:
    text = "\n".join(lines).strip()
    if role == "user":
        take_message(talk, record, "user", text, asked)
    elif role == "assistant":
        talk.end_answer()
        for block in _text_blocks(text):
            if isinstance(block, ToolResult):
                talk.say("tool", Origin.TOOL, [block], record, None)
            else:
                talk.answer(record, None, [block])
        talk.end_answer()


def _text_blocks(text: str) -> list[Block]:
    """Return the parts of an answer: each begins with a mark, the rest is prose."""
    pieces = _PARTS.split(text)
    found: list[Block] = [Text(cut(pieces[0].strip()))] if pieces[0].strip() else []
    for mark, body in zip(pieces[1::2], pieces[2::2], strict=True):
        head, _, rest = body.partition("\n")
        if mark == "Thinking":
            found.append(Thinking(cut(body.strip())))
        elif mark == "Tool result":
            found.append(ToolResult(cut(rest.strip())))
        else:
            given = dict(_ARGUMENT.findall(rest))
            tool = head.strip() or "tool"
            found.append(ToolCall(tool, given, "", tool_line(tool, given)))
    return found
