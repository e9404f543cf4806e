"""Quick pick: a few letters, over any screen and in a shell."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from made_up import MadeUpCatalog, library, listing, session, turns
from running import history, on_screen, press, running
from textual.app import App
from textual.pilot import Pilot

from levelmem.engine.sessions.quick import QuickIndex
from levelmem.pick_app import PickApp
from levelmem.screens.quick_pick import QuickPick
from levelmem.screens.transcript import TranscriptScreen
from levelmem.settings import Settings

Picture = Callable[[App[Any], str], None]


async def rest(pilot: Pilot[Any]) -> None:
    for _ in range(3):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def found(pilot: Pilot[Any]) -> list[str]:
    pick = pilot.app.screen
    assert isinstance(pick, QuickPick)
    return [p.session.title for p in pick.picks.rows.items]


async def test_it_opens_over_a_screen_with_the_newest_first() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+k")
        assert found(pilot)[0] == "Round customs weights up, never down"
        assert "11 of 12" in on_screen(pilot) or "12 of 12" in on_screen(pilot)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("planting", "New planting calendar page"),
        ("garden beds", "Broken images on the beds page"),
        ("weights.py", "Round customs weights up, never down"),
        ("fix/wei", "Round customs weights up, never down"),
        ("住所", "日本語の住所ラベルを直す"),
        ("planitng calendr", "New planting calendar page"),
    ],
)
async def test_letters_find_titles_projects_branches_and_files(
    typed: str, title: str
) -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+k", *typed)
        assert found(pilot)[0] == title


async def test_enter_opens_the_session() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog) as pilot:
        await press(pilot, "ctrl+k", *"customs", "enter")
        assert isinstance(pilot.app.screen, TranscriptScreen)


async def test_arrows_move_while_the_box_keeps_the_focus() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+k", "down", "down", "up", "ctrl+j", "ctrl+k")
        pick = pilot.app.screen
        assert isinstance(pick, QuickPick)
        assert pick.picks.cursor == 1
        await press(pilot, "pagedown", "pageup")
        assert pick.query_one("#pick-box").has_focus


async def test_more_are_shown_whenever_the_last_one_is_reached() -> None:
    many = replace(listing(), sessions=tuple(session(n) for n in range(1, 121)))
    async with running(MadeUpCatalog([many], turns())) as pilot:
        await press(pilot, "ctrl+k")
        await rest(pilot)
        pick = pilot.app.screen
        assert isinstance(pick, QuickPick)
        shown = [len(found(pilot))]
        for _ in range(2):
            pick.picks.select(pick.picks.rows.ids[-1])
            await rest(pilot)
            shown.append(len(found(pilot)))
        assert shown == [50, 100, 120]
        assert pick.picks.cursor == 99
        assert "120 of 120 sessions" in on_screen(pilot)


async def test_escape_calls_it_off() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+k", *"cust", "escape")
        assert history(pilot)


async def test_a_click_picks() -> None:
    catalog = MadeUpCatalog([listing()], turns())
    async with running(catalog) as pilot:
        await press(pilot, "ctrl+k")
        await pilot.click("#picks", offset=(5, 0))
        await rest(pilot)
        assert isinstance(pilot.app.screen, TranscriptScreen)


async def test_nothing_like_it_says_so() -> None:
    async with running() as pilot:
        await press(pilot, "ctrl+k", *"zzqqxx")
        assert "No session is like that" in on_screen(pilot)


async def test_as_a_program_it_returns_the_session() -> None:
    app = PickApp(library(), "plant", Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await rest(pilot)
        assert found(pilot)[0] == "New planting calendar page"
        await pilot.press("enter")
    assert app.return_value is not None
    assert app.return_value.id == "s0003"


async def test_as_a_program_it_returns_nothing_when_called_off() -> None:
    app = PickApp(library(), "", Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await rest(pilot)
        await pilot.press("escape")
    assert app.return_value is None


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
async def test_pictures(picture: Picture, width: int, height: int) -> None:
    async with running(size=(width, height)) as pilot:
        await press(pilot, "ctrl+k", *"wei")
        picture(pilot.app, f"quick-pick-{width}")


async def test_picture_as_a_program(picture: Picture) -> None:
    app = PickApp(library(), "page", Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await rest(pilot)
        picture(pilot.app, "quick-pick-program")


WORDS = [
    "refund",
    "retry",
    "bank",
    "parcel",
    "weight",
    "customs",
    "printer",
    "label",
    "garden",
    "page",
]


def ten_thousand() -> QuickIndex:
    made = []
    for number in range(10_000):
        title = " ".join(WORDS[(number * k) % 10] for k in (1, 3, 7, 9))
        edits = tuple((f"/work/p/src/{w}_{number % 50}.py", 1) for w in WORDS[:5])
        made.append(session(1, id=f"s{number}", title=title, edits=edits))
    return QuickIndex(made)


def test_a_key_press_takes_little_time_for_ten_thousand_sessions() -> None:
    """16 ms of CPU at most; here three times that, for slow machines."""
    index = ten_thousand()
    index.picks("warm up")
    slowest = 0.0
    typed = "refnud retyr bank_12.py"
    for end in range(1, len(typed) + 1):
        begun = process_time()
        index.picks(typed[:end])
        slowest = max(slowest, process_time() - begun)
    assert slowest < 0.048


def test_paths_of_windows_are_files_too(tmp_path: Path) -> None:
    made = session(1, edits=(("C:\\work\\shop\\refund.py", 1),))
    assert QuickIndex([made]).picks("refund.py")
