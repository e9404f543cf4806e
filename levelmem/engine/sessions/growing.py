"""Conversations that are read on from where they ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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
