"""GitHub Copilot: hooks and a pointer in the repository, the server beside them."""

import json
from collections.abc import Sequence

from levelmem.engine.agents.connect.agents_md import POINTER
from levelmem.engine.agents.connect.files import (
    BlockFile,
    ConfigFile,
    JsonFile,
    OwnFile,
)
from levelmem.engine.agents.connect.where import Where

HOST = "copilot"
NOTES: Sequence[str] = (
    "Not every version of Copilot shows a hook's digest to the model; the pointer in"
    " its instructions does without.",
)

_EVENTS = {
    "sessionStart": "session-start",
    "userPromptSubmitted": "prompt",
    "postToolUse": "tool",
    "agentStop": "stop",
    "sessionEnd": "session-end",
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    server = where.server(HOST)
    if where.project:
        github = where.project / ".github"
        stdio = {("servers", "levelmem"): {"type": "stdio", **server}}
        return [
            OwnFile(github / "hooks" / "levelmem.json", _hooks(where)),
            JsonFile(where.project / ".vscode" / "mcp.json", stdio),
            BlockFile(github / "copilot-instructions.md", POINTER),
        ]
    folder = where.folder("COPILOT_HOME", ".copilot")
    local = {"type": "local", **server, "tools": ["*"]}
    return [
        JsonFile(folder / "mcp-config.json", {("mcpServers", "levelmem"): local}),
        BlockFile(folder / "copilot-instructions.md", POINTER),
    ]


def _hooks(where: Where) -> str:
    hooks = {
        event: [{"type": "command", "bash": where.hook(HOST, ours), "timeoutSec": 10}]
        for event, ours in _EVENTS.items()
    }
    return json.dumps({"version": 1, "hooks": hooks}, indent=2) + "\n"
