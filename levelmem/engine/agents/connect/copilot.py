"""GitHub Copilot: hooks, a pointer in its instructions, and the server.

Its editor and its command line name servers in files of their own.
"""

import json
from collections.abc import Sequence
from pathlib import Path

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
    "What lies in a project counts once Copilot was told to trust its folder.",
    "Not every version of Copilot shows a hook's digest to the model; the pointer in"
    " its instructions does without.",
)

_EVENTS = {
    "sessionStart": "session-start",
    "userPromptSubmitted": "prompt",
    "agentStop": "stop",
    "sessionEnd": "session-end",
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    server = where.server(HOST)
    local = {("mcpServers", "levelmem"): {"type": "local", **server, "tools": ["*"]}}
    if where.project:
        github = where.project / ".github"
        stdio = {("servers", "levelmem"): {"type": "stdio", **server}}
        return [
            *_common(github, where),
            JsonFile(github / "mcp.json", local),
            JsonFile(where.project / ".vscode" / "mcp.json", stdio),
        ]
    folder = where.folder("COPILOT_HOME", ".copilot")
    return [*_common(folder, where), JsonFile(folder / "mcp-config.json", local)]


def _common(folder: Path, where: Where) -> list[ConfigFile]:
    return [
        OwnFile(folder / "hooks" / "levelmem.json", _hooks(where)),
        BlockFile(folder / "copilot-instructions.md", POINTER),
    ]


def _hooks(where: Where) -> str:
    hooks = {
        event: [{"type": "command", "bash": where.hook(HOST, ours), "timeoutSec": 10}]
        for event, ours in _EVENTS.items()
    }
    return json.dumps({"version": 1, "hooks": hooks}, indent=2) + "\n"
