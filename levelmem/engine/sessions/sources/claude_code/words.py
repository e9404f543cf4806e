"""Who said it: the words of a Claude Code record, and where they came from.

The client writes much into the person's turn: reminders, hooks, editor context,
command wrappers, plans, notifications. Only what is left when all of that is taken
away was typed by somebody. The order of the tests is the order of the rules.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from levelmem.engine.sessions.blocks import (
    has_attachment,
    only_tool_results,
    plain_text,
)
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import ASKED, Origin

_COMPACTION = (
    "This session is being continued from a previous conversation",
    "This conversation is being continued from a previous",
)
_HOOKS = (
    "Stop hook feedback:",
    "SubagentStop hook feedback:",
    "Operation stopped by hook:",
)
_INJECTED = (
    "Caveat: The messages below were generated",
    "Base directory for this skill:",
    "Your task is to create a detailed summary of the conversation so far",
    "Your task is to create a detailed summary of the RECENT portion",
    "Implement the following plan:",
)
_INTERRUPTION = re.compile(r"\[Request interrupted by user[^\]]*\]")
_SYSTEM = "[SYSTEM NOTIFICATION - NOT USER INPUT]"

# Context that stands before, or after, what the person typed.
_WRAPPERS = (
    "system-reminder",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "user-prompt-submit-hook",
    "local-command-caveat",
)
_OPENING = re.compile(rf"<({'|'.join(_WRAPPERS)})\b[^>]*>")
_CLOSING = re.compile(rf"</({'|'.join(_WRAPPERS)})>\s*$")

_COMMAND = re.compile(r"<command-(?:name|message|args)>")
_OUTPUT = re.compile(r"<local-command-std(?:out|err)>")
_SHELL_INPUT = re.compile(r"<bash-input>(.*?)(?:</bash-input>|$)", re.DOTALL)
_SHELL_OUTPUT = re.compile(r"<bash-std(?:out|err)>")
_TAGS = re.compile(r"</?(?:local-command|bash)-std(?:out|err)>")
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_RAW_COMMAND = re.compile(r"/[A-Za-z][\w:.-]*(?=\s|$)")

# Values of `promptSource` that no person stands behind; the list of all is open.
_MACHINE_PROMPTS = ("system", "task", "hook", "schedule", "cron", "agent")
_PERSON_PROMPTS = frozenset({"typed", "queued", "suggestion_accepted", "user"})


@dataclass(frozen=True, slots=True)
class Said:
    """The words of one record, freed of what the client wrapped around them."""

    origin: Origin
    text: str


def said_by_user(record: Mapping[str, Any], in_subagent: bool = False) -> Said:
    """Return who is behind a record of type ``user``, and the words.

    ``in_subagent`` tells that the record stands in a subagent's own file, where
    everything in the person's turn came from the parent.
    """
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    text = plain_text(content).strip()
    if only_tool_results(content):
        return Said(Origin.TOOL, "")
    if record.get("isCompactSummary") is True or text.startswith(_COMPACTION):
        return Said(Origin.COMPACTION, text)
    said = said_in(text)
    if not text and has_attachment(content):
        said = Said(Origin.HUMAN, "")
    if _from_machine(record):
        return _not_typed(said, text)
    if said.origin in ASKED and (in_subagent or record.get("isSidechain") is True):
        return Said(Origin.SUBAGENT_PROMPT, said.text)
    if said.origin is Origin.HUMAN and _headless(record):
        return Said(Origin.HEADLESS, said.text)
    return said


def said_in_queue(attachment: Mapping[str, Any]) -> Said:
    """Return who is behind a ``queued_command``, and the words."""
    text = plain_text(attachment.get("prompt")).strip()
    if attachment.get("commandMode") == "task-notification":
        return Said(Origin.NOTIFICATION, notification_line(text))
    said = said_while_working(text)
    if attachment.get("isMeta") is True or _foreign(attachment.get("origin")):
        return _not_typed(said, text)
    return said


def said_while_working(text: str) -> Said:
    """Return the words of a prompt that was queued, as it was typed."""
    said = said_in(text)
    if said.origin is not Origin.HUMAN:
        return said
    if _RAW_COMMAND.match(said.text):
        return Said(Origin.SLASH_COMMAND, said.text)
    return Said(Origin.QUEUED, said.text)


def said_in(text: str) -> Said:
    """Return the origin of a text by its form alone, and what is left of it."""
    text = text.strip()
    bare = _unwrap(text)
    if not bare:
        return Said(Origin.INJECTED, text)
    return _wrapped(bare) or _by_opening(bare) or Said(Origin.HUMAN, bare)


def notification_line(text: str) -> str:
    """Return the summary of a ``<task-notification>``, or the text as it is."""
    match = _SUMMARY.search(text)
    return match[1].strip() if match else text


def without_escapes(text: str) -> str:
    """Return terminal output without its colours."""
    return _ANSI.sub("", text)


def _wrapped(text: str) -> Said | None:
    if _COMMAND.match(text):
        return Said(Origin.SLASH_COMMAND, _command_line(text))
    if _OUTPUT.match(text):
        return Said(Origin.NOTIFICATION, _output(text))
    if shell := _SHELL_INPUT.match(text):
        return Said(Origin.SHELL_ESCAPE, f"! {shell[1].strip()}")
    if _SHELL_OUTPUT.match(text):
        return Said(Origin.TOOL, _output(text))
    if text.startswith(("<task-notification>", "<tick>")):
        return Said(Origin.NOTIFICATION, notification_line(text))
    if text.startswith("<teammate-message"):
        return Said(Origin.INJECTED, text)
    return None


def _by_opening(text: str) -> Said | None:
    if match := _INTERRUPTION.match(text):
        rest = text[match.end() :].strip()
        return said_in(rest) if rest else Said(Origin.NOTIFICATION, text)
    if text.startswith(_SYSTEM):
        return Said(Origin.NOTIFICATION, text)
    if text.startswith(_COMPACTION):
        return Said(Origin.COMPACTION, text)
    if text.startswith(_HOOKS):
        return Said(Origin.HOOK, text)
    if text == "Warmup" or text.startswith(_INJECTED):
        return Said(Origin.INJECTED, text)
    return None


def is_interruption(text: str) -> bool:
    """Tell whether a text says that the person stopped the agent."""
    return bool(_INTERRUPTION.match(text))


def is_warmup(text: str) -> bool:
    """Tell whether a text is the client's own warm-up prompt."""
    return text == "Warmup"


def _command_line(text: str) -> str:
    """Return ``/name arguments``: people put their real request into those."""
    name, arguments = _inside(text, "command-name"), _inside(text, "command-args")
    name = name or _inside(text, "command-message")
    name = name if name.startswith("/") else f"/{name}"
    return f"{name} {arguments}".strip()


def _inside(text: str, tag: str) -> str:
    start = text.find(f"<{tag}>")
    if start < 0:
        return ""
    start += len(tag) + 2
    end = text.find(f"</{tag}>", start)
    return text[start : end if end >= 0 else len(text)].strip()


def _output(text: str) -> str:
    return without_escapes(_TAGS.sub("", text)).strip()


def _unwrap(text: str) -> str:
    """Take away the client's blocks before and behind the person's words."""
    while match := _OPENING.match(text):
        end = _end_of(text, match[1], match.end())
        text = text[end:].strip()
    while match := _CLOSING.search(text):
        start = text.rfind(f"<{match[1]}", 0, match.start())
        if start < 0:
            break
        text = text[:start].strip()
    return text


def _end_of(text: str, tag: str, start: int) -> int:
    """Return where a block ends; text quoted inside may hold closing tags too."""
    closing, opening = f"</{tag}>", f"<{tag}"
    end = text.find(closing, start)
    if end < 0:
        return len(text)
    while True:
        after = end + len(closing)
        further = text.find(closing, after)
        if further < 0 or opening in text[after:further]:
            return after
        end = further


def _from_machine(record: Mapping[str, Any]) -> bool:
    source = record.get("promptSource")
    return (
        record.get("isMeta") is True
        or bool(record.get("planContent"))
        or _foreign(record.get("origin"))
        or (isinstance(source, str) and source.startswith(_MACHINE_PROMPTS))
    )


def _foreign(origin: object) -> bool:
    kind = origin.get("kind") if isinstance(origin, dict) else origin
    return isinstance(kind, str) and kind not in ("", "human")


def _headless(record: Mapping[str, Any]) -> bool:
    source = text_of(record.get("promptSource"))
    if source in _PERSON_PROMPTS:
        return False
    return source == "sdk" or text_of(record.get("entrypoint")).startswith("sdk")


def _not_typed(said: Said, text: str) -> Said:
    """Keep what the form says of words that nobody typed, but for typed ones."""
    kept = (Origin.NOTIFICATION, Origin.HOOK, Origin.TOOL, Origin.COMPACTION)
    return said if said.origin in kept else Said(Origin.INJECTED, text)
