"""Pages about what stands in Memory beside facts: sessions, other agents' lines."""

from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.ages import moment
from levelmem.widgets.fact_look import counted, telling_rows
from levelmem.widgets.memory_items import JournalItem, KnownItem
from levelmem.widgets.page_parts import paragraph, part, rows
from levelmem.widgets.spans import Line

_ENDS = {
    "done": "It was done.",
    "interrupted": "It was interrupted.",
    "error": "It ended in an error.",
    "compact": "Its beginning was summarised to go on.",
}


@dataclass(frozen=True, slots=True)
class JournalPage:
    """A page about what one session left behind."""

    item: JournalItem
    now: datetime

    @property
    def id(self) -> str:
        """The session."""
        return self.item.id

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        line = self.item.line
        lines = paragraph(one_line(line.title) or "A session", "strong", room)
        lines.append(())
        ends = _ENDS.get(line.state, one_line(line.state))
        turns = counted(line.turns, "turn") if line.turns else ""
        when = " · ".join(filter(None, (moment(self.item.when, self.now), turns)))
        lines += paragraph(when, "muted", room)
        lines += paragraph(ends, "muted", room) if ends else []
        lines += telling_rows(self.item.telling, room)
        if line.summary:
            lines += part("Outcome", paragraph(safe_text(line.summary), "title", room))
        files = [
            row for f in line.files for row in paragraph(one_line(f), "title", room)
        ]
        lines += part("Files", files)
        ways = "↵ opens the session · f forgets it and what came from it alone"
        return [*lines, (), *paragraph(ways, "muted", room)]


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page about a line that another agent loads."""

    item: KnownItem
    home: str = ""
    """The person's home folder, to shorten paths."""

    @property
    def id(self) -> str:
        """The line."""
        return self.item.id

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        known = self.item.known
        lines = paragraph(safe_text(known.text), "strong", room)
        who = f"Told to {known.agent} by its own file, not by levelmem. Read only."
        lines += [(), *paragraph(who, "muted", room)]
        path = str(known.path)
        if self.home and path.startswith(self.home + "/"):
            path = "~" + path.removeprefix(self.home)
        place: Line = ((one_line(path), "title"), (f" line {known.line}", "muted"))
        lines += part("File", rows(place, room))
        under = (
            paragraph(one_line(known.heading), "title", room) if known.heading else ()
        )
        lines += part("Under", under)
        ways = "↵ or o opens the file there · n writes a note of your own"
        return [*lines, (), *paragraph(ways, "muted", room)]
