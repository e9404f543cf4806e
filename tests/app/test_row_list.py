"""The list: cursor by id, marks, sections, mouse, and a hundred thousand rows."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from made_up import HOSTILE, SHOWN_HOSTILE
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Look, Rows, Section


def look(item: str) -> Look:
    return Look(lines=(((item, "title"),), ((f"about {item}", "muted"),)))


def rows(items: Sequence[str], sections: Sequence[Section] = ()) -> Rows[str]:
    return Rows(list(items), list(items), list(sections))


class ListApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield RowList[str](look, id="rows")

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        self.told.append(f"opened {event.id}")

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self.told.append(f"marked {','.join(sorted(event.ids))}")


@asynccontextmanager
async def shown(
    first: Rows[str], size: tuple[int, int] = (40, 10)
) -> AsyncIterator[tuple[Pilot[None], RowList[str]]]:
    app = ListApp()
    async with app.run_test(size=size) as pilot:
        row_list = app.query_one("#rows", RowList)
        row_list.show(first)
        await pilot.pause()
        yield pilot, row_list


def text_of(row_list: RowList[str]) -> list[str]:
    height = row_list.size.height
    return [row_list.render_line(y).text.rstrip() for y in range(height)]


LETTERS = rows("abcdefgh")
SECTIONS = rows("abcdefgh", [Section("One", 0, "3"), Section("Two", 3, "5")])


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["down"], "b"),
        (["j", "j"], "c"),
        (["j", "k"], "a"),
        (["up"], "a"),
        (["end"], "h"),
        (["G"], "h"),
        (["G", "g"], "a"),
        (["end", "home"], "a"),
        (["pagedown"], "e"),
        (["pagedown", "ctrl+f", "pagedown", "pageup"], "d"),
    ],
)
async def test_keys_move_the_cursor(keys: list[str], row: str) -> None:
    async with shown(LETTERS) as (pilot, row_list):
        await pilot.press(*keys)
        assert row_list.current_id == row


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["right_curly_bracket"], "d"),
        (["right_curly_bracket", "ctrl+down"], "d"),
        (["right_curly_bracket", "down", "left_curly_bracket"], "d"),
        (["right_curly_bracket", "ctrl+up"], "a"),
    ],
)
async def test_keys_jump_between_sections(keys: list[str], row: str) -> None:
    async with shown(SECTIONS) as (pilot, row_list):
        await pilot.press(*keys)
        assert row_list.current_id == row


async def test_the_cursor_follows_its_row_and_keeps_its_place() -> None:
    async with shown(rows([str(n) for n in range(50)])) as (pilot, row_list):
        await pilot.press(*["down"] * 20)
        before = text_of(row_list)
        row_list.show(rows(["new", "newer", *(str(n) for n in range(50))]))
        await pilot.pause()
        assert row_list.current_id == "20"
        assert text_of(row_list) == before


async def test_the_cursor_stays_on_top_until_somebody_moves_it() -> None:
    async with shown(rows(["a"])) as (pilot, row_list):
        row_list.show(rows(["b", "a"]))
        await pilot.pause()
        assert row_list.current_id == "b"


async def test_the_cursor_stays_near_when_its_row_is_gone() -> None:
    async with shown(LETTERS) as (pilot, row_list):
        await pilot.press("down", "down")
        row_list.show(rows("abdefgh"))
        assert row_list.current_id == "d"
        row_list.show(rows("ab"))
        assert row_list.current_id == "b"
        row_list.show(rows(""))
        assert row_list.current is None
        assert row_list.current_id == ""


async def test_a_section_head_sticks_while_its_rows_scroll() -> None:
    many = rows([str(n) for n in range(60)], [Section("One", 0), Section("Two", 30)])
    async with shown(many) as (pilot, row_list):
        await pilot.press(*["down"] * 20)
        assert text_of(row_list)[0].startswith(" One ")
        assert row_list.scroll_offset.y > 0
        await pilot.press("end")
        assert text_of(row_list)[0].startswith(" Two ")


async def test_going_up_never_hides_the_cursor_under_a_stuck_head() -> None:
    many = rows([str(n) for n in range(60)], [Section("One", 0)])
    async with shown(many) as (pilot, row_list):
        await pilot.press("end", *["up"] * 30)
        assert f"   {row_list.current_id}" in [
            line.replace("▌", " ") for line in text_of(row_list)
        ]


async def test_space_marks_and_goes_on_and_chosen_are_in_order() -> None:
    async with shown(LETTERS) as (pilot, row_list):
        assert row_list.chosen == ["a"]
        await pilot.press("down", "space", "up", "up", "space")
        assert row_list.chosen == ["a", "b"]
        await pilot.press("asterisk")
        assert len(row_list.chosen) == 8
        await pilot.press("ctrl+a")
        assert row_list.marks == frozenset()
        app = pilot.app
        assert isinstance(app, ListApp)
        assert app.told[:2] == ["marked b", "marked a,b"]


async def test_marks_of_rows_that_are_gone_are_dropped() -> None:
    async with shown(LETTERS) as (pilot, row_list):
        await pilot.press("space", "space")
        row_list.show(rows("bcd"))
        assert row_list.marks == {"b"}


async def test_a_click_selects_and_a_second_click_opens() -> None:
    async with shown(SECTIONS) as (pilot, row_list):
        app = pilot.app
        assert isinstance(app, ListApp)
        await pilot.click("#rows", offset=(5, 3))
        assert (row_list.current_id, app.told) == ("b", [])
        await pilot.click("#rows", offset=(5, 4))
        assert app.told == ["opened b"]
        await pilot.click("#rows", offset=(5, 7))  # the head of the second section
        assert app.told == ["opened b"]
        await pilot.press("enter")
        assert app.told == ["opened b", "opened b"]


async def test_a_resize_keeps_the_cursor_in_view() -> None:
    async with shown(rows([str(n) for n in range(50)]), (40, 20)) as (pilot, row_list):
        await pilot.press(*["down"] * 8)
        await pilot.resize_terminal(30, 6)
        assert any(line.strip(" ▌") == "8" for line in text_of(row_list))


async def test_row_height_changes_around_the_cursor() -> None:
    async with shown(rows([str(n) for n in range(50)])) as (pilot, row_list):
        await pilot.press(*["down"] * 20)
        row_list.row_height = 1
        await pilot.pause()
        lines = text_of(row_list)
        assert not any("about" in line for line in lines)
        assert any(line.strip(" ▌") == "20" for line in lines)


async def test_hostile_text_is_drawn_as_it_reads() -> None:
    async with shown(rows([HOSTILE]), (60, 6)) as (pilot, row_list):
        strip = row_list.render_line(0)
        assert SHOWN_HOSTILE in strip.text
        assert "\x1b]52" not in strip.render(pilot.app.console)


async def test_wide_characters_never_overflow_a_line() -> None:
    async with shown(rows(["日本語の住所ラベルを直す" * 4]), (31, 6)) as (_, row_list):
        for y in range(4):
            assert row_list.render_line(y).cell_length == row_list.width


async def test_of_a_hundred_thousand_rows_only_those_on_the_screen_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = rows(
        [str(n) for n in range(100_000)],
        [Section(f"Month {n}", n * 1000) for n in range(100)],
    )
    drawn: list[str] = []

    def noted(item: str) -> Look:
        drawn.append(item)
        return look(item)

    async with shown(LETTERS, (100, 40)) as (pilot, row_list):
        monkeypatch.setattr(row_list, "_draw", noted)
        row_list.show(many)
        await pilot.pause()
        assert drawn == [str(n) for n in range(20)]
        await pilot.press("end")
        assert row_list.current_id == "99999"
        drawn.clear()
        await pilot.press(*["up"] * 20)
        assert row_list.current_id == "99979"
        assert len(drawn) <= 2


async def test_the_scroll_bar_stays_until_its_thumb_moves_by_what_can_be_seen() -> None:
    many = rows([str(n) for n in range(10_000)])
    async with shown(many, (100, 40)) as (pilot, row_list):
        bar = row_list.vertical_scrollbar
        await pilot.press(*["down"] * 20)
        first = bar.position
        await pilot.press(*["down"] * 20)
        assert row_list.scroll_offset.y > 20
        assert bar.position == first
        await pilot.press("end")
        assert bar.position == row_list.max_scroll_y
        await pilot.press("home")
        assert bar.position < row_list.virtual_size.height / row_list.size.height
