"""Several things looked for in bytes in one pass, ten times as fast as one by one."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ahocorasick_rs import BytesAhoCorasick


_BEGINNING = 8 * 1024
"""Bytes that are looked through as usual, which ends at the first find."""


def offsets(data: bytes, needles: tuple[bytes, ...]) -> list[int]:
    """Return where any of some needles stands, in order.

    Where two of them overlap, the one that begins later may be passed over.
    """
    if not needles:
        return []
    found = _automaton(needles).find_matches_as_indexes(data)
    return [start for _, start, _ in found]


def holds(data: bytes, needle: bytes) -> bool:
    """Tell whether something stands in bytes; what is common is soon found."""
    return data.find(needle, 0, _BEGINNING) >= 0 or bool(offsets(data, (needle,)))


@lru_cache(maxsize=256)
def _automaton(needles: tuple[bytes, ...]) -> "BytesAhoCorasick":
    from ahocorasick_rs import BytesAhoCorasick  # a start needs none

    return BytesAhoCorasick(needles)
