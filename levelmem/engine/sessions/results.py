"""What came back from a command: its exit status, its output, whether it ran.

Agents write an exit status down in a dozen ways: a flag on the result, a line above
or below the output, a JSON member. What nobody wrote down stays unknown.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from levelmem.engine.sessions.model import ToolResult

# Tools of agents that flag a result as an error whenever its command fails.
_FLAGS_FAILURE = frozenset(
    {"Bash", "bash", "shell", "exec_command", "local_shell", "container.exec"}
)
_STILL_RUNNING = re.compile(
    r"running in (?:the )?background|moved to (?:the )?background|Process running"
    r"|<status>running|still running",
    re.I,
)

_EXIT = re.compile(
    r"""
    ^ [<\[(\s]* (?: (?:the\ )? (?:process|command) \b .{0,40}? )?
    "? exit (?:ed)? (?:\ with)? (?:\ non-zero)? (?:\ exit)? [\ _]? (?:code|status)?
    (?:\ code)? "? \s* [:=]? \s* (?P<code>-?\d{1,10}) [>\])."\s,;]* $
    """,
    re.I | re.X,
)
_TAGGED_EXIT = re.compile(r"<exit_code>(-?\d{1,10})</exit_code>")
_EDGE = 300
_STARTED = re.compile(
    r"\b(?:session|background|task|shell|bash)\b[^\n]{0,20}?\bID:?\s+(?P<id>[\w-]{1,64})",
    re.I,
)
_DENIED = re.compile(
    r"""
    user\ (?:doesn't\ want|rejected|declined|denied|cancelled)
    | rejected\ by\ (?:the\ )?user | denied\ by\ (?:the\ )?user
    | (?:permission|approval)\ (?:was\ )?(?:denied|not\ granted)\ by
    | request\ interrupted\ by\ user | tool\ use\ was\ rejected
    | command\ was\ (?:rejected|denied|blocked) | command\ requires\ approval
    | following\ parts?\ requires?\ approval | ^aborted\ by\ user
    | permission\ to\ use\ .{1,60}\ has\ been\ denied
    """,
    re.I | re.X,
)


def was_denied(result: ToolResult) -> bool:
    """Tell whether a command was refused, by the person or for want of approval."""
    return result.is_error and bool(_DENIED.search(result.text[:_EDGE]))


def started_in_background(result: ToolResult) -> str:
    """Return the id under which a command goes on in the background, or ``""``."""
    started = _STARTED.search(result.text[:_EDGE])
    return started["id"] if started else ""


def continued(before: ToolResult, later: ToolResult) -> ToolResult:
    """Return a background command's result with what came later; its end counts."""
    started = _STILL_RUNNING.sub("started", before.text)
    return ToolResult(f"{started}\n{later.text}", before.call_id, later.is_error)


def output_of(text: str) -> str:
    """Return the part of what a command printed that tells how it went.

    Out of the JSON that some agents wrap it in, without colours; cut, so that no
    rule that reads it can be slowed down by one endless line.
    """
    decoded = _decoded(text)
    for name in ("output", "stdout", "aggregated_output"):
        value = decoded.get(name)
        if isinstance(value, str):
            return _edges(value)
    return _edges(text)


_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FIRST_LINES = 100
_LAST_LINES = 400
_LINE = 400


def _edges(output: str) -> str:
    lines = _ANSI.sub("", output).splitlines()
    if len(lines) > _FIRST_LINES + _LAST_LINES:
        lines = [*lines[:_FIRST_LINES], *lines[-_LAST_LINES:]]
    return "\n".join(line[:_LINE] for line in lines)


def _decoded(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        return {}
    try:
        value: Any = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def exit_code(result: ToolResult) -> int | None:
    """Return the exit status that a result tells of, or None.

    Looked for at both edges of the text only: in the middle it is something that
    the command printed about another one. An error without a number is 1.
    """
    for number in _told(result.text):
        return number
    return 1 if result.is_error else None


def unflagged(tool: str, result: ToolResult) -> bool:
    return (
        tool in _FLAGS_FAILURE
        and not result.is_error
        and not _STILL_RUNNING.search(result.text[:_EDGE])
    )


def _told(text: str) -> Iterator[int]:
    decoded = _decoded(text)
    metadata = decoded.get("metadata")
    for place in (decoded, metadata if isinstance(metadata, dict) else {}):
        for name in ("exit_code", "exitCode", "exit"):
            value = place.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                yield value
    if tagged := _TAGGED_EXIT.search(text):
        yield int(tagged[1])
    edges = text if len(text) <= 2 * _EDGE else f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    for line in _edge_lines(edges):
        if found := _EXIT.search(line):
            yield int(found["code"])


def _edge_lines(text: str) -> list[str]:
    """Return the first six and the last two lines that hold anything."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = lines[:6]
    return [*head, *(line for line in lines[-2:] if line not in head)]
