"""Conversations that are read on from where they ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, BinaryIO

_EDGE = 4096


@dataclass(frozen=True, slots=True)
class Mark:
    """Where reading a conversation that grows goes on."""

    offset: int
    """Byte offset of the first record that is to be read again."""
    number: int
    """The number of its turn."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What the source must know of the records before: JSON values only."""


class Stale(Exception):
    """What was read of a session before must be read again."""


def edges_before(stream: BinaryIO, end: int) -> str:
    """Return a fingerprint of how a file begins, and of what is before an offset.

    What was rewritten meanwhile is hardly the same in both places.
    """
    stream.seek(0)
    edges = blake2b(stream.read(min(_EDGE, end)), digest_size=8)
    stream.seek(max(0, end - _EDGE))
    edges.update(stream.read(min(_EDGE, end)))
    return edges.hexdigest()
