"""A few letters find a session: by what stands in it, or by what is like them."""

from pathlib import Path

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.quick import QuickIndex

TITLES = (
    "h",
    "Mend the printer that drops labels",
    "Refund retries: " + "at length " * 30 + "and a zebra",
    "Round customs weights up",
)


def index() -> QuickIndex:
    return QuickIndex(
        [
            Session("codex", str(number), Path(f"/made/up/{number}"), title=title)
            for number, title in enumerate(TITLES)
        ]
    )


def titles(typed: str) -> list[tuple[str, bool]]:
    return [(pick.session.title, pick.near) for pick in index().picks(typed)]


def test_every_word_must_stand_there() -> None:
    assert titles("up round") == [(TITLES[3], False)]
    assert titles("zebra") == [(TITLES[2], False)]


def test_what_is_like_it_is_marked() -> None:
    assert titles("pritner") == [(TITLES[1], True)]
    assert titles("refnud") == [(TITLES[2], True)]


def test_a_title_of_one_letter_is_not_like_everything() -> None:
    assert titles("pyhton tests") == []
    assert titles("h")[0] == (TITLES[0], False)
