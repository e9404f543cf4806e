"""The strip over History: what happened in this project lately."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message
from textual.reactive import reactive

from levelmem.widgets.ages import age
from levelmem.widgets.line_view import LineWidget
from levelmem.widgets.spans import Line, Span, cells, clean, fit

if TYPE_CHECKING:
    # Imported when there is something to tell: it would slow the first frame down.
    from levelmem.engine.sessions.lately import Lately

_NAME_CELLS = 12
_WIDE = 78
"""Cells from which on everything is told."""
_HIDE: Line = (("i", "key"), (" hides ", "muted"))


@dataclass(frozen=True, slots=True)
class Strip:
    """What the strip shows."""

    lately: "Lately"
    now: datetime

    def lines(self, room: int) -> list[Line]:
        """Return its lines from top to bottom, not yet cut to ``room`` cells.

        Where room is scarce there are fewer of them.
        """
        found = self.lately
        count = len(found.sessions)
        agents = len({session.agent for session in found.sessions})
        told = f"{count} session{'s' * (count != 1)}"
        told += f" of {agents} agents" if agents > 1 else ""
        head: list[Span] = [
            ("This project, lately  ", "section"),
            (f"{told} · {_ago(found.ended, self.now)}", "muted"),
        ]
        lines: list[Line] = [tuple(head)]
        asked = [ask.request for ask in reversed(found.asked)]
        for name, texts in (("Asked", asked), ("Committed", found.commits[::-1])):
            if texts and room >= _WIDE:
                words = " · ".join(clean(text) for text in texts)
                lines.append(((name.ljust(_NAME_CELLS), "muted"), (words, "title")))
        for ask in found.unfinished[-1:]:
            more = len(found.unfinished) - 1
            also = f" · and {more} more" if more else ""
            lines.append(
                (
                    ("! Unfinished".ljust(_NAME_CELLS + 1), "warning"),
                    (clean(ask.request), "title"),
                    (f"  {ask.why}{also}", "warning"),
                )
            )
        return lines


def _ago(when: datetime | None, now: datetime) -> str:
    told = age(when, now)
    return f"{told} ago" if told[-1:] in ("m", "h", "d") else told


class LatelyStrip(LineWidget):
    """A few lines; a click on one of them goes to what it is about."""

    DEFAULT_CSS = """
    LatelyStrip { height: auto; display: none; background: $surface; padding: 0 1; }
    """

    strip: reactive[Strip | None] = reactive(None, layout=True, init=False)
    """What is shown; None hides it."""

    @dataclass
    class Hidden(Message):
        """It was clicked away."""

    @dataclass
    class Chosen(Message):
        """An unfinished session, or the latest one, was clicked."""

        key: tuple[str, str]

    def watch_strip(self, strip: Strip | None) -> None:
        """Be there only while there is something to tell."""
        self.display = strip is not None

    def get_content_height(
        self, container: object, viewport: object, width: int
    ) -> int:
        """Return how many lines there are."""
        return len(self.strip.lines(width)) if self.strip else 0

    def line(self, y: int) -> Line:
        """Return line ``y``, the first with what hides it at the right."""
        room = self.size.width
        lines = self.strip.lines(room) if self.strip else []
        if y >= len(lines):
            return ()
        if y:
            return fit(lines[y], room)
        left = fit(lines[0], room - cells(_HIDE) - 1)
        gap = " " * max(0, room - cells(left) - cells(_HIDE))
        return (*left, (gap, ""), *_HIDE)

    def on_click(self, event: events.Click) -> None:
        """Hide it, or go to the session that a line is about."""
        if self.strip is None:
            return
        if event.y == 0:
            if event.x >= self.size.width - cells(_HIDE):
                self.post_message(self.Hidden())
            return
        found = self.strip.lately
        last = event.y == self.size.height - 1 and found.unfinished
        session = found.unfinished[-1].session if last else found.sessions[-1]
        self.post_message(self.Chosen(session.key))
