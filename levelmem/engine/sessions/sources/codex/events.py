"""Codex's events in words, where they tell a person something."""

from collections.abc import Callable, Mapping
from typing import Any

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources.codex.lines import (
    as_count,
    as_dict,
    as_list,
    as_text,
)

_REASONS = {"interrupted": "", "replaced": "a new message replaced it"}


def notice_of(payload: Mapping[str, Any]) -> str:
    """Return an event as one sentence, or ``""`` for mere bookkeeping."""
    describe = _NOTICES.get(as_text(payload.get("type")))
    return cut(describe(payload)) if describe else ""


def review_text(output: Mapping[str, Any]) -> str:
    """Return the findings of a code review as Markdown."""
    parts = [text_of(output.get("overall_explanation")).strip()]
    for finding in map(as_dict, as_list(output.get("findings"))):
        title = text_of(finding.get("title")).strip()
        body = text_of(finding.get("body")).strip()
        location = as_dict(finding.get("code_location"))
        lines = as_dict(location.get("line_range"))
        path, start = text_of(location.get("absolute_file_path")), lines.get("start")
        place = f" ({path}:{start})" if path and start is not None else ""
        parts.append(f"- {title}{place}\n{body}".strip())
    return "\n\n".join(part for part in parts if part)


def _aborted(payload: Mapping[str, Any]) -> str:
    reason = text_of(payload.get("reason"))
    said = _REASONS.get(reason, reason.replace("_", " "))
    return f"Interrupted: {said}" if said else "Interrupted"


def _error(payload: Mapping[str, Any]) -> str:
    return f"Error: {text_of(payload.get('message')).strip() or 'no reason given'}"


def _warning(payload: Mapping[str, Any]) -> str:
    message = text_of(payload.get("message")).strip()
    return f"Warning: {message}" if message else ""


def _task_ended(payload: Mapping[str, Any]) -> str:
    error = payload.get("error")
    message = text_of(as_dict(error).get("message")) or text_of(error)
    return f"Error: {message}" if message else ""


def _rolled_back(payload: Mapping[str, Any]) -> str:
    count = as_count(payload.get("num_turns"))
    turns = "turn was" if count == 1 else "turns were"
    return f"The last {count} {turns} taken back." if count > 0 else ""


def _review(payload: Mapping[str, Any]) -> str:
    hint = text_of(payload.get("user_facing_hint")).strip()
    return f"Code review: {hint}" if hint else "Code review"


def _undone(payload: Mapping[str, Any]) -> str:
    return text_of(payload.get("message")).strip() or "Undone"


def _renamed(payload: Mapping[str, Any]) -> str:
    name = text_of(payload.get("thread_name")).strip()
    return f"Named: {name}" if name else ""


_NOTICES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "turn_aborted": _aborted,
    "error": _error,
    "warning": _warning,
    "task_complete": _task_ended,
    "turn_complete": _task_ended,
    "thread_rolled_back": _rolled_back,
    "entered_review_mode": _review,
    "undo_completed": _undone,
    "thread_name_updated": _renamed,
}
