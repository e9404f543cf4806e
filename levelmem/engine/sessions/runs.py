"""The commands that an agent ran, each beside what came back."""

import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from levelmem.engine.sessions.model import Origin, Text, ToolCall, ToolResult, Turn
from levelmem.engine.sessions.results import (
    continued,
    exit_code,
    output_of,
    started_in_background,
    unflagged,
    was_denied,
)

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
                    results[polled] = continued(results[polled], block)
                elif at >= 0:
                    results[at] = block
                    if started := started_in_background(block):
                        background[started] = at
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


def _polled_id(call: ToolCall) -> str:
    """Return the background command that a call looks at again, or ``""``."""
    if call.tool.lower() not in _POLLS:
        return ""
    for name in ("session_id", "bash_id", "task_id", "shell_id", "shellId"):
        if name in call.input:
            return str(call.input[name])
    return ""


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
        output=output_of(result.text),
        exit_code=exit_code(result),
        unflagged=unflagged(call.tool, result),
        answered=True,
        denied=was_denied(result),
    )
