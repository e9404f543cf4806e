"""Search Sessions: what each key does, and how it looks."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from made_up import NOW, MadeUpCatalog, listing, session, sessions, turns
from running import on_screen, press, running, settle, toasts
from textual.app import App
from textual.pilot import Pilot

from levelmem.app import LevelmemApp
from levelmem.engine.places import Places
from levelmem.engine.sessions.model import (
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.screens.library import Library
from levelmem.screens.likeness import LikeScreen
from levelmem.screens.quick_pick import QuickPick
from levelmem.screens.search import SearchScreen
from levelmem.screens.search_box import SearchBox
from levelmem.screens.transcript import TranscriptScreen
from levelmem.settings import SearchSettings, Settings

Picture = Callable[[App[Any], str], None]


class Talks(MadeUpCatalog):
    """A catalog in which every session says something of its own."""

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the first session's conversation, and short ones for the others."""
        if session.id == "s0001":
            yield from turns()
            return
        number = int(session.id[1:])
        yield Turn(0, "user", Origin.HUMAN, (Text(f"please do thing {number}"),), NOW)
        done = (
            Text(f"Done.\nThe customs office is content with {number}."),
            ToolCall("Bash", {"command": f"make thing-{number}"}, "c", "make"),
        )
        yield Turn(1, "assistant", Origin.AGENT, done, NOW)
        output = ToolResult(f"warning: deprecated tariff {number % 3}", "c")
        yield Turn(2, "tool", Origin.TOOL, (output,), NOW)


def catalog() -> Talks:
    return Talks([listing()])


def screen(pilot: Pilot[None]) -> SearchScreen:
    found = pilot.app.screen
    assert isinstance(found, SearchScreen)
    return found


def lines(pilot: Pilot[None]) -> str:
    return on_screen(pilot)


async def test_nothing_is_shown_until_something_is_typed() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2")
        assert screen(pilot).query_one(SearchBox).has_focus
        assert "Find what was said and done" in lines(pilot)


async def test_titles_come_before_conversations() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"customs")
        text = lines(pilot)
        assert text.index("In titles") < text.index("In conversations")
        assert "Round customs weights up" in text
        assert "answered: The customs office is content with 2." in text
        assert "12 sessions" in text
        assert "11 conversations searched" in text


async def test_slashes_digits_and_letters_are_typed_into_the_box() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"/1?qm")
        assert screen(pilot).search_text() == "/1?qm"


async def test_the_query_is_shown_as_chips() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2")
        screen(pilot).search_for('agent:codex -bed "the customs" after:2026-01-01')
        await settle(pilot)
        chips = [chip.label for chip in screen(pilot).query_one("#parts").chips]  # type: ignore[attr-defined]
        assert chips == [
            "agent: codex",
            "after: 2026-01-01",
            "not bed",
            "“the customs”",
        ]


async def test_a_mistyped_field_says_what_was_meant() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2")
        screen(pilot).search_for("agnet:codex")
        await settle(pilot)
        assert "did you mean agent:codex?" in lines(pilot)


async def test_the_output_of_tools_is_folded_away_unless_asked_for() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"tariff")
        assert "In tool output" in lines(pilot)
        assert "t shows" in lines(pilot)
        assert "deprecated" not in lines(pilot)
        await press(pilot, "down", "t")
        assert "tools: warning: deprecated tariff" in lines(pilot)
        await press(pilot, "t")
        assert "deprecated" not in lines(pilot)
        screen(pilot).search_for("in:tools tariff")
        await settle(pilot)
        assert "deprecated tariff" in lines(pilot)


async def test_where_only_tools_match_nothing_is_folded_away() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"deprecated")
        assert "tools: warning: deprecated tariff" in lines(pilot)


async def test_enter_opens_the_conversation_at_the_line() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"refuses", "enter", "enter")
        transcript = pilot.app.screen
        assert isinstance(transcript, TranscriptScreen)
        assert "customs weighs 119 g and refuses the parcel" in lines(pilot)
        assert "match 1 of 1" in lines(pilot)


async def test_r_asks_before_it_resumes() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"refuses", "down", "r")
        assert "Resume in Claude Code?" in lines(pilot)


async def test_y_copies_the_line_and_shift_y_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "pbcopy"

    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", copy)
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"refuses", "down", "y", "Y")
        assert copied == [
            "- customs weighs 119 g and refuses the parcel",
            "cd / && true s0001",
        ]


async def test_ctrl_r_puts_the_best_first_and_back() -> None:
    talks = [
        session(1, title="", preview=""),
        session(2, title="A needle in the title"),
        session(3, title="", preview=""),
    ]

    class Needles(MadeUpCatalog):
        def turns(self, session: Session) -> Iterator[Turn]:
            text = "needle" if session.id == "s0001" else "needle thread"
            apart = f"{text}\nand thread" if session.id == "s0001" else text
            yield Turn(0, "user", Origin.HUMAN, (Text(apart),))

    async with running(Needles([listing(talks)])) as pilot:
        await press(pilot, "2", *"needle thread", "down")
        ids = list(screen(pilot).hits.rows.ids)
        assert [i[-1] for i in ids] == ["1", "2", "3"]
        await press(pilot, "ctrl+r")
        assert [i[-1] for i in screen(pilot).hits.rows.ids] == ["2", "3", "1"]
        assert "best first" in lines(pilot)
        await press(pilot, "ctrl+r")
        assert list(screen(pilot).hits.rows.ids) == ids


async def test_m_shows_more_hits() -> None:
    many = [session(n, title=f"Needle {n}") for n in range(1, 100)]
    async with running(MadeUpCatalog([listing(many)])) as pilot:
        await press(pilot, "2", *"needle", "down")
        assert len(screen(pilot).hits.rows) == 40
        assert "40 shown, m for more" in lines(pilot)
        await press(pilot, "m", "m")
        assert len(screen(pilot).hits.rows) == 99


async def test_the_cursor_stays_on_its_session_while_hits_arrive() -> None:
    first = [session(n, title=f"Needle {n}") for n in (5, 6, 7)]
    more = [session(n, title=f"Needle {n}") for n in range(1, 8)]
    async with running(MadeUpCatalog([listing(first), listing(more)])) as pilot:
        await press(pilot, "2", *"needle", "down", "down")
        hits = screen(pilot).hits
        before = hits.current_id
        pilot.app.action_refresh()  # type: ignore[attr-defined]
        await settle(pilot)
        assert len(hits.rows) == 7
        assert hits.current_id == before


async def test_a_session_that_grew_is_searched_again() -> None:
    old = session(1, title="", preview="")
    grown = replace(old, turns=9)

    class Grows(MadeUpCatalog):
        def turns(self, session: Session) -> Iterator[Turn]:
            text = "needle" if session.turns == 9 else "nothing"
            yield Turn(0, "user", Origin.HUMAN, (Text(text),))

    async with running(Grows([listing([old]), listing([grown])])) as pilot:
        await press(pilot, "2", *"needle")
        pilot.app.action_refresh()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "said: needle" in lines(pilot)


async def test_a_typo_is_mended_and_marked() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"custmos")
        assert "≈ customs" in lines(pilot)


async def test_nothing_found_says_so() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"zzzzzzzz")
        assert "No session matches" in lines(pilot)


async def test_escape_goes_back_step_by_step() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"customs", "down", "space")
        assert len(screen(pilot).hits.marks) == 1
        await press(pilot, "escape")
        assert not screen(pilot).hits.marks
        await press(pilot, "escape")
        assert screen(pilot).query_one(SearchBox).has_focus
        await press(pilot, "escape")
        assert screen(pilot).search_text() == ""
        await press(pilot, "escape")
        assert screen(pilot).hits.has_focus
        assert isinstance(pilot.app.screen, SearchScreen)


async def test_marked_sessions_are_exported(tmp_path: Path) -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"customs", "down", "space", "space", "e")
        assert "Export 2 sessions as" in lines(pilot)
        await press(pilot, "1")
        assert "Export 2 sessions as Markdown into" in lines(pilot)
        box = pilot.app.screen.query_one("Input")
        box.value = str(tmp_path / "out")  # type: ignore[attr-defined]
        await press(pilot, "enter")
        files = sorted((tmp_path / "out").iterdir())
        assert len(files) == 2
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)
        assert any("Round customs weights up" in f.read_text() for f in files)
        assert "2 files in" in toasts(pilot)[0]


async def test_l_lists_sessions_like_this_one() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"tariffs to a table", "down", "l")
        assert isinstance(pilot.app.screen, LikeScreen)
        assert "Continue the tariffs work" in lines(pilot)
        assert "in common: " in lines(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TranscriptScreen)
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, SearchScreen)


def library(folder: Path, found: MadeUpCatalog, *, cache: bool = False) -> Library:
    environ = {
        "HOME": str(folder),
        "LEVELMEM_DATA_DIR": str(folder / "data"),
        "LEVELMEM_CACHE_DIR": str(folder / "cache"),
    }
    return Library(
        Places(environ),
        "/work/parcel",
        open_catalog=lambda places: found,
        search=SearchSettings(cache=cache),
        clock=lambda: NOW,
    )


async def test_searches_are_remembered_saved_and_chosen_again(tmp_path: Path) -> None:
    app = LevelmemApp(library(tmp_path, catalog()), Settings(refresh_seconds=0))
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "2", *"customs", "enter", "s", "slash", "escape")
        await press(pilot, *"printer", "enter")
        book = tmp_path / "data" / "searches.json"
        assert json.loads(book.read_text()) == {
            "recent": ["printer", "customs"],
            "saved": ["customs"],
        }
        assert book.stat().st_mode & 0o777 == 0o600
        await press(pilot, "ctrl+o")
        assert "★ saved" in lines(pilot)
        await press(pilot, "1")
        assert screen(pilot).search_text() == "customs"
        assert "Round customs weights up" in lines(pilot)


async def test_texts_are_kept_while_the_screen_is_open(tmp_path: Path) -> None:
    app = LevelmemApp(
        library(tmp_path, catalog(), cache=True), Settings(refresh_seconds=0)
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "2")
        await settle(pilot)
        kept = tmp_path / "cache" / "texts.sqlite"
        assert kept.stat().st_mode & 0o777 == 0o600
        screen(pilot).search_for("customs")
        await settle(pilot)
        assert "12 sessions" in lines(pilot)


async def test_ctrl_k_picks_over_the_box() -> None:
    async with running(catalog()) as pilot:
        await press(pilot, "2", *"cust", "ctrl+k")
        assert isinstance(pilot.app.screen, QuickPick)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
async def test_pictures_of_hits(picture: Picture, width: int, height: int) -> None:
    async with running(catalog(), (width, height)) as pilot:
        await press(pilot, "2", *"customs", "down", "down")
        picture(pilot.app, f"search-{width}")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
async def test_pictures_before_anything_is_typed(
    picture: Picture, width: int, height: int
) -> None:
    async with running(catalog(), (width, height)) as pilot:
        await press(pilot, "2")
        picture(pilot.app, f"search-empty-{width}")


async def test_picture_of_tool_output_folded_away(picture: Picture) -> None:
    async with running(catalog(), (80, 24)) as pilot:
        await press(pilot, "2", *"tariff")
        picture(pilot.app, "search-output-folded")


async def test_picture_of_a_mended_typo_and_marks(picture: Picture) -> None:
    async with running(catalog(), (80, 24)) as pilot:
        await press(pilot, "2", *"custmos", "down", "space")
        picture(pilot.app, "search-typo")


async def test_picture_of_nothing_found(picture: Picture) -> None:
    async with running(catalog(), (80, 24)) as pilot:
        await press(pilot, "2", *"agnet:codex zzz")
        picture(pilot.app, "search-nothing")


async def test_picture_of_sessions_like_one(picture: Picture) -> None:
    async with running(catalog(), (100, 30)) as pilot:
        await press(pilot, "2", *"tariffs", "down", "l")
        picture(pilot.app, "search-like")


async def test_hostile_titles_and_lines_are_harmless() -> None:
    bad = [s for s in sessions() if s.id == "s0045"]

    class Hostile(MadeUpCatalog):
        def turns(self, session: Session) -> Iterator[Turn]:
            yield Turn(0, "user", Origin.HUMAN, (Text("[/x] \x1b]52;c;aGk=\x07 pwn"),))

    async with running(Hostile([listing(bad)])) as pilot:
        await press(pilot, "2", *"pwn", "down", "y")
        assert "\x1b" not in lines(pilot)
        assert "␛]52;c;aGk=␇" in lines(pilot)
