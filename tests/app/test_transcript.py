"""The transcript: folding, finding, jumping, places, and what goes wrong."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from made_up import NOW, SHOWN_HOSTILE, MadeUpCatalog, listing, session, turns
from running import on_screen, press, running, settle, toasts
from textual.pilot import Pilot

from levelmem.app import LevelmemApp
from levelmem.engine.sessions.model import (
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.screens.transcript import Place, TranscriptScreen
from levelmem.widgets.body_lines import Row
from levelmem.widgets.row_list import RowList
from levelmem.widgets.transcript_parts import Part
from levelmem.widgets.transcript_view import TranscriptView


@asynccontextmanager
async def transcript(
    place: Place | None = None,
    conversation: list[Turn] | None = None,
    size: tuple[int, int] = (100, 30),
) -> AsyncIterator[tuple[Pilot[None], TranscriptView]]:
    catalog = MadeUpCatalog([listing()], conversation or turns())
    async with running(catalog, size) as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        app.push_screen(TranscriptScreen(app.library, session(1), place))
        await settle(pilot)
        yield pilot, app.screen.query_one(TranscriptView)


def line_under_cursor(view: TranscriptView) -> str:
    return view.render_line(view.cursor - view.scroll_offset.y).text.strip(" ▌▎")


async def test_it_opens_at_its_end() -> None:
    async with transcript() as (_, view):
        assert line_under_cursor(view) == "─ Interrupted"


async def test_tools_and_reasoning_fold_to_a_line_with_what_came_of_them() -> None:
    async with transcript() as (pilot, _):
        shown = on_screen(pilot)
        assert "▸ Bash pytest -q tests/test_weights.py ✗ failed · 60 s" in shown
        assert "▸ Reasoning · 2 lines · The weights module rounds." in shown
        assert "2 failed, 46 passed" not in shown


async def test_what_nobody_typed_is_labelled() -> None:
    async with transcript(size=(100, 50)) as (pilot, _):
        assert "Not typed · put in by the client · 2 lines" in on_screen(pilot)


async def test_edits_are_diffs_with_counts() -> None:
    async with transcript() as (pilot, _):
        shown = on_screen(pilot)
        assert "▾ Edit src/customs/weights.py +1 −1" in shown
        assert "+    return -(-grams // STEP) * STEP" in shown


async def test_hostile_words_are_shown_as_they_read() -> None:
    async with transcript() as (pilot, _):
        assert SHOWN_HOSTILE in on_screen(pilot)


async def test_enter_unfolds_and_folds_under_the_cursor() -> None:
    async with transcript() as (pilot, view):
        view.show_place(2, block=2)
        await press(pilot, "enter")
        assert "2 failed, 46 passed in 0.31s" in on_screen(pilot)
        await press(pilot, "down", "enter")
        assert "2 failed, 46 passed in 0.31s" not in on_screen(pilot)
        assert line_under_cursor(view).startswith("▸ Bash")


async def test_everything_unfolds_and_folds_at_once() -> None:
    async with transcript(size=(100, 60)) as (pilot, _):
        await press(pilot, "T")
        assert "▸" not in on_screen(pilot)
        await press(pilot, "f8")
        assert "▾" not in on_screen(pilot)


async def test_brackets_jump_between_prompts() -> None:
    async with transcript() as (pilot, view):
        await press(pilot, "left_square_bracket")
        assert line_under_cursor(view).startswith("You, while the agent worked")
        await press(pilot, "ctrl+up")
        assert line_under_cursor(view).startswith("You  13:30")
        await press(pilot, "left_square_bracket")
        assert line_under_cursor(view).startswith("You  13:30")
        await press(pilot, "right_square_bracket")
        assert line_under_cursor(view).startswith("You, while the agent worked")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (["g"], "▸ Not typed"),
        (["home", "end"], "─ Interrupted"),
        (["home", "G"], "─ Interrupted"),
        (["g", "j", "j"], "You"),
        (["g", "down", "down", "down", "k"], "You"),
    ],
)
async def test_keys_move_the_cursor(keys: list[str], line: str) -> None:
    async with transcript() as (pilot, view):
        await press(pilot, *keys)
        assert line_under_cursor(view).startswith(line)


async def test_pages_move_by_a_view() -> None:
    async with transcript(size=(60, 12)) as (pilot, view):
        await press(pilot, "g", "pagedown")
        there = view.cursor
        assert there == view.size.height - 2
        await press(pilot, "space", "pageup")
        assert view.cursor == there


async def test_find_counts_matches_and_goes_around_them() -> None:
    async with transcript() as (pilot, _):
        await press(pilot, "slash", *"WEIGHTS", "enter")
        seen = set()
        for _ in range(6):
            await press(pilot, "n")
            seen.add(on_screen(pilot).split("match ")[1].split("  ")[0])
        total = int(next(iter(seen)).split(" of ")[1])
        assert len(seen) == total == 5
        first = on_screen(pilot).split("match ")[1]
        await press(pilot, "N", "n")
        assert on_screen(pilot).split("match ")[1] == first


async def test_find_looks_into_what_is_folded_and_unfolds_it() -> None:
    async with transcript() as (pilot, view):
        await press(
            pilot, "slash", *"46 passed".replace(" ", "_").split("_")[0], "enter"
        )
        assert "46 passed in 0.31s" in line_under_cursor(view)


async def test_find_says_when_there_is_nothing_and_escape_clears_it() -> None:
    async with transcript() as (pilot, view):
        await press(pilot, "f3", *"zzz")
        assert "! nothing found" in on_screen(pilot)
        await press(pilot, "escape")
        assert "nothing found" not in on_screen(pilot)
        await press(pilot, "escape")
        assert view.has_focus
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, TranscriptScreen)


async def test_it_opens_at_a_line_and_lights_it() -> None:
    place = Place(turn=2, block=1, row=5, words=("refuses",))
    async with transcript(place) as (pilot, view):
        assert (
            line_under_cursor(view) == "• customs weighs 119 g and refuses the parcel"
        )
        assert "match 1 of 1" in on_screen(pilot)


async def test_it_opens_at_a_line_of_a_folded_tool() -> None:
    place = Place(turn=2, block=2, row=0, words=("passed",))
    async with transcript(place) as (_, view):
        assert line_under_cursor(view) == "2 failed, 46 passed in 0.31s"


async def test_it_opens_at_a_turn() -> None:
    async with transcript(Place(turn=6)) as (_, view):
        assert line_under_cursor(view).startswith("You, while the agent worked")


async def test_a_place_that_is_not_there_leaves_it_at_its_end() -> None:
    async with transcript(Place(turn=99)) as (_, view):
        assert line_under_cursor(view) == "─ Interrupted"


async def test_a_resize_keeps_the_line_under_the_cursor() -> None:
    async with transcript() as (pilot, view):
        await press(pilot, "left_square_bracket")
        await pilot.resize_terminal(40, 12)
        await settle(pilot)
        assert line_under_cursor(view).startswith("You, while the agent")


async def test_clicks_select_and_then_unfold() -> None:
    async with transcript() as (pilot, view):
        view.show_place(2, block=0)
        await settle(pilot)
        y = view.cursor - view.scroll_offset.y
        await press(pilot, "g")
        y += view.scroll_offset.y
        await pilot.click("#talk", offset=(10, y))
        assert line_under_cursor(view).startswith("▸ Reasoning")
        await pilot.click("#talk", offset=(10, y))
        assert line_under_cursor(view).startswith("▾ Reasoning")


async def test_y_copies_the_part_under_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "pbcopy"

    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", copy)
    async with transcript(Place(turn=6, block=0)) as (pilot, _):
        await press(pilot, "y")
        assert copied == ["and run the tests again"]
        assert "with pbcopy" in toasts(pilot)[0]


@pytest.mark.parametrize("key", ["y", "c"])
async def test_copies_are_without_secrets_and_say_so(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "pbcopy"

    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", copy)
    secret = "ghp_" + "Ab3dEf6hIj" * 3 + "Kl4Nop"
    talk = [Turn(0, "user", Origin.HUMAN, (Text(f"use {secret} for it"),), NOW)]
    async with transcript(conversation=talk) as (pilot, _):
        await press(pilot, key)
        assert [text.splitlines()[-1] for text in copied] == ["use [redacted] for it"]
        assert "1 secret taken out" in toasts(pilot)[0]
        assert secret not in toasts(pilot)[0]


async def test_a_session_that_says_nothing_says_so() -> None:
    catalog = MadeUpCatalog([listing()])
    async with running(catalog) as pilot:
        await press(pilot, "enter")
        assert "Nothing was said in this session." in on_screen(pilot)


async def test_an_error_half_way_keeps_what_was_read() -> None:
    class Breaks(MadeUpCatalog):
        def turns(self, session: Session) -> Iterator[Turn]:
            yield from turns()[:3]
            raise PermissionError(13, "Permission denied")

    async with running(Breaks([listing()])) as pilot:
        await press(pilot, "enter")
        assert "What happens" in on_screen(pilot)
        assert "✗ /made-up/store/s0001.jsonl: Permission denied" in on_screen(pilot)


def long_conversation(megabytes: int) -> Iterator[Turn]:
    prose = "The weights are rounded up to the next step, and customs is content. "
    for number in range(0, megabytes * 250, 2):
        when = NOW + timedelta(seconds=number)
        call = ToolCall("Bash", {"command": "make"}, f"c{number}", "make")
        text = Text(prose * 14)
        yield Turn(number, "assistant", Origin.AGENT, (text, call), when)
        result = ToolResult("x" * 7000, f"c{number}")
        yield Turn(number + 1, "tool", Origin.TOOL, (result,), when)


async def test_of_a_long_conversation_only_what_is_seen_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a page takes as long in twenty megabytes as in one."""
    drawn: list[Part] = []
    rows = Part.rows

    def noted(self: Part, room: int, words: Sequence[str] = ()) -> list[Row]:
        drawn.append(self)
        return rows(self, room, words)

    catalog = MadeUpCatalog([listing()], list(long_conversation(1)))
    async with running(catalog) as pilot:
        await press(pilot, "enter")
        view = pilot.app.screen.query_one(TranscriptView)
        monkeypatch.setattr(Part, "rows", noted)
        await press(pilot, "pageup")
        page = len(drawn)
        assert 0 < page < view.size.height
        await press(pilot, "pagedown")
        assert len(drawn) == page  # kept


async def test_the_scroll_bar_is_at_its_end_where_the_conversation_is() -> None:
    async with transcript(size=(80, 24)) as (pilot, view):
        bar = view.vertical_scrollbar
        assert bar.position == view.max_scroll_y
        await press(pilot, "g")
        assert bar.position < view.virtual_size.height / view.size.height


# The outline at the side.


@pytest.mark.parametrize("key", ["t", "f6"])
async def test_a_key_shows_the_threads_and_they_lead_along(key: str) -> None:
    async with transcript() as (pilot, view):
        await press(pilot, key)
        assert "customs rejects our pa" in on_screen(pilot)
        assert "1 edit · 2 tools" in on_screen(pilot)
        await press(pilot, "k")
        assert line_under_cursor(view).startswith("You  13:30")
        await press(pilot, "j", "enter")
        assert view.has_focus
        assert line_under_cursor(view).startswith("You, while the agent worked")
        await press(pilot, key)
        assert "1 edit · 2 tools" not in on_screen(pilot)


async def test_escape_leaves_the_threads_before_the_conversation() -> None:
    async with transcript() as (pilot, view):
        await press(pilot, "t")
        assert not view.has_focus
        await press(pilot, "escape")
        assert view.has_focus
        assert "1 edit · 2 tools" not in on_screen(pilot)
        await press(pilot, "escape")
        assert not pilot.app.screen.query(TranscriptView)


async def test_the_outline_follows_what_is_read() -> None:
    async with transcript(size=(150, 30)) as (pilot, view):
        threads = pilot.app.screen.query_one("#threads", RowList)
        assert threads.current_id == "6"
        view.show_place(4)
        await settle(pilot)
        assert threads.current_id == "1"


async def test_a_click_in_the_outline_goes_there() -> None:
    async with transcript(size=(150, 30)) as (pilot, view):
        await pilot.click("#threads", offset=(5, 0))
        await settle(pilot)
        assert line_under_cursor(view).startswith("You  13:30")


# Long lines, raw records, whole messages.


@pytest.mark.parametrize("key", ["w", "f7"])
async def test_long_lines_of_output_are_wrapped_or_scrolled(key: str) -> None:
    long = "begin " + "x" * 200 + " end"
    talk = [
        Turn(0, "user", Origin.HUMAN, (Text("go on " * 40),), NOW),
        Turn(1, "assistant", Origin.AGENT, (ToolCall("Bash", {}, "c", "make"),), NOW),
        Turn(2, "tool", Origin.TOOL, (ToolResult(long, "c"),), NOW),
    ]
    async with transcript(conversation=talk, size=(80, 24)) as (pilot, view):
        await press(pilot, "T")
        assert " end" in on_screen(pilot)
        height = view.virtual_size.height
        await press(pilot, key)
        assert view.virtual_size.height < height
        assert " end" not in on_screen(pilot)
        await press(pilot, *["right"] * 11)
        assert " end" in on_screen(pilot)
        assert "begin" not in on_screen(pilot)
        assert "go on go on" in on_screen(pilot)  # prose stays wrapped
        await press(pilot, *["left"] * 11)
        assert "begin" in on_screen(pilot)
        await press(pilot, key)
        assert view.virtual_size.height == height


# Long blocks.


def numbered(lines: int) -> str:
    return "\n".join(f"line {number}" for number in range(1, lines + 1))


def long_output(lines: int = 500) -> list[Turn]:
    call = ToolCall("Bash", {}, "c", "make")
    return [
        Turn(0, "user", Origin.HUMAN, (Text("build it"),), NOW),
        Turn(1, "assistant", Origin.AGENT, (call,), NOW),
        Turn(2, "tool", Origin.TOOL, (ToolResult(numbered(lines), "c"),), NOW),
        Turn(3, "assistant", Origin.AGENT, (Text("Built."),), NOW),
    ]


async def test_a_long_output_is_cut_and_says_how_much_is_left() -> None:
    async with transcript(Place(1, 0), long_output(), (80, 24)) as (pilot, view):
        await press(pilot, "enter", *["down"] * 61)
        assert line_under_cursor(view) == "⋯ 440 more lines · ↵"
        assert view.virtual_size.height < 80
        await press(pilot, "enter")
        assert line_under_cursor(view) == "line 61"
        assert view.virtual_size.height > 500
        await press(pilot, "G", "up", "up")
        assert line_under_cursor(view) == "line 500"
        await press(pilot, "enter", "enter")  # folded, and unfolded anew
        assert view.virtual_size.height < 80


async def test_a_click_shows_the_rest() -> None:
    async with transcript(Place(1, 0), long_output(), (80, 24)) as (pilot, view):
        await press(pilot, "enter", *["down"] * 61)
        y = view.cursor - view.scroll_offset.y
        await pilot.click("#talk", offset=(10, y))
        await settle(pilot)
        assert view.virtual_size.height > 500


async def test_what_is_found_in_the_rest_is_shown() -> None:
    async with transcript(Place(1, 0), long_output(), (80, 24)) as (pilot, view):
        await press(pilot, "slash", *"500", "enter")
        assert line_under_cursor(view) == "line 500"


async def test_a_long_paste_is_cut_and_an_answer_is_not() -> None:
    talk = [
        Turn(0, "user", Origin.HUMAN, (Text(numbered(300)),), NOW),
        Turn(1, "assistant", Origin.AGENT, (Text(numbered(200)),), NOW),
    ]
    async with transcript(None, talk, (80, 24)) as (pilot, view):
        assert 260 < view.virtual_size.height < 270
        await press(pilot, "g", *["down"] * 61)
        assert line_under_cursor(view) == "⋯ 240 more lines · ↵"


async def test_one_endless_line_is_cut() -> None:
    talk = long_output()
    talk[2] = Turn(2, "tool", Origin.TOOL, (ToolResult("x" * 50_000, "c"),), NOW)
    async with transcript(Place(1, 0), talk, (80, 24)) as (pilot, view):
        await press(pilot, "enter", *["down"] * 61)
        assert line_under_cursor(view) == "⋯ the rest of this line · ↵"


async def test_a_block_that_just_fits_is_whole() -> None:
    async with transcript(Place(1, 0), long_output(80), (80, 24)) as (pilot, view):
        await press(pilot, "enter", *["down"] * 80)
        assert line_under_cursor(view) == "line 80"


def written(folder: Path) -> list[Turn]:
    """Write two records to a file and return them as turns."""
    records = [b'{"n": 1}\n', b'{"n": 2, "text": "long \\u001b[2J"}\n']
    (folder / "s.jsonl").write_bytes(b"".join(records))
    return [
        Turn(0, "user", Origin.HUMAN, (Text("one"),), NOW, offset=0, length=8),
        Turn(1, "user", Origin.HUMAN, (Text("two"),), NOW, offset=9, length=33),
        Turn(2, "user", Origin.HUMAN, (Text("three"),), NOW),
    ]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[tuple[Pilot[None], TranscriptView]]:
    catalog = MadeUpCatalog([listing()], written(folder))
    async with running(catalog, (100, 30)) as pilot:
        app = pilot.app
        assert isinstance(app, LevelmemApp)
        shown = session(1, path=folder / "s.jsonl")
        app.push_screen(TranscriptScreen(app.library, shown))
        await settle(pilot)
        yield pilot, app.screen.query_one(TranscriptView)


@pytest.mark.parametrize("key", ["x", "f10"])
async def test_a_key_shows_the_raw_record(tmp_path: Path, key: str) -> None:
    async with on_disk(tmp_path) as (pilot, view):
        view.show_place(1)
        await press(pilot, key)
        assert '"text": "long ' in on_screen(pilot)
        assert "\x1b" not in on_screen(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TranscriptScreen)


async def test_a_record_that_is_gone_says_so(tmp_path: Path) -> None:
    async with on_disk(tmp_path) as (pilot, view):
        view.show_place(1)
        (tmp_path / "s.jsonl").unlink()
        await press(pilot, "x")
        assert "No such file or directory" in on_screen(pilot)


async def test_a_message_without_a_record_says_so(tmp_path: Path) -> None:
    async with on_disk(tmp_path) as (pilot, _):
        await press(pilot, "x")
        assert "no record of its own" in toasts(pilot)[0]


@pytest.mark.parametrize(("turn", "line"), [(0, "+1"), (1, "+2"), (2, "")])
@pytest.mark.parametrize("keys", [["o"], ["x", "o"]])
async def test_the_editor_opens_at_the_message(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    turn: int,
    line: str,
    keys: list[str],
) -> None:
    run: list[list[str]] = []
    monkeypatch.setenv("EDITOR", "vim")
    monkeypatch.delenv("VISUAL", raising=False)

    def run_in_terminal(app: object, argv: list[str], folder: str = "") -> str:
        run.append(argv)
        return ""

    monkeypatch.setattr("levelmem.screens.handoff.run_in_terminal", run_in_terminal)
    async with on_disk(tmp_path) as (pilot, view):
        view.show_place(turn)
        await press(pilot, *keys)
        expected = ["vim", *([line] if line else []), str(tmp_path / "s.jsonl")]
        assert run == [expected]


@pytest.mark.parametrize("key", ["c", "f11"])
async def test_a_key_copies_the_whole_message(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    copied: list[str] = []

    def copy(text: str) -> str:
        copied.append(text)
        return "pbcopy"

    monkeypatch.setattr("levelmem.screens.clipboard.copy_natively", copy)
    async with transcript(Place(turn=2, block=1)) as (pilot, _):
        await press(pilot, key)
        (text,) = copied
        assert "## What happens" in text
        assert "I should look there first." in text
        assert "2 failed, 46 passed" in text
        assert "and run the tests again" not in text
