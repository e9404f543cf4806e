"""The whole story of one fact: text, state and why, quote, sightings, history."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from levelmem.engine.memory.facts import Event, Fact, Sighting
from levelmem.engine.memory.guard import explain, spell_out
from levelmem.engine.memory.records import HERE, OriginKind
from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.ages import moment
from levelmem.widgets.fact_look import SIGNS, state_sentence
from levelmem.widgets.page_view import PageView
from levelmem.widgets.spans import Line, highlighted
from levelmem.widgets.wrapping import rows_of

_SIGHTINGS = 20


@dataclass(frozen=True, slots=True)
class Story:
    """What the detail shows."""

    fact: Fact
    now: datetime
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of sessions by id, where they are known."""


def story_lines(story: Story, room: int) -> list[Line]:
    """Return the story of a fact, wrapped to ``room`` cells."""
    fact = story.fact
    sign, tone = SIGNS[fact.state]
    lines: list[Line] = [*rows_of(_text(fact), room), ()]
    lines += rows_of(((f"{sign} {state_sentence(fact)}", tone),), room)
    if fact.superseded_by:
        lines += rows_of(((f"Now: {one_line(fact.superseded_by)}", "title"),), room)
    if fact.pinned:
        lines += rows_of((("★ Pinned: told before all others", "accent"),), room)
    lines += _reasons(fact, room)
    lines += _quote(fact, room)
    lines += _part("Seen", _sightings(story), room)
    lines += _part("History", _history(story), room)
    return lines


def _text(fact: Fact) -> Line:
    """Return the text with the spans lit that the guard met.

    Hidden characters are spelt out below; here the text is shown as it reads.
    """
    shown = safe_text(fact.text)
    if len(shown) != len(fact.text):  # spans would not fit
        return ((shown, "strong"),)
    spans: list[tuple[int, int]] = []
    for reason in sorted(fact.reasons, key=lambda r: (r.start, -r.end)):
        start = max(reason.start, spans[-1][1] if spans else 0)
        if start < reason.end <= len(shown):
            spans.append((start, reason.end))
    return highlighted(shown, "strong", spans)


def _reasons(fact: Fact, room: int) -> list[Line]:
    if not fact.to_review:
        return []
    lines: list[Line] = [(), (("Why it is held", "section"),)]
    for words in dict.fromkeys(explain(reason.rule) for reason in fact.reasons):
        lines += rows_of(((f"· {words}", "warning"),), room)
    spelt = spell_out(fact.text)
    if spelt != fact.text:
        lines += rows_of((("With what is hidden: ", "muted"), (spelt, "title")), room)
    ways = "c makes it active · f removes it · e puts it in your words"
    return [*lines, *rows_of(((ways, "muted"),), room)]


def _quote(fact: Fact, room: int) -> list[Line]:
    if not fact.said:
        return []
    who = "You said" if fact.credited else "The agent quoted"
    quote = f"“{one_line(fact.said)}”"
    return [(), ((who, "section"),), *rows_of(((quote, "title"),), room)]


def _part(head: str, rows: Iterator[Line], room: int) -> list[Line]:
    lines = [line for row in rows for line in rows_of(row, room)]
    return [(), ((head, "section"),), *lines] if lines else []


def _sightings(story: Story) -> Iterator[Line]:
    seen = story.fact.sightings
    for sighting in reversed(seen[-_SIGHTINGS:]):
        when = moment(sighting.at, story.now)
        tone = "title" if sighting.counts else "faint"
        where = story.titles.get(sighting.source) or sighting.source
        if sighting.source == HERE:
            where = "written here, in levelmem"
        yield ((f"{when}  ", "muted"), (one_line(where), tone), *_origin(sighting))
    if len(seen) > _SIGHTINGS:
        yield ((f"and {len(seen) - _SIGHTINGS} times before", "muted"),)


def _origin(sighting: Sighting) -> Line:
    origin = sighting.origin
    if origin is None:
        return ()
    match origin.kind:
        case OriginKind.TYPED:
            words = "you typed it"
        case OriginKind.AGENT:
            words = "the agent said it"
        case OriginKind.MEMORY:
            words = "memory's own words: no evidence"
        case _:
            named = origin.path or origin.host or origin.command or origin.server
            words = f"from {named or origin.kind}"
    return ((f" · {one_line(words)}", "muted"),)


def _history(story: Story) -> Iterator[Line]:
    for event in story.fact.history:
        yield from _event(event, story.now)


def _event(event: Event, now: datetime) -> Iterator[Line]:
    tone = "faint" if event.undone else "title"
    detail = f": {one_line(event.detail)}" if event.detail else ""
    undone = " (taken back)" if event.undone else ""
    when = moment(event.at, now)
    yield ((f"{when}  ", "muted"), (f"{event.what}{detail}{undone}", tone))


class FactDetail(PageView):
    """Shows one fact at a time."""

    BINDING_GROUP_TITLE = "The fact"
    DEFAULT_CSS = """
    FactDetail { padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._story: Story | None = None

    def show(self, story: Story | None) -> None:
        """Show a fact from its top, or nothing."""
        before, self._story = self._story, story
        self.lay_out()
        if not (before and story and before.fact.key == story.fact.key):
            self.scroll_line(0)

    def page(self, room: int) -> list[Line]:
        """Return the story of the fact."""
        return story_lines(self._story, room) if self._story else []
