"""Settings: each with what it means, stores and keys; written to config.toml."""

from typing import ClassVar, Protocol, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levelmem.engine.problem import Problem
from levelmem.keymap import problems
from levelmem.screens.library import Library
from levelmem.screens.settings_entries import (
    Entry,
    entry_look,
    key_entries,
    plain_entries,
    store_entries,
)
from levelmem.settings import Settings
from levelmem.settings_file import Value, write_setting
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Rows, Section
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine

_LATER = "From the next start on."


class TakesSettings(Protocol):
    """What the screen needs of the application."""

    settings: Settings | None

    def take_settings(self, settings: Settings) -> None:
        """Use settings that were just changed."""


class SettingsScreen(Screen[None]):
    """A list of everything that can be set; Enter changes a row."""

    AUTO_FOCUS = "#settings"
    BINDING_GROUP_TITLE = "Settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "delete,backspace",
            "default",
            "Default",
            id="settings.default",
            tooltip="Take the setting back to its default",
        ),
        Binding("o,f4", "edit_file", "Editor", id="settings.edit"),
        Binding("escape,q", "dismiss", "Back", id="settings.close"),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._file = library.places.config / "config.toml"

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        title = PageTitle(id="title")
        title.title = "Settings"
        yield title
        yield RowList[Entry](entry_look, id="settings")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show everything, and where it is written."""
        status: Line = ((str(self._file), "muted"),)
        self.query_one(StatusLine).status = status
        self._show()

    @property
    def taker(self) -> TakesSettings:
        """The application, as far as it is about settings."""
        return cast(TakesSettings, self.app)

    @property
    def rows(self) -> RowList[Entry]:
        """The list."""
        return self.query_one("#settings", RowList)

    def _show(self) -> None:
        settings = self.taker.settings or Settings()
        listed: list[Entry] = []
        sections = []
        for head, entries in (
            ("Settings", plain_entries(settings)),
            ("Stores at other places", store_entries(settings)),
            ("Keys", list(key_entries(settings))),
        ):
            sections.append(Section(head, len(listed), f"{len(entries)}"))
            listed += entries
        self.rows.show(Rows(listed, [entry.name for entry in listed], sections))

    @on(RowList.Opened)
    def _change(self) -> None:
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog
        from levelmem.screens.dialogs import TextDialog

        entry = self.rows.current
        if entry is None:
            return
        if isinstance(entry.value, bool):
            self._set(entry, not entry.value)
        elif entry.name == "theme":
            themes = [Choice(name, name) for name in sorted(self.app.available_themes)]
            dialog = ChoiceDialog("Theme", themes, self.app.theme)
            self.app.push_screen(dialog, lambda name: self._typed(entry, name))
        else:
            title = f"{entry.name}: {entry.text}"
            if isinstance(entry.default, tuple):
                title += " (spaces between; quote what has spaces)"
            box = TextDialog(title, entry.shown)
            self.app.push_screen(box, lambda text: self._typed(entry, text))

    def _typed(self, entry: Entry, text: str | None) -> None:
        if text is None:
            return
        try:
            value = entry.typed(text)
        except Problem as problem:
            self.app.notify(str(problem), title=entry.name, severity="error")
        else:
            # Nothing in a list is how it is without a setting.
            self._set(entry, None if value == () else value)

    def action_default(self) -> None:
        """Take the setting back to its default."""
        if self.rows.current is not None:
            self._set(self.rows.current, None)

    def _set(self, entry: Entry, value: Value | None) -> None:
        try:
            settings = write_setting(self._file, entry.name, value)
        except Problem as problem:
            self.app.notify(str(problem), title="Not saved", severity="error")
            return
        self.taker.take_settings(settings)
        if entry.is_key:
            for words in problems(settings.keymap):
                self.app.notify(words, title="keymap", severity="warning")
        elif entry.name not in ("theme", "animations", "editor"):
            self.app.notify(_LATER, title=entry.name)
        self._show()

    def action_edit_file(self) -> None:
        """Open the file in the editor."""
        import os

        from levelmem.screens.handoff import editor_command, run_in_terminal

        settings = self.taker.settings
        argv = editor_command(
            settings.editor if settings else "", os.environ, self._file
        )
        if problem := run_in_terminal(self.app, argv):
            self.app.notify(problem, title="Not opened", severity="error")
