"""The commands that an agent ran, each beside what came back.

Whether a command worked is told by its exit status, and agents write that down in a
dozen ways: a flag on the result, a line above or below the output, a JSON member.
What nobody wrote down stays unknown.
"""

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from levelmem.engine.sessions.model import Origin, Text, ToolCall, ToolResult, Turn

SHELL_TOOLS = frozenset(
    {
        "bash",
        "shell",
        "sh",
        "zsh",
        "terminal",
        "powershell",
        "cmd",
        "container.exec",
        "exec_command",
        "exec",
        "local_shell",
        "local_shell_call",
        "shell_command",
        "shell_exec",
        "run_shell_command",
        "run_terminal_cmd",
        "run_terminal_command",
        "run_terminal_command_v2",
        "run_terminal",
        "run_command",
        "execute",
        "execute_command",
        "run_in_terminal",
        "execute_bash",
        "commandexecution",
        "console",
    }
)
"""Tools that take a command line, by name in lower case, over all agents."""

_COMMAND_MEMBERS = ("command", "cmd", "script", "commandline", "input")
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})

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


@dataclass(frozen=True, slots=True)
class Run:
    """One command that was started."""

    command: str
    """The script as the shell got it."""
    turn: int
    """Number of the turn that called it."""
    when: datetime | None = None
    output: str = ""
    """What it printed, without colours: its first and last lines, long ones cut."""
    exit_code: int | None = None
    """Its exit status; None when nobody wrote it down."""
    unflagged: bool = False
    """No number, but an agent that flags failures flagged none: likely a 0."""
    answered: bool = False
    """Whether a result came back at all."""
    denied: bool = False
    """It was refused, by the person or for want of approval: it never ran."""


def runs(turns: Iterable[Turn]) -> tuple[Run, ...]:
    """Return every command of a session in order, paired with its result.

    What a later look at a background command brought belongs to that command. A
    result that names no call belongs to the last one without an id.
    """
    calls: list[tuple[Turn, ToolCall]] = []
    results: dict[int, ToolResult] = {}
    waiting: dict[str, int] = {}
    background: dict[str, int] = {}
    for turn in turns:
        for block in turn.blocks:
            if isinstance(block, ToolCall):
                waiting[block.call_id] = len(calls)
                calls.append((turn, block))
            elif isinstance(block, ToolResult):
                at = waiting.get(block.call_id, -1)
                polled = background.get(_polled_id(calls[at][1])) if at >= 0 else None
                if polled is not None:
                    results[polled] = _continued(results[polled], block)
                elif at >= 0:
                    results[at] = block
                    if started := _STARTED.search(block.text[:_EDGE]):
                        background[started["id"]] = at
        if turn.origin is Origin.SHELL_ESCAPE and not _has_calls(turn):
            calls.append((turn, _typed_command(turn)))
    return tuple(
        _run(turn, call, command, results.get(at))
        for at, (turn, call) in enumerate(calls)
        if (command := command_of(call))
    )


_POLLS = frozenset(
    {"write_stdin", "bashoutput", "taskoutput", "read_bash", "agentoutputtool"}
)
_STARTED = re.compile(
    r"\b(?:session|background|task|shell|bash)\b[^\n]{0,20}?\bID:?\s+(?P<id>[\w-]{1,64})",
    re.I,
)


def _polled_id(call: ToolCall) -> str:
    """Return the background command that a call looks at again, or ``""``."""
    if call.tool.lower() not in _POLLS:
        return ""
    for name in ("session_id", "bash_id", "task_id", "shell_id", "shellId"):
        if name in call.input:
            return str(call.input[name])
    return ""


def _continued(before: ToolResult, later: ToolResult) -> ToolResult:
    """Return a background command's result with what came later; its end counts."""
    started = _STILL_RUNNING.sub("started", before.text)
    return ToolResult(f"{started}\n{later.text}", before.call_id, later.is_error)


def _has_calls(turn: Turn) -> bool:
    return any(isinstance(block, ToolCall) for block in turn.blocks)


def _typed_command(turn: Turn) -> ToolCall:
    """Return a command that the person ran from the prompt as a call."""
    texts = [block.text for block in turn.blocks if isinstance(block, Text)]
    command = "\n".join(texts).strip().removeprefix("!").strip()
    return ToolCall("shell", {"command": command})


def command_of(call: ToolCall) -> str:
    """Return the script that a call hands to a shell, or ``""`` for other tools.

    A list of words becomes a script; ``["bash", "-lc", script]`` is the script.
    """
    if call.tool.rsplit("__", 1)[-1].lower() not in SHELL_TOOLS:
        return ""
    members = {str(name).lower(): value for name, value in call.input.items()}
    for name in _COMMAND_MEMBERS:
        value = members.get(name)
        if isinstance(value, str) and value.strip():
            return _unwrapped(value)
        if isinstance(value, list) and value:
            return _script_of([str(word) for word in value])
        if isinstance(value, Mapping):
            return command_of(ToolCall(call.tool, value))
    return ""


def _unwrapped(value: str) -> str:
    """Return a command out of JSON text, which some agents hand on undecoded."""
    if not value.lstrip().startswith("{"):
        return value
    try:
        decoded: Any = json.loads(value)
    except ValueError:
        return value
    if not isinstance(decoded, dict):
        return value
    return command_of(ToolCall("shell", decoded))


def _script_of(words: list[str]) -> str:
    if len(words) >= 3 and words[0].rsplit("/", 1)[-1] in _SHELLS:
        flag, script = words[1], words[2]
        if flag.startswith("-") and flag.endswith("c"):
            return script
    return shlex.join(words)


def _run(turn: Turn, call: ToolCall, command: str, result: ToolResult | None) -> Run:
    if result is None:
        return Run(command, turn.number, turn.when)
    return Run(
        command=command,
        turn=turn.number,
        when=turn.when,
        output=_edges(_output(result.text)),
        exit_code=exit_code(result),
        unflagged=_unflagged(call.tool, result),
        answered=True,
        denied=result.is_error and bool(_DENIED.search(result.text[:_EDGE])),
    )


def _output(text: str) -> str:
    """Return what a command printed, out of the JSON that some agents wrap it in."""
    decoded = _decoded(text)
    for name in ("output", "stdout", "aggregated_output"):
        value = decoded.get(name)
        if isinstance(value, str):
            return value
    return text


_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FIRST_LINES = 100
_LAST_LINES = 400
_LINE = 400


def _edges(output: str) -> str:
    """Return the part of an output that tells how a command went.

    Cut, so that no rule that reads it can be slowed down by one endless line.
    """
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


def _unflagged(tool: str, result: ToolResult) -> bool:
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
