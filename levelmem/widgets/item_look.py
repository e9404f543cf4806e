"""How the rows of the Memory list read: text, state and age, and a sign at the edge."""

from datetime import datetime

from levelmem.engine.memory.facts import State
from levelmem.engine.memory.rules.guard import spell_out
from levelmem.engine.memory.views.growth import Since
from levelmem.engine.project import name as project_name
from levelmem.engine.text import one_line
from levelmem.widgets.ages import age
from levelmem.widgets.fact_look import (
    DRIFTED,
    SIGNS,
    counted,
    state_words,
    telling_words,
)
from levelmem.widgets.memory_items import FactItem, Item, JournalItem, KnownItem
from levelmem.widgets.rows import Look
from levelmem.widgets.spans import Line, joined


def item_look(item: Item, now: datetime, with_project: bool = False) -> Look:
    """Return how a row reads; ``with_project`` names its project as well."""
    project = project_name(item.project) if with_project else ""
    match item:
        case FactItem():
            return _fact_look(item, now, project)
        case JournalItem():
            return _journal_look(item, now, project)
        case KnownItem():
            return _known_look(item, project)


def _fact_look(item: FactItem, now: datetime, project: str) -> Look:
    fact = item.fact
    dimmed = fact.state in (State.SUPERSEDED, State.REMOVED)
    words = one_line(spell_out(fact.text))
    text: Line = ((words, "faint" if dimmed else "title"),)
    sessions = counted(len(fact.sources), "session") if fact.sources else ""
    state = f"drifted: {one_line(item.drift)}" if item.drift else state_words(fact)
    told = telling_words(item.telling)
    if item.since:
        state = _became(item)
    parts = (project, state, fact.kind, sessions, told)
    pin: Line = (("★ ", "accent"),) if fact.pinned else ()
    return Look(
        lines=(text, joined(parts, "faint" if dimmed else "muted")),
        aside=(*pin, (age(item.when, now), "muted")),
        sign=DRIFTED if item.drift and not dimmed else SIGNS[fact.state],
    )


def _became(item: FactItem) -> str:
    """Return what a fact was on another day, and what it is now."""
    now = state_words(item.later) if item.later else "not known any more"
    if item.since is Since.ADDED:
        return f"now {now}"
    then = state_words(item.fact)
    if then != now:
        return f"then {then}, now {now.removeprefix('now: ')}"
    return f"now: {one_line(item.later.text)}" if item.later else ""


def _journal_look(item: JournalItem, now: datetime, project: str) -> Look:
    line = item.line
    title = one_line(line.title) or one_line(line.summary) or "A session"
    said = one_line(line.summary) if line.title else ""
    state = "" if line.state == "done" else one_line(line.state)
    pin: Line = (("★ ", "accent"),) if line.pinned else ()
    return Look(
        lines=(((title, "title"),), joined((project, state, said), "muted")),
        aside=(*pin, (age(item.when, now), "muted")),
        sign=("▪", "muted"),
    )


def _known_look(item: KnownItem, project: str) -> Look:
    known = item.known
    where = f"{known.path.name}:{known.line}"
    parts = (project, where, one_line(known.heading), f"for {known.agent}")
    return Look(
        lines=(((one_line(known.text), "title"),), joined(parts, "muted")),
        sign=("⊙", "muted"),
    )
