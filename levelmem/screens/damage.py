"""The files that could not be read (whole), and where they are damaged."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from levelmem.engine.sessions.damage import DamagedFile, bad_lines, numbered
from levelmem.engine.sessions.listing import Listing
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.background import background
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows
from levelmem.widgets.session_title import SessionTitle
from levelmem.widgets.status_bar import KeyLine, StatusLine

_NUMBERS = 5


@dataclass(frozen=True, slots=True)
class Damage:
    """One file, and what is wrong with it."""

    path: Path
    what: str
    """For people."""
    line: int = 0
    """The first bad line, from 1; 0 where none is known."""
    whole: bool = False
    """Whether nothing of the file could be read."""


@dataclass
class DamageFound(Message):
    """A worker has looked at the files."""

    damage: list[Damage]


def damage_of(listing: Listing) -> list[Damage]:
    """Return what could not be read, the worst first; reads the damaged files."""
    unread = [Damage(path, why, whole=True) for path, why in listing.problems]
    return unread + [_in_part(file) for file in listing.damaged]


def _in_part(file: DamagedFile) -> Damage:
    found = bad_lines(file, _NUMBERS)
    what = f"{file.lines:,} unreadable line{'s' * (file.lines != 1)}"
    if found:
        what = f"{what}: {numbered(found, file.lines)} · {found[0].why}"
    return Damage(file.path, what, found[0].number if found else 0)


class DamageScreen(SessionActions):
    """Lists what could not be read; the editor opens at the first bad line."""

    AUTO_FOCUS = "#damage"
    BINDING_GROUP_TITLE = "Unreadable lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o,f4", "edit_file", "Editor", id="damage.edit"),
        Binding("y,f9", "copy_path", "Copy path", id="damage.copy"),
        Binding("escape,backspace", "back", "Back", id="damage.back"),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield SessionTitle("What could not be read", ())
        yield RowList(self._look, id="damage")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Look at the files."""
        self.damage.placeholder = ((("Looking …", "muted"),),)
        self._find()

    @property
    def damage(self) -> RowList[Damage]:
        """The list."""
        return self.query_one("#damage", RowList)

    @background("look for damaged lines", group="damage")
    def _find(self) -> None:
        listing = self.library.listing
        self.post_message(DamageFound(damage_of(listing) if listing else []))

    def on_damage_found(self, event: DamageFound) -> None:
        """Show it."""
        words = "Every line of every session could be read"
        self.damage.placeholder = (((words, "muted"),),)
        ids = [str(damage.path) for damage in event.damage]
        self.damage.show(Rows(event.damage, ids))
        count = len(event.damage)
        files = f"{count:,} file{'s' * (count != 1)}"
        self.query_one(StatusLine).status = ((files, "muted"),) if count else ()

    def _look(self, damage: Damage) -> Look:
        sign = ("✗", "error") if damage.whole else ("!", "warning")
        head = ((damage.path.name, "title"), ("  ", ""), (damage.what, sign[1]))
        return Look((head, ((str(damage.path.parent), "faint"),)), (), sign)

    def action_session(self) -> Session | None:
        """Return nothing: what is shown are files."""
        return None

    def action_edit_file(self) -> None:
        """Open the file in the editor, at its first bad line."""
        if (damage := self.damage.current) is not None:
            self.open_path(damage.path, damage.line)

    def action_copy_path(self) -> None:
        """Copy the file's path."""
        if (damage := self.damage.current) is not None:
            self.copy(str(damage.path), "the path")

    def on_row_list_opened(self) -> None:
        """Open the file."""
        self.action_edit_file()

    def action_back(self) -> None:
        """Go back to History."""
        self.dismiss()
