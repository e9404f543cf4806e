"""Codex's tool calls and what they gave back, in one shape.

Arguments come as JSON inside a string, results as text, as JSON inside text, as
an object or as parts: four ways that the versions of Codex have used.
"""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources.codex.lines import as_dict, as_list, as_text
from levelmem.engine.sessions.tool_lines import tool_line

_SHELLS = re.compile(r"(?:.*[/\\])?(?:ba|z|da|k|fi)?sh(?:\.exe)?")
_SHELL_FLAGS = {"-c", "-lc", "-ic", "-lic"}
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:?) (-?\d+)$", re.MULTILINE)
_HEADER = re.compile(
    r"(?:^(?:Chunk ID|Wall time|Exit code|Process exited|Original token count|"
    r"Total output lines|Warning)\b.*\n)+^Output:\n",
    re.MULTILINE,
)
_HEADER_REACH = 600
_FAILURES = (
    "error:",
    "failed in sandbox",
    "execution error",
    "exec_command failed",
    "failed to parse function arguments",
    "unsupported call",
    "aborted by user",
    "patch rejected",
    "apply_patch verification failed",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool gave back."""

    text: str
    failed: bool = False


def read_arguments(value: object) -> dict[str, Any]:
    """Return arguments as an object; raw or broken text becomes ``{"input": text}``."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {"input": value} if value else {}
    if isinstance(value, dict):
        return value
    return {} if value is None else {"input": value}


def command_line(value: object) -> str:
    """Return a command as a person would type it, without the wrapping shell."""
    if isinstance(value, str):
        return value
    parts = [part for part in as_list(value) if isinstance(part, str)]
    if len(parts) == 3 and parts[1] in _SHELL_FLAGS and _SHELLS.fullmatch(parts[0]):
        return parts[2]
    if len(parts) == 2 and parts[0] in ("apply_patch", "applypatch"):
        return "\n".join(parts)
    return shlex.join(parts)


def shell_command(arguments: Mapping[str, Any]) -> str:
    """Return the shell command that a call runs, or ``""``."""
    for key in ("command", "cmd", "script"):
        if arguments.get(key):
            return command_line(arguments[key])
    return ""


def call_summary(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return one line about a call: its command, file, query or progress."""
    if tool.endswith("write_stdin"):
        chars = as_text(arguments.get("chars"))
        return f"type {chars!r}" if chars else "wait for output"
    return tool_line(tool, arguments)


def search_summary(action: Mapping[str, Any]) -> str:
    """Return what a web search looked for or opened."""
    for key in ("query", "url", "pattern"):
        if as_text(action.get(key)):
            return as_text(action[key])
    return "; ".join(q for q in as_list(action.get("queries")) if isinstance(q, str))


def read_output(output: object) -> Outcome:
    """Return a tool's output as text, and whether it failed."""
    if isinstance(output, str):
        return _read_text(output)
    if isinstance(output, dict):
        return _read_object(output)
    return _read_text(parts_text(output))


def parts_text(content: object) -> str:
    """Return the text of content: a string, one part, or a list of parts."""
    if isinstance(content, str):
        return text_of(content)
    parts = content if isinstance(content, list) else [content]
    texts = (text_of(as_dict(part).get("text")) for part in parts)
    return "\n".join(text for text in texts if text)


def _read_text(text: str) -> Outcome:
    text = text_of(text)
    if text.startswith(("{", "[")):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and _is_wrapper(value):
            return _read_object(value)
        if isinstance(value, list) and parts_text(value):
            return Outcome(parts_text(value))
    code = _EXIT.search(text, 0, _HEADER_REACH)
    header = _HEADER.match(text)
    body = text[header.end() :] if header and not _still_running(header[0]) else text
    if code:
        return _with_code(body, int(code[1]))
    return Outcome(body, body.lower().startswith(_FAILURES))


def _is_wrapper(value: dict[str, Any]) -> bool:
    return "output" in value and ("metadata" in value or len(value) == 1)


def _still_running(header: str) -> bool:
    return "Process running" in header


def _read_object(value: dict[str, Any]) -> Outcome:
    if "output" in value:
        code = as_dict(value.get("metadata")).get("exit_code")
        inner = value["output"]
        text = parts_text(inner)
        return _with_code(text, code) if isinstance(code, int) else _read_text(text)
    if "stdout" in value or "stderr" in value:
        code = value.get("exit_code", value.get("exitCode", 0))
        text = _streams(value)
        return _with_code(text, code) if isinstance(code, int) else Outcome(text)
    body = value.get("content", value.get("content_items", value))
    text = parts_text(body)
    failed = value.get("success") is False or value.get("isError") is True
    outcome = _read_text(text)
    return Outcome(outcome.text, outcome.failed or failed)


def _streams(value: Mapping[str, Any]) -> str:
    texts = (text_of(value.get(key)) for key in ("stdout", "stderr"))
    return "\n".join(text.rstrip("\n") for text in texts if text)


def _with_code(text: str, code: int) -> Outcome:
    if not code:
        return Outcome(text)
    return Outcome(f"exit code {code}\n{text}".rstrip("\n"), failed=True)


def executed_output(payload: Mapping[str, Any]) -> Outcome:
    """Return the output that an ``exec_command_end`` or its item recorded."""
    text = text_of(payload.get("aggregated_output")) or _streams(payload)
    code = payload.get("exit_code")
    return _with_code(text, code if isinstance(code, int) else 0)


def mcp_output(result: object) -> Outcome:
    """Return an MCP result: ``{Ok: {content, isError}}``, ``{Err: text}`` or bare."""
    value = as_dict(result)
    if "Err" in value:
        return Outcome(text_of(value["Err"]) or parts_text(value["Err"]), failed=True)
    value = as_dict(value.get("Ok")) or value
    return Outcome(parts_text(value.get("content")), value.get("isError") is True)
