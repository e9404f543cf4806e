"""History: what is remembered between runs, exported, and forgotten by memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from made_up import HOME_PROJECT, NOW, MadeUpCatalog, listing, session, turns
from running import QUIET, history, on_screen, press, settle, toasts
from textual.pilot import Pilot

from levelmem.app import LevelmemApp
from levelmem.engine.memory.records import Origin
from levelmem.engine.places import Places
from levelmem.screens.history_view import Filters, kept, recalled
from levelmem.screens.library import Library
from levelmem.settings import Settings
from levelmem.state import State


@asynccontextmanager
async def running_in(
    home: Path, settings: Settings = QUIET, folder: str = HOME_PROJECT
) -> AsyncIterator[Pilot[None]]:
    """Run over a home that can be written."""
    catalog = MadeUpCatalog([listing()], turns())
    library = Library(
        Places({"HOME": str(home)}),
        folder,
        open_catalog=lambda places: catalog,
        state=State(home / "state.json"),
        clock=lambda: NOW,
    )
    app = LevelmemApp(library, settings)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await settle(pilot)
        yield pilot


async def test_filters_height_and_preview_are_as_they_were(tmp_path: Path) -> None:
    async with running_in(tmp_path) as pilot:
        await press(pilot, "a", "z", "v")
        assert history(pilot).filters.agent == "claude-code"
    async with running_in(tmp_path) as pilot:
        view = history(pilot)
        assert view.filters.agent == "claude-code"
        assert view.sessions.row_height == 1
        assert view.has_class("-preview-toggled")
        await press(pilot, "escape")
    async with running_in(tmp_path) as pilot:
        assert history(pilot).filters.agent == ""


async def test_the_theme_is_as_it_was_unless_a_setting_names_one(
    tmp_path: Path,
) -> None:
    async with running_in(tmp_path) as pilot:
        pilot.app.theme = "nord"
        await settle(pilot)
    async with running_in(tmp_path) as pilot:
        assert pilot.app.theme == "nord"
    wanted = Settings(theme="gruvbox", refresh_seconds=0)
    async with running_in(tmp_path, wanted) as pilot:
        assert pilot.app.theme == "gruvbox"


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"agent": 7, "flags": 7, "shelf": 7},
        {"flags": [[], {}, "nope"], "shelf": "nowhere"},
    ],
)
def test_filters_that_do_not_fit_filter_nothing(value: object) -> None:
    assert recalled(value) == Filters()


def test_filters_come_back_without_words_and_days() -> None:
    day = NOW.date()
    filters = Filters(
        agent="codex",
        words="tariff",
        flags=frozenset({"pinned"}),
        shelf="trashed",
        days=(day, day),
    )
    back = Filters(agent="codex", flags=frozenset({"pinned"}), shelf="trashed")
    assert recalled(kept(filters)) == back


@pytest.mark.parametrize(
    ("key", "choice", "ending"),
    [("e", "1", "md"), ("ctrl+e", "2", "html"), ("e", "3", "json")],
)
async def test_a_session_is_exported(
    tmp_path: Path, key: str, choice: str, ending: str
) -> None:
    folder = tmp_path / "out"
    async with running_in(tmp_path, folder=str(tmp_path)) as pilot:
        await press(pilot, key, choice)
        dialog = pilot.app.screen
        dialog.query_one("Input").value = str(folder)  # type: ignore[attr-defined]
        await press(pilot, "enter")
        (file,) = folder.iterdir()
        assert file.suffix == f".{ending}"
        assert "customs rejects our parcels" in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
        assert "Exported" in toasts(pilot)[0]


async def test_a_session_is_exported_to_the_clipboard(tmp_path: Path) -> None:
    async with running_in(tmp_path, folder=str(tmp_path)) as pilot:
        await press(pilot, "e", "4")
        assert "customs rejects our parcels" in pilot.app.clipboard
        assert "clipboard" in toasts(pilot)[0]
        assert not (tmp_path / "sessions").exists()


async def test_an_export_is_called_off(tmp_path: Path) -> None:
    async with running_in(tmp_path, folder=str(tmp_path)) as pilot:
        await press(pilot, "e", "escape")
        await press(pilot, "e", "1", "escape")
        assert not (tmp_path / "sessions").exists()


def remember(library: Library, source: str) -> None:
    origin = Origin("typed", agent="claude-code", session=source, turn=1)
    text = "Weights are rounded up to the next 10 g"
    library.shelf.ask(HOME_PROJECT, lambda m: m.observe(text, source, origin))


@pytest.mark.parametrize("key", ["M", "ctrl+delete"])
async def test_what_memory_has_from_a_session_is_forgotten_and_undone(
    tmp_path: Path, key: str
) -> None:
    async with running_in(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        remember(app.library, session(1).id)
        app.library.memory_changed.publish(None)
        await settle(pilot)
        assert "◆ Weights are rounded up" in on_screen(pilot)
        await press(pilot, key, "enter")
        assert "Forgot 1 fact · u undoes" in toasts(pilot)[-1]
        assert "◆ Weights are rounded up" not in on_screen(pilot)
        await press(pilot, "u")
        assert "◆ Weights are rounded up" in on_screen(pilot)


async def test_nothing_is_forgotten_without_a_yes(tmp_path: Path) -> None:
    async with running_in(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        remember(app.library, session(1).id)
        app.library.memory_changed.publish(None)
        await press(pilot, "M", "escape")
        assert "◆ Weights are rounded up" in on_screen(pilot)


async def test_the_scope_and_the_row_are_as_they_were(tmp_path: Path) -> None:
    async with running_in(tmp_path) as pilot:
        await press(pilot, "s", "down", "down", "down")
        row = history(pilot).sessions.current_id
    async with running_in(tmp_path) as pilot:
        assert history(pilot).filters.project is None
        assert history(pilot).sessions.current_id == row
        await press(pilot, "s", "g")
    async with running_in(tmp_path) as pilot:
        assert history(pilot).filters.project is not None
        assert history(pilot).sessions.cursor == 0


async def test_a_row_that_is_gone_or_no_text_begins_at_the_top(tmp_path: Path) -> None:
    for kept_row in ("codex:gone", 7, ["x"]):
        State(tmp_path / "state.json").put("history-row", kept_row)
        async with running_in(tmp_path) as pilot:
            assert history(pilot).sessions.cursor == 0
