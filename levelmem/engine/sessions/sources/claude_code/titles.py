"""What a Claude Code session is called: the first of these that there is.

1. the last ``custom-title``, then an older client's ``/rename``, then the last
   ``agent-name``: the person's own;
2. the last ``ai-title``, the index's summary, a ``summary`` about one of the
   session's own messages: written by a program;
3. the first prompt, the first command with arguments, any other command.
"""

from collections.abc import Mapping
from typing import Any

from levelmem.engine.sessions.model import Origin
from levelmem.engine.sessions.sources.claude_code.words import said_in
from levelmem.engine.text import clip, first_line, one_line

NO_PROMPT = "(no prompt)"
"""The title of a session in which nobody typed anything."""

_CELLS = 80
_NAMED = ("custom", "renamed", "agent")
_GENERATED = ("ai", "index", "summary")
_TYPED = ("prompt", "request", "command")
_HOUSEKEEPING = frozenset(
    """/clear /compact /config /context /cost /doctor /exit /help /login /logout /mcp
    /memory /model /permissions /plugin /quit /release-notes /resume /skills /status
    /statusline /usage /output-style /theme /vim /rewind /rename /agents /hooks /ide
    /terminal-setup /fast /effort /reload-plugins""".split()  # noqa: SIM905
)


def title_of(candidates: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title and its source, from the candidates that a scan found."""
    for name in _NAMED:
        if title := _clean(candidates.get(name)):
            return title, "named"
    for name in _GENERATED:
        title = _clean(candidates.get(name))
        # A generator that was fed with nothing but context repeats it.
        if title and said_in(title).origin is Origin.HUMAN:
            return title, "generated"
    for name in _TYPED:
        if title := _clean(candidates.get(name)):
            return title, "typed"
    return NO_PROMPT, ""


def candidate(origin: Origin, text: str) -> str:
    """Return which of the typed candidates a prompt is for a title.

    ``""`` where it is none: ``/clear`` says nothing of a session.
    """
    text = text.strip()
    if not text:
        return ""
    if origin is Origin.SLASH_COMMAND:
        name, *arguments = text.split(maxsplit=1)
        if arguments:
            return "request"
        return "" if name in _HOUSEKEEPING else "command"
    return "command" if origin is Origin.SHELL_ESCAPE else "prompt"


def prompt_title(text: str) -> str:
    """Return the title that a prompt makes: its first line, 80 cells."""
    return clip(first_line(text), _CELLS)


def rank(source: str) -> int:
    """Return how much a title's source says, the best first."""
    order = ("named", "generated", "typed", "")
    return order.index(source) if source in order else len(order)


def _clean(title: object) -> str:
    return clip(one_line(title), 200) if isinstance(title, str) else ""
