"""Whose words stand in a user message: the person's, or the client's.

The client puts much into the person's turn: the context of a session, what hooks say,
the files behind an ``@``, the editor's state. None of that was typed.
"""

import re
from dataclasses import dataclass

from levelmem.engine.sessions.model import Origin

_FILES = "--- Content from referenced files ---"
_CONTEXTS = ("<hook_context>", "<qwen:user-prompt-submit-context>")
"""What a hook adds behind the words, at the start of a part or of a line."""
_INJECTED = (
    "<session_context>",
    "<environment_context>",
    "<system-reminder>",
    "<system_reminder>",
    "<hook_context>",
    "<qwen:user-prompt-submit-context>",
    "This is the Gemini CLI.",
    "This is the Qwen Code.",
    "Here is the user's editor context",
    "Here is a summary of changes in the user's editor context",
    "System: Please continue.",
)
_COMPACTION = ("<state_snapshot>", "<compressed_chat_history>", "<state_summary>")
_RAN = re.compile(
    r"I ran the following shell command:\s*```(?:sh|bash|\w*)\n(?P<command>.*?)\n```"
    r"(?:\s*This produced the following result:\s*```\n(?P<output>.*?)\n```)?",
    re.DOTALL,
)
_COMMAND = re.compile(r"[/?][A-Za-z][\w:.-]*(?=\s|$)|\?$|/$")


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a user message, and whose they are."""

    text: str
    origin: Origin
    output: str = ""
    """What a shell command printed that the person ran from the prompt."""


def said(parts: list[str], shown: str = "") -> Said:
    """Return whose words the text parts of a user message are.

    Args:
        parts: the texts as the model got them.
        shown: the words as the client showed them, where it says so: what was typed.
    """
    typed = shown.strip() or typed_words(parts)
    sent = "\n".join(parts).strip()
    origin = _injected(sent)
    if origin is not None:
        return Said(sent, origin)
    if shell := _RAN.match(typed):
        words = f"! {shell['command'].strip()}"
        return Said(words, Origin.SHELL_ESCAPE, shell["output"] or "")
    if typed.startswith("!") and len(typed) > 1:
        return Said(typed, Origin.SHELL_ESCAPE)
    if _COMMAND.match(typed):
        return Said(typed, Origin.SLASH_COMMAND)
    if not typed and sent:
        return Said(sent, Origin.INJECTED)
    return Said(typed, Origin.HUMAN)


def typed_prompt(prompt: str) -> str:
    """Return what the person typed of a prompt that a hook is handed, or ``""``."""
    words = said([prompt])
    return words.text if words.origin is Origin.HUMAN else ""


def typed_words(parts: list[str]) -> str:
    """Return the words of a message without what the client added behind them."""
    kept: list[str] = []
    for part in parts:
        if part.lstrip().startswith(_CONTEXTS):
            continue
        before, found, _ = part.partition(_FILES)
        kept.append(_without_contexts(before))
        if found:
            # Whatever follows is from files, which may hold any mark of an end.
            break
    return "\n".join(kept).strip()


def _injected(text: str) -> Origin | None:
    if text.startswith(_COMPACTION):
        return Origin.COMPACTION
    if text.startswith("<hook_context>"):
        return Origin.HOOK
    return Origin.INJECTED if text.startswith(_INJECTED) else None


def _without_contexts(text: str) -> str:
    for mark in _CONTEXTS:
        text = text.partition(f"\n{mark}")[0]
    return text
