"""The chips over History: what each filter would show, and what a press changes."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from levelmem.engine.project import Project
from levelmem.screens.history_view import FLAGS, Filters, HistoryView
from levelmem.widgets.activity_calendar import day_words
from levelmem.widgets.chips import Chip

_MOST_TAGS = 12
"""Chips for tags; ``tag:`` in Search finds the others."""

_SHELVES = (("archived", "Archived"), ("trashed", "Trash"))


def chips(
    view: HistoryView,
    home: Project | None,
    agent: Callable[[str], str],
    *,
    counted: bool,
) -> Iterator[Chip]:
    """Yield the chips of a view.

    Args:
        view: what is shown.
        home: the project that levelmem was started in.
        agent: tells an agent's name for people.
        counted: whether the view's counts are those of all sessions.
    """
    counts, filters = view.counts, view.filters

    def chip(id_: str, label: str, count: int, on: bool) -> Chip:
        return Chip(id_, label, f"{count:,}" if counted else "", on)

    if home is not None:
        here = filters.project is not None
        yield chip("here", "This project", counts.here, here)
        yield chip("all", "All", counts.everywhere, not here)
    for name, count in sorted(counts.agents.items()):
        yield chip(f"agent:{name}", agent(name), count, filters.agent == name)
    for name in FLAGS:
        count, on = counts.flags[name], name in filters.flags
        if count or on:
            yield chip(name, name.capitalize(), count, on)
    for tag, count in _shown_tags(counts.tags, filters.tag):
        yield chip(f"tag:{tag}", f"#{tag}", count, tag == filters.tag)
    if filters.days is not None:
        yield Chip("days", day_words(*filters.days), "", True)
    for shelf, label in _SHELVES:
        count, on = counts.shelves[shelf], filters.shelf == shelf
        if count or on:
            yield chip(f"shelf:{shelf}", label, count, on)


def _shown_tags(counts: Counter[str], chosen: str) -> list[tuple[str, int]]:
    """Return the tags with the most sessions, the chosen one in any case."""
    found = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    shown = found[:_MOST_TAGS]
    if chosen and chosen not in dict(shown):
        shown.append((chosen, counts[chosen]))
    return shown


def pressed(chip: str, filters: Filters, home: Project | None) -> Filters:
    """Return the filters once ``chip`` was pressed: what was on goes off again."""
    kind, _, name = chip.partition(":")
    if chip in ("here", "all"):
        return replace(filters, project=home if chip == "here" else None)
    if kind == "agent":
        return replace(filters, agent="" if filters.agent == name else name)
    if kind == "tag":
        return replace(filters, tag="" if filters.tag == name else name)
    if kind == "shelf":
        return replace(filters, shelf="active" if filters.shelf == name else name)
    if chip == "days":
        return replace(filters, days=None)
    return replace(filters, flags=filters.flags ^ {chip})
