"""The kinds of configuration file that levelmem adds itself to.

Each knows how a text looks with levelmem in it and without. Only levelmem's own keys
are touched: hooks whose command is ours, the server's name, a managed block.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from levelmem.engine.agents.connect.jsonc import JsonText

_OURS = re.compile(r"\blevelmem\b.*\bhook\s+[a-z-]+\s+[a-z-]+")

BEGIN = "<!-- levelmem:begin (managed; edit below the end marker) -->"
END = "<!-- levelmem:end -->"
_BLOCK = re.compile(r"\n?<!-- levelmem:begin.*?<!-- levelmem:end -->\n?", re.DOTALL)


class ConfigFile(Protocol):
    """One file of an agent's configuration."""

    @property
    def path(self) -> Path:
        """Where it lies."""

    def connected(self, text: str | None) -> str:
        """Return the text with levelmem in it; the same text where it is already.

        Raises ``Problem`` where the text can't be understood.
        """

    def disconnected(self, text: str) -> str | None:
        """Return the text without levelmem; None where nothing would be left."""


def is_ours(entry: object) -> bool:
    """Tell whether a hook's entry calls levelmem."""
    if not isinstance(entry, dict):
        return False
    commands = (entry.get(name) for name in ("command", "bash", "powershell"))
    return any(isinstance(text, str) and _OURS.search(text) for text in commands)


@dataclass(frozen=True, slots=True)
class JsonFile:
    """A JSON file, comments and trailing commas allowed."""

    path: Path
    values: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """Members of our own, by the name above and their own."""
    items: Mapping[str, str] = field(default_factory=dict)
    """Texts of our own in lists of the person's, by the list's name."""
    hooks: Mapping[str, Any] = field(default_factory=dict)
    """By event: a group ``{"matcher", "hooks": [...]}``, or the entry alone."""
    frame: Mapping[str, Any] = field(default_factory=dict)
    """What a new file begins with."""

    def connected(self, text: str | None) -> str:
        """See :class:`ConfigFile`."""
        edited = JsonText(text or "")
        for name, value in self.frame.items() if text is None else ():
            edited.put((name,), value)
        for path, value in self.values.items():
            edited.put(path, value)
        for name, item in self.items.items():
            if item not in (edited.get((name,)) or []):
                edited.append((name,), item)
        for event, group in self.hooks.items():
            _put_hook(edited, ("hooks", event), group)
        return edited.text

    def disconnected(self, text: str) -> str | None:
        """See :class:`ConfigFile`."""
        edited = JsonText(text)
        for path in self.values:
            _remove(edited, path)
        for name, item in self.items.items():
            found = edited.get((name,))
            if isinstance(found, list) and item in found:
                _remove(edited, (name, found.index(item)))
        hooks = edited.get(("hooks",))
        for event in list(hooks) if isinstance(hooks, dict) and self.hooks else ():
            _remove_hooks(edited, ("hooks", event))
        left = edited.value
        is_empty = not left or (self.frame and left == dict(self.frame))
        return None if is_empty else edited.text


@dataclass(frozen=True, slots=True)
class BlockFile:
    """A Markdown file with a managed block at its end."""

    path: Path
    block: str

    def connected(self, text: str | None) -> str:
        """See :class:`ConfigFile`."""
        text = text or ""
        block = f"{BEGIN}\n{self.block}\n{END}"
        found = _BLOCK.search(text)
        if found:
            inner = found[0].strip("\n")
            return text if inner == block else text.replace(inner, block, 1)
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}{block}\n"

    def disconnected(self, text: str) -> str | None:
        """See :class:`ConfigFile`."""
        return _BLOCK.sub("", text, count=1) or None


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that is levelmem's as a whole."""

    path: Path
    text: str

    def connected(self, text: str | None) -> str:
        """See :class:`ConfigFile`."""
        return self.text

    def disconnected(self, text: str) -> str | None:
        """See :class:`ConfigFile`."""
        return None


def _put_hook(edited: JsonText, path: tuple[str, ...], group: Any) -> None:
    """Add a hook, or bring an older one of ours up to date in its place."""
    places = list(_own_entries(edited, path))
    entry = group["hooks"][0] if "hooks" in group else group
    if not places:
        edited.append(path, group)
        return
    for place in reversed(places[1:]):
        _remove(edited, place)
    first = places[0]
    alone = len(first) > len(path) + 1 and len(edited.get(first[:-1])) == 1
    if alone:
        edited.put(first[: len(path) + 1], group)
    else:
        edited.put(first, entry)


def _remove_hooks(edited: JsonText, path: tuple[str, ...]) -> None:
    for place in reversed(list(_own_entries(edited, path))):
        edited.remove(place)
        group = place[:-2]
        if len(place) > len(path) + 1 and not edited.get(place[:-1]):
            edited.remove(group)
    if edited.get(path) == []:
        _remove(edited, path)


def _own_entries(
    edited: JsonText, path: tuple[str, ...]
) -> Sequence[tuple[str | int, ...]]:
    """Return the paths of our entries: in the event's list, or in a group's."""
    groups = edited.get(path)
    found: list[tuple[str | int, ...]] = []
    for at, group in enumerate(groups if isinstance(groups, list) else ()):
        if is_ours(group):
            found.append((*path, at))
        inner = group.get("hooks") if isinstance(group, dict) else None
        for place, entry in enumerate(inner if isinstance(inner, list) else ()):
            if is_ours(entry):
                found.append((*path, at, "hooks", place))
    return found


def _remove(edited: JsonText, path: Sequence[str | int]) -> None:
    """Take a value out, and the objects and lists that are empty without it."""
    edited.remove(path)
    above = path[:-1]
    while above and edited.get(above) in ({}, []):
        edited.remove(above)
        above = above[:-1]
