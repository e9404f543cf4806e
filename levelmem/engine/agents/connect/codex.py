"""Codex: everything in ``config.toml``, hooks in ``hooks.json`` where that is used."""

from collections.abc import Sequence
from typing import Any

from levelmem.engine.agents.connect.files import ConfigFile, JsonFile
from levelmem.engine.agents.connect.toml_file import TomlFile
from levelmem.engine.agents.connect.where import Where

HOST = "codex"
NOTES: Sequence[str] = (
    "Open /hooks in Codex and trust the new hooks: until then it runs none of them.",
)

_START_SECONDS = 20
_EVENTS = {
    "SessionStart": ("session-start", 10),
    "UserPromptSubmit": ("prompt", 5),
    "Stop": ("stop", 5),
}


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    folder = where.folder("CODEX_HOME", ".codex")
    if where.project:
        folder = where.project / ".codex"
    table = {**where.server(HOST), "startup_timeout_sec": _START_SECONDS}
    tables = {("mcp_servers", "levelmem"): table}
    hooks = {
        event: _group(event, where.hook(HOST, ours), seconds)
        for event, (ours, seconds) in _EVENTS.items()
    }
    config, separate = folder / "config.toml", folder / "hooks.json"
    # Codex warns of hooks in both files of one folder.
    if separate.exists():
        return [TomlFile(config, tables), JsonFile(separate, hooks=hooks)]
    return [TomlFile(config, tables, hooks)]


def _group(event: str, command: str, seconds: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "type": "command",
        "command": command,
        "timeout": seconds,
    }
    if event == "SessionStart":
        entry["statusMessage"] = "Loading project memory"
        return {"matcher": "startup|resume|clear|compact", "hooks": [entry]}
    return {"hooks": [entry]}
