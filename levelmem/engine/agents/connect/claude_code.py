"""Claude Code: hooks in its settings, the server beside them."""

from collections.abc import Sequence
from typing import Any

from levelmem.engine.agents.connect.files import ConfigFile, JsonFile
from levelmem.engine.agents.connect.where import Where

HOST = "claude-code"
NOTES: Sequence[str] = ("Restart Claude Code: it reads hooks when it starts.",)

_SECONDS = {"session-start": 10, "prompt": 5, "stop": 5, "session-end": 5}
_EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "Stop": "stop",
    "SessionEnd": "session-end",
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    hooks = {
        event: _group(event, where.hook(HOST, ours), _SECONDS[ours])
        for event, ours in _EVENTS.items()
    }
    server = {("mcpServers", "levelmem"): {"type": "stdio", **where.server(HOST)}}
    if where.project:
        return [
            JsonFile(where.project / ".claude" / "settings.json", hooks=hooks),
            JsonFile(where.project / ".mcp.json", server),
        ]
    settings = where.folder("CLAUDE_CONFIG_DIR", ".claude")
    # The servers of all projects stand beside the folder, unless it was moved.
    beside = settings if where.environ.get("CLAUDE_CONFIG_DIR") else where.home
    return [
        JsonFile(settings / "settings.json", hooks=hooks),
        JsonFile(beside / ".claude.json", server),
    ]


def _group(event: str, command: str, seconds: int) -> dict[str, Any]:
    entry = {"type": "command", "command": command, "timeout": seconds}
    if event == "SessionStart":
        return {"matcher": "startup|resume|clear|compact", "hooks": [entry]}
    return {"hooks": [entry]}
