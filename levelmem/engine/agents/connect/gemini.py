"""Gemini CLI: hooks and server in its settings."""

from collections.abc import Sequence

from levelmem.engine.agents.connect.files import ConfigFile, JsonFile
from levelmem.engine.agents.connect.where import Where

HOST = "gemini"
NOTES: Sequence[str] = ("Restart Gemini CLI: it reads hooks when it starts.",)

# Timeouts are in milliseconds here.
_EVENTS = {
    "SessionStart": ("session-start", 10_000),
    "BeforeAgent": ("prompt", 5_000),
    "AfterAgent": ("stop", 5_000),
    "SessionEnd": ("session-end", 5_000),
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    hooks = {
        event: {
            "hooks": [
                {
                    "name": f"levelmem-{ours}",
                    "type": "command",
                    "command": where.hook(HOST, ours),
                    "timeout": milliseconds,
                }
            ]
        }
        for event, (ours, milliseconds) in _EVENTS.items()
    }
    server = {("mcpServers", "levelmem"): where.server(HOST)}
    folder = (where.project or where.home) / ".gemini"
    return [JsonFile(folder / "settings.json", server, hooks=hooks)]
