"""What the settings screen lists: settings, stores at other places, keys."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelmem.engine.problem import Problem
from levelmem.engine.text import one_line
from levelmem.keymap import key_names
from levelmem.settings import Settings
from levelmem.settings_file import Value, described
from levelmem.widgets.rows import Look
from levelmem.widgets.spans import clip

_FOLDERS = ("roots.", "search.private_projects")
"""Settings that name folders."""
_VALUE_CELLS = 32
"""Cells of a value in the list; Enter shows the whole of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A setting, the stores of an agent, or the keys of an action."""

    name: str
    """As in the file."""
    text: str
    value: Value
    default: Value

    @property
    def is_key(self) -> bool:
        """Whether it is about keys."""
        return self.name.startswith("keymap.")

    @property
    def shown(self) -> str:
        """Its value in one line, as it is typed too."""
        if isinstance(self.value, tuple):
            return shlex.join(self.value)
        return str(self.value)

    def typed(self, text: str) -> Value:
        """Return the value that a line means; raises Problem where it means none."""
        if isinstance(self.default, tuple):
            return self._words(text)
        try:
            return type(self.default)(text.strip())
        except ValueError as error:
            raise Problem(f"{text} is no number.") from error

    def _words(self, text: str) -> tuple[str, ...]:
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise Problem("A quotation mark has no end.") from error
        if not self.name.startswith(_FOLDERS):
            return tuple(words)
        folders = [Path(word).expanduser() for word in words]
        for folder in folders:
            if not folder.is_dir():
                raise Problem(f"There is no folder {folder}.")
        return tuple(str(folder.absolute()) for folder in folders)


def plain_entries(settings: Settings) -> list[Entry]:
    """Return the settings as they are now."""
    return [
        Entry(one.name, one.text, _value(settings, one.name), one.default)
        for one in described()
    ]


def store_entries(settings: Settings) -> list[Entry]:
    """Return where the sessions of each agent are looked for."""
    from levelmem.engine.sessions.sources import sources

    known = sources()
    labels = {name: source.label for name, source in known.items()}
    labels |= {name: name for name in settings.roots if name not in known}
    return [
        Entry(
            f"roots.{name}",
            f"Folders in which sessions of {label} lie, instead of its own place",
            tuple(map(str, settings.roots.get(name, ()))),
            (),
        )
        for name, label in labels.items()
    ]


def key_entries(settings: Settings) -> Iterator[Entry]:
    """Yield the keys as they are now."""
    for id_, key in sorted(key_names().items()):
        default = ",".join(key.keys)
        now = settings.keymap.get(id_, default)
        yield Entry(f"keymap.{id_}", key.description, now, default)


def _value(settings: Settings, name: str) -> Value:
    found: Any = settings
    for part in name.split("."):
        found = getattr(found, part)
    if isinstance(found, tuple):
        return tuple(map(str, found))
    value: Value = found
    return value


def entry_look(entry: Entry) -> Look:
    """Return the row of a setting: its name and value, then what it means."""
    shown = clip(one_line(entry.shown), _VALUE_CELLS) or "–"
    if isinstance(entry.value, bool):
        shown = "on" if entry.value else "off"
    name = entry.name.removeprefix("keymap.")
    changed = entry.value != entry.default
    note = " · changed" if changed else ""
    tone = "accent bold" if changed else "muted"
    return Look(
        lines=(((name, "title"),), ((entry.text + note, "muted"),)),
        aside=((shown, tone),),
    )
