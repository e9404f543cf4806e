"""Cursor: hooks and server in two files of its folder."""

from collections.abc import Sequence

from levelmem.engine.agents.connect.files import ConfigFile, JsonFile
from levelmem.engine.agents.connect.where import Where

HOST = "cursor"
NOTES: Sequence[str] = ("Restart Cursor, and enable the server in its settings.",)

_EVENTS = {
    "sessionStart": "session-start",
    "beforeSubmitPrompt": "prompt",
    "afterShellExecution": "tool",
    "afterFileEdit": "tool",
    "afterAgentResponse": "answer",
    "stop": "stop",
    "sessionEnd": "session-end",
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    folder = (where.project or where.home) / ".cursor"
    hooks = {
        event: {"command": where.hook(HOST, ours)} for event, ours in _EVENTS.items()
    }
    server = {("mcpServers", "levelmem"): where.server(HOST)}
    return [
        JsonFile(folder / "hooks.json", hooks=hooks, frame={"version": 1}),
        JsonFile(folder / "mcp.json", server),
    ]
