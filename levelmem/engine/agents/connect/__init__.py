"""Connecting agents: one module for each, which names its files and what is ours.

A further agent is one new module that defines ``HOST``, ``NOTES`` and ``files``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from levelmem.engine.agents.connect.change import (
    Backups,
    ConnectError,
    FileChange,
    apply,
    read_config,
)
from levelmem.engine.agents.connect.files import ConfigFile
from levelmem.engine.agents.connect.where import Where
from levelmem.engine.problem import Problem

__all__ = [
    "AGENTS",
    "Backups",
    "ConnectError",
    "FileChange",
    "Plan",
    "Where",
    "apply",
    "plan_connect",
    "plan_disconnect",
]

AGENTS = (
    "claude-code",
    "codex",
    "gemini",
    "opencode",
    "cursor",
    "copilot",
    "agents-md",
)
"""Every agent that can be connected."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What connecting or disconnecting would change."""

    changes: tuple[FileChange, ...]
    """Empty where everything is as it should be."""
    notes: tuple[str, ...] = ()
    """What the person has to do besides."""


def plan_connect(agent: str, where: Where) -> Plan:
    """Return what connects an agent; nothing is written. Raises ConnectError."""
    files, notes = _files(agent, where)
    return Plan(_changes(files, lambda file, text: file.connected(text)), notes)


def plan_disconnect(agent: str, where: Where, backups: Backups) -> Plan:
    """Return what takes levelmem out of an agent again. Raises ConnectError.

    A file that nobody changed since becomes what it was, to the byte.
    """
    files, _ = _files(agent, where)

    def without(file: ConfigFile, text: str | None) -> str | None:
        if text is None:
            return None
        for kept in backups.of(file.path):
            if kept != text and _connected_quietly(file, kept) == text:
                return kept
        return file.disconnected(text)

    return Plan(_changes(files, without))


def _files(agent: str, where: Where) -> tuple[list[ConfigFile], tuple[str, ...]]:
    module = import_module(f"{__name__}.{agent.replace('-', '_')}")
    files: list[ConfigFile] = module.files(where)
    notes: Sequence[str] = module.NOTES
    return files, tuple(notes)


def _changes(
    files: Sequence[ConfigFile],
    edit: Callable[[ConfigFile, str | None], str | None],
) -> tuple[FileChange, ...]:
    changes = []
    for file in files:
        before = read_config(file.path)
        after = _explained(file.path, lambda f=file, b=before: edit(f, b))  # type: ignore[misc]
        if after != before:
            changes.append(FileChange(file.path, before, after))
    return tuple(changes)


def _explained(path: Path, edit: Callable[[], str | None]) -> str | None:
    try:
        return edit()
    except Problem as problem:
        raise ConnectError(
            f"{path} can't be changed: {problem}. Nothing was changed."
        ) from problem


def _connected_quietly(file: ConfigFile, text: str | None) -> str | None:
    try:
        return file.connected(text)
    except Problem:
        return None
