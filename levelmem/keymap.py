"""The person's own keys: what is wrong with them is said when levelmem opens.

Textual takes every keymap: an unknown id does nothing, and a key that another action
has already does what was bound last. So both are looked for here.
"""

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from textual.binding import Binding

_PLACES = (
    ("levelmem.app", "LevelmemApp"),
    ("levelmem.screens.history", "HistoryScreen"),
    ("levelmem.screens.session_filing", "SessionFiling"),
    ("levelmem.screens.search", "SearchScreen"),
    ("levelmem.screens.memory", "MemoryScreen"),
    ("levelmem.screens.transcript", "TranscriptScreen"),
    ("levelmem.widgets.row_list", "RowList"),
    ("levelmem.widgets.transcript_view", "TranscriptView"),
)
"""Classes with keys that can be changed: module and name."""

_TOGETHER = {
    "app": ("session", "history", "search", "memory", "transcript", "list", "talk"),
    "list": ("session", "history", "search", "memory"),
    "talk": ("session", "transcript"),
    "session": ("history", "transcript"),
}
"""Which groups of ids are in force at the same time."""


@dataclass(frozen=True, slots=True)
class KeyName:
    """A binding that can be given other keys."""

    id: str
    keys: tuple[str, ...]
    description: str


def key_names() -> dict[str, KeyName]:
    """Return every binding that can be given other keys, by id."""
    found: dict[str, KeyName] = {}
    for module, name in _PLACES:
        owner = getattr(importlib.import_module(module), name)
        for binding in owner.__dict__.get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                keys = tuple(key.strip() for key in binding.key.split(","))
                text = binding.tooltip or binding.description
                found[binding.id] = KeyName(binding.id, keys, text)
    return found


def problems(keymap: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a keymap, a sentence each."""
    names = key_names()
    found = [_unknown(wanted, names) for wanted in keymap if wanted not in names]
    keys = {
        id_: tuple(key.strip() for key in keymap[id_].split(","))
        if id_ in keymap
        else name.keys
        for id_, name in names.items()
    }
    for id_ in keymap:
        if id_ in names:
            found += _clashes(id_, keys, keymap)
    return found


def _unknown(wanted: str, names: Iterable[str]) -> str:
    near = get_close_matches(wanted, names, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{wanted} is no name of an action.{hint}"


def _clashes(
    id_: str, keys: Mapping[str, tuple[str, ...]], keymap: Mapping[str, str]
) -> Iterable[str]:
    for other, taken in keys.items():
        # Two that the person chose both are told once.
        if other == id_ or (other in keymap and other < id_):
            continue
        if _in_force_together(id_, other):
            for key in set(keys[id_]) & set(taken):
                yield f"{key} is the key of both {id_} and {other}."


def _in_force_together(one: str, other: str) -> bool:
    a, b = one.partition(".")[0], other.partition(".")[0]
    return a == b or b in _TOGETHER.get(a, ()) or a in _TOGETHER.get(b, ())
