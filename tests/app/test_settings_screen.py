"""The settings screen: shows everything, writes config.toml, says what is wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from made_up import HOME_PROJECT, NOW, MadeUpCatalog, listing, turns
from running import QUIET, on_screen, press, settle, toasts
from textual.pilot import Pilot
from textual.widgets import Input

from levelmem.app import LevelmemApp
from levelmem.engine.places import Places
from levelmem.screens.library import Library
from levelmem.screens.settings import SettingsScreen
from levelmem.settings import load


@asynccontextmanager
async def settings(
    home: Path, key: str = "ctrl+t"
) -> AsyncIterator[tuple[Pilot[None], SettingsScreen]]:
    catalog = MadeUpCatalog([listing()], turns())
    library = Library(
        Places({"HOME": str(home)}),
        HOME_PROJECT,
        open_catalog=lambda places: catalog,
        clock=lambda: NOW,
    )
    app = LevelmemApp(library, QUIET)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, SettingsScreen)
        yield pilot, app.screen


async def change(
    pilot: Pilot[None], screen: SettingsScreen, name: str, text: str
) -> None:
    assert screen.rows.select(name)
    await press(pilot, "enter")
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


def config(home: Path) -> Path:
    return home / ".config" / "levelmem"


@pytest.mark.parametrize("key", ["ctrl+t", "shift+f1"])
async def test_a_key_opens_it_and_escape_leaves(tmp_path: Path, key: str) -> None:
    async with settings(tmp_path, key) as (pilot, _):
        shown = on_screen(pilot)
        assert "A theme of Textual by name" in shown
        assert str(config(tmp_path))[:80] in shown
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, SettingsScreen)


async def test_enter_turns_a_switch(tmp_path: Path) -> None:
    async with settings(tmp_path) as (pilot, screen):
        screen.rows.select("animations")
        await press(pilot, "enter")
        assert not load(config(tmp_path), {}).animations
        assert pilot.app.animation_level == "none"
        await press(pilot, "delete")
        assert load(config(tmp_path), {}).animations


async def test_a_theme_is_chosen_and_seen_at_once(tmp_path: Path) -> None:
    async with settings(tmp_path) as (pilot, screen):
        screen.rows.select("theme")
        await press(pilot, "enter", "1")
        assert pilot.app.theme == sorted(pilot.app.available_themes)[0]
        assert load(config(tmp_path), {}).theme == pilot.app.theme


async def test_a_number_is_typed_and_checked(tmp_path: Path) -> None:
    async with settings(tmp_path) as (pilot, screen):
        await change(pilot, screen, "memory.digest_tokens", "900")
        assert load(config(tmp_path), {}).memory.digest_tokens == 900
        await change(pilot, screen, "memory.digest_tokens", "many")
        assert "many is no number" in toasts(pilot)[-1]
        assert load(config(tmp_path), {}).memory.digest_tokens == 900


async def test_keys_are_changed_and_clashes_told(tmp_path: Path) -> None:
    async with settings(tmp_path) as (pilot, screen):
        await change(pilot, screen, "keymap.history.scope", "f7,ctrl+g")
        assert load(config(tmp_path), {}).keymap == {"history.scope": "f7,ctrl+g"}
        await change(pilot, screen, "keymap.history.scope", "a")
        assert any("a is the key of both" in told for told in toasts(pilot))


async def test_stores_at_other_places_are_named_and_taken_back(
    tmp_path: Path,
) -> None:
    other = tmp_path / "back up" / "codex"
    other.mkdir(parents=True)
    config(tmp_path).mkdir(parents=True)
    (config(tmp_path) / "config.toml").write_text("# mine\n[roots]\n# the old disk\n")
    async with settings(tmp_path) as (pilot, screen):
        await change(pilot, screen, "roots.codex", f"'{other}'")
        assert load(config(tmp_path), {}).roots == {"codex": (other,)}
        assert screen.rows.current.value == (str(other),)  # type: ignore[union-attr]
        text = (config(tmp_path) / "config.toml").read_text()
        assert "# mine" in text
        assert "# the old disk" in text
        await press(pilot, "enter")
        assert pilot.app.screen.query_one(Input).value == f"'{other}'"
        await press(pilot, "escape")
        await change(pilot, screen, "roots.codex", "")
        assert not load(config(tmp_path), {}).roots.get("codex")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("roots.codex", "/no/such/place", "There is no folder /no/such/place."),
        ("search.private_projects", "/no/such", "There is no folder /no/such."),
        ("model.command", "claude '-p", "A quotation mark has no end."),
    ],
)
async def test_a_list_that_means_nothing_is_told(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    async with settings(tmp_path) as (pilot, screen):
        await change(pilot, screen, name, text)
        assert told in toasts(pilot)[-1]
        assert not (config(tmp_path) / "config.toml").exists()


async def test_a_command_is_typed_as_in_a_shell(tmp_path: Path) -> None:
    async with settings(tmp_path) as (pilot, screen):
        await change(pilot, screen, "model.command", "claude -p 'be brief'")
        command = load(config(tmp_path), {}).model.command
        assert command == ("claude", "-p", "be brief")


async def test_a_file_that_can_not_be_used_is_told(tmp_path: Path) -> None:
    config(tmp_path).mkdir(parents=True)
    (config(tmp_path) / "config.toml").write_text("theme = ")
    async with settings(tmp_path) as (pilot, screen):
        screen.rows.select("animations")
        await press(pilot, "enter")
        assert "Not saved" in toasts(pilot)[-1]
