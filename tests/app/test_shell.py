"""What is common to all screens: modes, help, palette, keys, errors."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from made_up import HOSTILE, SHOWN_HOSTILE, MadeUpCatalog, listing
from running import history, on_screen, press, running, settle, toasts
from textual.binding import Binding
from textual.dom import DOMNode

from levelmem.app import LevelmemApp
from levelmem.engine.sessions.catalog import Listing
from levelmem.screens.commands import KeyCommands
from levelmem.screens.help import HelpScreen
from levelmem.screens.history import HistoryScreen
from levelmem.screens.transcript import TranscriptScreen
from levelmem.settings import Settings
from levelmem.widgets.row_list import RowList
from levelmem.widgets.transcript_view import TranscriptView

OURS: list[type[DOMNode]] = [
    LevelmemApp,
    HistoryScreen,
    TranscriptScreen,
    RowList,
    TranscriptView,
]


def bindings_of(owner: type[DOMNode]) -> list[Binding]:
    found = owner.__dict__.get("BINDINGS", [])
    return [binding for binding in found if isinstance(binding, Binding)]


@pytest.mark.parametrize("owner", OURS)
def test_every_binding_has_an_id_and_a_key_that_is_no_letter(
    owner: type[DOMNode],
) -> None:
    bindings = bindings_of(owner)
    assert bindings
    for binding in bindings:
        assert binding.id, binding
        assert binding.description, binding
        assert any(len(key) > 1 for key in binding.key.split(",")), binding


@pytest.mark.parametrize("owner", OURS)
def test_no_key_means_two_things_at_once(owner: type[DOMNode]) -> None:
    keys = Counter(
        key for binding in bindings_of(owner) for key in binding.key.split(",")
    )
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_names_every_key_of_the_place(key: str) -> None:
    async with running(size=(120, 80)) as pilot:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, HelpScreen)
        shown = on_screen(pilot)
        for owner in (LevelmemApp, HistoryScreen, RowList):
            for binding in bindings_of(owner):
                assert (binding.tooltip or binding.description) in shown
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HistoryScreen)


@pytest.mark.parametrize(
    ("keys", "owner"), [([], HistoryScreen), (["enter"], TranscriptScreen)]
)
async def test_every_command_is_in_the_palette(
    keys: list[str], owner: type[DOMNode]
) -> None:
    async with running() as pilot:
        await press(pilot, *keys)
        titles = {c.title for c in KeyCommands(pilot.app.screen).commands()}
        wanted = {
            binding.tooltip or binding.description
            for place in (LevelmemApp, owner)
            for binding in bindings_of(place)
            if binding.id != "app.palette"
        }
        assert wanted <= titles


async def test_a_command_of_the_palette_runs_where_it_belongs() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+p")
        for letter in "show this project":
            await pilot.press("space" if letter == " " else letter)
        await pilot.pause(0.5)
        await press(pilot, "down", "enter")
        await settle(pilot)
        assert history(pilot).filters.project is None


async def test_keys_of_the_person_replace_ours() -> None:
    settings = Settings(keymap={"history.scope": "f7,ctrl+g"}, refresh_seconds=0)
    async with running(settings=settings) as pilot:
        await press(pilot, "s")
        assert history(pilot).filters.project is not None
        await press(pilot, "ctrl+g")
        assert history(pilot).filters.project is None


async def test_an_error_while_reading_is_told_and_nothing_ends() -> None:
    class Broken(MadeUpCatalog):
        def refresh(self, cancelled: Callable[[], bool] = bool) -> Iterator[Listing]:
            raise RuntimeError(f"the store is broken {HOSTILE}")
            yield  # pragma: no cover - makes this a generator

    async with running(Broken([listing()])) as pilot:
        assert SHOWN_HOSTILE in toasts(pilot)[0]
        assert pilot.app.is_running
        await press(pilot, "ctrl+r")
        assert len(toasts(pilot)) == 2


async def test_notify_never_takes_text_for_markup() -> None:
    async with running() as pilot:
        pilot.app.notify(HOSTILE, title=HOSTILE)
        await settle(pilot)
        assert on_screen(pilot).count(SHOWN_HOSTILE) >= 1


async def test_stale_listings_are_dropped() -> None:
    from levelmem.screens.library import ListingArrived

    async with running() as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        app.post_message(ListingArrived(app._generation - 1, listing(())))
        await settle(pilot)
        assert len(history(pilot).sessions.rows) == 8


async def test_the_collector_runs_again_once_there_is_a_frame() -> None:
    gc.disable()
    try:
        async with running():
            assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.enable()


@pytest.mark.parametrize("size", [(120, 40), (60, 20), (30, 8), (10, 4)])
async def test_no_size_is_too_small(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await press(pilot, "down", "v", "enter", "t", "escape", "question_mark")
        assert pilot.app.is_running


async def test_the_key_line_is_clicked() -> None:
    async with running() as pilot:
        line = pilot.app.screen.query_one("#keys")
        text = line.render_line(0).text
        await pilot.click("#keys", offset=(text.index("Help"), 0))
        await settle(pilot)
        assert isinstance(pilot.app.screen, HelpScreen)


async def test_the_palette_is_not_opened_over_a_screen_over_itself() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+p", "ctrl+k", "ctrl+p")
        shown = [type(screen).__name__ for screen in pilot.app.screen_stack]
        assert shown.count("CommandPalette") == 1
