"""Wrapping loses no word and never overflows."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from levelmem.engine.text import safe_text
from levelmem.widgets.body_lines import BodyLine, body_rows, overlay, row_count
from levelmem.widgets.diffs import diff_lines
from levelmem.widgets.prose import markdown, verbatim
from levelmem.widgets.row_layout import RowLayout
from levelmem.widgets.rows import Section
from levelmem.widgets.spans import clip, fit, plain
from levelmem.widgets.transcript_parts import Part, line_count
from levelmem.widgets.wrapping import cut, wrap

LINES = st.text(max_size=200).map(safe_text).map(lambda text: text.replace("\n", " "))
PLAIN = st.text("ab .é日", max_size=120)
ROOMS = st.integers(2, 60)


@given(LINES, ROOMS)
def test_rows_are_in_order_and_leave_out_only_spaces(text: str, room: int) -> None:
    rows = wrap(text, room)
    assert rows
    at = 0
    for start, end in rows:
        assert at <= start <= end
        assert text[at:start].strip(" ") == ""
        at = end
    assert text[at:].strip(" ") == ""


@given(PLAIN, ROOMS)
def test_no_row_is_wider_than_the_room(text: str, room: int) -> None:
    for start, end in wrap(text, room):
        assert cell_len(text[start:end]) <= room


@given(st.text("ab ", max_size=120).map(str.strip), st.integers(8, 40))
def test_words_that_fit_are_never_broken(text: str, room: int) -> None:
    words = [word for word in text.split() if len(word) <= room]
    rows = " ".join(text[start:end] for start, end in wrap(text, room))
    if all(len(word) <= room for word in text.split()):
        assert rows.split() == words


@given(LINES, ROOMS)
def test_the_count_of_rows_is_what_is_drawn(text: str, room: int) -> None:
    body = markdown(text)
    assert row_count(body, room) == len(list(body_rows(body, room)))


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_markdown_keeps_every_line_in_its_place(text: str) -> None:
    assert len(markdown(text)) == text.count("\n") + 1


@given(PLAIN, st.integers(0, 120), st.integers(0, 120))
def test_cut_takes_the_characters_between(text: str, start: int, end: int) -> None:
    line = ((text[:5], "title"), (text[5:20], "muted"), (text[20:], ""))
    assert plain(cut(line, start, end)) == text[start:end]


@given(PLAIN, st.lists(st.integers(0, 120), max_size=6))
def test_an_overlay_changes_no_text(text: str, bounds: list[int]) -> None:
    ranges = list(zip(sorted(bounds)[::2], sorted(bounds)[1::2], strict=False))
    assert plain(overlay(((text, "title"),), ranges, "match")) == text


@given(LINES, st.integers(0, 60))
def test_what_is_cut_fits(text: str, room: int) -> None:
    assert cell_len(clip(text, room)) <= room
    assert cell_len(plain(fit(((text, ""), (text, "muted")), room))) <= room


@given(st.lists(st.integers(1, 9), max_size=6), st.integers(1, 3))
def test_every_line_of_a_list_is_a_head_or_one_part_of_one_row(
    sizes: list[int], height: int
) -> None:
    sections, count = [], 0
    for size in sizes:
        sections.append(Section("x", count))
        count += size
    layout = RowLayout(count, sections, height)
    seen = []
    for line in range(layout.lines):
        if not layout.is_head(line):
            row, part = layout.row_at(line)
            seen.append((row, part))
            assert layout.top_of(row) + part == line
    assert seen == [(row, part) for row in range(count) for part in range(height)]


def test_a_body_line_hangs_under_its_marker() -> None:
    body = [BodyLine((("one two three", "title"),), "• ")]
    assert [plain(row.line) for row in body_rows(body, 9)] == ["• one two", "  three"]


TEXTS = st.lists(st.text("ab \n\r|-`+@日", max_size=60), max_size=4)


@pytest.mark.parametrize("shape", [markdown, verbatim, diff_lines])
@given(texts=TEXTS)
def test_lines_are_counted_as_they_are_made(
    shape: Callable[[str], list[BodyLine]], texts: list[str]
) -> None:
    given = [text.rstrip("\r\n") for text in texts]
    part = Part(0, group="fold", texts=given, shape=shape)
    assert len(part.body()) == line_count(given)


@given(text=st.text("ab \n日", max_size=2000), room=st.integers(10, 60))
def test_a_part_is_as_high_as_its_rows_whether_it_is_cut_or_whole(
    text: str, room: int
) -> None:
    part = Part(0, group="fold", texts=[text], shape=verbatim, foldable=True)
    beginning = part.rows(room)
    assert part.height(room) == len(beginning)
    cut_at_the_end = part.ends_in_rest(room)
    part.whole = True
    rows = part.rows(room)
    assert part.height(room) == len(rows)
    if cut_at_the_end:
        assert rows[: len(beginning) - 1] == beginning[:-1]
        assert len(rows) > len(beginning)
    else:
        assert rows == beginning
