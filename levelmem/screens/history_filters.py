"""Choosing what History shows: chips to click, keys, and a dialog of all filters."""

from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levelmem.engine.project import Project
from levelmem.screens.history_chips import chips, pressed
from levelmem.screens.history_view import Filters, HistoryView
from levelmem.screens.library import Library
from levelmem.widgets.chips import ChipLine

EVERYWHERE = "history-everywhere"
"""By what name it is remembered that all projects are wanted."""


class HistoryFilters(Screen[Any]):
    """Adds the choice of filters and scope to History."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,f3", "find", "Filter", id="history.find"),
        Binding(
            "s,f7",
            "scope",
            "This project / all",
            id="history.scope",
            tooltip="Show this project or all",
        ),
        Binding(
            "a,f6",
            "agent",
            "Agent",
            id="history.agent",
            tooltip="Filter by agent, one after another",
        ),
        Binding(
            "f,shift+f6",
            "filters",
            "Filters",
            show=False,
            id="history.filters",
            tooltip="Choose a filter: pinned, edited, tags, archive, trash",
        ),
    ]

    library: Library
    home: Project | None
    filters: Filters
    view: HistoryView | None
    scope_chosen: bool = False
    """Whether the person said in this run which projects they want."""

    def change(self, filters: Filters) -> None:
        """Show what ``filters`` let through."""
        raise NotImplementedError

    @on(ChipLine.Pressed, "#filters")
    def _press_chip(self, event: ChipLine.Pressed) -> None:
        event.stop()
        self._press(event.chip_id)

    def _press(self, chip: str) -> None:
        if chip in ("here", "all"):
            self._choose_scope(everywhere=chip == "all")
        self.change(pressed(chip, self.filters, self.home))

    def _choose_scope(self, *, everywhere: bool) -> None:
        self.scope_chosen = True
        self.library.state.put(EVERYWHERE, everywhere)

    def action_scope(self) -> None:
        """Show this project or all."""
        if self.home is None:
            self.notify("levelmem was not started in a project.")
            return
        self._press("here" if self.filters.project is None else "all")

    def action_agent(self) -> None:
        """Show the next agent only, after the last one all of them."""
        if self.view is not None:
            ring = ["", *sorted(self.view.counts.agents)]
            here = ring.index(self.filters.agent) if self.filters.agent in ring else 0
            agent = ring[(here + 1) % len(ring)]
            self.change(replace(self.filters, agent=agent))

    def action_filters(self) -> None:
        """Choose one of the filters that have sessions, or take one away."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        if self.view is None:
            return
        shown = list(chips(self.view, self.home, self.library.agent, counted=True))

        def press(chip: str | None) -> None:
            if chip is not None:
                self._press(chip)

        choices = [
            Choice(
                chip.id,
                f"{'◉' if chip.on else '○'} {chip.label}",
                f"{chip.note} session{'' if chip.note == '1' else 's'}"
                if chip.note
                else "",
            )
            for chip in shown
        ]
        if choices:
            self.app.push_screen(ChoiceDialog("Which sessions?", choices), press)
