"""What a person told their agents in old sessions, in Review."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.memory.learning.harvest import Harvested
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import Stepped
from levelmem.screens.library import Library
from levelmem.screens.page_screen import PageScreen
from levelmem.screens.review_queue import Found, Queue, grouped
from levelmem.widgets.background import background
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory


@dataclass
class Harvesting(Message):
    """A worker has looked through more of the old sessions."""

    read: int
    total: int
    notes: Sequence[Harvested] | None = None
    """What was found, once all are read."""


class ReviewFound(PageScreen):
    """Adds notes found in old sessions to Review."""

    queue: Queue
    everywhere: bool
    looking = ""
    """How far the search is, for people; empty where there is none."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.found: list[Found] = []
        self._deciding: Sequence[Found] = ()
        """What the step under way is about."""
        self._decided: dict[str, Sequence[Found]] = {}
        """By step: what it decided on, to be shown again after an undo."""

    def held(self) -> Sequence[FactItem]:
        """Return what is held."""
        raise NotImplementedError

    def action_harvest(self) -> None:
        """Look through old sessions for what the person told agents."""
        if self.looking:
            return
        listing = self.library.listing
        if listing is None:
            self.app.notify("The sessions are still being read.", severity="warning")
            return
        here = Project.of(self.library.folder)
        chosen = [s for s in listing.main if self.everywhere or here.holds(s.project)]
        self.looking = "Looking through old sessions …"
        self.show()
        self._harvest(chosen)

    @background("look through sessions", group="harvest", exclusive=True)
    def _harvest(self, sessions: Sequence[Session]) -> None:
        from levelmem.screens.harvesting import harvest_notes

        worker = get_current_worker()

        def tell(read: int) -> None:
            self.post_message(Harvesting(read, len(sessions)))

        notes = harvest_notes(self.library, sessions, tell, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(Harvesting(len(sessions), len(sessions), notes))

    def on_harvesting(self, event: Harvesting) -> None:
        """Show how far it is, and at last what was found."""
        event.stop()
        self.looking = f"Looking through old sessions: {event.read} of {event.total}"
        if event.notes is not None:
            self.looking = ""
            self.found = grouped(event.notes)
            count = len(event.notes)
            things = counted(count, "thing") if count else "nothing"
            words = f"You told your agents {things} that none of them kept."
            self.app.notify(words, title="Old sessions")
            self.queue.take([*self.held(), *self.found])
            if self.found:
                self.queue.show(self.found[0].id)
        self.show()

    def adopt(self, found: Found, text: str = "") -> None:
        """Keep a found note, in the person's better words where there are any."""
        from levelmem.engine.memory.learning.adopting import adopt

        now = self.library.now()
        self._step([found], lambda memory: adopt(memory, found.note, now, text))

    def adopt_all(self, found: Sequence[Found]) -> None:
        """Keep several found notes."""
        from levelmem.engine.memory.learning.adopting import adopt_all

        now, notes = self.library.now(), [one.note for one in found]
        self._step(found, lambda memory: adopt_all(memory, notes, now))

    def adopt_for_all(self, kept: Found, found: Sequence[Found]) -> None:
        """Keep one note for several that say nearly the same."""
        from levelmem.engine.memory.learning.adopting import adopt_for_all

        now, others = self.library.now(), [o.note for o in found if o is not kept]
        self._step(found, lambda memory: adopt_for_all(memory, kept.note, others, now))

    def turn_down(self, found: Sequence[Found]) -> None:
        """Write down that found notes are not wanted."""
        from levelmem.engine.memory.learning.adopting import turn_down

        now, notes = self.library.now(), [one.note for one in found]
        self._step(found, lambda memory: turn_down(memory, notes, now))

    def _step(self, found: Sequence[Found], act: "Callable[[Memory], Change]") -> None:
        """Decide on notes of one project."""
        project = found[0].project
        self._deciding = found
        self.found = [one for one in self.found if one not in found]
        self.take(lambda shelf: shelf.ask(project, act))

    def found_stepped(self, event: Stepped) -> None:
        """Let found notes wait again that were not decided on, or taken back."""
        deciding, self._deciding = self._deciding, ()
        if event.problem:
            self.found = [*deciding, *self.found]
        elif event.undoes:
            back = self._decided.pop(event.undoes, ())
            gone = [found for found in back if found in self.found]
            # An undo that is undone decides again what the first step decided.
            self._decided[event.change] = back
            kept = [found for found in self.found if found not in back]
            self.found = kept if gone else [*back, *kept]
        else:
            self._decided[event.change] = deciding
