"""What a person told their agents in old sessions, in Review."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.memory.learning.harvest import Harvested
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import FactActions
from levelmem.screens.review_queue import Found, Queue
from levelmem.widgets.fact_look import counted
from levelmem.widgets.memory_items import FactItem


@dataclass
class Harvesting(Message):
    """A worker has looked through more of the old sessions."""

    read: int
    total: int
    notes: Sequence[Harvested] | None = None
    """What was found, once all are read."""


class ReviewFound(FactActions):
    """Adds notes found in old sessions to Review."""

    queue: Queue
    everywhere: bool
    looking = ""
    """How far the search is, for people; empty where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Found] = []
        self.dropped: list[Found] = []
        """Decided on, to be shown again after an undo."""

    def held(self) -> Sequence[FactItem]:
        """Return what is held."""
        raise NotImplementedError

    def show_case(self) -> None:
        """Show the note that is looked at now."""
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
        self.show_case()
        self._harvest(chosen)

    @work(
        thread=True,
        exit_on_error=False,
        group="harvest",
        exclusive=True,
        description="look through sessions",
    )
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
            self.found = [Found(note) for note in event.notes]
            count = len(event.notes)
            things = counted(count, "thing") if count else "nothing"
            words = f"You told your agents {things} that none of them kept."
            self.app.notify(words, title="Old sessions")
            self.queue.take([*self.held(), *self.found])
            if self.found:
                self.queue.show(self.found[0].id)
        self.show_case()

    def adopt(self, found: Found, text: str = "") -> None:
        """Keep a found note, in the person's better words where there are any."""
        from levelmem.engine.memory.learning.adopting import adopt

        now = self.library.now()
        self._drop([found])
        self.take(
            lambda shelf: shelf.ask(
                found.project, lambda memory: adopt(memory, found.note, now, text)
            )
        )

    def turn_down(self, found: Sequence[Found]) -> None:
        """Write down that found notes are not wanted."""
        from levelmem.engine.memory.learning.adopting import turn_down

        now, notes = self.library.now(), [one.note for one in found]
        self._drop(found)
        self.take(
            lambda shelf: shelf.ask(
                found[0].project, lambda memory: turn_down(memory, notes, now)
            )
        )

    def _drop(self, found: Sequence[Found]) -> None:
        self.found = [one for one in self.found if one not in found]
        self.dropped += found

    def bring_back(self, keys: Iterable[str]) -> None:
        """Let notes wait again that were decided on, by the keys of their facts."""
        wanted = set(keys)
        back = [found for found in self.dropped if found.key in wanted]
        self.dropped = [found for found in self.dropped if found not in back]
        self.found = [*back, *self.found]
