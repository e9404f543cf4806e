"""Which fact LevelCode shows under a key of its own, where several of ours share it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from levelmem.engine.memory.keys import folded_levelcode_key, levelcode_key
from levelmem.engine.memory.records import Control, Record

if TYPE_CHECKING:
    from levelmem.engine.memory.group import Group

OWN = "lm:"
"""What a key begins with that LevelCode has nothing to do with."""


class ShownByLevelCode:
    """Which fact LevelCode shows under a key, where several of ours share it.

    LevelCode shows the newest credited note of a key, or else the latest wording: a
    control that it wrote means the fact that the person saw there.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        """LevelCode's keys that controls without one of ours have."""
        self._siblings: dict[str, dict[Group, None]] = {}

    def add(self, text: str, group: Group) -> None:
        """Take in a wording that was not seen before."""
        if not self.wanted:
            return
        key = key_shown_for(text)
        if key in self.wanted:
            self._siblings.setdefault(key, {})[group] = None

    def group(self, key: str) -> Group | None:
        """Return the fact that LevelCode shows under its key."""
        return max(self.siblings(key), key=_newest, default=None)

    def siblings(self, key: str) -> list[Group]:
        """Return every fact that shares LevelCode's key."""
        return list(self._siblings.get(folded_levelcode_key(key), ()))

    def with_part(self, part: ShownByLevelCode, old: set[Group]) -> ShownByLevelCode:
        """Return a copy with the groups ``old`` replaced by those of a part."""
        new = ShownByLevelCode(self.wanted)
        for key, groups in self._siblings.items():
            kept = {group: None for group in groups if group not in old}
            new._siblings[key] = kept | part._siblings.get(key, {})
        for key, groups in part._siblings.items():
            new._siblings.setdefault(key, dict(groups))
        return new

    def rename(self, old: Group, new: Group) -> None:
        """Let one group stand for another that joined it."""
        for groups in self._siblings.values():
            if groups.pop(old, 0) is None:
                groups[new] = None


def _newest(group: Group) -> tuple[bool, int]:
    return group.words is not None, group.words_line if group.words else group.last_line


@lru_cache(maxsize=1024)
def key_shown_for(text: str) -> str:
    """Return LevelCode's key of a text, to compare leniently."""
    return folded_levelcode_key(levelcode_key(text))


def keys_of_levelcode(records: Iterable[Record]) -> frozenset[str]:
    """Return the keys of the controls that name their fact by LevelCode's key."""
    return frozenset(
        folded_levelcode_key(record.key)
        for record in records
        if isinstance(record, Control)
        and not record.lm_key
        and not record.key.startswith(OWN)
    )
