"""What MEMORY.md and Review share: one page about memory, read in a worker."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from levelmem.screens.fact_actions import FactActions
from levelmem.screens.library import Library
from levelmem.screens.scrolled_page import ScrolledPage
from levelmem.widgets.background import background
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.page_view import Page, PageView
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine


class PageScreen(ScrolledPage, FactActions):
    """A title, a page that scrolls, a status and the keys of the moment."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    # What a screen tells.

    def above(self) -> Iterable[Widget]:
        """Yield what stands between the title and the page."""
        return ()

    def reading(self) -> Message:
        """Read what is shown, in a worker, and return what tells the screen.

        ``MemoryProblem`` and ``StoreError`` may be raised.
        """
        raise NotImplementedError

    def unreadable(self, problem: str) -> Message:
        """Return what tells the screen that nothing can be read, and why."""
        raise NotImplementedError

    def heading(self) -> tuple[str, str]:
        """Return the title, and what stands at its right."""
        raise NotImplementedError

    def page(self) -> Page | None:
        """Return the page as things stand."""
        raise NotImplementedError

    def state(self) -> Line:
        """Return the status."""
        raise NotImplementedError

    # Showing.

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield PageTitle()
        yield from self.above()
        yield PageView(id="page")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Read, and again when a memory has changed."""
        self.library.memory_changed.subscribe(self, lambda _: self.read())
        self.show()
        self.read()

    @background("read memory", group="memory", exclusive=True)
    def read(self) -> None:
        """Read what is shown anew."""
        from levelmem.engine.memory.errors import MemoryProblem
        from levelmem.engine.memory.store import StoreError

        try:
            self.post_message(self.reading())
        except (MemoryProblem, StoreError) as problem:
            self.post_message(self.unreadable(str(problem)))

    def show(self) -> None:
        """Show everything as things stand."""
        title = self.query_one(PageTitle)
        title.title, title.aside = self.heading()
        self.view.show(self.page())
        self.query_one(StatusLine).status = self.state()
        self.refresh_bindings()
