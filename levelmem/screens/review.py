"""Review: one note that waits at a time, big, decided with one key, then the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import REDO, UNDO, Stepped
from levelmem.screens.library import Library
from levelmem.screens.memory_reading import read_held
from levelmem.screens.memory_states import place_words
from levelmem.screens.review_found import ReviewFound
from levelmem.screens.review_queue import Case, Found, Queue, held_cases, origin_of
from levelmem.screens.scrolled_page import BACK
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem
from levelmem.widgets.page_view import Page
from levelmem.widgets.review_cards import DonePage, HarvestCard, HeldCard, Room
from levelmem.widgets.spans import Line

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Memory
    from levelmem.engine.memory.shelf import Act

_BAR_CELLS = 20
_LISTED = 8


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
    BINDING_GROUP_TITLE = "Review"
    HELP = (
        "One thing at a time that waits for you: what agents noted in words that you "
        "did not type, what reads as an order, and with h what you told agents in old "
        "sessions. None of it is told to agents before you confirm it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,f5", "confirm", "Confirm", id="review.confirm"),
        Binding("f,delete", "forget", "Not true", id="review.forget"),
        Binding("e,f4", "edit", "Edit", id="review.edit"),
        Binding("s,f7", "later", "Later", id="review.later"),
        UNDO,
        REDO,
        Binding(
            "C,alt+c",
            "confirm_all",
            "Confirm all of them",
            show=False,
            id="review.confirm-all",
            tooltip="Confirm all from there, or all that say nearly the same",
        ),
        Binding(
            "F,alt+f",
            "forget_all",
            "Not true: all of them",
            show=False,
            id="review.forget-all",
            tooltip="Not true: all from there, or all that say nearly the same",
        ),
        Binding(
            "M,alt+m",
            "keep_for_all",
            "This one for all",
            show=False,
            id="review.merge",
            tooltip="Keep this one for all that say nearly the same",
        ),
        Binding(
            "h,alt+h",
            "harvest",
            "Old sessions",
            id="review.harvest",
            tooltip="Look through old sessions for what you told your agents",
        ),
        Binding("enter", "source", "Source", id="review.source"),
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
        BACK,
    ]

    def __init__(
        self, library: Library, everywhere: bool = False, looks: bool = False
    ) -> None:
        """Go through what waits.

        Args:
            library: the doors to the engine.
            everywhere: that of all projects, or of this one.
            looks: whether to look through old sessions at once.
        """
        super().__init__(library)
        self.everywhere = everywhere
        self.queue = Queue()
        self._held: Sequence[FactItem] = ()
        self._rooms: Mapping[str, Room] = {}
        self._ready = False
        self._looks = looks

    # Reading.

    def reading(self) -> Message:
        """Read what is held; how full MEMORY.md is takes longer and follows."""
        shelf, today = self.library.shelf, self.library.digest_day()
        items, problems = read_held(shelf, self.everywhere)
        held = held_cases(items)
        self.post_message(HeldRead(held, self._rooms, problems))
        cap = self.library.memory_settings.digest_tokens

        def room(memory: Memory) -> Room:
            digest = self.library.consolidator(memory).digest(today)
            return Room(digest.tokens, cap)

        rooms = {
            project: shelf.ask(project, room)
            for project in dict.fromkeys(item.project for item in held)
        }
        return HeldRead(held, rooms, problems)

    def unreadable(self, problem: str) -> Message:
        """Return why nothing can be read."""
        return HeldRead((), problems=(problem,))

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
        self.show()
        if self._looks:
            self._looks = False
            self.action_harvest()

    def held(self) -> Sequence[FactItem]:
        """Return what is held."""
        return self._held

    # Showing.

    def heading(self) -> tuple[str, str]:
        """Return how far it is, and the project."""
        case = self.queue.current
        if case is None:
            return "Review", ""
        kind = "Found in old sessions" if isinstance(case, Found) else "Held"
        title = f"{kind}: {self.queue.at + 1} of {len(self.queue.cases)}"
        return title, project_name(case.project)

    def page(self) -> Page:
        """Return the card of the case that is looked at."""
        queue, now = self.queue, self.library.now()
        titles = self._titles(queue.current)
        match queue.current:
            case FactItem() as item:
                place = origin_of(item)
                words = place_words(place, titles.get(place.name, "")) if place else ""
                together = [other for other in queue.together() if other is not item]
                room = self._rooms.get(item.project, Room())
                return HeldCard(item, now, titles, words, together, room)
            case Found(note) as found:
                like = [one.note for one in queue.alike() if one is not found]
                names = {s.agent: self.library.agent(s.agent) for s in note.sightings}
                return HarvestCard(note, now, titles, names, like)
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

    def state(self) -> Line:
        """Return how much is decided."""
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
        self.found_stepped(event)
        if event.problem:
            return
        count = len(event.keys)
        if event.done.startswith("Undone"):
            count = -count
        self.queue.decided = max(0, self.queue.decided + count)

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
        self.show()

    def action_step(self, by: int) -> None:
        """Look at the note before or after."""
        self.queue.step(by)
        self.show()

    def action_confirm_all(self) -> None:
        """Make all active that are held from the same place, or keep all that say
        nearly the same, if sure."""
        if found := self.queue.alike():
            texts = [one.note.text for one in found]
            title = f"Keep: all {counted(len(found), 'note')}?"
            self._ask_first(title, texts, "Keep", lambda: self.adopt_all(found))
        else:
            self._ask_about_held("Confirm", lambda memory, keys: memory.confirm(keys))

    def action_forget_all(self) -> None:
        """Remove all that are held from the same place, or turn down all that say
        nearly the same, if sure."""
        if found := self.queue.alike():
            texts = [one.note.text for one in found]
            title = f"Not worth keeping: all {counted(len(found), 'note')}?"
            self._ask_first(title, texts, "Not kept", lambda: self.turn_down(found))
        else:
            self._ask_about_held("Not true", lambda memory, keys: memory.forget(keys))

    def action_keep_for_all(self) -> None:
        """Keep the found note for all that say nearly the same."""
        found, shown = self.queue.alike(), self.queue.current
        if isinstance(shown, Found) and len(found) > 1:
            self.adopt_for_all(shown, found)
        else:
            words = "Nothing else was found that says nearly the same."
            self.app.notify(words, severity="warning")

    def _ask_about_held(self, what: str, act: Act) -> None:
        items = self.queue.together()
        place = origin_of(items[0]) if items else None
        if place is None:
            self.app.notify("It came from no place of its own.", severity="warning")
            return
        notes = counted(len(items), "note")
        title = f"{what}: all {notes} from {place_words(place)}?"
        texts = [item.fact.text for item in items]
        self._ask_first(title, texts, what, lambda: self.decide_on(items, act))

    def _ask_first(
        self, title: str, texts: Sequence[str], yes: str, act: Callable[[], None]
    ) -> None:
        from levelmem.screens.dialogs import ConfirmDialog

        lines = [f"· {text}" for text in texts[:_LISTED]]
        if len(texts) > _LISTED:
            lines.append(f"and {len(texts) - _LISTED:,} more")

        def answer(sure: bool | None) -> None:
            if sure:
                act()

        lines += ["", "u takes it back."]
        self.app.push_screen(ConfirmDialog(title, lines, yes), answer)

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
