"""The whole story of one fact: text, state and why, quote, sightings, history."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from levelmem.engine.memory.facts import Event, Fact, Reason, Sighting, State
from levelmem.engine.memory.records import HERE, OriginKind
from levelmem.engine.memory.rules.guard import spell_out
from levelmem.engine.project import name as project_name
from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.ages import moment
from levelmem.widgets.fact_look import (
    DRIFTED,
    SIGNS,
    reasons_of,
    state_sentence,
    telling_rows,
)
from levelmem.widgets.memory_items import FactItem
from levelmem.widgets.page_parts import hanging, paragraph, part, rows
from levelmem.widgets.spans import Line, Span

_SIGHTINGS = 20
_LONG_AGO = datetime.fromtimestamp(0, UTC)

_KEYS: Mapping[State, str] = {
    State.UNCONFIRMED: "c makes it active · f removes it · e puts it in your words",
    State.INFERRED: "c makes it active now · f removes it",
    State.SUPERSEDED: "c or R brings it back",
    State.REMOVED: "R brings it back",
}
"""What can be done about a state, where it is not plain."""


@dataclass(frozen=True, slots=True)
class FactStory:
    """A page about one fact."""

    item: FactItem
    now: datetime
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of sessions by id, where they are known."""
    with_project: bool = False

    @property
    def id(self) -> str:
        """The fact."""
        return self.item.id

    def lines(self, room: int) -> list[Line]:
        """Return the story, wrapped to ``room`` cells."""
        fact = self.item.fact
        return [
            *lit_text(fact.text, fact.reasons, room),
            (),
            *_standing(self.item, room),
            *part("Why it is held", why_held(fact, room)),
            *part(*_quote(fact, room)),
            *part("Seen", _sightings(self, room)),
            *part("History", _history(self, room)),
            *self._project(),
        ]

    def _project(self) -> list[Line]:
        if not self.with_project:
            return []
        return part("Project", [((project_name(self.item.project), "title"),)])


def lit_text(text: str, reasons: Sequence[Reason], room: int) -> list[Line]:
    """Return a text with the spans lit that the guard met, hidden signs spelt out.

    A span that is the whole text says nothing, so it lights nothing.
    """
    spans: list[Span] = []
    at = 0
    for start, end in _apart(reasons, len(text)):
        spans.append((_shown(text[at:start]), "strong"))
        spans.append((_shown(text[start:end]), "match"))
        at = end
    spans.append((_shown(text[at:]), "strong"))
    return rows(tuple(span for span in spans if span[0]), room)


def _shown(text: str) -> str:
    """Return a text as it can be seen: what draws nothing spelt out, lines kept."""
    return "\n".join(safe_text(spell_out(line)) for line in text.split("\n"))


def _apart(reasons: Sequence[Reason], length: int) -> Iterator[tuple[int, int]]:
    at = 0
    for reason in sorted(reasons, key=lambda reason: (reason.start, reason.end)):
        start, end = max(reason.start, at), min(reason.end, length)
        if start < end and (reason.start, reason.end) != (0, length):
            yield start, end
            at = end


def _standing(item: FactItem, room: int) -> list[Line]:
    fact = item.fact
    sign, tone = SIGNS[fact.state]
    lines = hanging((f"{sign} ", tone), ((state_sentence(fact), tone),), room)
    if fact.superseded_by:
        now = (("Now: ", "muted"), (one_line(fact.superseded_by), "title"))
        lines += hanging(("↷ ", "muted"), now, room)
    if item.drift:
        words = f"Drifted: {one_line(item.drift)}."
        lines += hanging((f"{DRIFTED[0]} ", "warning"), ((words, "warning"),), room)
    if fact.pinned:
        told = item.telling is None or item.telling.told
        words = "Pinned: told first." if told else "Pinned."
        lines += hanging(("★ ", "accent"), ((words, "accent"),), room)
    lines += telling_rows(item.telling, room)
    if keys := _KEYS.get(fact.state):
        lines += paragraph(keys, "muted", room)
    return lines


def why_held(fact: Fact, room: int) -> list[Line]:
    """Return each reason why a fact is held, and what is hidden in it."""
    if not fact.to_review:
        return []
    lines: list[Line] = []
    for words in reasons_of(fact):
        line: Line = ((f"it {words}", "warning"),)
        lines += hanging(("· ", "warning"), line, room)
    if spell_out(fact.text) != fact.text.replace("\n", "⏎"):
        words = "What can't be seen in it is spelt out above, in ⟨ ⟩."
        lines += hanging(("· ", "warning"), ((words, "warning"),), room)
    return lines


def _quote(fact: Fact, room: int) -> tuple[str, list[Line]]:
    if not fact.said:
        return "", []
    who = "You said" if fact.credited else "The agent quoted"
    quote: Line = ((f"“{one_line(fact.said)}”", "title"),)
    if not fact.credited:
        quote = (*quote, (" — not found in what you typed", "muted"))
    return who, rows(quote, room)


def _sightings(story: FactStory, room: int) -> list[Line]:
    seen = story.item.fact.sightings
    lines: list[Line] = []
    for sighting in reversed(seen[-_SIGHTINGS:]):
        lines += sighting_rows(sighting, story.titles, story.now, room)
    if (more := len(seen) - _SIGHTINGS) > 0:
        lines.append(((f"and {more:,} times before", "muted"),))
    return lines


def sighting_rows(
    sighting: Sighting, titles: Mapping[str, str], now: datetime, room: int
) -> list[Line]:
    """Return one sighting: when, in which session, and what it goes back to."""
    where = titles.get(sighting.source) or sighting.source or "no session is named"
    if sighting.source == HERE:
        where = "written in levelmem"
    tone = "title" if sighting.counts else "faint"
    line: Line = ((one_line(where), tone), *_origin(sighting))
    if not sighting.counts:
        line = (*line, (" · counts for nothing", "faint"))
    when = moment(sighting.at, now) or "no date"
    return [((when, "muted"),), *hanging(("  ", ""), line, room)]


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
            words = "memory's own words"
        case OriginKind.COMMAND:
            words = f"from the output of `{origin.command}`"
        case OriginKind.TOOL_SERVER:
            words = f"from the tool server {origin.server}"
        case _:
            words = f"from {origin.path or origin.host or origin.kind}"
    if origin.turn is not None:
        words += f", turn {origin.turn}"
    if origin.evidence:
        words += f" ({origin.evidence[:40]})"
    return ((f" · {one_line(words)}", "muted"),)


def _history(story: FactStory, room: int) -> list[Line]:
    lines: list[Line] = []
    events = sorted(story.item.fact.history, key=lambda event: event.at or _LONG_AGO)
    for event in events:
        lines += _event(event, story.now, room)
    if story.item.drift:
        now: Line = ((f"drifted: {one_line(story.item.drift)}", "warning"),)
        lines += [(("now, in the working tree", "muted"),)]
        lines += hanging(("  ", ""), now, room)
    return lines


def _event(event: Event, now: datetime, room: int) -> list[Line]:
    tone = "faint" if event.undone else "title"
    detail = f": {one_line(spell_out(event.detail))}" if event.detail else ""
    undone = " (taken back)" if event.undone else ""
    line: Line = ((f"{event.what}{detail}{undone}", tone),)
    when = moment(event.at, now) or "no date"
    return [((when, "muted"),), *hanging(("  ", ""), line, room)]
