"""History: tags, what its age archives, what agents delete, choosing filters."""

from dataclasses import replace
from datetime import timedelta

import pytest
from made_up import NOW, MadeUpCatalog, listing, session
from running import QUIET, history, on_screen, press, running, settle, toasts

from levelmem.app import LevelmemApp
from levelmem.engine.sessions.expiry import Expiry
from levelmem.engine.sessions.labels import Label
from levelmem.screens.choice_dialog import ChoiceDialog
from levelmem.settings import SessionSettings

OLD = NOW - timedelta(days=31)


@pytest.mark.parametrize("key", ["t", "shift+f11"])
async def test_one_session_is_tagged_filtered_by_it_and_untagged(key: str) -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        first = history(pilot).sessions.rows.items[0].key
        await press(pilot, key, *"Bug customs", "enter")
        assert catalog.filed == [(first, Label(tags=("bug", "customs")))]
        assert "#bug #customs" in on_screen(pilot)
        assert "○ #bug 1" in on_screen(pilot)
        await press(pilot, "f")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        dialog.query_one("RowList").select("tag:bug")  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert [s.key for s in history(pilot).sessions.rows.items] == [first]
        await press(pilot, "escape", "u")
        assert catalog.filed[1:] == [(first, Label(tags=()))]
        assert "#bug" not in on_screen(pilot)


async def test_marked_sessions_change_by_the_tags_they_share() -> None:
    one, two = session(1, tags=("bug", "old")), session(2, tags=("bug",))
    catalog = MadeUpCatalog([listing([one, two])])
    async with running(catalog) as pilot:
        await press(pilot, "space", "space", "t")
        await press(pilot, "ctrl+u", *"later", "enter")
        assert catalog.filed == [
            (one.key, Label(tags=("later", "old"))),
            (two.key, Label(tags=("later",))),
        ]
        await press(pilot, "u")
        assert catalog.filed[2:] == [
            (one.key, Label(tags=("bug", "old"))),
            (two.key, Label(tags=("bug",))),
        ]


async def test_a_tag_dialog_that_changes_nothing_files_nothing() -> None:
    catalog = MadeUpCatalog([listing([session(1, tags=("bug",))])])
    async with running(catalog) as pilot:
        await press(pilot, "t", "enter", "t", "escape")
        assert catalog.filed == []


async def test_old_sessions_are_in_the_archive_too_and_taking_one_out_sticks() -> None:
    old = session(1, updated=OLD, title="Long ago")
    catalog = MadeUpCatalog([listing([session(2), old])])
    async with running(catalog) as pilot:
        assert {s.id for s in history(pilot).sessions.rows.items} == {"s0001", "s0002"}
        assert "Archived 1" in on_screen(pilot)
        await press(pilot, "f")
        pilot.app.screen.query_one("RowList").select("shelf:archived")  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert [s.id for s in history(pilot).sessions.rows.items] == ["s0001"]
        await press(pilot, "d")
        assert catalog.filed == [(old.key, Label(lifecycle="active"))]
        assert not history(pilot).sessions.rows.items
        await press(pilot, "u")
        assert catalog.filed[-1] == (old.key, Label(lifecycle=""))
        assert [s.id for s in history(pilot).sessions.rows.items] == ["s0001"]


async def test_an_old_session_is_filed_as_done_where_all_are_listed() -> None:
    old = session(1, updated=OLD)
    catalog = MadeUpCatalog([listing([old])])
    async with running(catalog) as pilot:
        await press(pilot, "d")
        assert catalog.filed == [(old.key, Label(lifecycle="archived"))]
        assert not history(pilot).sessions.rows.items
        assert "1 session is in the archive: f" in on_screen(pilot)


async def test_pinned_sessions_stay_however_old() -> None:
    catalog = MadeUpCatalog([listing([session(1, updated=OLD, pinned=True)])])
    async with running(catalog) as pilot:
        assert len(history(pilot).sessions.rows) == 1


@pytest.mark.parametrize("keeps", [False, True])
async def test_what_its_agent_deletes_says_so_and_is_kept_if_wanted(
    keeps: bool,
) -> None:
    catalog = MadeUpCatalog([listing([session(1), session(2)])])
    catalog.expiring = {session(1).key: Expiry(NOW + timedelta(days=3, hours=2))}
    async with running(catalog) as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        app.library.session_settings = SessionSettings(keep_copies=keeps)
        last = catalog.listings[-1]
        catalog.listings = [replace(last, sessions=(*last.sessions, session(3)))]
        await press(pilot, "ctrl+r")
        await settle(pilot)
        shown = on_screen(pilot)
        assert "Claude Code deletes this in 3 days" in shown
        assert ("keep_copies" in shown) is not keeps
        assert catalog.kept == ([session(1).key] if keeps else [])


async def test_the_rename_dialog_says_where_the_name_is_kept() -> None:
    own = session(1, agent="levelcode")
    async with running(MadeUpCatalog([listing([session(2), own])])) as pilot:
        await press(pilot, "R")
        assert "own file stays as it is" in on_screen(pilot)
        await press(pilot, "escape", "down", "R")
        assert "kept by LevelCode itself" in on_screen(pilot)
        assert not toasts(pilot)
    assert QUIET.memory.auto_archive_days == 30
