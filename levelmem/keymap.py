"""The person's own keys: what is wrong with them is said when levelmem opens.

Textual takes every keymap: an unknown id does nothing, and a key that another action
has already does what was bound last. So both are looked for here.
"""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from textual.binding import Binding

_APP = "levelmem.app:LevelmemApp"
_LIST = "levelmem.widgets.row_list:RowList"
_SCREENS = (
    (
        _APP,
        "levelmem.screens.history:HistoryScreen",
        "levelmem.screens.history_calendar:HistoryCalendar",
        "levelmem.screens.history_filters:HistoryFilters",
        "levelmem.screens.session_filing:SessionFiling",
        _LIST,
    ),
    (_APP, "levelmem.widgets.activity_calendar:ActivityCalendar"),
    (_APP, "levelmem.screens.search:SearchScreen", _LIST),
    (_APP, "levelmem.screens.memory:MemoryScreen", _LIST),
    (
        _APP,
        "levelmem.screens.transcript:TranscriptScreen",
        "levelmem.widgets.transcript_view:TranscriptView",
    ),
)
"""The classes with keys that are in force together, screen by screen."""


@dataclass(frozen=True, slots=True)
class KeyName:
    """A binding that can be given other keys."""

    id: str
    keys: tuple[str, ...]
    description: str


def key_names() -> dict[str, KeyName]:
    """Return every binding that can be given other keys, by id."""
    return {id_: name for screen in _screens() for id_, name in screen.items()}


def problems(keymap: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a keymap, a sentence each."""
    names = key_names()
    found = [_unknown(wanted, names) for wanted in keymap if wanted not in names]
    for screen in _screens():
        found += [line for line in _clashes(screen, keymap) if line not in found]
    return found


def _screens() -> Iterator[dict[str, KeyName]]:
    """Yield the bindings of each screen by id."""
    for places in _SCREENS:
        yield {name.id: name for place in places for name in _names_in(place)}


@cache
def _names_in(place: str) -> tuple[KeyName, ...]:
    module, _, name = place.partition(":")
    owner = getattr(importlib.import_module(module), name)
    return tuple(
        KeyName(
            binding.id,
            _keys(binding.key),
            binding.tooltip or binding.description,
        )
        for binding in owner.__dict__.get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id
    )


def _keys(given: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in given.split(","))


def _unknown(wanted: str, names: Iterable[str]) -> str:
    near = get_close_matches(wanted, names, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{wanted} is no name of an action.{hint}"


def _clashes(screen: Mapping[str, KeyName], keymap: Mapping[str, str]) -> Iterator[str]:
    """Yield the keys that two of a screen share, where the person chose one."""
    taken: dict[str, str] = {}
    for id_ in sorted(screen):
        keys = _keys(keymap[id_]) if id_ in keymap else screen[id_].keys
        for key in keys:
            other = taken.setdefault(key, id_)
            if other != id_ and (id_ in keymap or other in keymap):
                yield f"{key} is the key of both {other} and {id_}."
