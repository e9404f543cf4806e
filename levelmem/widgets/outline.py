"""The threads of a conversation: what was asked, and how much was done for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from levelmem.engine.sessions.model import ASKED, FileEdit, ToolCall, Turn
from levelmem.engine.text import first_line
from levelmem.widgets.rows import Look, Rows

_NO_TEXT = "(no text)"


@dataclass(frozen=True, slots=True)
class Thread:
    """One request and what followed it."""

    turn: int
    """Number of the turn that asked."""
    request: str
    when: datetime | None = None
    calls: int = 0
    """Tools called for it, edits among them."""
    edits: int = 0


class OutlineBuilder:
    """Makes the threads of a conversation while it is read."""

    def __init__(self, zone: tzinfo | None = None) -> None:
        """Times are told in ``zone``."""
        self._zone = zone
        self._threads: list[Thread] = []

    def add(self, turn: Turn) -> None:
        """Take in a further turn."""
        if turn.origin in ASKED:
            request = first_line(turn.text) or _NO_TEXT
            when = turn.when.astimezone(self._zone) if turn.when else None
            self._threads.append(Thread(turn.number, request, when))
        elif self._threads:
            calls = sum(isinstance(block, ToolCall) for block in turn.blocks)
            edits = sum(isinstance(block, FileEdit) for block in turn.blocks)
            last = self._threads[-1]
            self._threads[-1] = replace(
                last, calls=last.calls + calls, edits=last.edits + edits
            )

    def rows(self) -> Rows[Thread]:
        """Return the threads so far."""
        ids = [str(thread.turn) for thread in self._threads]
        return Rows(tuple(self._threads), ids)


def thread_look(thread: Thread) -> Look:
    """Return the row of a thread."""
    when = f"{thread.when:%H:%M}" if thread.when else ""
    done = [_counted(thread.edits, "edit"), _counted(thread.calls, "tool")]
    words = " · ".join(word for word in (when, *done) if word)
    return Look(lines=(((thread.request, "title"),), ((words, "muted"),)))


def thread_at(threads: Sequence[Thread], turn: int) -> str:
    """Return the id of the thread that a turn belongs to, or ``""``."""
    before: Iterable[Thread] = (t for t in reversed(threads) if t.turn <= turn)
    thread = next(iter(before), None)
    return str(thread.turn) if thread else ""


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}" if count else ""
