"""Project Memory: every fact with its state and story, put right with one key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from levelmem.engine.memory.facts import Fact
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.screens.memory_states import placeholder, status
from levelmem.screens.memory_view import fact_look, memory_rows, to_review
from levelmem.screens.mode_screen import ModeScreen
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.fact_detail import FactDetail, Story
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory
    from levelmem.engine.sessions.catalog import Listing

Act = Callable[["Memory"], "Change"]


@dataclass
class FactsRead(Message):
    """A worker has folded the memory, perhaps after a change."""

    generation: int
    """Those before the newest are dropped."""
    facts: Sequence[Fact]
    skipped: int = 0
    problem: str = ""
    """Why the memory can't be read or changed, for people."""
    done: str = ""
    """What was changed, for people."""
    changed: str = ""
    """The key of a fact that was changed."""


class MemoryScreen(ModeScreen, SessionActions):
    """The facts of one project, and beside them the story of the selected one."""

    MODE = "memory"
    CSS_PATH = "memory.tcss"
    AUTO_FOCUS = "#facts"
    BINDING_GROUP_TITLE = "Memory"
    HELP = (
        "What agents are told of this project, and what waits for you. Nothing here "
        "is changed in place: every key appends, and u takes the last step back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,f5", "confirm", "Confirm", id="memory.confirm"),
        Binding("f,f8", "forget", "Not true", id="memory.forget"),
        Binding("e,f4", "edit", "Edit", id="memory.edit"),
        Binding("p,f6", "pin", "Pin", id="memory.pin"),
        Binding("u,ctrl+z", "undo", "Undo", id="memory.undo"),
        Binding("n,f7", "note", "New note", show=False, id="memory.note"),
        Binding("R,f10", "restore", "Restore", show=False, id="memory.restore"),
        Binding("slash,f3", "find", "Filter", show=False, id="memory.find"),
        Binding("y,f9", "copy_text", "Copy", show=False, id="memory.copy"),
        Binding(
            "v,f11",
            "detail",
            "Story",
            show=False,
            id="memory.detail",
            tooltip="Show or hide the story of the fact",
        ),
        Binding("escape", "back", "Back", show=False, id="memory.back"),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.project = Project.of(library.folder) if library.folder else None
        self.facts: Sequence[Fact] = ()
        self._memory: Memory | None = None
        self._generation = 0
        self._read: FactsRead | None = None

    def body(self) -> Iterable[Widget]:
        """Yield the box for words, the list and the story."""
        yield Input(placeholder="Words of a fact", id="words")
        with Horizontal(id="panes"):
            yield RowList[Fact](self._look, id="facts")
            yield FactDetail(id="story")

    @property
    def list(self) -> RowList[Fact]:
        """The list of facts."""
        return self.query_one("#facts", RowList)

    def on_mount(self) -> None:
        """Read the memory, and again whenever the stores are looked at."""
        self._show()
        self.library.listing_changed.subscribe(self, self._listing_came)
        self._change(None)

    def _look(self, fact: Fact) -> Look:
        return fact_look(fact, self.library.now())

    # Reading and changing.

    def _listing_came(self, listing: Listing) -> None:
        if listing.done:
            self._change(None)

    def _change(self, act: Act | None, key: str = "") -> None:
        """Do ``act`` in a worker, then read the memory; with None only read it."""
        self._generation += 1
        self._work_on_memory(self._generation, act, key)

    @work(thread=True, group="memory", exit_on_error=False, description="use memory")
    def _work_on_memory(self, generation: int, act: Act | None, key: str) -> None:
        from levelmem.engine.memory.errors import MemoryProblem
        from levelmem.engine.memory.store import StoreError

        done = ""
        try:
            if self._memory is None:
                self._memory = self.library.memory(self.library.folder)
            memory = self._memory
            if act is not None:
                change = act(memory)
                done = change.words
                key = change.keys[0] if change.keys else key
            read = FactsRead(
                generation, memory.facts(), memory.skipped, done=done, changed=key
            )
        except (MemoryProblem, StoreError, OSError) as problem:
            read = FactsRead(generation, self.facts, problem=str(problem))
        self.post_message(read)

    def on_facts_read(self, event: FactsRead) -> None:
        """Show the newest fold, and say what was done."""
        event.stop()
        if event.done:
            self.app.notify(event.done, title="Memory")
        if event.problem and self._read is not None:
            self.app.notify(event.problem, title="Memory", severity="error")
        if event.generation != self._generation:
            return
        if self._read is not None and not event.done and event.facts == self.facts:
            return
        self._read = event
        self.facts = event.facts
        self._show()

    def _show(self) -> None:
        words = self.query_one("#words", Input).value
        rows = memory_rows(self.facts, words)
        waiting = to_review(self.facts)
        self.library.note_on_tab("memory", f"{waiting} to review" if waiting else "")
        problem = self._read.problem if self._read else ""
        ready = self._read is not None
        self.list.placeholder = placeholder(self.project, ready, problem, words)
        self.list.show(rows)
        skipped = self._read.skipped if self._read else 0
        self.say(status(self.project, self.facts, ready, skipped))

    # The selected fact.

    @on(RowList.Moved, "#facts")
    def _show_story(self) -> None:
        fact = self.list.current
        story = None
        if fact is not None:
            story = Story(fact, self.library.now(), self._titles(fact))
        self.query_one(FactDetail).show(story)

    def _titles(self, fact: Fact) -> dict[str, str]:
        listing = self.library.listing
        sources = {seen.source for seen in fact.sightings}
        if listing is None:
            return {}
        return {s.id: s.title for s in listing.sessions if s.id in sources}

    @on(RowList.Opened, "#facts")
    def _open_source(self) -> None:
        """Go to the turn that the fact came from."""
        if (fact := self.list.current) is not None:
            self._find_source(fact)

    @work(thread=True, group="source", exclusive=True, description="find the source")
    def _find_source(self, fact: Fact) -> None:
        from levelmem.engine.memory.source_turn import turn_of

        listing = self.library.listing
        for sighting in reversed(fact.sightings):
            found = listing.find(sighting.source) if listing else []
            for session in found[:1]:
                try:
                    turn = turn_of(sighting, self.library.catalog().turns(session))
                except OSError:
                    continue
                self.app.call_from_thread(self._open_transcript, session, turn)
                return
        self.app.call_from_thread(self._no_source, fact)

    def _open_transcript(self, session: Session, turn: int | None) -> None:
        from levelmem.screens.transcript import Place, TranscriptScreen

        place = None if turn is None else Place(turn)
        self.app.push_screen(TranscriptScreen(self.library, session, place))

    def _no_source(self, fact: Fact) -> None:
        seen = ", ".join(fact.sources) or "no session is named"
        self.app.notify(
            f"Its session is not on this machine: {seen}",
            title="No source to open",
            severity="warning",
        )

    def action_session(self) -> Session | None:
        """Return the session of the fact's last sighting, where it is known."""
        fact, listing = self.list.current, self.library.listing
        if fact is None or listing is None:
            return None
        found = [s for seen in fact.sources[::-1] for s in listing.find(seen)]
        return found[0] if found else None

    # Keys.

    def _chosen_keys(self) -> list[str]:
        return [fact.key for fact in self.list.chosen]

    def _decide(self, act: Callable[[Memory, list[str]], Change]) -> None:
        if keys := self._chosen_keys():
            self.list.unmark()
            self._change(lambda memory: act(memory, keys), keys[0])

    def action_confirm(self) -> None:
        """Make the chosen facts active."""
        self._decide(lambda memory, keys: memory.confirm(keys))

    def action_forget(self) -> None:
        """Remove the chosen facts: they are not true."""
        self._decide(lambda memory, keys: memory.forget(keys))

    def action_restore(self) -> None:
        """Bring the chosen facts back."""
        self._decide(lambda memory, keys: memory.restore(keys))

    def action_pin(self) -> None:
        """Pin the chosen facts; take the pins away where all have one."""
        if all(fact.pinned for fact in self.list.chosen):
            self._decide(lambda memory, keys: memory.unpin(keys))
        else:
            self._decide(lambda memory, keys: memory.pin(keys))

    def action_undo(self) -> None:
        """Take the last step back."""
        self._change(lambda memory: memory.undo())

    def action_edit(self) -> None:
        """Put the fact into the person's own words."""
        from levelmem.screens.dialogs import TextDialog

        fact = self.list.current
        if fact is None:
            return

        def save(text: str | None) -> None:
            if text and text != fact.text:
                self._change(lambda memory: memory.edit(fact.key, text), fact.key)

        self.app.push_screen(TextDialog("In your words", fact.text), save)

    def action_note(self) -> None:
        """Write a new note."""
        from levelmem.screens.dialogs import TextDialog

        def save(text: str | None) -> None:
            if text:
                self._change(lambda memory: memory.add_note(text))

        self.app.push_screen(TextDialog("A new note, in your words"), save)

    def action_copy_text(self) -> None:
        """Copy the fact's text."""
        if (fact := self.list.current) is not None:
            self.copy(fact.text, "the fact")

    def action_detail(self) -> None:
        """Show or hide the story."""
        self.toggle_class("-detail-toggled")

    # The box for words.

    def action_find(self) -> None:
        """Go to the box."""
        self.add_class("-finding")
        self.query_one("#words", Input).focus()

    @on(Input.Changed, "#words")
    def _words_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._show()

    @on(Input.Submitted, "#words")
    def _words_submitted(self) -> None:
        self.list.focus()

    def action_back(self) -> None:
        """Go one step back: clear the box, leave it, take the marks away."""
        box = self.query_one("#words", Input)
        if box.value:
            box.value = ""
        elif self.has_class("-finding"):
            self.remove_class("-finding")
            self.list.focus()
        elif self.list.marks:
            self.list.unmark()
