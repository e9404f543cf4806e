"""What hooks of each host send and expect, as tables: no imports, no objects.

The formats are those of the hosts' documentation. A host changes fast, so reading is
tolerant: an unknown field is ignored and a missing one is empty.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

START, PROMPT, STOP, END = "session-start", "prompt", "stop", "session-end"
TOOL, ANSWER = "tool", "answer"
"""After a tool was used, after an answer: only for hosts in :data:`LOGGED`."""

HOSTS: Mapping[str, str] = {
    "claude-code": "claude-code",
    "claude": "claude-code",
    "codex": "codex",
    "gemini": "gemini",
    "opencode": "opencode",
    "cursor": "cursor",
    "copilot": "copilot",
}
"""Every name that a host goes by on the command line, and its own."""

EVENTS: Mapping[str, str] = {
    START: START,
    "SessionStart": START,
    "sessionStart": START,
    "session.created": START,
    PROMPT: PROMPT,
    "UserPromptSubmit": PROMPT,
    "BeforeAgent": PROMPT,
    "beforeSubmitPrompt": PROMPT,
    "userPromptSubmitted": PROMPT,
    "chat.message": PROMPT,
    "notify": PROMPT,
    STOP: STOP,
    "Stop": STOP,
    "AfterAgent": STOP,
    "agentStop": STOP,
    "session.idle": STOP,
    END: END,
    "SessionEnd": END,
    "sessionEnd": END,
    "session.deleted": END,
    TOOL: TOOL,
    "AfterTool": TOOL,
    "afterShellExecution": TOOL,
    "afterFileEdit": TOOL,
    "postToolUse": TOOL,
    "tool.execute.after": TOOL,
    ANSWER: ANSWER,
    "afterAgentResponse": ANSWER,
}
"""Every name of an event, the hosts' own among them."""

_SESSION = (
    *("session_id", "sessionId", "sessionID", "conversation_id", "thread-id"),
    "thread_id",
)
_FOLDER = ("cwd", "directory", "workspace")
_TRANSCRIPT = ("transcript_path", "transcriptPath")

# What a host sets for the programs that its agent runs. Another host that runs under
# it was started by an agent, not by the person.
_RUNS_UNDER: Mapping[str, str] = {
    "CLAUDECODE": "claude-code",
    "CODEX_THREAD_ID": "codex",
    "CODEX_SANDBOX": "codex",
    "GEMINI_CLI": "gemini",
    "OPENCODE": "opencode",
    "CURSOR_AGENT": "cursor",
}

SESSION_NAMES: Mapping[str, str] = {
    "claude-code": "CLAUDE_CODE_SESSION_ID",
    "codex": "CODEX_THREAD_ID",
    "gemini": "GEMINI_SESSION_ID",
}
"""Where a host tells the programs that its agent runs which session it is."""

LOADS_FILE = frozenset(("opencode",))
"""Hosts without a start of session that can be answered: they load the digest's file,
so that is kept fresh at their other events."""

LOGGED = frozenset(("opencode", "cursor"))
"""Hosts whose own files may not tell a session: their hooks keep a log of each."""

_SHOWS_TO_PERSON = frozenset(("claude-code", "codex", "gemini"))
"""Hosts whose session start shows a ``systemMessage``."""


def agent_around(environ: Mapping[str, str]) -> str:
    """Return the host whose agent started this process, or ``""``."""
    return next((host for name, host in _RUNS_UNDER.items() if environ.get(name)), "")


def is_child(host: str, payload: Mapping[str, Any], environ: Mapping[str, str]) -> bool:
    """Tell whether an agent started a session for a task of its own.

    It needs no digest, and nobody types into it.
    """
    if environ.get("LEVELMEM_CHILD"):
        return True
    if payload.get("agent_id") or payload.get("is_background_agent") is True:
        return True
    return any(
        environ.get(name) and other != host for name, other in _RUNS_UNDER.items()
    )


def is_headless(host: str, environ: Mapping[str, str]) -> bool:
    """Tell whether a script hands over the prompts: nobody types them.

    Where a host does not say so, its session file does.
    """
    entry = environ.get("CLAUDE_CODE_ENTRYPOINT", "")
    return host == "claude-code" and entry.startswith("sdk")


def session_of(payload: Mapping[str, Any]) -> str:
    """Return the session's id, as the host calls it."""
    return _first_text(payload, _SESSION)


def folder_of(payload: Mapping[str, Any]) -> str:
    """Return the folder that the session works in."""
    if folder := _first_text(payload, _FOLDER):
        return folder
    roots = payload.get("workspace_roots")
    if isinstance(roots, list) and roots and isinstance(roots[0], str):
        return roots[0]
    return ""


def transcript_of(payload: Mapping[str, Any]) -> str:
    """Return the path of the session's file, where the host tells it."""
    return _first_text(payload, _TRANSCRIPT)


def prompts_of(payload: Mapping[str, Any]) -> list[str]:
    """Return what was typed, as the host hands it over."""
    prompt = payload.get("prompt")
    if isinstance(prompt, str):
        return [prompt]
    messages = payload.get("input-messages", payload.get("input_messages"))
    if isinstance(messages, list):
        return [message for message in messages if isinstance(message, str)]
    return []


def start_answer(host: str, digest: str, welcome: str) -> dict[str, Any] | str:
    """Return what a session start prints: the digest in the host's own form.

    ``welcome`` is for the person; a host that shows nothing to people leaves it out.
    """
    if host == "cursor":
        return {"additional_context": digest} if digest else {}
    if host == "copilot":
        return {"additionalContext": digest} if digest else {}
    if host == "opencode":
        return digest
    answer: dict[str, Any] = {}
    if digest:
        # Codex refuses any further key.
        answer["hookSpecificOutput"] = {
            "hookEventName": "SessionStart",
            "additionalContext": digest,
        }
    if welcome and host in _SHOWS_TO_PERSON:
        answer["systemMessage"] = welcome
    return answer


def plain_answer(host: str, event: str) -> dict[str, Any] | str:
    """Return what any other event prints: nothing, where the host accepts that."""
    if host == "cursor" and event == PROMPT:
        return {"continue": True}
    return ""


def _first_text(payload: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        value = payload.get(name)
        if isinstance(value, str) and value:
            return value
    return ""
