"""Whose words a user message of Copilot CLI's holds."""

import re

from levelmem.engine.sessions.model import Origin

_HEADER = re.compile(r"\s*\[\[ ## [a-z_]+ ## \]\][ \t]*\n*")
_COMMAND = re.compile(r"/[a-z][\w:-]*(?=\s|$)")
_REMINDERS = ("<system_reminder>", "<system-reminder>", "<system_notification>")
_PERSON = frozenset(("", "user", "cli", "human"))
"""What ``source`` of a message says where the person typed it."""


def said(content: str, source: str) -> tuple[str, Origin]:
    """Return the words of a user message, and whose they are.

    Args:
        content: the message before the client added to it.
        source: what the client says of where it came from.
    """
    text = content.strip()
    if source not in _PERSON or text.startswith(_REMINDERS):
        return text, Origin.INJECTED
    if header := _HEADER.match(text):
        # A program that drives the client marks its fields so.
        return text[header.end() :].strip(), Origin.HEADLESS
    if _COMMAND.match(text):
        return text, Origin.SLASH_COMMAND
    return text, Origin.HUMAN
