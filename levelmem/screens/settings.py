"""Settings: every one with what it means, and every key; written to config.toml."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from levelmem.engine.problem import Problem
from levelmem.keymap import key_names, problems
from levelmem.screens.library import Library
from levelmem.settings import Settings
from levelmem.settings_file import Value, described, write_setting
from levelmem.widgets.page_title import PageTitle
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows, Section
from levelmem.widgets.spans import Line
from levelmem.widgets.status_bar import KeyLine, StatusLine

_LATER = "From the next start on."


class TakesSettings(Protocol):
    """What the screen needs of the application."""

    settings: Settings | None

    def take_settings(self, settings: Settings) -> None:
        """Use settings that were just changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A setting or the keys of an action."""

    name: str
    """As in the file."""
    text: str
    value: Value
    default: Value
    is_key: bool = False


def entries(settings: Settings) -> tuple[list[Entry], list[Entry]]:
    """Return the settings and the keys as they are now."""
    plain = [
        Entry(one.name, one.text, _value(settings, one.name), one.default)
        for one in described()
    ]
    keys = []
    for id_, key in sorted(key_names().items()):
        default = ",".join(key.keys)
        now = settings.keymap.get(id_, default)
        keys.append(Entry(f"keymap.{id_}", key.description, now, default, True))
    return plain, keys


def _value(settings: Settings, name: str) -> Value:
    found: Any = settings
    for part in name.split("."):
        found = getattr(found, part)
    value: Value = found
    return value


def entry_look(entry: Entry) -> Look:
    """Return the row of a setting: its name and value, then what it means."""
    shown = str(entry.value) or "–"
    if isinstance(entry.value, bool):
        shown = "on" if entry.value else "off"
    name = entry.name.removeprefix("keymap.")
    changed = entry.value != entry.default
    note = " · changed" if changed else ""
    tone = "accent bold" if changed else "muted"
    return Look(
        lines=(((name, "title"),), ((entry.text + note, "muted"),)),
        aside=((shown, tone),),
    )


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
        plain, keys = entries(self.taker.settings or Settings())
        both = [*plain, *keys]
        sections = (
            Section("Settings", 0, f"{len(plain)}"),
            Section("Keys", len(plain), f"{len(keys)}"),
        )
        self.rows.show(Rows(both, [entry.name for entry in both], sections))

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
            box = TextDialog(title, str(entry.value))
            self.app.push_screen(box, lambda text: self._typed(entry, text))

    def _typed(self, entry: Entry, text: str | None) -> None:
        if text is None:
            return
        kind = type(entry.default)
        try:
            self._set(entry, kind(text.strip()))
        except ValueError:
            words = f"{text} is no number."
            self.app.notify(words, title=entry.name, severity="error")

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
