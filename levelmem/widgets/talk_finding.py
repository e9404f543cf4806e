"""Words found in a conversation: counted, lit, gone to one after another."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from levelmem.engine.text import fold
from levelmem.widgets.background import background
from levelmem.widgets.line_view import LineView
from levelmem.widgets.transcript_parts import Part


@dataclass
class MatchesReady(Message):
    """A worker has found where the words stand."""

    generation: int
    places: list[tuple[int, int]]
    """Part and line of its body, once for each occurrence, from the top."""


class TalkFinding(LineView, inherit_bindings=False):
    """Adds finding to a view of parts."""

    @dataclass
    class Found(Message):
        """The find has a result, or went on to another match."""

        current: int
        """Which match is the current one, from 1; 0 for none."""
        total: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._words: tuple[str, ...] = ()
        self._places: list[tuple[int, int]] = []
        self._place = -1
        self._generation = 0
        self._lit: tuple[int, int] | None = None
        """Part and line of its body that is pointed at, line -1 for the whole."""

    # What the view tells and does.

    @property
    def parts(self) -> Sequence[Part]:
        """All parts, from the top."""
        raise NotImplementedError

    def _here(self) -> tuple[int, int]:
        """Return the part under the cursor and the line of its body, or -1."""
        raise NotImplementedError

    def _go_to(self, part: int, line: int = -1) -> None:
        """Go to a line of a part's body."""
        raise NotImplementedError

    def _forget_rows(self) -> None:
        """Draw all rows anew."""
        raise NotImplementedError

    # Finding.

    def find(self, text: str) -> None:
        """Light ``text`` wherever it stands and go to the next one; "" ends it."""
        self._words = (fold(text),) if text.strip() else ()
        self._places, self._place, self._lit = [], -1, None
        self._forget_rows()
        if self._words:
            self._search()
        else:
            self.post_message(self.Found(0, 0))

    def _search(self) -> None:
        self._generation += 1
        self._find_matches(self._generation, self._words, list(self.parts))

    @background("find words", group="find", exclusive=True)
    def _find_matches(
        self, generation: int, words: Sequence[str], parts: Sequence[Part]
    ) -> None:
        places = [
            (i, line) for i, part in enumerate(parts) for line in part.matches(words)
        ]
        self.post_message(MatchesReady(generation, places))

    def on_matches_ready(self, event: MatchesReady) -> None:
        """Go to the next match, where somebody asked for one."""
        if event.generation != self._generation:
            return
        self._places = event.places
        if self._lit is not None:
            self._place = self._nearest(self._lit)
            self.post_message(self.Found(self._place + 1, len(self._places)))
        elif self._places:
            self._place = self._nearest(self._here()) - 1
            self.action_match(1)
        else:
            self.post_message(self.Found(0, 0))

    def _nearest(self, place: tuple[int, int]) -> int:
        """Return the first match at or below a place, or the first of all."""
        return next((i for i, there in enumerate(self._places) if there >= place), 0)

    def action_match(self, step: int) -> None:
        """Go to the next match, or the one before; around the ends."""
        if self._places:
            self._place = (self._place + step) % len(self._places)
            part, line = self._places[self._place]
            self._lit = (part, line)
            self._go_to(part, line)
            self.post_message(self.Found(self._place + 1, len(self._places)))
