"""What a session was, beside the list: asked, edited, how long, the last words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from textual.geometry import Size
from textual.strip import Strip

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.engine.text import safe_text
from levelmem.widgets.ages import duration, stretch
from levelmem.widgets.line_view import LineView
from levelmem.widgets.page_parts import part
from levelmem.widgets.session_look import deleted_in, inside, title_of, trouble
from levelmem.widgets.session_story import Story, after_edits, asked_lines
from levelmem.widgets.spans import Line, Span, clean
from levelmem.widgets.wrapping import rows_of

_BLOCKS = "▁▂▃▄▅▆▇█"
_FILES = 8
_NAME_CELLS = 10


@dataclass(frozen=True, slots=True)
class Preview:
    """What the preview shows."""

    session: Session
    agent: str
    """The agent's name for people."""
    now: datetime
    story: Story | None = None
    """What its whole conversation tells, once that was read."""
    days_left: int | None = None
    """Days until its agent deletes it, None where it does not."""
    kept: bool = False
    """Whether a copy stays then."""


def sparkline(counts: Sequence[int], room: int) -> str:
    """Return ``counts`` as bars, neighbours summed where there are too many."""
    if not counts or room <= 0:
        return ""
    step = -(-len(counts) // room)
    sums = [sum(counts[at : at + step]) for at in range(0, len(counts), step)]
    top = max(sums) or 1
    return "".join(_BLOCKS[round(count / top * (len(_BLOCKS) - 1))] for count in sums)


def preview_lines(preview: Preview, room: int) -> list[Line]:
    """Return the preview of a session, wrapped to ``room`` cells."""
    session = preview.session
    lines: list[Line] = []
    lines += rows_of(((title_of(session), "strong"),), room)
    sign, words = trouble(session)
    if words:
        lines += rows_of(((f"{sign[0]} {session.error or words}", sign[1]),), room)
    if preview.days_left is not None:
        lines += rows_of((_doom(preview, preview.days_left),), room)
    lines.append(())
    for name, value in _facts(preview):
        lines += _fact(name, value, room)
    if spark := sparkline(session.spark, min(room - _NAME_CELLS, 40)):
        lines.append((("Activity  ", "muted"), (spark, "primary")))
    story = preview.story
    if story is None or not story.asked:
        asked = session.preview if session.preview != session.title else ""
        lines += _part("Asked", asked, room)
    else:
        lines += part("Asked", asked_lines(story, room))
    lines += _files(session, room)
    if story is not None:
        lines += after_edits(story, room)
    lines += _part("Last words", session.last_words, room)
    return lines


def _facts(preview: Preview) -> Iterator[tuple[str, str]]:
    session, now = preview.session, preview.now
    agent = preview.agent
    yield "Agent", f"{agent} · {session.model}" if session.model else agent
    branch = f" ⎇ {session.branch}" if session.branch else ""
    yield "Project", (project_name(session.project) or "not known") + branch
    yield "When", stretch(session.created, session.updated, now)
    took = ""
    if session.created and session.updated:
        took = f" in {duration(session.updated - session.created)}"
    turns = f"{session.turns} turn{'' if session.turns == 1 else 's'}"
    yield "Length", turns + took
    if session.tags:
        yield "Tags", " ".join(f"#{tag}" for tag in session.tags)
    if session.children:
        runs = "run" if session.children == 1 else "runs"
        yield "Subagents", f"{session.children} {runs} (→ shows them)"


def _doom(preview: Preview, days: int) -> Span:
    said = f"{preview.agent} deletes this {deleted_in(days)}"
    if preview.kept:
        return (f"{said}; levelmem keeps a copy.", "muted")
    return (f"! {said}; the setting sessions.keep_copies keeps a copy.", "warning")


def _fact(name: str, value: str, room: int) -> Iterator[Line]:
    """Yield the rows of a fact; its name stands before the first one."""
    margin = name.ljust(_NAME_CELLS)
    for row in rows_of(((clean(value), "title"),), room - _NAME_CELLS):
        yield ((margin, "muted"), *row)
        margin = " " * _NAME_CELLS


def _part(head: str, text: str, room: int) -> list[Line]:
    """Return a head and a text under it; nothing where there is no text."""
    if not text.strip():
        return []
    lines: list[Line] = [(), ((head, "section"),)]
    for line in safe_text(text).strip().splitlines():
        lines += rows_of(((line, "title"),), room)
    return lines


def _files(session: Session, room: int) -> list[Line]:
    if not session.edits:
        return []
    lines: list[Line] = [(), (("Edited", "section"),)]
    for path, count in session.edits[:_FILES]:
        shown = inside(path, session.project)
        times = f"{count}×"
        lines.append(((f"{times:>4} ", "muted"), (_tail(shown, room - 5), "title")))
    if (more := len(session.edits) - _FILES) > 0:
        lines.append(((f"     and {more} more", "muted"),))
    return lines


def _tail(path: str, room: int) -> str:
    """Return a path cut at its front: its end tells more."""
    return path if len(path) <= room else "…" + path[len(path) - room + 1 :]


class SessionPreview(LineView):
    """Shows one session at a time."""

    BINDING_GROUP_TITLE = "Preview"
    DEFAULT_CSS = """
    SessionPreview { padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._preview: Preview | None = None
        self._lines: list[Line] = []

    def show(self, preview: Preview | None) -> None:
        """Show a session from its top, or nothing."""
        if preview == self._preview:
            return
        same = bool(
            preview
            and self._preview
            and preview.session.key == self._preview.session.key
        )
        self._preview = preview
        self._lay_out()
        if not same:
            self.scroll_line(0)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        before = self._lines
        room = max(1, self.width)
        self._lines = preview_lines(self._preview, room) if self._preview else []
        # Lower than the view is as high as the view: a change of this size would
        # lay the whole screen out, at every step through the list.
        height = max(len(self._lines), self.size.height)
        self.virtual_size = Size(self.width, height)
        for number, pair in enumerate(zip_longest(before, self._lines, fillvalue=())):
            if pair[0] != pair[1]:
                self.refresh_lines(number)

    def render_line(self, y: int) -> Strip:
        """Draw line ``y`` of the view."""
        at = self.scroll_offset.y + y
        line = self._lines[at] if at < len(self._lines) else ()
        return self.paint(line, self.width)
