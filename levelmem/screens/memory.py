"""Project Memory: all that is remembered, with its story, put right with one key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import Stepped
from levelmem.screens.library import Library
from levelmem.screens.memory_feed import MemoryFeed
from levelmem.screens.memory_keys import MEMORY_KEYS
from levelmem.screens.memory_places import MemoryPlaces
from levelmem.screens.memory_sharing import MemorySharing
from levelmem.screens.memory_states import chips, day_status, placeholder, status
from levelmem.screens.memory_time import MemoryTime
from levelmem.screens.memory_view import (
    Filters,
    MemoryView,
    Searchable,
    memory_view,
    next_group,
    next_sort,
)
from levelmem.screens.mode_screen import ModeScreen
from levelmem.widgets.chips import ChipLine
from levelmem.widgets.fact_story import FactStory
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.item_look import item_look
from levelmem.widgets.memory_items import (
    FactItem,
    Group,
    Item,
    JournalItem,
    KnownItem,
)
from levelmem.widgets.memory_pages import JournalPage, KnownPage
from levelmem.widgets.page_view import Page, PageView
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look
from levelmem.widgets.time_bar import TimeBar
from levelmem.widgets.word_box import WordBox

_OF_FACTS = frozenset(
    {"confirm", "edit", "pin", "restore", "supersede", "merge", "kind"}
)
"""Actions that need a fact."""
_CHANGES = _OF_FACTS | {
    *("forget", "note", "undo", "redo", "forget_place", "scope", "import"),
}
"""Actions that another day does not allow."""


class MemoryScreen(ModeScreen, MemoryFeed, MemoryPlaces, MemorySharing, MemoryTime):
    """The facts of one project or all, and beside them the selected one's story."""

    MODE = "memory"
    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = "#facts"
    BINDING_GROUP_TITLE = "Memory"
    HELP = (
        "What agents are told of this project, and what waits for you. Nothing here "
        "is changed in place: every key appends, and u takes the last step back."
    )
    BINDINGS: ClassVar[list[BindingType]] = MEMORY_KEYS

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.filters = Filters()
        self.view = MemoryView()
        self.found = Searchable(())
        self._follows = False
        """Whether the cursor goes to what the next step is about."""
        self._goto: tuple[str, ...] = ()
        """Keys of facts: the cursor goes to the first that is listed."""
        self._titles: tuple[object, Mapping[str, str]] = (None, {})

    def body(self) -> Iterable[Widget]:
        """Yield the filters, the box for words, the list and the story."""
        yield FilterBar(id="filters")
        yield TimeBar()
        yield WordBox("Words of a fact", id="words")
        with Horizontal(id="panes"):
            yield RowList[Item](self._look, id="facts")
            yield PageView(id="story")

    @property
    def list(self) -> RowList[Item]:
        """The list."""
        return self.query_one("#facts", RowList)

    def on_mount(self) -> None:
        """Read the memory, and again whenever the stores are looked at."""
        self.library.looked.subscribe(self, lambda _: self.read())
        self.library.listing_changed.subscribe(self, lambda _: self._show_story())
        self.library.memory_changed.subscribe(self, lambda _: self.read())
        self._show_state()
        self.read()

    def _look(self, item: Item) -> Look:
        return item_look(item, self.library.now(), self.filters.everywhere)

    # Showing.

    def show_day(self, items: Sequence[FactItem]) -> None:
        """Show what memory said on another day, and what became of it."""
        self.found = Searchable(items)
        self.show_view()

    def show_today(self) -> None:
        """Show what memory says now."""
        self.take_items(self.items())

    def take_items(self, items: Sequence[Item]) -> None:
        """Show what was read, unless another day is looked at."""
        if self.day is None:
            self.found = Searchable(items)
            self.show_view()

    def change(self, filters: Filters) -> None:
        """Show what ``filters`` let through."""
        again = filters.everywhere != self.filters.everywhere
        self.filters = filters
        self.read() if again else self.show_view()

    def show_view(self) -> None:
        """Filter, sort and group what was read."""
        before = self.view
        self.view = memory_view(self.found, self.filters)
        wanted = self._row_to_go_to() or self._place_of_cursor(before)
        self.list.show(self.view.rows)
        if wanted:
            self.list.select(wanted)
        self._show_state()

    def _row_to_go_to(self) -> str:
        for item in self.view.rows.items if self._goto else ():
            if isinstance(item, FactItem) and item.fact.key in self._goto:
                self._goto = ()
                return item.id
        return ""

    def _place_of_cursor(self, before: MemoryView) -> str:
        """Return the row that the cursor goes to when its own left its group.

        What was decided on goes elsewhere; the next one to decide on comes instead.
        """
        list_, now = self.list, self.view.rows
        row = list_.current
        place = now.index.get(list_.current_id)
        if row is None or (place is not None and now.items[place].group is row.group):
            return ""
        rows, here = before.rows.items, list_.cursor
        for item in (*rows[here + 1 :], *reversed(rows[:here])):
            found = now.index.get(item.id)
            stays = found is not None and now.items[found].group is row.group
            if item.group is row.group and stays:
                return item.id
        return ""

    def _show_state(self) -> None:
        reading, filters = self.reading, self.filters
        if reading is not None and not filters.everywhere:
            waiting = reading.outlook.waiting
            note = f"{waiting:,} to review" if waiting else ""
            self.library.note_on_tab("memory", note)
        counts = self.view.counts
        self.query_one(FilterBar).chips = tuple(chips(reading, filters, counts))
        self.list.placeholder = placeholder(reading, filters)
        if self.day is None:
            self.say(status(reading, filters))
        else:
            self.say(day_status(self.found.items))

    @on(RowList.Moved, "#facts")
    def _show_story(self) -> None:
        self.query_one(PageView).show(self._page(self.list.current))
        self.refresh_bindings()

    def _page(self, item: Item | None) -> Page | None:
        now = self.library.now()
        match item:
            case FactItem():
                return FactStory(item, now, self.titles(), self.filters.everywhere)
            case JournalItem():
                return JournalPage(item, now)
            case KnownItem():
                return KnownPage(item, self.library.places.environ.get("HOME", ""))
        return None

    def titles(self) -> Mapping[str, str]:
        """Return the titles of sessions by id, as far as they are known."""
        listing = self.library.listing
        if listing is None:
            return {}
        if self._titles[0] is not listing:
            self._titles = (listing, {s.id: s.title for s in listing.sessions})
        return self._titles[1]

    # What the actions ask.

    def chosen_facts(self) -> Sequence[FactItem]:
        """Return the facts among the marked rows, or the one under the cursor."""
        return [item for item in self.list.chosen if isinstance(item, FactItem)]

    def current_item(self) -> Item | None:
        """Return the row under the cursor."""
        return self.list.current

    def current_fact(self) -> FactItem | None:
        """Return the fact under the cursor."""
        item = self.list.current
        return item if isinstance(item, FactItem) else None

    def undoes_everywhere(self) -> bool:
        """Tell whether ``u`` takes back the last step of any project."""
        return self.filters.everywhere

    def note_project(self) -> str:
        """Return the project of the row under the cursor: a note is for that one."""
        item = self.list.current
        return item.project if item and self.filters.everywhere else ""

    def stepped(self, event: Stepped) -> None:
        """Take the marks away: they have done their work."""
        if not event.problem:
            self.list.unmark()
            self._goto = event.keys if self._follows else ()
        self._follows = False

    def action_session(self) -> Session | None:
        """Return the newest session behind the row, where it is known."""
        item, listing = self.list.current, self.library.listing
        sources: tuple[str, ...] = ()
        match item:
            case FactItem():
                sources = item.fact.sources
            case JournalItem():
                sources = (item.line.id,)
        if listing is None:
            return None
        found = [s for source in reversed(sources) for s in listing.find(source)]
        return found[0] if found else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what the row under the cursor, or another day, can't do."""
        if action == "day":
            return self.day is not None
        if self.day is not None and action in _CHANGES:
            return None
        if action in _OF_FACTS and self.is_mounted and not self.chosen_facts():
            return None
        return True

    # Keys.

    def action_undo(self) -> None:
        """Take the last step back, and go to what it was about."""
        self._follows = True
        super().action_undo()

    def action_redo(self) -> None:
        """Do again what was taken back last, and go to what it was about."""
        self._follows = True
        super().action_redo()

    def action_note(self) -> None:
        """Write a new note, and go to it."""
        self._follows = True
        super().action_note()

    @on(RowList.Opened, "#facts")
    def _open(self) -> None:
        """Go to where the row came from."""
        match self.list.current:
            case FactItem() as item:
                self.open_source(item)
            case JournalItem():
                session = self.action_session()
                if session is None:
                    words = "This session is not on this machine."
                    self.app.notify(words, severity="warning")
                else:
                    self.open_session(session)
            case KnownItem() as item:
                self.open_file(item.known.path, item.known.line)

    def action_edit_outside(self) -> None:
        """Edit the fact in the person's editor, or open the row's file there."""
        match self.list.current:
            case FactItem():
                super().action_edit_outside()
            case JournalItem():
                self.action_edit_file()
            case KnownItem() as item:
                self.open_file(item.known.path, item.known.line)

    def action_copy_text(self) -> None:
        """Copy what the row says."""
        match self.list.current:
            case JournalItem() as item:
                self.copy(f"{item.line.title}\n{item.line.summary}".strip(), "the line")
            case KnownItem() as item:
                self.copy(item.known.text, "the line")
            case _:
                super().action_copy_text()

    def action_review(self) -> None:
        """Look at what waits, one after another."""
        from levelmem.screens.review import ReviewScreen

        # An empty memory has nothing to decide on but what old sessions hold.
        empty = self.reading is not None and not self.reading.items
        self.app.push_screen(ReviewScreen(self.library, looks=empty))

    def action_digest(self) -> None:
        """Show what the next session is told; where several are marked, merge them."""
        from levelmem.screens.digest import DigestScreen

        if len(self.list.marks) > 1:
            self.action_merge()
            return
        self.app.push_screen(DigestScreen(self.library, self.note_project()))

    def action_detail(self) -> None:
        """Show or hide the story."""
        self.toggle_class("-detail-toggled")

    # Filters.

    def action_scope(self) -> None:
        """Show this project or all."""
        self.change(replace(self.filters, everywhere=not self.filters.everywhere))

    def action_group(self) -> None:
        """Show the next group alone, after the last one all of them."""
        self.change(next_group(self.filters, self.view.counts))

    def action_sort(self) -> None:
        """Sort the groups in the next way."""
        self.change(replace(self.filters, sort=next_sort(self.filters.sort)))
        self.app.notify(f"Sorted: {self.filters.sort}")

    @on(ChipLine.Pressed, "#filters")
    def _press_chip(self, event: ChipLine.Pressed) -> None:
        event.stop()
        filters, chip = self.filters, event.chip_id
        if chip in ("here", "everywhere"):
            self.change(replace(filters, everywhere=chip == "everywhere"))
        else:
            group = Group(chip.removeprefix("group:"))
            alone = None if filters.group is group else group
            self.change(replace(filters, group=alone))

    def action_find(self) -> None:
        """Go to the box."""
        self.query_one(WordBox).open()

    def on_word_box_changed(self, event: WordBox.Changed) -> None:
        """Filter while somebody types."""
        self.change(replace(self.filters, words=event.words))

    def on_word_box_submitted(self) -> None:
        """Go to the list."""
        self.list.focus()

    def action_back(self) -> None:
        """Go one step back: clear the box, leave it, take marks and filters away."""
        box = self.query_one(WordBox)
        if box.step_back():
            if not box.is_open:
                self.list.focus()
        elif self.list.marks:
            self.list.unmark()
        elif self.day is not None:
            self.action_time()
        elif self.filters.narrowed:
            kept = self.filters
            self.change(Filters(everywhere=kept.everywhere, sort=kept.sort))
