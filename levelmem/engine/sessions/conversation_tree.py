"""The line of a conversation through a tree of records.

Where the person takes something back and goes on differently, both stay in the file:
each record names the one that it follows, and the last one ends the conversation as
it stands.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class ConversationTree:
    """Which record follows which."""

    parents: dict[str, str] = field(default_factory=dict)
    leaf: str = ""
    """The record that the conversation ends with."""
    _line: frozenset[str] | None = None

    def add(self, ident: str, parent: str) -> None:
        """Take in a record that the conversation goes on with; one without id is none
        of the tree."""
        if ident:
            self.add_aside(ident, parent)
            self.leaf = ident

    def add_aside(self, ident: str, parent: str) -> None:
        """Take in a record that nothing goes on from."""
        if ident:
            self.parents.setdefault(ident, parent)

    def is_current(self, ident: str) -> bool:
        """Tell whether a record is part of the conversation as it stands.

        One without an id, or of a file whose tree is broken, is. Asked once all are
        taken in.
        """
        if self._line is None:
            self._line = frozenset(self._walk())
        return not ident or not self._line or ident in self._line

    def _walk(self) -> list[str]:
        line: list[str] = []
        seen: set[str] = set()
        at = self.leaf
        while at and at in self.parents and at not in seen:
            seen.add(at)
            line.append(at)
            at = self.parents[at]
        # A parent that is missing hides what went on before it: nothing is told.
        return [] if at else line
