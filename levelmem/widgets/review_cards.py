"""Big pages for Review: one note that waits, why, from where, and what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from levelmem.engine.memory.digest.defang import plain_line
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.learning.harvest import Harvested
from levelmem.engine.memory.learning.harvest import Sighting as HarvestSighting
from levelmem.engine.project import name as project_name
from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.ages import moment
from levelmem.widgets.fact_look import counted, seen_words
from levelmem.widgets.fact_story import lit_text, sighting_rows, why_held
from levelmem.widgets.memory_items import FactItem
from levelmem.widgets.page_parts import hanging, paragraph, part, rows
from levelmem.widgets.spans import Line, Span

_SIGHTINGS = 5
_TOGETHER = 5


@dataclass(frozen=True, slots=True)
class Room:
    """How full a project's MEMORY.md is."""

    tokens: int = 0
    cap: int = 0


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A page about a note that is held."""

    item: FactItem
    now: datetime
    titles: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    """The place that it came from, for people."""
    together: Sequence[FactItem] = ()
    """The others that are held from there."""
    room: Room = Room()

    @property
    def id(self) -> str:
        """The note."""
        return self.item.id

    def lines(self, room: int) -> list[Line]:
        """Return the card, wrapped to ``room`` cells."""
        fact = self.item.fact
        return [
            *lit_text(fact.text, fact.reasons, room),
            *part("Why it is held", why_held(fact, room)),
            *part("Where it came from", self._sightings(room)),
            *part(f"Also held from {self.place}", self._together(room)),
            *part("What confirming does", self._confirming(fact, room)),
        ]

    def _sightings(self, room: int) -> list[Line]:
        fact = self.item.fact
        lines = paragraph(f"{seen_words(fact).capitalize()}.", "title", room)
        if fact.said:
            quote: Line = (
                ("The agent quoted ", "muted"),
                (f"“{one_line(fact.said)}”", "title"),
                (", which stands in nothing that you typed.", "muted"),
            )
            lines += rows(quote, room)
        for sighting in reversed(fact.sightings[-_SIGHTINGS:]):
            lines += sighting_rows(sighting, self.titles, self.now, room)
        if (more := len(fact.sightings) - _SIGHTINGS) > 0:
            lines += paragraph(f"and {more:,} times before", "muted", room)
        return lines

    def _together(self, room: int) -> list[Line]:
        every = len(self.together) + 1
        texts = [item.fact.text for item in self.together]
        ways = f"C confirms all {every}, F removes all {every}"
        return _others(texts, ("? ", "warning"), ways, room)

    def _confirming(self, fact: Fact, room: int) -> list[Line]:
        project = project_name(self.item.project)
        lines = paragraph(
            f"Every new session of {project} is told this line, word for word:",
            "title",
            room,
        )
        line = f"- {plain_line(fact.text)} (you confirmed it)"
        lines += hanging(("  ", ""), ((line, "code"),), room)
        if self.room.cap:
            tokens = -(-len(line) // 4)
            words = (
                f"About {tokens} tokens; MEMORY.md has {self.room.tokens:,} of "
                f"{self.room.cap:,}."
            )
            lines += paragraph(words, "muted", room)
        warning = "An agent may do what it says. Confirm it only if that is your wish."
        return [*lines, *paragraph(warning, "warning", room)]


@dataclass(frozen=True, slots=True)
class HarvestCard:
    """A page about something that the person told an agent once."""

    note: Harvested
    now: datetime
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of sessions by id, where they are known."""
    agents: Mapping[str, str] = field(default_factory=dict)
    """Names of agents for people."""
    alike: Sequence[Harvested] = ()
    """Others that say nearly the same."""

    @property
    def id(self) -> str:
        """The note."""
        return harvest_id(self.note)

    def lines(self, room: int) -> list[Line]:
        """Return the card, wrapped to ``room`` cells."""
        reasons = [
            row
            for reason in self.note.reasons
            for row in hanging(("· ", "muted"), ((one_line(reason), "title"),), room)
        ]
        return [
            *paragraph(safe_text(self.note.text), "strong", room),
            *part("You typed it, and no agent kept it", self._sightings(room)),
            *part("You also typed, in nearly these words", self._alike(room)),
            *part("Why it may be meant to last", reasons),
            *part("What confirming does", self._confirming(room)),
        ]

    def _sightings(self, room: int) -> list[Line]:
        lines: list[Line] = []
        for seen in reversed(self.note.sightings[-_SIGHTINGS:]):
            lines += self._sighting(seen, room)
        if (more := len(self.note.sightings) - _SIGHTINGS) > 0:
            lines += paragraph(f"and {counted(more, 'time')} before", "muted", room)
        return lines

    def _sighting(self, seen: HarvestSighting, room: int) -> list[Line]:
        """Return when, to which agent, in which session and turn, and the words, those
        lit that the note was made of."""
        title = one_line(self.titles.get(seen.session) or seen.session)
        agent = self.agents.get(seen.agent) or seen.agent
        when = moment(seen.when, self.now) or "no date"
        where = f"to {agent} · {title} · turn {seen.turn}"
        quote: Line = (
            ("“", "muted"),
            *_lit(seen.quote, self.note.text),
            ("”", "muted"),
        )
        return [
            *rows(((when, "title"), (f" · {where}", "muted")), room),
            *hanging(("  ", ""), quote, room),
        ]

    def _alike(self, room: int) -> list[Line]:
        texts = [note.text for note in self.alike]
        every = len(texts) + 1
        ways = f"M keeps this one for all {every} · C keeps all · F keeps none"
        return _others(texts, ("· ", "muted"), ways, room)

    def _confirming(self, room: int) -> list[Line]:
        project = project_name(self.note.sightings[-1].project)
        words = f"Every new session of {project} is told, in your words:"
        line = f"- {plain_line(self.note.text)}"
        return [
            *paragraph(words, "title", room),
            *hanging(("  ", ""), ((line, "code"),), room),
        ]


def _others(texts: Sequence[str], margin: Span, ways: str, room: int) -> list[Line]:
    """Return the first of some notes, and what can be done with all of them."""
    lines: list[Line] = []
    for text in texts[:_TOGETHER]:
        lines += hanging(margin, ((one_line(text), "title"),), room)
    if (more := len(texts) - _TOGETHER) > 0:
        lines += paragraph(f"and {more:,} more", "muted", room)
    return [*lines, *paragraph(ways, "muted", room)] if lines else []


def _lit(quote: str, text: str) -> Line:
    """Return a quote with the words lit that a note was made of."""
    quote, text = one_line(quote), one_line(text)
    start = quote.casefold().find(text.casefold().rstrip("."))
    if start < 0 or len(quote.casefold()) != len(quote):
        return ((quote, "title"),)
    end = start + len(text.rstrip("."))
    parts = (
        (quote[:start], "title"),
        (quote[start:end], "match"),
        (quote[end:], "title"),
    )
    return tuple(part for part in parts if part[0])


@dataclass(frozen=True, slots=True)
class DonePage:
    """What stands where nothing is left to decide."""

    decided: int
    later: int
    waiting: bool = False
    """Whether it is still being read."""

    @property
    def id(self) -> str:
        """Always the same."""
        return "done"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        if self.waiting:
            return paragraph("Reading memory …", "muted", room)
        if self.later:
            lines = paragraph(
                f"{counted(self.later, 'note')} left for later.", "strong", room
            )
            ways = "s goes through them again · esc goes back"
        else:
            words = "Nothing waits for you." if not self.decided else "All is decided."
            lines = paragraph(words, "strong", room)
            ways = "esc goes back"
        if self.decided:
            notes = counted(self.decided, "note")
            words = f"You decided on {notes}. u takes the last back."
            lines += paragraph(words, "muted", room)
        lines += [(), *paragraph(ways, "muted", room)]
        more = (
            "h looks through old sessions for what you told your agents and none kept."
        )
        return [*lines, *paragraph(more, "muted", room)]


def harvest_id(note: Harvested) -> str:
    """Return the identity of a note that was found in old sessions."""
    return f"{note.sightings[-1].project}\nharvest {note.text}"
