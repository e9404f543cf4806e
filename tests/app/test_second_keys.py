"""Keys that do what another key does, for keyboards and boxes where that one fails."""

from collections.abc import Callable

import pytest
from made_up import MadeUpCatalog, listing, turns
from running import history, on_screen, press, running, toasts
from textual.app import App
from textual.binding import BindingsMap

from levelmem.app import LevelmemApp
from levelmem.engine.sessions.labels import Label
from levelmem.screens.choice_dialog import ChoiceDialog
from levelmem.screens.damage import DamageScreen
from levelmem.screens.dialogs import TextDialog
from levelmem.screens.history import HistoryScreen
from levelmem.screens.transcript import TranscriptScreen
from levelmem.widgets.row_list import RowList
from levelmem.widgets.transcript_view import TranscriptView


async def test_of_history() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog) as pilot:
        await press(pilot, "shift+f2")
        assert isinstance(pilot.app.screen, TextDialog)
        await press(pilot, "escape", "shift+f6")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await press(pilot, "escape", "ctrl+f1")
        assert isinstance(pilot.app.screen, DamageScreen)
        await press(pilot, "escape", "insert")
        assert history(pilot).sessions.marks == {"claude-code:s0001"}
        await press(pilot, "shift+delete")
        assert catalog.filed[0][1] == Label(lifecycle="trashed")


async def test_of_a_list() -> None:
    async with running(size=(80, 12)) as pilot:
        await press(pilot, "pagedown", "pagedown")
        there = history(pilot).sessions.cursor
        await press(pilot, "ctrl+b")
        assert history(pilot).sessions.cursor < there


async def test_of_a_transcript() -> None:
    async with running(size=(80, 16)) as pilot:
        await press(pilot, "enter", "slash", *"weights", "enter", "f12")
        now = on_screen(pilot).partition("match ")[2]
        await press(pilot, "f12", "shift+f12")
        assert on_screen(pilot).partition("match ")[2] == now
        view = pilot.app.screen.query_one(TranscriptView)
        await press(pilot, "end", "ctrl+b")
        assert view.cursor < view.virtual_size.height - 10
        await press(pilot, "shift+f9")
        assert "the command" in toasts(pilot)[-1]
        await press(pilot, "escape", "escape", "backspace")
        assert history(pilot)


@pytest.mark.parametrize(
    "place", [LevelmemApp, HistoryScreen, TranscriptScreen, TranscriptView, RowList]
)
def test_every_action_has_an_id_and_no_key_has_two(place: type[App[None]]) -> None:
    bindings: Callable[[], BindingsMap] = place._merge_bindings
    mine = bindings().key_to_bindings
    assert mine
    for key, bound in mine.items():
        named = {one.id for one in bound if one.id}
        assert len(named) <= 1, key
