"""Lines of the client in a transcript: compactions, errors, hooks, links."""

from collections.abc import Mapping
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources.claude_code.records import attachment_of
from levelmem.engine.sessions.sources.claude_code.words import without_escapes

# Statistics, and what other lines say already.
_SILENT = frozenset(
    {"turn_duration", "stop_hook_summary", "bridge_status", "session_start"}
)
_REASONS = ("formatted", "message", "code", "type")
_HOOK_TEXTS = ("blockingError", "stderr", "content", "message", "stdout")


def notice_of(data: Mapping[str, Any]) -> str:
    """Return what a record that is no message says to a person, or ``""``."""
    kind = data.get("type")
    if kind == "system":
        return _system(data)
    if kind == "attachment":
        return _hook(attachment_of(data))
    if kind == "pr-link":
        return f"Pull request {text_of(data.get('prUrl'))}".strip()
    if kind == "continued-in":
        return f"Continued in session {text_of(data.get('continuedInSessionId'))}"
    return ""


def attached_file(data: Mapping[str, Any]) -> str:
    """Return the name of a file that the person put into the prompt, or ``""``."""
    attachment = attachment_of(data)
    if data.get("type") != "attachment" or attachment.get("type") != "file":
        return ""
    return text_of(attachment.get("displayPath")) or text_of(attachment.get("filename"))


def is_hook(data: Mapping[str, Any]) -> bool:
    """Tell whether a record reports on a hook."""
    return text_of(attachment_of(data).get("type")).startswith("hook_")


def _system(data: Mapping[str, Any]) -> str:
    subtype = text_of(data.get("subtype"))
    if subtype in _SILENT:
        return ""
    if subtype == "compact_boundary":
        return _compaction(data.get("compactMetadata"))
    if subtype == "api_error":
        return _api_error(data)
    content = without_escapes(text_of(data.get("content"))).strip()
    return content or subtype.replace("_", " ")


def _compaction(metadata: object) -> str:
    metadata = metadata if isinstance(metadata, dict) else {}
    details = []
    if metadata.get("trigger"):
        details.append(text_of(metadata["trigger"]))
    tokens = metadata.get("preTokens")
    if isinstance(tokens, int):
        details.append(f"{tokens:,} tokens before")
    return "Conversation compacted" + (f" ({', '.join(details)})" if details else "")


def _api_error(data: Mapping[str, Any]) -> str:
    """Say it once: the client tries up to ten times and logs each."""
    attempt = data.get("retryAttempt")
    if isinstance(attempt, int) and attempt > 1:
        return ""
    reason = _innermost_message(data.get("error")) or _innermost_message(
        data.get("cause")
    )
    return f"API error: {reason}" if reason else "API error"


def _innermost_message(error: object) -> str:
    """Return the words of an error that wraps another one, and that one another."""
    words = ""
    for _ in range(5):
        if isinstance(error, str):
            return error
        if not isinstance(error, dict):
            break
        said = (text_of(error.get(name)) for name in _REASONS)
        words = next(filter(None, said), words)
        error = error.get("error") or error.get("cause")
    return words


def _hook(attachment: Mapping[str, Any]) -> str:
    kind = text_of(attachment.get("type"))
    if not kind.startswith("hook_") or kind == "hook_success":
        return ""
    name = text_of(attachment.get("hookName")) or "hook"
    for key in _HOOK_TEXTS:
        value = attachment.get(key)
        if isinstance(value, dict):
            value = value.get(key)
        if isinstance(value, list):
            value = "\n".join(text_of(v) for v in value)
        if isinstance(value, str) and value.strip():
            return f"{name}: {text_of(value).strip()}"
    return name
