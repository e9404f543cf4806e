"""Review: one note that waits at a time, big, decided with one key, then the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import Stepped
from levelmem.screens.library import Library
from levelmem.screens.memory_reading import read_memory
from levelmem.screens.memory_states import place_words
from levelmem.screens.review_found import ReviewFound
from levelmem.screens.review_queue import Case, Found, Queue, held_cases, origin_of
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.page_view import Page, PageView
from levelmem.widgets.review_cards import DonePage, HarvestCard, HeldCard, Room
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory

_BAR_CELLS = 20


@dataclass
class HeldRead(Message):
    """A worker has read what is held."""

    held: Sequence[FactItem]
    rooms: Mapping[str, Room] = field(default_factory=dict)
    """How full MEMORY.md is, by project."""
    problems: Sequence[str] = ()


class ReviewScreen(ReviewFound):
    """Goes through what waits for the person."""

    CSS_PATH = "review.tcss"
    AUTO_FOCUS = "PageView"
    BINDING_GROUP_TITLE = "Review"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,f5", "confirm", "Confirm", id="review.confirm"),
        Binding("f,delete", "forget", "Not true", id="review.forget"),
        Binding("e,f4", "edit", "Edit", id="review.edit"),
        Binding("s,f7", "later", "Later", id="review.later"),
        Binding("u,ctrl+z", "undo", "Undo", id="app.undo"),
        Binding("U,ctrl+y", "redo", "Do again", show=False, id="memory.redo"),
        Binding(
            "C,alt+c",
            "confirm_all",
            "Confirm all from there",
            show=False,
            id="review.confirm-all",
        ),
        Binding(
            "F,alt+f",
            "forget_all",
            "Not true: all from there",
            show=False,
            id="review.forget-all",
        ),
        Binding(
            "h,alt+h",
            "harvest",
            "Old sessions",
            id="review.harvest",
            tooltip="Look through old sessions for what you told your agents",
        ),
        Binding("enter", "source", "Source", show=False, id="review.source"),
        Binding(
            "o,alt+o",
            "edit_outside",
            "Editor",
            show=False,
            id="review.editor",
            tooltip="Edit in $EDITOR",
        ),
        Binding("y,f9", "copy_text", "Copy", show=False, id="review.copy"),
        Binding("right,l", "step(1)", "Next", show=False, id="review.next"),
        Binding("left", "step(-1)", "Before", show=False, id="review.before"),
        Binding("j,down", "scroll(1)", "Down", show=False, id="review.down"),
        Binding("k,up", "scroll(-1)", "Up", show=False, id="review.up"),
        Binding("escape,backspace,q", "leave", "Back", id="review.back"),
    ]

    def __init__(self, library: Library, everywhere: bool = False) -> None:
        """Go through this project's memory, or through those of all projects."""
        super().__init__()
        self.library = library
        self.everywhere = everywhere
        self.queue = Queue()
        self._held: Sequence[FactItem] = ()
        self._rooms: Mapping[str, Room] = {}
        self._ready = False
        self._follows = False

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield PageTitle()
        yield PageView(id="card")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    @property
    def card(self) -> PageView:
        """The page about the note."""
        return self.query_one(PageView)

    def on_mount(self) -> None:
        """Read what waits, and again when a memory has changed."""
        self.library.memory_changed.subscribe(self, lambda _: self._read())
        self.show_case()
        self._read()

    # Reading.

    @work(
        thread=True,
        exit_on_error=False,
        group="memory",
        exclusive=True,
        description="read memory",
    )
    def _read(self) -> None:
        shelf, today = self.library.shelf, self.library.now().date()
        reading = read_memory(shelf, self.everywhere, {}, lambda _: {})
        held = held_cases(reading.items)
        cap = self.library.memory_settings.digest_tokens

        def room(memory: Memory) -> Room:
            digest = self.library.consolidator(memory).digest(today)
            return Room(digest.tokens, cap)

        rooms = {
            project: shelf.ask(project, room)
            for project in dict.fromkeys(item.project for item in held)
        }
        self.post_message(HeldRead(held, rooms, reading.problems))

    def on_held_read(self, event: HeldRead) -> None:
        """Take what waits now."""
        event.stop()
        for problem in event.problems if not self._ready else ():
            self.app.notify(problem, title="Memory", severity="error")
        self._held, self._rooms, self._ready = event.held, event.rooms, True
        if not self.everywhere:
            waiting = len(event.held)
            note = f"{waiting:,} to review" if waiting else ""
            self.library.note_on_tab("memory", note)
        self.queue.take([*self._held, *self.found])
        self.show_case()

    def held(self) -> Sequence[FactItem]:
        """Return what is held."""
        return self._held

    # Showing.

    def show_case(self) -> None:
        """Show the note that is looked at now, and how far it is."""
        self.card.show(self._page())
        case = self.queue.current
        title = self.query_one(PageTitle)
        title.title, title.aside = "Review", ""
        if case is not None:
            kind = "Found in old sessions" if isinstance(case, Found) else "Held"
            title.title = f"{kind}: {self.queue.at + 1} of {len(self.queue.cases)}"
            title.aside = project_name(case.project)
        self.query_one(StatusLine).status = self._status()
        self.refresh_bindings()

    def _page(self) -> Page:
        queue, now = self.queue, self.library.now()
        titles = self._titles(queue.current)
        match queue.current:
            case FactItem() as item:
                place = origin_of(item)
                words = place_words(place, titles.get(place.name, "")) if place else ""
                together = [other for other in queue.together() if other is not item]
                room = self._rooms.get(item.project, Room())
                return HeldCard(item, now, titles, words, together, room)
            case Found(note):
                return HarvestCard(note, now, titles)
        return DonePage(queue.decided, len(queue.later), not self._ready)

    def _titles(self, case: Case | None) -> dict[str, str]:
        listing = self.library.listing
        if case is None or listing is None:
            return {}
        named: set[str] = set()
        if isinstance(case, Found):
            named = {seen.session for seen in case.note.sightings}
        else:
            named = {seen.source for seen in case.fact.observations}
        return {s.id: s.title for s in listing.sessions if s.id in named}

    def _status(self) -> Line:
        queue = self.queue
        total = queue.decided + len(queue.cases)
        if self.looking:
            return ((self.looking, "muted"),)
        if not total:
            return ()
        full = round(_BAR_CELLS * queue.decided / total)
        bar = "█" * full + "░" * (_BAR_CELLS - full)
        words = f" {queue.decided:,} decided · {queue.left:,} left"
        if queue.later:
            words += f" · {len(queue.later):,} for later"
        return ((bar, "primary"), (words, "muted"))

    # What the actions ask.

    def current_fact(self) -> FactItem | None:
        """Return the held note that is shown."""
        case = self.queue.current
        return case if isinstance(case, FactItem) else None

    def chosen_facts(self) -> Sequence[FactItem]:
        """Return the held note that is shown."""
        item = self.current_fact()
        return [] if item is None else [item]

    def undoes_everywhere(self) -> bool:
        """Tell whether ``u`` takes back the last step of any project."""
        return self.everywhere or bool(self.found)

    def action_session(self) -> Session | None:
        """Return the session that the note came from last."""
        case, listing = self.queue.current, self.library.listing
        if case is None or listing is None:
            return None
        sources = (
            [seen.session for seen in case.note.sightings]
            if isinstance(case, Found)
            else list(case.fact.sources)
        )
        found = [s for source in reversed(sources) for s in listing.find(source)]
        return found[0] if found else None

    def stepped(self, event: Stepped) -> None:
        """Count what was decided; what was taken back waits again."""
        if event.problem:
            self.bring_back(found.key for found in self.dropped[-1:])
        elif self._follows:
            self.bring_back(event.keys)
            self.queue.decided = max(0, self.queue.decided - len(event.keys))
        else:
            self.queue.decided += len(event.keys)
        self._follows = False

    # Keys.

    def action_confirm(self) -> None:
        """Make the note active."""
        match self.queue.current:
            case Found() as found:
                self.adopt(found)
            case FactItem():
                super().action_confirm()

    def action_forget(self) -> None:
        """The note is not true, or not worth keeping."""
        match self.queue.current:
            case Found() as found:
                self.turn_down([found])
            case FactItem():
                super().action_forget()

    def action_edit(self) -> None:
        """Put the note into better words: that makes it active."""
        case = self.queue.current
        if not isinstance(case, Found):
            super().action_edit()
            return
        from levelmem.screens.edit_dialog import EditDialog

        above = [f"You typed: “{case.note.quote}”"]

        def save(text: str | None) -> None:
            if text:
                self.adopt(case, text)

        dialog = EditDialog("In your words", case.note.text, above=above)
        self.app.push_screen(dialog, save)

    def action_later(self) -> None:
        """Leave the note as it is and go to the next."""
        self.queue.put_off()
        self.show_case()

    def action_step(self, by: int) -> None:
        """Look at the note before or after."""
        self.queue.step(by)
        self.show_case()

    def action_scroll(self, lines: int) -> None:
        """Read further down or up."""
        self.card.scroll_line(max(0, self.card.scroll_offset.y + lines))

    def action_undo(self) -> None:
        """Take the last step back."""
        self._follows = True
        super().action_undo()

    def action_confirm_all(self) -> None:
        """Make all notes active that are held from the same place, if sure."""
        self._ask_about_all("Confirm", lambda memory, keys: memory.confirm(keys))

    def action_forget_all(self) -> None:
        """Remove all notes that are held from the same place, if sure."""
        self._ask_about_all("Not true", lambda memory, keys: memory.forget(keys))

    def _ask_about_all(
        self, what: str, act: Callable[[Memory, list[str]], Change]
    ) -> None:
        from levelmem.screens.dialogs import ConfirmDialog

        items = self.queue.together()
        place = origin_of(items[0]) if items else None
        if place is None:
            self.app.notify("It came from no place of its own.", severity="warning")
            return
        lines = [f"· {item.fact.text}" for item in items[:8]]
        if len(items) > len(lines):
            lines.append(f"and {len(items) - len(lines):,} more")

        def answer(sure: bool | None) -> None:
            if sure:
                self.decide_on(items, act)

        title = f"{what}: all {counted(len(items), 'note')} from {place_words(place)}?"
        self.app.push_screen(
            ConfirmDialog(title, [*lines, "", "u takes it back."], what), answer
        )

    def action_source(self) -> None:
        """Go to the very turn that the note came from."""
        match self.queue.current:
            case FactItem() as item:
                self.open_source(item)
            case Found(note):
                session = self.action_session()
                if session is None:
                    words = "Its session is not on this machine."
                    self.app.notify(words, severity="warning")
                else:
                    self.open_session(session, note.sightings[-1].turn)

    def action_copy_text(self) -> None:
        """Copy the note's text."""
        match self.queue.current:
            case Found(note):
                self.copy(note.text, "the note")
            case FactItem():
                super().action_copy_text()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
