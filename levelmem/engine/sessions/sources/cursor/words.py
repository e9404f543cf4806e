"""Whose words a message of Cursor's holds: it wraps what was typed in a tag."""

import re

from levelmem.engine.sessions.model import Origin

_QUERY = re.compile(r"<user_query>\s*(.*?)\s*(?:</user_query>|\Z)", re.DOTALL)
_PUT_IN = re.compile(
    r"\s*<(?:user_info|system_reminder|system-reminder|attached_files|rules|git_status"
    r"|open_and_recently_viewed_files|manually_attached_skills|agent_skills|timestamp"
    r"|additional_data|project_layout|mcp_instructions|task_notification"
    r"|system_notification|uploaded_documents|cursor_commands|agent_transcripts)\b"
)


def said(text: str) -> tuple[str, Origin]:
    """Return the words of a user message, and whose they are."""
    queries = _QUERY.findall(text)
    if queries:
        return "\n".join(filter(None, queries)), Origin.HUMAN
    return text, Origin.INJECTED if _PUT_IN.match(text) else Origin.HUMAN


def typed_words(text: str) -> str:
    """Return what the person typed of a prompt, ``""`` for what the client sent."""
    words, origin = said(text)
    return words if origin is Origin.HUMAN else ""
