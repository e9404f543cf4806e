"""Which words of a Codex "user" message a person typed.

Codex sends project rules, environment and skills to the model as messages of the
user, and wraps what the person typed in the context of their editor.
"""

import json
import re
from dataclasses import dataclass

from levelmem.engine.sessions.model import Origin
from levelmem.engine.sessions.sources.codex.lines import as_dict, as_text

# What Codex itself puts before the model as the user's message.
_INJECTED = (
    "<environment_context>",
    "# AGENTS.md instructions",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<multi_agent_mode>",
    "<model_switch>",
    "<personality_spec>",
    "<token_budget>",
    "<context_window",
    "<additional_context>",
    "<internal_model_context>",
    "<skills_instructions>",
    "<apps_instructions>",
    "<plugins_instructions>",
    "<environments_instructions>",
    "<app-context>",
    "<recommended_plugins>",
    "<skill>",
    "<turn_aborted>",
    "<user_action>",
    "<subagent_notification>",
    "<goal_context>",
    "<codex_internal_context",
    "<hook_prompt",
    "<in-app-browser-context",
)
GUARDIAN = "The following is the Codex agent history"
"""How the prompt of a guardian thread begins: one agent judging another."""

_EDITOR_CONTEXT = ("# Context from my IDE setup", "# Files mentioned by the user")
_REQUEST = re.compile(r"^## My request(?: for Codex)?:[ \t]*$", re.MULTILINE)
_REQUEST_INLINE = re.compile(r"^## My request(?: for Codex)?:", re.MULTILINE)
_WHOLE_TAG = re.compile(r"<([a-z][a-z0-9]*_[a-z0-9_]*)>.*</\1>", re.DOTALL)
_IMAGE_WRAPPER = re.compile(r"<image(?:\s[^>]*)?>|</image>")
_REPLY = "send_user_message_question_reply"
_SHELL = "user_shell_command"
_MAX_CWD = 4096


@dataclass(frozen=True, slots=True)
class Prompt:
    """One part of a user message: its words, and whose they are."""

    origin: Origin
    text: str
    result: str = ""
    """What the shell answered, for a command that the person ran."""
    vouched: bool = False
    """Whether the form alone proves that a person wrote it."""


def read_prompt(text: str) -> Prompt:
    """Tell who wrote a part of a user message, and unwrap what a person typed."""
    text = text.strip()
    if text.startswith(f"<{_SHELL}>"):
        return _shell_command(text)
    if text.startswith(_EDITOR_CONTEXT):
        text = _request(text)
        if not text:
            return Prompt(Origin.INJECTED, "")
    if text.startswith(f"<{_REPLY}>"):
        return _question_reply(text)
    if text.startswith(_INJECTED) or _WHOLE_TAG.fullmatch(text):
        return Prompt(Origin.INJECTED, text)
    return Prompt(Origin.HUMAN, text)


def is_image_wrapper(text: str) -> bool:
    """Tell whether a text part only wraps the picture beside it."""
    return bool(_IMAGE_WRAPPER.fullmatch(text.strip()))


def environment_cwd(text: str) -> str:
    """Return the working folder that an ``<environment_context>`` names, or ``""``."""
    if "<environment_context>" not in text:
        return ""
    start = text.find("<cwd>") + len("<cwd>")
    end = text.find("</cwd>", start)
    return text[start:end].strip()[:_MAX_CWD] if len("<cwd>") <= start < end else ""


def words(text: str) -> str:
    """Return ``text`` as two records of one message are compared."""
    return " ".join(text.split())


def _request(text: str) -> str:
    match = _REQUEST.search(text) or _REQUEST_INLINE.search(text)
    return text[match.end() :].strip() if match else ""


def _shell_command(text: str) -> Prompt:
    command = _inner(text, "command") or _inner(text, _SHELL)
    return Prompt(Origin.SHELL_ESCAPE, f"!{command}", _inner(text, "result"))


def _inner(text: str, tag: str) -> str:
    start, end = text.find(f"<{tag}>"), text.rfind(f"</{tag}>")
    return text[start + len(tag) + 2 : end].strip() if 0 <= start < end else ""


def _question_reply(text: str) -> Prompt:
    """Unwrap answers to the agent's questions: ``[{question, answer}, …]``."""
    try:
        replies = json.loads(_inner(text, _REPLY))
    except (ValueError, RecursionError):
        return Prompt(Origin.INJECTED, text)
    items = replies if isinstance(replies, list) else [replies]
    answers = [as_text(as_dict(item).get("answer")).strip() for item in items]
    said = "\n\n".join(answer for answer in answers if answer)
    if not said:
        return Prompt(Origin.INJECTED, text)
    return Prompt(Origin.HUMAN, said, vouched=True)
