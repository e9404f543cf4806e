"""Codex's tool records as blocks: calls, results, and the edits they make."""

from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from levelmem.engine.sessions.blocks import cut, trimmed
from levelmem.engine.sessions.file_edits import cut_diff
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources.codex.content import (
    base64_label,
    pictures,
)
from levelmem.engine.sessions.sources.codex.lines import as_dict, as_text
from levelmem.engine.sessions.sources.codex.patch import (
    FileChange,
    parse_patch,
    patch_in_command,
    recorded_changes,
)
from levelmem.engine.sessions.sources.codex.tools import (
    Outcome,
    call_summary,
    executed_output,
    mcp_output,
    read_arguments,
    read_output,
    search_summary,
    shell_command,
)
from levelmem.engine.text import clip, one_line

_SUMMARY = 160


def call_id_of(payload: Mapping[str, Any]) -> str:
    """Return what pairs a call with its result, or ``""``."""
    for key in ("call_id", "callId", "id"):
        if as_text(payload.get(key)):
            return text_of(payload[key])
    return ""


def function_call(payload: Mapping[str, Any], cwd: str) -> list[Block]:
    """Return a function call, and the edits of a patch that it applies."""
    name = text_of(payload.get("name")) or text_of(
        as_dict(payload.get("function")).get("name")
    )
    namespace = text_of(payload.get("namespace"))
    tool = f"{namespace}.{name}" if namespace else name or "tool"
    arguments = read_arguments(payload.get("arguments"))
    return _call(tool, arguments, call_id_of(payload), cwd)


def custom_call(payload: Mapping[str, Any], cwd: str) -> list[Block]:
    """Return the call of a tool that takes raw text: a patch, as a rule."""
    tool = text_of(payload.get("name")) or "tool"
    arguments = {"input": payload.get("input")}
    if tool != "apply_patch":
        arguments = read_arguments(payload.get("input"))
    return _call(tool, arguments, call_id_of(payload), cwd)


def shell_call(payload: Mapping[str, Any], cwd: str) -> list[Block]:
    """Return a ``local_shell_call``, whose command stands in its action."""
    action = as_dict(payload.get("action"))
    kept = {k: v for k, v in action.items() if k not in ("env", "type")}
    return _call("local_shell", kept, call_id_of(payload), cwd)


def web_search(payload: Mapping[str, Any]) -> list[Block]:
    """Return a web search, or the page that it opened."""
    action = as_dict(payload.get("action")) or {"query": payload.get("query")}
    return [_plain_call("web_search", action, "", search_summary(action))]


def tool_search(payload: Mapping[str, Any]) -> list[Block]:
    """Return a search for tools."""
    arguments = read_arguments(payload.get("arguments"))
    return [_plain_call("tool_search", arguments, call_id_of(payload))]


def tool_search_result(payload: Mapping[str, Any]) -> list[Block]:
    """Return the names of the tools that were found."""
    tools = payload.get("tools")
    found = tools if isinstance(tools, list) else []
    names = [text_of(as_dict(tool).get("name")) for tool in found]
    return [ToolResult(cut("\n".join(filter(None, names))), call_id_of(payload))]


def image_generation(payload: Mapping[str, Any]) -> list[Block]:
    """Return a generated picture: its prompt and its name, never its bytes."""
    prompt = text_of(payload.get("revised_prompt"))
    saved = text_of(payload.get("saved_path"))
    label = PurePosixPath(saved).name if saved else ""
    label = label or base64_label("image", as_text(payload.get("result")))
    call = _plain_call("image_generation", {"prompt": prompt}, call_id_of(payload))
    return [call, Image(one_line(label)[:_SUMMARY])]


def result(payload: Mapping[str, Any]) -> list[Block]:
    """Return what a call gave back; pictures in it follow by name."""
    output = payload.get("output", payload.get("result"))
    content = as_dict(output).get("content", output)
    return [_result(read_output(output), call_id_of(payload)), *pictures(content)]


def executed(payload: Mapping[str, Any]) -> tuple[list[Block], list[Block]]:
    """Return the call and the result that a finished command recorded."""
    call_id = call_id_of(payload)
    arguments = {k: payload[k] for k in ("command", "cwd") if payload.get(k)}
    call = _plain_call("exec_command", arguments, call_id)
    return [call], [_result(executed_output(payload), call_id)]


def mcp_call(payload: Mapping[str, Any]) -> tuple[list[Block], list[Block]]:
    """Return the call and the result that a finished MCP call recorded."""
    invocation = as_dict(payload.get("invocation")) or payload
    parts = (text_of(invocation.get(key)) for key in ("server", "namespace", "tool"))
    tool = ".".join(part for part in parts if part) or "mcp"
    call_id = call_id_of(payload)
    arguments = read_arguments(invocation.get("arguments"))
    outcome = mcp_output(payload.get("result") or _dynamic_result(payload))
    return [_plain_call(tool, arguments, call_id)], [_result(outcome, call_id)]


def _dynamic_result(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "content": payload.get("content_items"),
        "isError": payload.get("success") is False,
    }


def recorded_edits(payload: Mapping[str, Any], cwd: str) -> list[Block]:
    """Return the edits that Codex recorded: none where the patch failed."""
    failed = payload.get("success") is False
    if failed or as_text(payload.get("status")) in ("failed", "declined"):
        return []
    changes = recorded_changes(payload.get("changes"))
    return _edits(changes, cwd, call_id_of(payload))


def _call(tool: str, arguments: dict[str, Any], call_id: str, cwd: str) -> list[Block]:
    patch, folder = _patch_of(tool, arguments)
    changes = parse_patch(patch) if patch else []
    workdir = as_text(arguments.get("workdir")) or as_text(
        arguments.get("working_directory")
    )
    base = _join(_join(cwd, workdir), folder)
    edits = _edits(changes, base, call_id)
    summary = _patch_summary(changes) if changes else ""
    return [_plain_call(tool, arguments, call_id, summary), *edits]


def _patch_of(tool: str, arguments: Mapping[str, Any]) -> tuple[str, str]:
    """Return the patch that a call applies, and the folder it goes to first."""
    if tool.rpartition(".")[2] == "apply_patch":
        patch = arguments.get("input") or arguments.get("patch")
        return as_text(patch), ""
    command = arguments.get("command")
    if isinstance(command, list) and len(command) == 2:
        program, patch = command
        if program in ("apply_patch", "applypatch"):
            return as_text(patch), ""
    return patch_in_command(shell_command(arguments))


def _patch_summary(changes: list[FileChange]) -> str:
    first = changes[0].path
    more = len({change.path for change in changes}) - 1
    return f"{first} and {more} more" if more else first


def _edits(changes: list[FileChange], folder: str, call_id: str) -> list[Block]:
    return [
        FileEdit(text_of(_join(folder, c.path)), cut_diff(cut(c.diff)), call_id)
        for c in changes
    ]


def _join(folder: str, path: str) -> str:
    """Return ``path`` seen from ``folder``, on the machine that they come from."""
    if not folder or not path:
        return path or folder
    windows = "\\" in folder and "/" not in folder
    pure = PureWindowsPath if windows else PurePosixPath
    if PureWindowsPath(path).is_absolute():
        return path
    return str(pure(folder) / path)


def _plain_call(
    tool: str, arguments: Mapping[str, Any], call_id: str, summary: str = ""
) -> ToolCall:
    kept = trimmed(dict(arguments))
    line = cut(summary) or call_summary(tool, kept)
    return ToolCall(tool, kept, call_id, clip(one_line(line), _SUMMARY))


def _result(outcome: Outcome, call_id: str) -> ToolResult:
    return ToolResult(cut(outcome.text), call_id, outcome.failed)
