"""The raw record behind a message, as it stands in the agent's file."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import ModalScreen

from levelmem.engine.sessions.jsonl import read_raw
from levelmem.engine.text import safe_text
from levelmem.widgets.background import background
from levelmem.widgets.page_parts import paragraph
from levelmem.widgets.page_view import PageView
from levelmem.widgets.spans import Line

_SHOWN = 200_000
"""Characters that are laid out; the editor shows the rest."""
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A record as a page."""

    id: str
    text: str
    tone: str = "title"

    def lines(self, room: int) -> list[Line]:
        """Return the text, wrapped."""
        return paragraph(self.text, self.tone, room)


@dataclass
class RecordRead(Message):
    """A worker has read the record."""

    page: RecordPage


def readable(raw: str) -> str:
    """Return a record with its members one below the other, cut where it is huge."""
    try:
        data: Any = json.loads(raw)
        text = json.dumps(data, ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = raw
    text = safe_text(text)
    if len(text) > _SHOWN:
        left = len(text) - _SHOWN
        text = f"{text[:_SHOWN]}\n… {left:,} more characters: o opens the file here"
    return text


def line_of(path: Path, offset: int) -> int:
    """Return the line, from 1, that a byte offset of a file stands on.

    Raises ``OSError`` when the file can't be read.
    """
    line, left = 1, offset
    with path.open("rb") as stream:
        while left > 0 and (chunk := stream.read(min(_CHUNK, left))):
            line += chunk.count(b"\n")
            left -= len(chunk)
    return line


class RecordScreen(ModalScreen[bool]):
    """Shows a record; closes with True to open its file in the editor."""

    CSS_PATH = "record.tcss"
    BINDING_GROUP_TITLE = "Record"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o,f4", "dismiss(True)", "Editor", id="record.edit"),
        Binding("escape,q,x", "dismiss(False)", "Close", id="record.close"),
    ]

    def __init__(self, path: Path, offset: int, length: int) -> None:
        """Show ``length`` bytes of ``path`` from ``offset`` on."""
        super().__init__()
        self._path, self._offset, self._length = path, offset, length

    def compose(self) -> ComposeResult:
        """Put the page on the screen."""
        page = PageView(id="record")
        page.border_title = "Record"
        page.border_subtitle = "esc closes · o opens the editor"
        yield page

    def on_mount(self) -> None:
        """Begin to read."""
        self._read()

    @background("read the record")
    def _read(self) -> None:
        try:
            raw = read_raw(self._path, self._offset, self._length)
        except OSError as error:
            words = f"{error.strerror or error}: {self._path}"
            self.post_message(RecordRead(RecordPage("record", words, "error")))
        else:
            self.post_message(RecordRead(RecordPage("record", readable(raw))))

    def on_record_read(self, event: RecordRead) -> None:
        """Show what was read."""
        self.query_one(PageView).show(event.page)
