"""History: filters, scope, states, filing, and what leads out of it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import (
    HOSTILE,
    SHOWN_HOSTILE,
    MadeUpCatalog,
    library,
    listing,
    session,
    sessions,
    turns,
)
from running import QUIET, history, on_screen, press, running, settle, toasts
from textual.pilot import Pilot

from levelmem.app import LevelmemApp
from levelmem.engine.sessions.labels import Label
from levelmem.engine.sessions.model import Resume
from levelmem.screens import session_actions
from levelmem.screens.dialogs import ConfirmDialog, TextDialog
from levelmem.screens.transcript import TranscriptScreen
from levelmem.settings import Settings
from levelmem.state import State
from levelmem.widgets.filter_bar import FilterBar
from levelmem.widgets.lately_strip import LatelyStrip


async def test_it_opens_on_the_project_it_was_started_in() -> None:
    async with running() as pilot:
        view = history(pilot)
        assert view.filters.project is not None
        assert {s.project for s in view.sessions.rows.items} == {"/work/parcel"}


@pytest.mark.parametrize("folder", ["", "/work/elsewhere", "/work"])
async def test_it_opens_on_everything_outside_of_a_project(folder: str) -> None:
    async with running(folder=folder) as pilot:
        assert history(pilot).filters.project is None
        assert len(history(pilot).sessions.rows) == 11


async def test_s_changes_the_scope_and_no_later_listing_changes_it_back() -> None:
    async with running() as pilot:
        await press(pilot, "s")
        assert len(history(pilot).sessions.rows) == 11
        await press(pilot, "ctrl+r")
        assert len(history(pilot).sessions.rows) == 11
        await press(pilot, "f7")
        assert len(history(pilot).sessions.rows) == 8


async def test_a_goes_around_the_agents() -> None:
    async with running() as pilot:
        seen = []
        await press(pilot, "s")
        for key in ("a", "f6", "a", "a"):
            await press(pilot, key)
            seen.append(history(pilot).filters.agent)
        assert seen == ["claude-code", "codex", "levelcode", ""]


async def test_words_filter_titles_and_escape_steps_back() -> None:
    async with running() as pilot:
        view = history(pilot)
        await press(pilot, "slash", *"TARIFF", "space", *"work")
        assert [s.title for s in view.sessions.rows.items] == [
            "Continue the tariffs work"
        ]
        await press(pilot, "escape")
        assert (view.filters.words, len(view.sessions.rows)) == ("", 8)
        await press(pilot, "escape")
        assert view.sessions.has_focus


async def test_a_slash_can_be_typed_into_the_box() -> None:
    async with running() as pilot:
        await press(pilot, "f3", "slash", "q", "question_mark")
        assert history(pilot).filters.words == "/q?"


async def test_escape_takes_marks_and_then_filters_away() -> None:
    async with running() as pilot:
        view = history(pilot)
        await press(pilot, "a", "space", "escape")
        assert view.sessions.marks == frozenset()
        assert view.filters.agent
        await press(pilot, "escape")
        assert not view.filters.agent
        await press(pilot, "escape")
        assert pilot.app.is_running


async def test_a_chip_is_pressed_with_the_mouse() -> None:
    async with running() as pilot:
        view = history(pilot)
        await pilot.click("#filters", offset=(22, 0))  # All
        await press(pilot)
        assert view.filters.project is None
        await pilot.click("#filters", offset=(5, 0))  # This project
        await press(pilot)
        assert view.filters.project is not None


async def test_archived_sessions_have_a_shelf_of_their_own() -> None:
    async with running() as pilot:
        view = history(pilot)
        assert "Old experiment" not in on_screen(pilot)
        chips = view.query_one(FilterBar).chips
        assert ("shelf:archived", "1") in [(chip.id, chip.note) for chip in chips]


async def test_subagents_unfold_under_their_session() -> None:
    async with running() as pilot:
        view = history(pilot)
        await press(pilot, "right")
        assert [s.title for s in view.sessions.rows.items[:3]] == [
            "Round customs weights up, never down",
            "Search for rounding",
            "Review the diff",
        ]
        await press(pilot, "left")
        assert len(view.sessions.rows) == 8


async def test_a_session_that_grows_moves_up_under_the_cursor() -> None:
    before = sessions()
    grown = replace(before[3], updated=session(0).updated)
    after = (grown, *(s for s in before if s is not before[3]))
    catalog = MadeUpCatalog([listing(before), listing(before), listing(after)])
    del catalog.listings[0]
    async with running(catalog, folder="") as pilot:
        assert history(pilot).sessions.rows.items[0].title == "Move tariffs to a table"


async def test_the_preview_says_what_the_session_was() -> None:
    async with running(size=(140, 40)) as pilot:
        shown = on_screen(pilot)
        for words in (
            "Claude Code · opus-4",
            "customs rejects our parcels",
            "5× src/customs/weights.py",
            "8 turns in 42 min",
            "All 48 tests pass.",
        ):
            assert words in shown


async def test_hostile_titles_are_shown_as_they_read_everywhere() -> None:
    hostile = session(
        1,
        title=HOSTILE,
        preview=HOSTILE + " asked",
        last_words=HOSTILE,
        branch=HOSTILE,
        models=(HOSTILE,),
        edits=((HOSTILE, 1),),
        error=HOSTILE,
    )
    catalog = MadeUpCatalog(
        [listing((hostile,))], turns(), Resume((), "", problem=HOSTILE)
    )
    async with running(catalog, (160, 40)) as pilot:
        assert on_screen(pilot).count(SHOWN_HOSTILE) >= 4
        await press(pilot, "r", "y")
        assert all(SHOWN_HOSTILE in toast for toast in toasts(pilot))
        await press(pilot, "R")
        assert SHOWN_HOSTILE in on_screen(pilot)
        await press(pilot, "escape", "enter")
        assert SHOWN_HOSTILE in on_screen(pilot)


async def test_enter_opens_the_conversation_and_escape_comes_back() -> None:
    async with running() as pilot:
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, TranscriptScreen)
        await press(pilot, "escape")
        assert history(pilot).sessions.cursor == 1


async def test_v_hides_the_preview_and_z_makes_rows_compact() -> None:
    async with running() as pilot:
        view = history(pilot)
        await press(pilot, "v")
        assert not view.query_one("#preview").display
        await press(pilot, "z")
        assert view.sessions.row_height == 1
        await press(pilot, "f11", "f10")
        assert (view.sessions.row_height, view.query_one("#preview").display) == (
            2,
            True,
        )


# Filing.


@pytest.mark.parametrize(
    ("key", "change", "back"),
    [
        ("p", Label(pinned=True), Label(pinned=False)),
        ("d", Label(lifecycle="archived"), Label(lifecycle="")),
        ("delete", Label(lifecycle="archived"), Label(lifecycle="")),
        ("x", Label(lifecycle="trashed"), Label(lifecycle="")),
    ],
)
async def test_filing_is_written_shown_and_undone(
    key: str, change: Label, back: Label
) -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        first = history(pilot).sessions.rows.items[0].key
        await press(pilot, key)
        assert catalog.filed == [(first, change)]
        assert "u undoes" in toasts(pilot)[0]
        await press(pilot, "u")
        assert catalog.filed[1:] == [(first, back)]
        await press(pilot, "u")
        assert "Nothing to undo" in toasts(pilot)[-1]
        assert len(catalog.filed) == 2


async def test_many_marked_sessions_are_filed_and_undone_together() -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        await press(pilot, "space", "space", "d")
        assert len(catalog.filed) == 2
        assert history(pilot).sessions.marks == frozenset()
        assert len(history(pilot).sessions.rows) == 6
        await press(pilot, "ctrl+z")
        assert len(history(pilot).sessions.rows) == 8


async def test_a_session_is_renamed() -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        await press(pilot, "R")
        assert isinstance(pilot.app.screen, TextDialog)
        await press(pilot, "ctrl+u", *"Customs", "enter")
        assert catalog.filed[0][1] == Label(title="Customs")
        await press(pilot, "u")
        assert catalog.filed[1][1] == Label(title="")


async def test_a_rename_can_be_called_off() -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        await press(pilot, "R", "x", "escape")
        assert catalog.filed == []


async def test_filing_that_fails_says_why() -> None:
    catalog = MadeUpCatalog([listing()])
    catalog.filing_error = "labels.jsonl: No space left on device"
    async with running(catalog) as pilot:
        await press(pilot, "p")
        assert "No space left on device" in toasts(pilot)[0]
        await press(pilot, "u")
        assert "Nothing to undo" in toasts(pilot)[-1]


# Resuming, copying, editing.


def programs_run(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], str]]:
    """Run no program from now on; return the list that collects what would run."""
    ran: list[tuple[list[str], str]] = []

    def run(app: object, argv: Sequence[str], folder: str = "") -> str:
        ran.append((list(argv), folder))
        return ""

    monkeypatch.setattr("levelmem.screens.handoff.run_in_terminal", run)
    return ran


async def test_resume_shows_the_command_first_and_runs_it_in_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran = programs_run(monkeypatch)
    resume = Resume(("sh", "-c", "true it is"), str(tmp_path))
    catalog = MadeUpCatalog([listing()], resume=resume)
    async with running(catalog) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "sh -c 'true it is'" in on_screen(pilot)
        await press(pilot, "n")
        assert ran == []
        await press(pilot, "f5", "enter")
        assert ran == [([*resume.argv], str(tmp_path))]


@pytest.mark.parametrize(
    ("resume", "why"),
    [
        (Resume(("no-such-agent-here",), "/"), "no-such-agent-here is not on"),
        (Resume(("sh",), "/no/such/folder"), "/no/such/folder is not there any more"),
        (Resume((), "", problem="Only a part of it is left."), "Only a part"),
        (Resume((), ""), "no command that resumes"),
    ],
)
async def test_resume_says_why_it_cannot(resume: Resume, why: str) -> None:
    async with running(MadeUpCatalog([listing()], resume=resume)) as pilot:
        await press(pilot, "r")
        assert why in toasts(pilot)[0]


async def test_resume_in_a_terminal_that_cannot_be_handed_over_says_so() -> None:
    resume = Resume(("sh",), "/")
    async with running(MadeUpCatalog([listing()], resume=resume)) as pilot:
        await press(pilot, "r", "enter")
        assert "can't be handed over" in toasts(pilot)[0]


async def test_y_copies_the_command_and_says_what_and_how(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "wl-copy"

    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", copy)
    resume = Resume(("claude", "--resume", "a b"), "/work/my parcel")
    async with running(MadeUpCatalog([listing()], resume=resume)) as pilot:
        await press(pilot, "y")
        assert copied == ["cd '/work/my parcel' && claude --resume 'a b'"]
        assert "with wl-copy" in toasts(pilot)[0]
        assert copied[0] in toasts(pilot)[0]


async def test_y_falls_back_to_the_terminal_and_shows_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", lambda text: "")
    resume = Resume(("claude", "--resume", "abc"), "")
    async with running(MadeUpCatalog([listing()], resume=resume)) as pilot:
        await press(pilot, "f9")
        assert pilot.app.clipboard == "claude --resume abc"
        assert "terminal's clipboard" in toasts(pilot)[0]
        assert "claude --resume abc" in toasts(pilot)[0]


async def test_o_opens_the_file_in_the_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = programs_run(monkeypatch)
    monkeypatch.setenv("VISUAL", "code --wait")
    async with running() as pilot:
        await press(pilot, "o")
        assert ran == [(["code", "--wait", "/made-up/store/s0001.jsonl"], "")]


async def test_the_editor_of_the_settings_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran = programs_run(monkeypatch)
    monkeypatch.setenv("VISUAL", "code --wait")
    settings = Settings(editor="vim -n", refresh_seconds=0)
    async with running(settings=settings) as pilot:
        await press(pilot, "f4")
        assert ran == [(["vim", "-n", "/made-up/store/s0001.jsonl"], "")]


async def test_no_editor_is_opened_on_a_part_of_a_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran = programs_run(monkeypatch)
    (tmp_path / "agent.db").touch()
    inside = session(1, path=tmp_path / "agent.db" / "ses_1")
    async with running(MadeUpCatalog([listing([inside])])) as pilot:
        await press(pilot, "o")
        assert "It is a part of" in toasts(pilot)[0]
    assert ran == []


def test_actions_need_a_screen_that_says_which_session() -> None:
    with pytest.raises(NotImplementedError):
        session_actions.SessionActions().action_session()


async def test_the_selected_session_tells_what_it_amounts_to() -> None:
    async with running() as pilot:
        shown = on_screen(pilot)
        assert "customs rejects our parcels" in shown
        assert "✗ pytest -q tests/test_weights.py  failed" in shown
        assert "Family" in shown
        assert "Subagent Search for rounding" in shown


async def test_a_story_is_read_once_and_again_when_memory_changes() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog, folder="") as pilot:
        await press(pilot, "j", "k", "j", "k")
        assert catalog.turns_read == 2
        pilot.app.library.memory_changed.publish(None)  # type: ignore[attr-defined]
        await settle(pilot)
        assert catalog.turns_read == 3


async def test_nothing_is_read_for_a_preview_that_is_hidden() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog, size=(60, 30), folder="") as pilot:
        await press(pilot, "j")
        assert catalog.turns_read == 0
        await press(pilot, "v")
        assert catalog.turns_read == 1


# Since you left.


def strip(pilot: Pilot[None]) -> LatelyStrip:
    return history(pilot).query_one(LatelyStrip)


async def test_a_project_opens_on_what_happened_there_lately() -> None:
    async with running() as pilot:
        shown = on_screen(pilot)
        assert "This project, lately" in shown
        assert "5 sessions of 2 agents · 7m ago" in shown
        assert "and run the tests again · customs rejects our parcels" in shown
        assert "! Unfinished" in shown
        assert "interrupted before it was done" in shown


@pytest.mark.parametrize("folder", ["", "/work/elsewhere"])
async def test_outside_of_a_project_nothing_is_told(folder: str) -> None:
    async with running(folder=folder) as pilot:
        assert not strip(pilot).display


@pytest.mark.parametrize("key", ["i", "f12"])
async def test_a_key_hides_the_strip_until_there_is_other_work(key: str) -> None:
    later = session(0, title="Brand new")
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog) as pilot:
        await press(pilot, key)
        assert not strip(pilot).display
        await press(pilot, "ctrl+r")
        assert not strip(pilot).display
        catalog.listings = [listing([later, *sessions()])]
        await press(pilot, "ctrl+r")
        assert strip(pilot).display
        await press(pilot, key, key)
        assert strip(pilot).display


async def test_what_was_hidden_stays_hidden_in_the_next_run(tmp_path: Path) -> None:
    for shown in (True, False):
        found = library()
        found.state = State(tmp_path / "state.json")
        app = LevelmemApp(found, QUIET)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            assert strip(pilot).display == shown
            await press(pilot, "i") if shown else None


async def test_a_click_in_the_strip_hides_it_or_goes_to_the_session() -> None:
    async with running() as pilot:
        view = history(pilot)
        height = strip(pilot).size.height
        await pilot.click(LatelyStrip, offset=(5, height - 1))
        await settle(pilot)
        assert view.sessions.current_id == "claude-code:s0001"
        await pilot.click(LatelyStrip, offset=(strip(pilot).size.width - 3, 0))
        await settle(pilot)
        assert not strip(pilot).display


async def test_the_strip_asks_for_a_project() -> None:
    async with running(folder="") as pilot:
        await press(pilot, "i")
        assert "was not started in a project" in toasts(pilot)[0]
