"""MEMORY.md: what the next session is told, what it weighs, what changed, what not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from levelmem.engine.memory.digest.consolidate import Consolidated, Consolidator
from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.fact_actions import FactActions, Stepped
from levelmem.screens.library import Library
from levelmem.widgets.chips import Chip, ChipLine
from levelmem.widgets.digest_pages import (
    ChangesPage,
    ForeignPage,
    LeftOutPage,
    Told,
    ToldPage,
)
from levelmem.widgets.fact_look import counted
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.page_view import Page, PageView
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory

Decide: TypeAlias = "Callable[[Consolidator, date], Consolidated]"

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


class DigestScreen(FactActions):
    """Shows a project's MEMORY.md, and decides on it."""

    CSS_PATH = "digest.tcss"
    AUTO_FOCUS = "PageView"
    BINDING_GROUP_TITLE = "MEMORY.md"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "tab,right,l",
            "turn(1)",
            "Next page",
            id="digest.next",
        ),
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
            "write",
            "Write it now",
            id="digest.write",
            tooltip="Consolidate now: write MEMORY.md",
        ),
        Binding("u,ctrl+z", "undo", "Undo", id="app.undo"),
        Binding(
            "o,f4",
            "open",
            "Editor",
            id="digest.open",
            tooltip="Open MEMORY.md in $EDITOR",
        ),
        Binding("y,f9", "copy_text", "Copy", show=False, id="digest.copy"),
        Binding("j,down", "scroll(1)", "Down", show=False, id="digest.down"),
        Binding("k,up", "scroll(-1)", "Up", show=False, id="digest.up"),
        Binding("g,home", "scroll_to(0)", "Top", show=False, id="digest.top"),
        Binding("G,end", "scroll_to(1)", "Bottom", show=False, id="digest.bottom"),
        Binding("escape,backspace,q,m", "leave", "Back", id="digest.back"),
    ]

    def __init__(self, library: Library, project: str = "") -> None:
        """Show the MEMORY.md of ``project``, this one where none is named."""
        super().__init__()
        self.library = library
        self.project = project
        self.told: Told | None = None
        """What was read; None until then."""
        self._page = "told"
        self._problem = ""
        self._before: list[str] = []
        """What MEMORY.md said before each decision, to go back to."""

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield PageTitle()
        yield FilterBar(id="pages")
        yield PageView(id="page")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    @property
    def view(self) -> PageView:
        """The page."""
        return self.query_one(PageView)

    def on_mount(self) -> None:
        """Read it, and again when a memory has changed."""
        self.library.memory_changed.subscribe(self, lambda _: self._read())
        self._show()
        self._read()

    # Reading.

    @work(
        thread=True,
        exit_on_error=False,
        group="memory",
        exclusive=True,
        description="read MEMORY.md",
    )
    def _read(self) -> None:
        from levelmem.engine.memory.errors import MemoryProblem
        from levelmem.engine.memory.store import StoreError

        try:
            told = self.library.shelf.ask(self.project, self._told)
        except (MemoryProblem, StoreError) as problem:
            self.post_message(DigestRead(problem=str(problem)))
        else:
            self.post_message(DigestRead(told))

    def _told(self, memory: Memory) -> Told:
        from levelmem.engine.memory.digest.seal import SEAL, Seal
        from levelmem.engine.memory.store import DIGEST, MemoryStore

        consolidator = self.library.consolidator(memory)
        names = {fact.key: fact.text for fact in memory.facts()}
        names |= {line.id: line.title or line.summary for line in memory.journal()}
        sealed = Seal.parse(MemoryStore(memory.sides).read_text(SEAL)).text
        return Told(
            memory.project,
            consolidator.digest(self.library.now().date()),
            self.library.memory_settings.digest_tokens,
            sealed,
            memory.store.read_text(DIGEST) or "",
            consolidator.foreign_edit(),
            names,
        )

    def on_digest_read(self, event: DigestRead) -> None:
        """Show what was read; a foreign edit comes first."""
        event.stop()
        first = self.told is None
        self.told, self._problem = event.told, event.problem
        waits = event.told is not None and event.told.foreign is not None
        if waits and first:
            self._page = "foreign"
        elif not waits and self._page == "foreign":
            self._page = "told"
        self._show()

    # Showing.

    def _show(self) -> None:
        told = self.told
        title = self.query_one(PageTitle)
        title.title = "MEMORY.md"
        if told is not None:
            name = project_name(told.project)
            title.title = f"MEMORY.md: what the next session of {name} is told"
            title.aside = f"{told.digest.tokens:,} of {told.cap:,} tokens"
        self.view.show(_PAGES[self._page][1](told) if told else None)
        self.query_one(FilterBar).chips = self._chips()
        self.query_one(StatusLine).status = self._status()
        self.refresh_bindings()

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

    def _status(self) -> Line:
        if self._problem:
            return ((f"! {self._problem}", "error"),)
        told = self.told
        if told is None:
            return (("Reading memory …", "muted"),)
        if told.foreign is not None:
            words = (
                "! Another hand changed the file: nothing is written until you decide"
            )
            return ((words, "warning"),)
        if not told.found:
            return (("The file is not written yet: w writes it now", "muted"),)
        if told.found == told.digest.text:
            return (("✓ The file says exactly this", "success"),)
        words = "The file is older than this: w writes it now, levelmem does at a seal"
        return ((words, "muted"),)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what decides on a foreign edit where there is none."""
        if action == "decide":
            return self.told is not None and self.told.foreign is not None
        return True

    # Keys.

    def action_turn(self, by: int) -> None:
        """Show the next page."""
        ring = [chip.id for chip in self._chips()]
        if ring:
            self._page = ring[(ring.index(self._page) + by) % len(ring)]
            self._show()

    @on(ChipLine.Pressed, "#pages")
    def _press_chip(self, event: ChipLine.Pressed) -> None:
        event.stop()
        self._page = event.chip_id
        self._show()

    def action_scroll(self, lines: int) -> None:
        """Read further down or up."""
        self.view.scroll_line(max(0, self.view.scroll_offset.y + lines))

    def action_scroll_to(self, end: int) -> None:
        """Go to the top, or to the bottom."""
        self.view.scroll_line(self.view.max_scroll_y if end else 0)

    def action_decide(self, how: str) -> None:
        """Decide on what another hand wrote."""
        ways: Mapping[str, tuple[Decide, str]] = {
            "accept": (
                Consolidator.accept,
                "Kept as you wrote it; MEMORY.md is written and sealed.",
            ),
            "distrust": (
                Consolidator.distrust,
                "Taken out of MEMORY.md and held for your review.",
            ),
            "discard": (Consolidator.discard, "Taken out of MEMORY.md."),
        }
        decide, words = ways[how]
        self._decide(decide, lambda _: words)

    def action_write(self) -> None:
        """Write MEMORY.md now."""

        def words(done: Consolidated) -> str:
            if not done.written:
                return "Not written: first decide on what another hand changed."
            tokens = counted(done.digest.tokens, "token")
            return f"MEMORY.md is written: {tokens}."

        self._decide(Consolidator.consolidate, words)

    def _decide(self, decide: Decide, words: Callable[[Consolidated], str]) -> None:
        from levelmem.engine.memory.service import Change

        today, before = self.library.now().date(), self.told.found if self.told else ""

        def act(memory: Memory) -> Change:
            done = decide(self.library.consolidator(memory), today)
            return Change(words(done))

        self._before.append(before)
        self.take(lambda shelf: shelf.ask(self.project, act))

    def action_undo(self) -> None:
        """Put MEMORY.md back to what it said before the last decision."""
        from levelmem.engine.memory.service import Change
        from levelmem.engine.memory.store import DIGEST

        if not self._before:
            self.app.notify("Nothing was decided here yet.", severity="warning")
            return
        before = self._before.pop()

        def act(memory: Memory) -> Change:
            if before:
                memory.store.replace(DIGEST, before)
            else:
                memory.store.remove(DIGEST)
            return Change("MEMORY.md says again what it said before.")

        self.take(lambda shelf: shelf.ask(self.project, act))

    def stepped(self, event: Stepped) -> None:
        """Forget the way back from what was not done."""
        if event.problem and self._before:
            self._before.pop()

    def action_open(self) -> None:
        """Open the file in the person's editor; what they change is a foreign edit
        that they then accept."""
        self._open_file()

    @work(
        thread=True, exit_on_error=False, group="source", description="find MEMORY.md"
    )
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
        self._read()

    def action_copy_text(self) -> None:
        """Copy the text as it is told."""
        if self.told is not None:
            self.copy(self.told.digest.text, "MEMORY.md")

    def action_session(self) -> Session | None:
        """No session is meant here."""
        return None

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
