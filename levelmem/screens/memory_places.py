"""Everything that came from one session, file or host: shown by itself, forgotten."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from levelmem.engine.memory.views.provenance import (
    Place,
    PlaceKind,
    counted_places,
    places_of,
)
from levelmem.screens.fact_actions import FactActions
from levelmem.screens.memory_states import place_words
from levelmem.screens.memory_view import Filters, Searchable, facts_of
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem, Item, JournalItem

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory


class MemoryPlaces(FactActions):
    """Adds the view of one place to Memory."""

    filters: Filters
    found: Searchable

    # What the screen tells and does.

    def change(self, filters: Filters) -> None:
        """Show what ``filters`` let through."""
        raise NotImplementedError

    def titles(self) -> Mapping[str, str]:
        """Return the titles of sessions by id."""
        raise NotImplementedError

    def current_item(self) -> Item | None:
        """Return the row under the cursor."""
        raise NotImplementedError

    # Keys.

    def action_place(self) -> None:
        """Show everything that came from where the fact came from."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        if self.filters.place is not None:
            self._show_place(None)
            return
        places = _places(self.current_item())
        if not places:
            words = "It came from no session, file or host."
            self.app.notify(words, severity="warning")
            return
        if len(places) == 1:
            self._show_place(places[0])
            return
        counts = counted_places(facts_of(self.found.items))
        choices = [
            Choice(str(at), self._place_words(place), counted(counts[place], "fact"))
            for at, place in enumerate(places)
        ]

        def choose(at: str | None) -> None:
            if at is not None:
                self._show_place(places[int(at)])

        self.app.push_screen(ChoiceDialog("Everything from where?", choices), choose)

    def _show_place(self, place: Place | None) -> None:
        self.change(replace(self.filters, place=place, group=None, words=""))

    def _place_words(self, place: Place) -> str:
        session = place.kind is PlaceKind.SESSION
        return place_words(place, self.titles().get(place.name, "") if session else "")

    def action_forget_place(self) -> None:
        """Forget everything that came from the place that is shown, if sure."""
        place = self.filters.place
        if place is None:
            words = "w shows everything from one place; F forgets it then."
            self.app.notify(words, severity="warning")
            return
        facts = [
            item
            for item in self.found.items
            if isinstance(item, FactItem) and place.gave(item.fact) and item.fact.listed
        ]
        self._ask_to_forget(place, sorted({item.project for item in facts}), facts)

    def _ask_to_forget(
        self, place: Place, projects: Sequence[str], facts: Sequence[FactItem]
    ) -> None:
        from levelmem.screens.dialogs import ConfirmDialog

        alone = [
            item for item in facts if all(map(place.holds, item.fact.observations))
        ]
        lines = [f"Removed: {counted(len(alone), 'fact')} that came from there alone."]
        if others := len(facts) - len(alone):
            words = counted(others, "fact")
            lines.append(f"Kept: {words} with other sources, which alone count then.")
        lines += ["", "u takes it back."]

        def forget(sure: bool | None) -> None:
            if sure:
                self.forget_place(place, projects)
                self._show_place(None)

        title = f"Forget what came from {self._place_words(place)}?"
        self.app.push_screen(ConfirmDialog(title, lines, "Forget"), forget)

    def forget_place(self, place: Place, projects: Sequence[str]) -> None:
        """Forget everything that came from a place, in some projects."""

        def act(memory: "Memory", keys: list[str]) -> "Change":
            return memory.forget_source(**place.as_source())

        projects = projects or [""]
        self.take(lambda shelf: shelf.change(dict.fromkeys(projects, ()), act))

    def action_forget(self) -> None:
        """Forget the chosen facts, or what a session of the journal left."""
        item = self.current_item()
        if isinstance(item, JournalItem) and not self.chosen_facts():
            place = Place(PlaceKind.SESSION, item.line.id)
            self.forget_place(place, [item.project])
        else:
            super().action_forget()


def _places(item: Item | None) -> list[Place]:
    match item:
        case FactItem():
            return places_of(item.fact)
        case JournalItem():
            return [Place(PlaceKind.SESSION, item.line.id)]
    return []
