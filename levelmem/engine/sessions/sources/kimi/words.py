"""Whose words a message of Kimi Code's holds, by the origin that it names."""

import re
from xml.sax.saxutils import unescape

from levelmem.engine.sessions.json_values import Data
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Origin

_TAGS = re.compile(r"</?bash-(?:input|stdout|stderr)>")

_QUOTES = {"&quot;": '"', "&apos;": "'", "&#39;": "'"}

_ORIGINS = {
    "": Origin.HUMAN,
    "user": Origin.HUMAN,
    "compaction_summary": Origin.COMPACTION,
    "hook_result": Origin.HOOK,
    "task": Origin.NOTIFICATION,
    "background_task": Origin.NOTIFICATION,
}
"""The others are what the client put in: reminders, jobs, skills that were loaded."""


def origin_of(told: Data) -> Origin:
    """Return whose words they are."""
    kind = text_of(told.get("kind"))
    if kind in ("skill_activation", "plugin_command"):
        typed = told.get("trigger") == "user-slash"
        return Origin.SLASH_COMMAND if typed else Origin.INJECTED
    if kind == "shell_command":
        typed = told.get("phase") != "output"
        return Origin.SHELL_ESCAPE if typed else Origin.TOOL
    if kind == "system_trigger" and told.get("name") == "subagent":
        return Origin.SUBAGENT_PROMPT
    return _ORIGINS.get(kind, Origin.INJECTED)


def command_of(told: Data) -> str:
    """Return the command that was typed, where a skill's text stands for it."""
    name, arguments = text_of(told.get("skillName")), text_of(told.get("skillArgs"))
    if told.get("kind") == "plugin_command":
        plugin, command = text_of(told.get("pluginId")), told.get("commandName")
        name, arguments = (
            f"{plugin}:{text_of(command)}",
            text_of(told.get("commandArgs")),
        )
    return f"/{name} {arguments}".strip()


def shell_words(text: str) -> str:
    """Return a shell command, or its output, without the marks around it."""
    return unescape(_TAGS.sub("\n", text), _QUOTES).strip()
