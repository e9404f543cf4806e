"""What can be done with facts wherever they are shown; all of it can be undone."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from textual.binding import Binding
from textual.message import Message

from levelmem.engine.memory.facts import Sighting
from levelmem.engine.sessions.model import Session
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.background import background
from levelmem.widgets.memory_items import FactItem

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change
    from levelmem.engine.memory.shelf import Act, Shelf

Step: TypeAlias = "Callable[[Shelf], Change]"


@dataclass
class Stepped(Message):
    """A worker has changed a memory, or could not."""

    done: str = ""
    """What was done, for people."""
    keys: tuple[str, ...] = ()
    """The facts that it was about."""
    change: str = ""
    """The step's id; empty where there is nothing to undo."""
    undoes: str = ""
    """The step that it took back, if it did."""
    problem: str = ""
    """Why nothing was done, for people."""


UNDO = Binding("u,ctrl+z", "undo", "Undo", id="app.undo")
REDO = Binding("U,ctrl+y", "redo", "Do again", show=False, id="memory.redo")

_LISTED = 5

_KINDS = (
    ("preference", "Preference", "how you want things to be done"),
    ("project", "Project", "how things are in this project"),
    ("reference", "Reference", "where something is to be found"),
)


class FactActions(SessionActions):
    """Adds the actions to a screen; the screen says which facts are meant."""

    # What the screen tells.

    def chosen_facts(self) -> Sequence[FactItem]:
        """Return the marked facts, or the one under the cursor."""
        raise NotImplementedError

    def current_fact(self) -> FactItem | None:
        """Return the fact under the cursor."""
        raise NotImplementedError

    def undoes_everywhere(self) -> bool:
        """Tell whether ``u`` takes back the last step of any project."""
        return False

    def stepped(self, event: Stepped) -> None:
        """Do what follows when a memory was changed."""

    # Taking a step.

    def take(self, step: Step) -> None:
        """Change memory in a worker and say what was done."""
        self._take(step)

    @background("change memory", group="memory steps")
    def _take(self, step: Step) -> None:
        from levelmem.engine.memory.errors import MemoryProblem
        from levelmem.engine.memory.store import StoreError

        try:
            change = step(self.library.shelf)
        except (MemoryProblem, StoreError, OSError) as problem:
            self.post_message(Stepped(problem=str(problem)))
        else:
            undoes = next((getattr(r, "undoes", "") for r in change.records), "")
            done = Stepped(change.words, change.keys, change.id, undoes)
            self.post_message(done)

    def on_stepped(self, event: Stepped) -> None:
        """Say what was done, and tell whoever shows memory."""
        event.stop()
        # Of several steps in a row the last one is told: toasts lie over the page.
        self.app.clear_notifications()
        if event.problem:
            self.app.notify(event.problem, title="Not done", severity="error")
        else:
            self.app.notify(event.done, title="Memory")
        self.stepped(event)
        self.library.memory_changed.publish(None)

    def decide(self, act: "Act") -> None:
        """Do something with the chosen facts, project by project."""
        if facts := self.chosen_facts():
            self.decide_on(facts, act)

    def decide_on(self, facts: Sequence[FactItem], act: "Act") -> None:
        """Do something with some facts, project by project."""
        keys = by_project(facts)
        self.take(lambda shelf: shelf.change(keys, act))

    # Keys.

    def action_confirm(self) -> None:
        """Make the chosen facts active."""
        self.decide(lambda memory, keys: memory.confirm(keys))

    def action_forget(self) -> None:
        """Remove the chosen facts: they are not true."""
        self.decide(lambda memory, keys: memory.forget(keys))

    def action_restore(self) -> None:
        """Bring the chosen facts back."""
        self.decide(lambda memory, keys: memory.restore(keys))

    def action_pin(self) -> None:
        """Pin the chosen facts; take the pins away where all have one."""
        if all(item.fact.pinned for item in self.chosen_facts()):
            self.decide(lambda memory, keys: memory.unpin(keys))
        else:
            self.decide(lambda memory, keys: memory.pin(keys))

    def action_undo(self) -> None:
        """Take the last step back."""
        everywhere = self.undoes_everywhere()
        self.take(lambda shelf: shelf.undo(everywhere))

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        everywhere = self.undoes_everywhere()
        self.take(lambda shelf: shelf.redo(everywhere))

    def action_edit(self) -> None:
        """Put the fact into the person's own words."""
        if (item := self.current_fact()) is not None:
            self._ask("In your words", item, self._reword)

    def action_edit_outside(self) -> None:
        """Put the fact into the person's own words, in their editor."""
        from levelmem.engine.text import safe_text
        from levelmem.screens.editing import edit_in_editor

        item = self.current_fact()
        if item is None:
            return
        before = safe_text(item.fact.text)
        text, problem = edit_in_editor(self.app, self._editor, before)
        if problem:
            self.app.notify(problem, title="Not edited", severity="error")
        elif text and text != before:
            self._reword(item, text)

    def action_supersede(self) -> None:
        """Replace the chosen facts by a new one in the person's own words."""
        from levelmem.screens.edit_dialog import EditDialog

        facts = self.chosen_facts()
        if not facts:
            return
        if len(facts) == 1:
            self._ask("What is true instead, in your words", facts[0], self._supersede)
            return

        def save(text: str | None) -> None:
            if text:
                self.decide_on(facts, lambda memory, keys: memory.supersede(keys, text))

        title = f"What is true instead of these {len(facts):,}, in your words"
        above = [f"· {item.fact.text}" for item in facts[:_LISTED]]
        self.app.push_screen(EditDialog(title, above=above, editor=self._editor), save)

    def action_note(self) -> None:
        """Write a new note."""
        from levelmem.screens.edit_dialog import EditDialog

        project = self.note_project()

        def save(text: str | None) -> None:
            if text:
                self.take(lambda shelf: shelf.ask(project, lambda m: m.add_note(text)))

        title = "A new note, in your words"
        self.app.push_screen(EditDialog(title, editor=self._editor), save)

    def note_project(self) -> str:
        """Return the project that a new note is for; ``""`` is this one."""
        return ""

    def action_kind(self) -> None:
        """Say what the chosen facts are."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        facts = self.chosen_facts()
        if not facts:
            return

        def choose(kind: str | None) -> None:
            if kind:
                self.decide_on(facts, lambda memory, keys: memory.set_kind(keys, kind))

        kinds = {item.fact.kind for item in facts}
        now = kinds.pop() if len(kinds) == 1 else ""
        choices = [Choice(*kind) for kind in _KINDS]
        self.app.push_screen(ChoiceDialog("What is it?", choices, now), choose)

    def action_merge(self) -> None:
        """Let the fact under the cursor stand for all marked ones."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog

        facts = self.chosen_facts()
        if len(facts) < 2 or len({item.project for item in facts}) > 1:
            self.app.notify(
                "Mark two facts or more of one project that say the same (␣), then "
                "merge them into one.",
                severity="warning",
            )
            return

        def merge(key: str | None) -> None:
            if key:
                self.decide_on(facts, lambda memory, keys: memory.merge(keys, key))

        choices = [Choice(item.fact.key, item.fact.text) for item in facts]
        self.app.push_screen(ChoiceDialog("Which one stays?", choices), merge)

    def action_copy_text(self) -> None:
        """Copy the text of the chosen facts."""
        facts = self.chosen_facts()
        if facts:
            what = "the fact" if len(facts) == 1 else f"{len(facts)} facts"
            self.copy("\n".join(item.fact.text for item in facts), what)

    def open_file(self, path: Path, line: int = 0) -> None:
        """Open a file in the person's editor, at ``line`` (from 1) where given."""
        from levelmem.screens.handoff import editor_command, run_in_terminal

        argv = editor_command(self._editor, os.environ, path, line)
        if problem := run_in_terminal(self.app, argv):
            self.app.notify(problem, title="Not opened", severity="error")

    # Underneath.

    @property
    def _editor(self) -> str:
        return self.settings.editor if self.settings else ""

    def _ask(
        self, title: str, item: FactItem, then: Callable[[FactItem, str], None]
    ) -> None:
        from levelmem.engine.text import safe_text
        from levelmem.screens.edit_dialog import EditDialog

        fact = item.fact
        above = [f"The words it goes back to: “{fact.said}”"] if fact.said else []

        def save(text: str | None) -> None:
            if text and text != safe_text(fact.text).strip():
                then(item, text)

        dialog = EditDialog(title, fact.text, above=above, editor=self._editor)
        self.app.push_screen(dialog, save)

    def _reword(self, item: FactItem, text: str) -> None:
        self.decide_on([item], lambda memory, keys: memory.edit(keys[0], text))

    def _supersede(self, item: FactItem, text: str) -> None:
        self.decide_on([item], lambda memory, keys: memory.supersede(keys[0], text))

    # The turn that a fact came from.

    def open_source(self, item: FactItem) -> None:
        """Go to the very turn that a fact came from."""
        self._find_source(item.fact.sightings)

    @background("find the source", group="source", exclusive=True)
    def _find_source(self, sightings: Sequence[Sighting]) -> None:
        from levelmem.engine.memory.views.source_turn import turn_of

        listing = self.library.listing
        for sighting in reversed(sightings):
            found = listing.find(sighting.source) if listing and sighting.source else []
            for session in found[:1]:
                try:
                    turn = turn_of(sighting, self.library.catalog().turns(session))
                except OSError:
                    continue
                self.app.call_from_thread(self.open_session, session, turn)
                return
        sources = [sighting.source for sighting in sightings if sighting.source]
        self.app.call_from_thread(self._no_source, sources)

    def open_session(self, session: Session, turn: int | None = None) -> None:
        """Open the transcript of a session, at a turn where one is known."""
        from levelmem.screens.transcript import Place, TranscriptScreen

        place = None if turn is None else Place(turn)
        self.app.push_screen(TranscriptScreen(self.library, session, place))

    def _no_source(self, sources: Sequence[str]) -> None:
        from levelmem.engine.memory.records import HERE

        if sources and all(source == HERE for source in sources):
            words = "You wrote it in levelmem: it came from no session."
        else:
            named = ", ".join(dict.fromkeys(sources)) or "none is named"
            words = f"Its session is not on this machine: {named}"
        self.app.notify(words, title="No source to open", severity="warning")


def by_project(facts: Sequence[FactItem]) -> Mapping[str, list[str]]:
    """Return the keys of facts by their projects."""
    keys: dict[str, list[str]] = {}
    for item in facts:
        keys.setdefault(item.project, []).append(item.fact.key)
    return keys
