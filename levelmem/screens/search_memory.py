"""Searches that were made lately, and those that are kept."""

from typing import Any

from textual import on
from textual.screen import Screen

from levelmem.engine.sessions.searches import SearchBook, Searches
from levelmem.screens.library import Library
from levelmem.screens.search_box import SearchBox
from levelmem.widgets.background import background


class SearchMemory(Screen[Any]):
    """Adds recent and saved searches to a screen with a search box."""

    library: Library
    searches = Searches()

    def searches_changed(self) -> None:
        """Show the searches."""
        raise NotImplementedError

    def search_text(self) -> str:
        """Return what stands in the box."""
        raise NotImplementedError

    def search_for(self, text: str) -> None:
        """Put a query into the box."""
        raise NotImplementedError

    @property
    def _book(self) -> SearchBook:
        return SearchBook(self.library.places.data / "searches.json")

    @background("read earlier searches", group="searches")
    def read_searches(self) -> None:
        """Read what was searched for."""
        self.app.call_from_thread(self._take, self._book.read())

    def _take(self, searches: Searches) -> None:
        self.searches = searches
        self.searches_changed()

    @on(SearchBox.Meant)
    def _note(self, event: SearchBox.Meant) -> None:
        self._write("note", event.text)

    @background("write searches down", group="searches")
    def _write(self, what: str, text: str) -> None:
        """Note or save a search; a book that can't be written says so."""
        try:
            book = self._book
            searches = book.note(text) if what == "note" else book.save(text)
        except OSError as error:
            if what == "save":
                problem = f"{self._book.path}: {error.strerror}"
                self.app.call_from_thread(self.app.notify, problem, severity="error")
            return
        self.app.call_from_thread(self._take, searches)
        if what == "save":
            kept = text.strip() in searches.saved
            said = f"{'Saved' if kept else 'No longer saved'}: {text.strip()}"
            self.app.call_from_thread(self.app.notify, said)

    def action_save(self) -> None:
        """Keep the query for good, or no longer."""
        if self.search_text().strip():
            self._write("save", self.search_text())

    def action_recall(self) -> None:
        """Choose one of the searches."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        saved = [Choice(f"saved:{t}", t, "★ saved") for t in self.searches.saved]
        recent = [
            Choice(f"recent:{t}", t, "recent")
            for t in self.searches.recent
            if t not in self.searches.saved
        ]
        if not saved and not recent:
            self.app.notify("No searches yet; s saves the one in the box.")
            return

        def search(chosen: str | None) -> None:
            if chosen is not None:
                self.search_for(chosen.partition(":")[2])

        dialog = ChoiceDialog("Search again", [*saved, *recent])
        self.app.push_screen(dialog, search)
