"""Whatever goes wrong in a thread is told, and the application goes on."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from made_up import MadeUpCatalog, library, listing, turns
from running import on_screen, press, running, settle, toasts

import levelmem
from levelmem.engine.problem import Problem
from levelmem.engine.sessions.expiry import Expiry
from levelmem.engine.sessions.labels import Label
from levelmem.engine.sessions.model import Resume, Session, Turn
from levelmem.pick_app import PickApp
from levelmem.screens.failures import words_of
from levelmem.settings import Settings

DENIED = PermissionError(13, "Permission denied", "/made-up/[/nope]")


class Breaks(MadeUpCatalog):
    """A catalog of which one door is broken."""

    broken = ""

    def _pass(self, door: str) -> None:
        if door == self.broken:
            raise DENIED

    def refresh(self, *_: object) -> Iterator[object]:  # type: ignore[override]
        yield from super().refresh()
        self._pass("refresh")

    def turns(self, session: Session) -> Iterator[Turn]:
        self._pass("turns")
        yield from super().turns(session)

    def resume(self, session: Session) -> Resume:
        self._pass("resume")
        return super().resume(session)

    def file(self, session: Session, change: Label) -> None:
        self._pass("file")
        super().file(session, change)

    def expiries(
        self, sessions: Sequence[Session], now: datetime
    ) -> Mapping[tuple[str, str], Expiry]:
        self._pass("expiries")
        return super().expiries(sessions, now)


@pytest.mark.parametrize(
    ("door", "key", "doing"),
    [
        ("refresh", "ctrl+r", "read stores"),
        ("resume", "r", "find the command that resumes"),
        ("resume", "y", "find the command that resumes"),
        ("file", "p", "file sessions"),
        ("expiries", "ctrl+r", "find what expires"),
    ],
)
async def test_what_fails_in_a_thread_is_told_and_nothing_ends(
    door: str, key: str, doing: str
) -> None:
    whole = listing()
    catalog = Breaks([whole, listing(list(whole.sessions))], turns())
    async with running(catalog) as pilot:
        catalog.broken = door
        catalog.listings = [listing(list(whole.sessions[:-1]))]
        await press(pilot, key)
        assert toasts(pilot)[-1] == (
            f"Could not {doing} /made-up/[/nope]: Permission denied"
        )
        assert "Round customs weights up" in on_screen(pilot)


async def test_what_the_pick_cannot_read_is_told() -> None:
    catalog = Breaks([listing()])
    catalog.broken = "refresh"
    app = PickApp(library(catalog), "", Settings())
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)  # type: ignore[arg-type]
        (told,) = app._notifications
        assert told.title == "Could not read stores"
        assert "Round customs weights up" in on_screen(pilot)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Problem("There is no such thing."), "There is no such thing."),
        (DENIED, "/made-up/[/nope]: Permission denied"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (KeyError("id"), "KeyError: 'id'. This is a mistake in levelmem itself."),
        (ValueError(), "ValueError. This is a mistake in levelmem itself."),
    ],
)
def test_errors_read_as_people_read(error: Exception, words: str) -> None:
    assert words_of(error) == words


def test_no_work_goes_past_the_place_where_errors_end() -> None:
    sources = Path(levelmem.__file__).parent.rglob("*.py")
    past = [
        path.name
        for path in sources
        if path.name != "background.py"
        and any(sign in path.read_text() for sign in ("@work", "run_worker"))
    ]
    assert past == []
