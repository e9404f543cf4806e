"""The application: modes, keys, palette and theme over one library."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.theme import Theme
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from levelmem.screens.failures import TellsFailures
from levelmem.screens.library import Library, ListingArrived
from levelmem.screens.mode_screen import MODES, Mode
from levelmem.theme import DARK, LIGHT
from levelmem.widgets.background import background

if TYPE_CHECKING:
    from textual.command import Provider

    from levelmem.engine.sessions.model import Session
    from levelmem.settings import Settings


_PAUSES, _LONGEST_PAUSE = 20, 60.0
"""Between two looks at the stores there is so many times a look's length, in seconds at
most the other."""


_THEME = "theme"


def _commands() -> type[Provider]:
    """Import the palette's commands when it is first opened."""
    from levelmem.screens.commands import KeyCommands

    return KeyCommands


def _screen_of(mode: Mode, library: Library) -> Screen[Any]:
    """Import a mode's screen and make it."""
    module, _, name = mode.screen.partition(":")
    screen: Screen[Any] = getattr(importlib.import_module(module), name)(library)
    return screen


class LevelmemApp(TellsFailures[None]):
    """levelmem on the terminal: History, Search and Memory over one library."""

    TITLE = "levelmem"
    CSS_PATH = "app.tcss"
    DEFAULT_MODE = "history"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared like this by Textual
        (0, "-narrow"),
        (80, "-normal"),
        (140, "-wide"),
    ]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{mode.key},alt+{mode.key}",
                f"switch_mode('{mode.name}')",
                mode.title,
                show=False,
                id=f"app.{mode.name}",
            )
            for mode in MODES
        ),
        Binding("ctrl+r", "refresh", "Refresh", show=False, id="app.refresh"),
        # A box would delete to its end with it.
        Binding(
            "ctrl+k",
            "quick_pick",
            "Quick pick",
            priority=True,
            show=False,
            id="app.pick",
        ),
        Binding(
            "ctrl+t,shift+f1", "settings", "Settings", show=False, id="app.settings"
        ),
        Binding("question_mark,f1", "help", "Help", id="app.help"),
        Binding(
            "ctrl+p", "command_palette", "Commands", priority=True, id="app.palette"
        ),
        Binding("q,ctrl+q", "quit", "Quit", show=False, id="app.quit"),
    ]

    def __init__(
        self,
        library: Library,
        settings: Settings | None = None,
        opening: Callable[[LevelmemApp], Awaitable[None]] | None = None,
    ) -> None:
        """Show ``library``; without ``settings`` everything is at its default.

        ``opening`` is done once there is a frame: it may go to another screen.
        """
        super().__init__()
        self.library = library
        library.connect(self)
        for mode in MODES:
            self.add_mode(mode.name, partial(_screen_of, mode, library))
        self.settings = settings
        """The person's settings; None where everything is at its default."""
        self._opening = opening
        self._generation = 0
        self._reading = self._read_again = False
        self._began = 0.0
        self._next_look: Timer | None = None
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        wanted = (settings.theme if settings else "") or library.state.get(_THEME)
        self.theme = wanted if wanted in self.available_themes else DARK.name
        if settings and not settings.animations:
            self.animation_level = "none"

    def on_mount(self) -> None:
        """Take the person's keys, and read the stores once there is a frame."""
        if self.settings is not None:
            self._take_settings(self.settings)
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        # After the first frame: reading would only slow it down.
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Read the stores, now and from time to time."""
        if not gc.isenabled():  # held back while starting
            gc.freeze()
            gc.enable()
        self.action_refresh()
        if self._opening is not None:
            self.call_later(self._opening, self)

    def _take_settings(self, settings: Settings) -> None:
        """Use the person's keys, and say what of their settings can't be used."""
        if settings.keymap:
            from levelmem.keymap import problems

            self.set_keymap(settings.keymap)
            for problem in problems(settings.keymap):
                self.notify(problem, title="keymap", severity="warning", timeout=15)
        if settings.theme and settings.theme != self.theme:
            known = ", ".join(sorted(self.available_themes))
            problem = f"There is no theme {settings.theme}. There are: {known}."
            self.notify(problem, title="theme", severity="warning", timeout=15)

    def take_settings(self, settings: Settings) -> None:
        """Use settings that were just changed, as far as that can be done now."""
        self.settings = settings
        self.set_keymap(settings.keymap)
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        self.animation_level = "full" if settings.animations else "none"

    def _keep_theme(self, theme: Theme) -> None:
        """Begin the next run in this theme, unless a setting names one."""
        self.library.state.put(_THEME, theme.name)

    # Reading the stores.

    def action_refresh(self) -> None:
        """Look at the stores now, or once more when that is being done."""
        self._read_again = self._reading
        if not self._reading:
            self._reading = True
            self._began = monotonic()
            self._generation += 1
            self._read_stores(self._generation)

    @background("read stores", group="stores")
    def _read_stores(self, generation: int) -> None:
        worker = get_current_worker()
        last = self.library.listing
        for listing in self.library.snapshots(lambda: worker.is_cancelled):
            if worker.is_cancelled:
                return
            if listing != last:
                self.post_message(ListingArrived(generation, listing))
                last = listing

    def _look_again(self) -> None:
        """Look at the stores once more: at once if asked to, else after a while."""
        seconds = self.settings.refresh_seconds if self.settings else 5.0
        if self._next_look is not None:
            self._next_look.stop()
        if self._read_again:
            self.action_refresh()
        elif seconds > 0:
            # A store so large that a look takes long is looked at less often.
            took = monotonic() - self._began
            pause = max(seconds, min(_PAUSES * took, _LONGEST_PAUSE))
            self._next_look = self.set_timer(pause, self.action_refresh)

    def on_listing_arrived(self, event: ListingArrived) -> None:
        """Hand the newest listing to the screens."""
        if event.generation == self._generation:
            self.library.receive(event.listing)

    @background("count what waits for you", group="waiting", exclusive=True)
    def _count_waiting(self) -> None:
        """Say on Memory's tab how much waits, whether or not it was ever opened."""
        waiting = self.library.waiting()
        note = f"{waiting:,} to review" if waiting else ""
        self.call_from_thread(self.library.note_on_tab, "memory", note)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Notice when the stores are read."""
        if event.worker.group == "stores" and event.worker.is_finished:
            self._reading = False
            self.library.looked.publish(None)
            self._count_waiting()
            self._look_again()

    # Help, palette and quick pick.

    def action_command_palette(self) -> None:
        """Show all commands, unless the palette is open below another screen."""
        if not any(isinstance(shown, CommandPalette) for shown in self.screen_stack):
            super().action_command_palette()

    def action_quick_pick(self) -> None:
        """Pick a session by a few letters, and open it."""
        from levelmem.screens.quick_pick import PickBox, QuickPick

        if isinstance(self.screen, QuickPick):
            # The key is taken here before the box sees it: there it means up.
            self.screen.query_one(PickBox).action_move(-1)
        else:
            self.push_screen(QuickPick(self.library), self._open_picked)

    def _open_picked(self, session: Session | None) -> None:
        from levelmem.screens.transcript import TranscriptScreen

        if session is not None:
            self.push_screen(TranscriptScreen(self.library, session))

    def action_settings(self) -> None:
        """Show what can be set."""
        from levelmem.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self.library))

    def action_help(self) -> None:
        """Show what can be done here."""
        from levelmem.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield what Textual brings along and has no key; the rest has its own."""
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command
