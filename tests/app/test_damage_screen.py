"""What could not be read, from the status line to the very line."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from made_up import MadeUpCatalog, listing
from running import on_screen, press, running
from textual.app import App

from levelmem.engine.sessions.catalog import Listing, StoreReport
from levelmem.engine.sessions.damage import DamagedFile

Picture = Callable[[App[Any], str], None]


@pytest.fixture
def damaged(tmp_path: Path) -> Listing:
    path = tmp_path / "rollout-2026.jsonl"
    path.write_text('{"a": 1}\nbad\n{"b": 2}\nbad\n')
    other = (Path("/made-up/closed.jsonl"), "Permission denied")
    report = StoreReport("codex", tmp_path, 2, 2, (DamagedFile(path, 2),), (other,))
    return replace(listing(), reports=(report,))


async def test_the_status_line_names_the_file_and_a_key_lists_all(
    damaged: Listing,
) -> None:
    async with running(MadeUpCatalog([damaged])) as pilot:
        assert "2 unreadable lines in rollout-2026.jsonl · ! lists" in on_screen(pilot)
        await press(pilot, "exclamation_mark")
        shown = on_screen(pilot)
        assert "rollout-2026.jsonl  2 unreadable lines: lines 2, 4 · Expect" in shown
        assert "closed.jsonl  Permission denied" in shown
        await press(pilot, "escape")
        assert "What could not be read" not in on_screen(pilot)


async def test_the_editor_opens_at_the_first_bad_line(
    damaged: Listing, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setitem(os.environ, "VISUAL", "nvim")

    def run(app: App[Any], argv: list[str], folder: str = "") -> str:
        ran.append(argv)
        return ""

    monkeypatch.setattr("levelmem.screens.handoff.run_in_terminal", run)
    async with running(MadeUpCatalog([damaged])) as pilot:
        await press(pilot, "exclamation_mark", "down", "o")
    path = damaged.damaged[0].path
    assert ran == [["nvim", "+2", str(path)]]


async def test_the_list_of_damage_looks_as_it_should(
    damaged: Listing, picture: Picture
) -> None:
    # Paths of a test's own folder would differ in every run.
    (report,) = damaged.reports
    some = (DamagedFile(Path("/made-up/rollout-2026.jsonl"), 3),)
    shown = replace(damaged, reports=(replace(report, damaged=some),))
    async with running(MadeUpCatalog([shown]), (80, 24)) as pilot:
        await press(pilot, "exclamation_mark")
        picture(pilot.app, "damage-80")


async def test_without_damage_that_is_said() -> None:
    async with running() as pilot:
        assert "unreadable" not in on_screen(pilot)
        await press(pilot, "exclamation_mark")
        assert "Every line of every session could be read" in on_screen(pilot)


async def test_many_damaged_files_are_counted(damaged: Listing) -> None:
    (report,) = damaged.reports
    two = (*report.damaged, DamagedFile(Path("/made-up/b.jsonl"), 1))
    many = replace(damaged, reports=(replace(report, damaged=two),))
    async with running(MadeUpCatalog([many])) as pilot:
        assert "3 unreadable lines in 2 files" in on_screen(pilot)
