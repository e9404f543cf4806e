"""MEMORY.md: what the next session is told, what it weighs, what changed, what not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import REDO, UNDO
from levelmem.screens.library import Library
from levelmem.screens.page_screen import PageScreen
from levelmem.screens.scrolled_page import BACK
from levelmem.screens.told_reading import read_told
from levelmem.widgets.background import background
from levelmem.widgets.chips import Chip, ChipLine
from levelmem.widgets.digest_pages import (
    ChangesPage,
    ForeignPage,
    LeftOutPage,
    Told,
    ToldPage,
    digest_status,
)
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.page_view import Page
from levelmem.widgets.spans import Line

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory

_PAGES: Mapping[str, tuple[str, Callable[[Told], Page]]] = {
    "told": ("As it is told", ToldPage),
    "changes": ("Changed", ChangesPage),
    "left-out": ("Left out", LeftOutPage),
    "foreign": ("Foreign edit", ForeignPage),
}


@dataclass
class DigestRead(Message):
    """A worker has read what the next session is told."""

    told: Told | None = None
    problem: str = ""
    """Why it can't be read, for people."""


class DigestScreen(PageScreen):
    """Shows a project's MEMORY.md, and decides on it."""

    CSS_PATH = "digest.tcss"
    BINDING_GROUP_TITLE = "MEMORY.md"
    HELP = (
        "What the next session of this project is told, word for word. It is written "
        "to MEMORY.md when a session starts, or now with w; nothing that another hand "
        "wrote into the file is told before you decide on it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,right,l", "turn(1)", "Next page", id="digest.next"),
        Binding(
            "shift+tab,left,h",
            "turn(-1)",
            "Page before",
            show=False,
            id="digest.before",
        ),
        Binding("a,f5", "decide('accept')", "You wrote it", id="digest.accept"),
        Binding("t,f6", "decide('distrust')", "Hold it", id="digest.distrust"),
        Binding("x,f8", "decide('discard')", "Discard it", id="digest.discard"),
        Binding(
            "w,f7",
            "decide('write')",
            "Write it now",
            id="digest.write",
            tooltip="Consolidate now: write MEMORY.md",
        ),
        UNDO,
        REDO,
        Binding(
            "o,f4",
            "open",
            "Editor",
            id="digest.open",
            tooltip="Open MEMORY.md in $EDITOR",
        ),
        Binding("y,f9", "copy_text", "Copy", show=False, id="digest.copy"),
        Binding("m,f12", "leave", "Memory", show=False, id="digest.back"),
        BACK,
    ]

    def __init__(self, library: Library, project: str = "") -> None:
        """Show the MEMORY.md of ``project``, this one where none is named."""
        super().__init__(library)
        self.project = project
        self.told: Told | None = None
        """What was read; None until then."""
        self._page = "told"
        self._problem = ""

    def above(self) -> Iterable[Widget]:
        """Yield the pages to choose from."""
        yield FilterBar(id="pages")

    # Reading.

    def reading(self) -> Message:
        """Read what the next session is told."""
        read = self.library.shelf.ask(
            self.project, lambda m: read_told(self.library, m)
        )
        return DigestRead(read)

    def unreadable(self, problem: str) -> Message:
        """Return why it can't be read."""
        return DigestRead(problem=problem)

    def on_digest_read(self, event: DigestRead) -> None:
        """Show what was read; a foreign edit comes first."""
        event.stop()
        known = self.told is not None and self.told.foreign is not None
        self.told, self._problem = event.told, event.problem
        waits = event.told is not None and event.told.foreign is not None
        if waits and not known:
            self._page = "foreign"
        elif not waits and self._page == "foreign":
            self._page = "told"
        self.show()

    # Showing.

    def heading(self) -> tuple[str, str]:
        """Return what is shown, and how full it is."""
        told = self.told
        if told is None:
            return "MEMORY.md", ""
        name = project_name(told.project)
        title = f"MEMORY.md: what the next session of {name} is told"
        return title, f"{told.digest.tokens:,} of {told.cap:,} tokens"

    def page(self) -> Page | None:
        """Return the page that was chosen."""
        return _PAGES[self._page][1](self.told) if self.told else None

    def state(self) -> Line:
        """Return whether the file says the same."""
        if self._problem:
            return ((f"! {self._problem}", "error"),)
        return digest_status(self.told)

    def show(self) -> None:
        """Show everything as things stand."""
        super().show()
        self.query_one(FilterBar).chips = self._chips()

    def _chips(self) -> tuple[Chip, ...]:
        told = self.told
        if told is None:
            return ()
        changed = sum(line[:1] in "+-" for line in told.changes) if told.sealed else 0
        notes = {
            "told": "",
            "changes": f"{changed:,}" if changed else "",
            "left-out": f"{len(told.digest.left_out):,}",
            "foreign": "!" if told.foreign else "",
        }
        return tuple(
            Chip(name, label, notes[name], name == self._page)
            for name, (label, _) in _PAGES.items()
            if name != "foreign" or told.foreign
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what decides on a foreign edit where there is none."""
        if action == "decide" and parameters != ("write",):
            return self.told is not None and self.told.foreign is not None
        return True

    # Keys.

    def action_turn(self, by: int) -> None:
        """Show the next page."""
        ring = [chip.id for chip in self._chips()]
        if ring:
            self._page = ring[(ring.index(self._page) + by) % len(ring)]
            self.show()

    @on(ChipLine.Pressed, "#pages")
    def _press_chip(self, event: ChipLine.Pressed) -> None:
        event.stop()
        self._page = event.chip_id
        self.show()

    def action_decide(self, how: str) -> None:
        """Write MEMORY.md, or decide on what another hand wrote into it."""
        from levelmem.engine.memory.digest.deciding import Decision, decide

        today = self.library.digest_day()

        def act(memory: Memory) -> Change:
            consolidator = self.library.consolidator(memory)
            return decide(memory, consolidator, Decision(how), today)[1]

        self.take(lambda shelf: shelf.ask(self.project, act))

    def action_undo(self) -> None:
        """Take the last step of this project back, also one of an earlier run."""
        self.take(lambda shelf: shelf.ask(self.project, lambda memory: memory.undo()))

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self.take(lambda shelf: shelf.ask(self.project, lambda memory: memory.redo()))

    def action_open(self) -> None:
        """Open the file in the person's editor; what they change is a foreign edit
        that they then accept."""
        self._open_file()

    @background("find MEMORY.md", group="source")
    def _open_file(self) -> None:
        from levelmem.engine.memory.store import DIGEST

        folder = self.library.shelf.memory(self.project).store.folder
        file = folder / DIGEST
        if file.is_file():
            self.app.call_from_thread(self._edit, file)
        else:
            words = "MEMORY.md is not written yet: w writes it now."
            self.app.call_from_thread(self.app.notify, words, severity="warning")

    def _edit(self, file: Path) -> None:
        self.open_file(file)
        self.read()

    def action_copy_text(self) -> None:
        """Copy the text as it is told."""
        if self.told is not None:
            self.copy(self.told.digest.text, "MEMORY.md")

    def action_session(self) -> Session | None:
        """No session is meant here."""
        return None
