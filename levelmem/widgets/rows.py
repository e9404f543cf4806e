"""Immutable lists of rows, made in a worker and shown by a RowList."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from levelmem.widgets.spans import Line, Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading over the rows from ``start`` to the next section."""

    label: str
    start: int
    """Index of its first row."""
    aside: str = ""
    """What stands at the right end, a count as a rule."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one row reads."""

    lines: tuple[Line, ...]
    """From top to bottom; a list that is lower draws the first ones only."""
    aside: Line = ()
    """What stands at the right end of the first line."""
    sign: Span = (" ", "")
    """One cell at the edge: something is off, or nothing."""
    indent: int = 0
    """How deep the row lies under the rows before it."""
    about: Line = ()
    """What follows the first line; however long that is, a third is left for it."""


@dataclass(frozen=True)
class Rows(Generic[T]):
    """What a list shows: items in order, each with an id of its own, in sections.

    ``sections`` are ordered by ``start`` and the first starts at 0, or there are
    none. Where ids repeat, the first row has the id.
    """

    items: Sequence[T] = ()
    ids: Sequence[str] = ()
    sections: Sequence[Section] = ()
    index: dict[str, int] = field(init=False, repr=False, compare=False)
    """The position of every id; made here, so in the worker that makes the rows."""

    def __post_init__(self) -> None:
        """Note where every id stands."""
        places: dict[str, int] = {}
        for place, row_id in enumerate(self.ids):
            places.setdefault(row_id, place)
        object.__setattr__(self, "index", places)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.items)
