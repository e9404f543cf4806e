"""Where an agent is connected: for one project or for the person."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Where:
    """What connectors need to know of the place."""

    home: Path
    environ: Mapping[str, str]
    command: tuple[str, ...] = ("levelmem",)
    """The words that start levelmem."""
    project: Path | None = None
    """The project's root; None connects the agent in all projects."""
    digest: Path | None = None
    """The file with the project's sealed digest."""

    def hook(self, host: str, event: str) -> str:
        """Return the shell command of one hook.

        A project's files may be shared with people who don't have levelmem: there a
        hook that can't start must not be an error at every prompt.
        """
        command = shlex.join([*self.command, "hook", host, event])
        return f"{command} 2>/dev/null || true" if self.project else command

    def server(self, host: str) -> dict[str, object]:
        """Return program and arguments of the tool server."""
        program, *rest = self.command
        return {"command": program, "args": [*rest, "mcp", "--host", host]}

    def folder(self, variable: str, default: str) -> Path:
        """Return an agent's own folder in the home."""
        named = self.environ.get(variable)
        return Path(named).expanduser() if named else self.home / default
