"""Whether a conversation matches a query, and the line that shows it best."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_fields import ANYWHERE
from levelmem.engine.sessions.query_terms import Pattern, Stopwatch
from levelmem.engine.sessions.searched_text import Stream
from levelmem.engine.text import fold

MOST_LINES = 1000
"""Lines of one session that are counted; a word like "the" has many more."""

# Titles stay the same from one key press to the next.
_folded = lru_cache(maxsize=32_768)(fold)


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a stream that shows best why it matches."""

    kind: Kind
    turn: int
    block: int
    row: int
    """The line within the block's text, from 0."""
    text: str
    """The line as it was."""
    found: int
    """How much of what is asked for stands on it."""
    more: int
    """Further lines of the stream that match, :data:`MOST_LINES` at most."""


@dataclass
class Matcher:
    """Asks the same query of one conversation after another."""

    query: Query
    watch: Stopwatch = field(default_factory=Stopwatch)
    """The time that patterns may still take."""

    def __post_init__(self) -> None:
        """Part the query, which thousands of sessions are asked."""
        self.asked, self.refused = self.query.asked, self.query.refused
        self._of_titles = [w for w in self.asked if Kind.TITLE in w.kinds]
        self._beyond_titles = len(self._of_titles) < len(self.asked)

    def in_title(self, title: str) -> bool:
        """Tell whether the title alone meets everything that is asked for."""
        if self._beyond_titles:
            return False
        folded = _folded(title)
        return all(self._in_title(w, title, folded) for w in self.asked)

    def left(self, wanted: Iterable[Wanted], stream: Stream) -> list[Wanted]:
        """Return what does not stand in a stream."""
        return [w for w in wanted if not self.stands(w, stream)]

    def not_in_title(self, title: str) -> list[Wanted]:
        """Return what is asked for and does not stand in the title."""
        if not self._of_titles:
            return list(self.asked)
        folded = _folded(title)
        return [w for w in self.asked if not self._in_title(w, title, folded)]

    def refused_by_title(self, title: str) -> bool:
        """Tell whether the title holds something that must stand nowhere."""
        if not self.refused:
            return False
        folded = _folded(title)
        return any(self._in_title(w, title, folded) for w in self.refused)

    def refused_by(self, stream: Stream) -> bool:
        """Tell whether a stream holds something that must stand nowhere."""
        return any(self.stands(w, stream) for w in self.refused)

    def stands(self, wanted: Wanted, stream: Stream) -> bool:
        """Tell whether something stands in a stream, in a passage that counts.

        Raises TooSlow where a pattern takes too long.
        """
        sought, folded = wanted.sought, stream.folded
        if isinstance(sought, Pattern):
            return next(self._pattern_places(wanted, stream), None) is not None
        if wanted.kinds == ANYWHERE or stream.here <= wanted.kinds:
            return sought.stands_in_bytes(folded, 0, len(folded))
        if not wanted.kinds & stream.here:
            return False
        if folded.find(sought.longest.encode("utf-8", "replace")) < 0:
            return False
        bounds = map(stream.bounds, stream.of_kinds(wanted.kinds))
        return any(sought.stands_in_bytes(folded, *place) for place in bounds)

    def best_line(self, stream: Stream) -> Line | None:
        """Return the line with most of what is asked for, the first of its kind."""
        lines = self._lines(stream)
        if not lines:
            return None
        passage, start = min(
            lines, key=lambda p: (-len(lines[p]), stream.kinds[p[0]], p)
        )
        first, _ = stream.bounds(passage)
        row = stream.raw.count(b"\n", first, start)
        rows = stream.text(passage).split("\n")
        return Line(
            Kind(stream.kinds[passage]),
            stream.index.turns[passage],
            stream.index.blocks[passage],
            row,
            rows[row] if row < len(rows) else "",
            len(lines[passage, start]),
            len(lines) - 1,
        )

    def _in_title(self, wanted: Wanted, title: str, folded: str) -> bool:
        if Kind.TITLE not in wanted.kinds:
            return False
        if isinstance(wanted.sought, Pattern):
            return wanted.sought.first(title, self.watch) >= 0
        return wanted.sought.stands_in(folded)

    def _lines(self, stream: Stream) -> dict[tuple[int, int], set[int]]:
        """Return the lines that match: passage and offset, and what stands there."""
        lines: dict[tuple[int, int], set[int]] = defaultdict(set)
        for number, wanted in enumerate(self.asked):
            for passage, offset in self._places(wanted, stream):
                first, _ = stream.bounds(passage)
                start = max(first, stream.raw.rfind(b"\n", first, offset) + 1)
                lines[passage, start].add(number)
                if len(lines) > MOST_LINES:
                    break
        return lines

    def _places(self, wanted: Wanted, stream: Stream) -> Iterator[tuple[int, int]]:
        """Yield the passages and byte offsets at which something stands."""
        if not wanted.kinds & stream.here:
            return
        if isinstance(wanted.sought, Pattern):
            yield from self._pattern_places(wanted, stream)
            return
        folded = stream.folded
        for offset in wanted.sought.places(folded, 0, len(folded)):
            passage = stream.passage_at(offset)
            if stream.kinds[passage] in wanted.kinds:
                yield passage, offset

    def _pattern_places(
        self, wanted: Wanted, stream: Stream
    ) -> Iterator[tuple[int, int]]:
        """Yield where a pattern first stands in each passage that has it."""
        assert isinstance(wanted.sought, Pattern)
        for passage in stream.of_kinds(wanted.kinds):
            text = stream.text(passage)
            at = wanted.sought.first(text, self.watch)
            if at >= 0:
                # Rows are what counts; bytes before the match may have been folded.
                first, end = stream.bounds(passage)
                row, offset = text.count("\n", 0, at), first
                for _ in range(row):
                    offset = stream.raw.find(b"\n", offset, end) + 1
                yield passage, offset
