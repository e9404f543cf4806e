"""The page that tells what sessions amount to."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from made_up import MadeUpCatalog, listing, sessions, turns
from running import history, on_screen, press, running, toasts
from textual.app import App

from levelmem.engine.sessions.model import Session, Turn

Picture = Callable[[App[Any], str], None]


@pytest.mark.parametrize("key", ["P", "ctrl+f2"])
async def test_a_key_tells_what_this_project_amounts_to(key: str) -> None:
    async with running() as pilot:
        await press(pilot, key)
        shown = on_screen(pilot)
        assert "Totals · parcel" in shown
        assert "weights.py" in shown
        assert "Claude Code" in shown
        await press(pilot, "escape")
        assert history(pilot)


@pytest.mark.parametrize("key", ["s", "f7"])
async def test_the_scope_is_changed_and_back(key: str) -> None:
    async with running() as pilot:
        await press(pilot, "P", key)
        assert "Totals · all projects" in on_screen(pilot)
        assert "Codex" in on_screen(pilot)
        await press(pilot, key)
        assert "Totals · parcel" in on_screen(pilot)


async def test_it_scrolls_in_a_small_terminal() -> None:
    async with running(size=(60, 12)) as pilot:
        await press(pilot, "P", "s")
        top = on_screen(pilot)
        await press(pilot, "G")
        assert on_screen(pilot) != top
        await press(pilot, "k", "up", "g")
        assert on_screen(pilot) == top
        await press(pilot, "j", "down")
        assert on_screen(pilot) != top
        await press(pilot, "home")
        assert on_screen(pilot) == top


async def test_nothing_is_told_as_nothing() -> None:
    async with running(MadeUpCatalog([listing([])])) as pilot:
        await press(pilot, "P")
        assert "No sessions here yet" in on_screen(pilot)


async def test_counts_that_will_grow_are_told_as_such() -> None:
    partial = replace(listing(), done=False)
    async with running(MadeUpCatalog([partial])) as pilot:
        await press(pilot, "P")
        assert "Still reading" in on_screen(pilot)


async def test_conversations_are_read_for_commits_checks_and_hours() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog) as pilot:
        read = catalog.turns_read
        await press(pilot, "P")
        shown = on_screen(pilot)
        assert "1.1 hours · 0 commits · 9 checks (9 failed)" in shown
        assert "Reading" not in shown
        assert catalog.turns_read == read + 9
        await press(pilot, "ctrl+r")  # what was read is known
        assert catalog.turns_read == read + 9


async def test_what_can_not_be_read_is_told() -> None:
    class Broken(MadeUpCatalog):
        def turns(self, session: Session) -> Iterator[Turn]:
            if session.id == "s0001":
                raise PermissionError(13, "Permission denied")
            yield from super().turns(session)

    async with running(Broken([listing()], turns())) as pilot:
        await press(pilot, "P")
        assert "without 1 session not read" in on_screen(pilot)
        assert toasts(pilot) == []


async def test_long_runs_of_nothing_take_one_line() -> None:
    first, *others = sessions()
    old = replace(first, id="old", updated=first.updated.replace(year=2025))  # type: ignore[union-attr]
    async with running(MadeUpCatalog([listing([old, *others])])) as pilot:
        await press(pilot, "P", "s")
        shown = on_screen(pilot)
        assert "Nov 2025" in shown
        assert "… " in shown
        assert "Feb 2026" not in shown


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
async def test_pictures(picture: Picture, width: int, height: int) -> None:
    async with running(size=(width, height)) as pilot:
        await press(pilot, "P", "s")
        picture(pilot.app, f"totals-{width}")
