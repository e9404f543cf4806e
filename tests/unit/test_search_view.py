"""How a hit reads: the match in sight, and whose session it is."""

import pytest

from levelmem.screens.search_view import from_match
from levelmem.widgets.spans import cells, followed, plain

TITLE = (("Continue where the last session left off", "title"),)
ABOUT = (("Codex · parcels", "muted"),)


def test_a_line_begins_where_its_match_is_in_sight() -> None:
    text = (
        "a line that goes on and on for a while before it says printer twice: printer"
    )
    line = from_match(text, ["printer"])
    assert plain(line) == "…a while before it says printer twice: printer"
    assert [text for text, tone in line if tone == "match"] == ["printer", "printer"]


@pytest.mark.parametrize("text", ["says printer at once", "nothing of the kind", ""])
def test_other_lines_stay_whole(text: str) -> None:
    assert plain(from_match(text, ["printer"])) == text


def test_a_line_without_spaces_is_cut_all_the_same() -> None:
    assert plain(from_match("x" * 60 + "printer", ["printer"])) == (
        "…" + "x" * 24 + "printer"
    )


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (80, "Continue where the last session left off  Codex · parcels"),
        (50, "Continue where the last session l…  Codex · parce…"),
        (30, "Continue where the…  Codex ·…"),
    ],
)
def test_what_follows_a_long_line_keeps_a_third(room: int, shown: str) -> None:
    assert plain(followed(TITLE, ABOUT, room)) == shown


@pytest.mark.parametrize("room", range(60))
def test_nothing_is_wider_than_the_room(room: int) -> None:
    assert cells(followed(TITLE, ABOUT, room)) <= room
