"""What an agent read in a session, text by text, and where each came from."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from msgspec.structs import replace

from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.project import normalise
from levelmem.engine.sessions.model import (
    Origin as TurnOrigin,
)
from levelmem.engine.sessions.model import (
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.runs import command_of
from levelmem.engine.sessions.shell import programs

_LONGEST = 60_000
"""Characters of one result that are looked at."""
_COMMAND = 200

_PRINTERS = frozenset(
    ("cat", "bat", "head", "tail", "less", "more", "nl", "sed", "type")
)
_FILE_MEMBERS = ("file_path", "path", "absolute_path", "filePath", "notebook_path")
_READERS = re.compile(r"read|view|open|cat", re.I)
_OF_THE_CLIENT = frozenset(
    (
        *("Task", "Agent", "TaskOutput", "TodoWrite", "update_plan", "EnterPlanMode"),
        *("ExitPlanMode", "AskUserQuestion", "Skill"),
    )
)
"""Tools whose results are the client's, the person's or another agent's words."""
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z])")
_REMINDER = "</system-reminder>"
_REMINDER_TAGS = re.compile(r"</?system-reminder>")
"""What Claude Code puts behind a result; its words are looked at like any other."""
_NUMBERED = re.compile(r"^[ \t]*\d+(?:→|\t)", re.M)
_CONTEXT_FILES = re.compile(
    r"(?m)^(?:# (?P<codex>[\w.-]+\.md) instructions for .*"
    r"|Contents of (?P<claude>\S+).*:)$"
)


@dataclass(frozen=True, slots=True)
class ReadText:
    """One text that came in from outside."""

    text: str
    origin: Origin


def texts_read(session: Session, turns: Iterable[Turn]) -> Iterator[ReadText]:
    """Yield what tools gave back and what a client loaded, in order.

    A printed file counts as the file, not as the command that printed it.
    """
    calls: dict[str, ToolCall] = {}
    for turn in turns:
        for block in turn.blocks:
            if isinstance(block, ToolCall):
                calls[block.call_id] = block
            elif isinstance(block, ToolResult):
                call = calls.get(block.call_id)
                if call is None or call.tool not in _OF_THE_CLIENT:
                    origin = _origin_of(call, session, turn.number)
                    yield ReadText(_plain(block.text[:_LONGEST]), origin)
            elif isinstance(block, Text) and turn.origin is TurnOrigin.INJECTED:
                yield from _loaded(block.text[:_LONGEST], session, turn.number)


def _plain(text: str) -> str:
    """Return a result without line numbers, colours and the client's own frame."""
    text = _ESCAPES.sub("", text) if "\x1b" in text else text
    text = _NUMBERED.sub("", text.replace("\r", "\n"))
    return _REMINDER_TAGS.sub("", text) if text.rstrip().endswith(_REMINDER) else text


def _loaded(text: str, session: Session, turn: int) -> Iterator[ReadText]:
    """Yield each file that a client put in front of a conversation."""
    starts = list(_CONTEXT_FILES.finditer(text))
    ends = [start.start() for start in starts[1:]]
    for start, end in zip(starts, [*ends, len(text)], strict=False):
        content = text[start.end() : end]
        path = _inside(start["codex"] or start["claude"], session.project)
        yield ReadText(content, _origin(OriginKind.FILE, session, turn, path=path))


def _origin_of(call: ToolCall | None, session: Session, turn: int) -> Origin:
    """Return where the result of a call came from."""
    if call is None:
        return _origin(OriginKind.COMMAND, session, turn)
    if command := command_of(call):
        if path := _printed_file(command):
            path = _inside(path, session.project)
            return _origin(OriginKind.FILE, session, turn, path=path)
        return _origin(OriginKind.COMMAND, session, turn, command=command[:_COMMAND])
    path = next((str(call.input[m]) for m in _FILE_MEMBERS if call.input.get(m)), "")
    if path and _READERS.search(call.tool):
        path = _inside(path, session.project)
        return _origin(OriginKind.FILE, session, turn, path=path)
    if host := _host(call.input.get("url")):
        return _origin(OriginKind.WEB, session, turn, host=host)
    if call.tool.startswith("mcp__"):
        server = call.tool.split("__")[1]
        return _origin(OriginKind.TOOL_SERVER, session, turn, server=server)
    return _origin(OriginKind.COMMAND, session, turn, command=call.tool)


def _origin(kind: OriginKind, session: Session, turn: int, **where: str) -> Origin:
    return replace(Origin(kind, session.agent, session.id, turn), **where)


def _printed_file(command: str) -> str:
    """Return the one file that a command prints, or ``""``."""
    ran = programs(command)
    if len(ran) != 1 or ran[0][0] not in _PRINTERS:
        return ""
    names = [word for word in ran[0][1:] if re.search(r"[^\W\d]", word)]
    names = [name for name in names if not name.startswith("-") and "," not in name]
    return names[0] if len(names) == 1 else ""


def _inside(path: str, project: str) -> str:
    """Return a path as seen from the project, where it lies inside."""
    root = normalise(project) if project else ""
    return path.removeprefix(f"{root}/").removeprefix("./") if root else path


def _host(url: object) -> str:
    try:
        return (urlsplit(url).hostname or "") if isinstance(url, str) else ""
    except ValueError:
        return ""
