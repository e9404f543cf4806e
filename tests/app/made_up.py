"""A made-up library: sessions, turns and a catalog that never touches a disk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Listing, StoreReport
from levelmem.engine.sessions.copies import Kept
from levelmem.engine.sessions.expiry import Expiry
from levelmem.engine.sessions.labels import Label, LabelError, apply_labels
from levelmem.engine.sessions.model import (
    FileEdit,
    Kind,
    Notice,
    Origin,
    Resume,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.screens.library import Library

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)  # a Thursday
HOSTILE = "[/nope] list[int] \x1b]52;c;aGk=\x07"
SHOWN_HOSTILE = "[/nope] list[int] ␛]52;c;aGk=␇"
ROOT = Path("/made-up/store")
HOME_PROJECT = "/work/parcel"


def session(number: int, **given: object) -> Session:
    """Return a session; whatever is given replaces what it would be."""
    when = NOW - timedelta(minutes=7 * number**2)
    plain = Session(
        agent="claude-code",
        id=f"s{number:04d}",
        path=ROOT / f"s{number:04d}.jsonl",
        project=HOME_PROJECT,
        title=f"Session number {number}",
        title_source="typed",
        created=when - timedelta(minutes=42),
        updated=when,
        turns=number % 9 + 1,
        models=("opus-4",),
        preview=f"Please do thing number {number}",
        last_words=f"Done with thing number {number}.",
    )
    return replace(plain, **given)  # type: ignore[arg-type]


def sessions() -> tuple[Session, ...]:
    """Return a few weeks of work of three agents in two projects."""
    site = {"project": "/work/garden-site", "agent": "codex", "models": ("gpt-5",)}
    return (
        session(
            1,
            title="Round customs weights up, never down",
            preview="customs rejects our parcels, the weights are rounded down",
            edits=(
                (f"{HOME_PROJECT}/src/customs/weights.py", 5),
                (f"{HOME_PROJECT}/tests/test_weights.py", 3),
                (f"{HOME_PROJECT}/CHANGELOG.md", 1),
            ),
            spark=(2, 5, 1, 8, 13, 4, 0, 2),
            turns=8,
            branch="fix/weights",
            children=2,
            last_words="All 48 tests pass. Weights are rounded up to the next 10 g.",
        ),
        session(
            2,
            title="Why does the label printer drop the last line?",
            state="interrupted",
            turns=3,
        ),
        session(3, **site, title="New planting calendar page", pinned=True, turns=14),
        session(
            4,
            agent="levelcode",
            title="Move tariffs to a table",
            edits=((f"{HOME_PROJECT}/src/tariffs.py", 12),),
            models=("sonnet-4",),
        ),
        session(6, title="Try the new address check", state="error"),
        session(9, **site, title="Broken images on the beds page", skipped=3),
        session(13, title="Continue the tariffs work", state="compact", turns=21),
        session(20, **site, title="Newsletter sign-up without cookies"),
        session(30, title="日本語の住所ラベルを直す", turns=2),
        session(45, title=HOSTILE, preview=HOSTILE, last_words=HOSTILE),
        session(60, agent="levelcode", title="Set up the parcel project"),
        session(61, title="Old experiment", lifecycle="archived"),
        session(70, kind=Kind.SUBAGENT, parent_id="s0001", title="Search for rounding"),
        session(
            71, kind=Kind.SUBAGENT, parent_id="s0001", title="Review the diff", turns=1
        ),
    )


def listing(found: Sequence[Session] | None = None, **given: object) -> Listing:
    """Return a listing that is done; whatever is given replaces what it would be."""
    shown = tuple(sessions() if found is None else found)
    reports = (StoreReport("claude-code", ROOT, len(shown), len(shown)),)
    plain = Listing(shown, reports, len(shown), len(shown), done=True)
    return replace(plain, **given)  # type: ignore[arg-type]


def turns() -> list[Turn]:
    """Return a conversation with every kind of block in it."""
    diff = (
        "@@ -14,7 +14,7 @@ def declared(grams: int) -> int:\n"
        '     """Return the weight that customs is told, in grams."""\n'
        "-    return grams // STEP * STEP\n"
        "+    return -(-grams // STEP) * STEP\n"
    )
    start = NOW - timedelta(hours=2)

    def at(minutes: int) -> datetime:
        return start + timedelta(minutes=minutes)

    return [
        Turn(0, "user", Origin.INJECTED, (Text("<reminder>\nBe brief.\n"),), at(0)),
        Turn(
            1,
            "user",
            Origin.HUMAN,
            (Text("customs rejects our parcels, the weights are rounded down"),),
            at(0),
        ),
        Turn(
            2,
            "assistant",
            Origin.AGENT,
            (
                Thinking("The weights module rounds.\nI should look there first."),
                Text(
                    "## What happens\n\nThe weight is rounded **down** in "
                    "`weights.py`:\n\n- 119 g becomes 110 g\n- customs weighs 119 g "
                    "and refuses the parcel\n\n```python\nreturn grams // STEP * STEP"
                    "\n```\n"
                ),
                ToolCall(
                    "Bash",
                    {"command": "pytest -q tests/test_weights.py"},
                    "c1",
                    "pytest -q tests/test_weights.py",
                ),
            ),
            at(1),
            "opus-4",
        ),
        Turn(
            3,
            "tool",
            Origin.TOOL,
            (ToolResult("2 failed, 46 passed in 0.31s", "c1", is_error=True),),
            at(2),
        ),
        Turn(
            4,
            "assistant",
            Origin.AGENT,
            (
                ToolCall("Edit", {}, "c2", "src/customs/weights.py"),
                FileEdit(f"{HOME_PROJECT}/src/customs/weights.py", diff, "c2"),
            ),
            at(3),
            "opus-4",
        ),
        Turn(5, "tool", Origin.TOOL, (ToolResult("ok", "c2"),), at(3)),
        Turn(6, "user", Origin.QUEUED, (Text("and run the tests again"),), at(5)),
        Turn(
            7,
            "assistant",
            Origin.AGENT,
            (Text("All 48 tests pass. " + HOSTILE),),
            at(6),
            "opus-4",
        ),
        Turn(8, "system", Origin.NOTIFICATION, (Notice("Interrupted"),), at(7)),
    ]


class MadeUpCatalog:
    """A catalog of listings that are there at once, one after another."""

    def __init__(
        self,
        listings: Sequence[Listing],
        conversation: Sequence[Turn] = (),
        resume: Resume | None = None,
    ) -> None:
        self.listings = list(listings)
        self.conversation = conversation
        self.resumed = resume
        self.refreshed = 0
        self.turns_read = 0
        """How often a conversation was asked for."""
        self.filed: list[tuple[tuple[str, str], Label]] = []
        self.filing_error = ""
        self.expiring: dict[tuple[str, str], Expiry] = {}
        self.kept: list[tuple[str, str]] = []
        self._labels: dict[tuple[str, str], Label] = {}
        self._unfiled: Listing | None = None

    def cached(self) -> Listing:
        """Return the first listing."""
        return self.listings[0]

    def refresh(self, cancelled: Callable[[], bool] = bool) -> Iterator[Listing]:
        """Yield the listings that are left, the last one again and again."""
        self.refreshed += 1
        yield from self.listings[1:] or self.listings
        del self.listings[:-1]

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation."""
        self.turns_read += 1
        yield from self.conversation

    def resume(self, session: Session) -> Resume:
        """Return what was given, or a command that every machine has."""
        return self.resumed or Resume(("true", session.id), "/")

    def expiries(
        self, sessions: Sequence[Session], now: datetime
    ) -> Mapping[tuple[str, str], Expiry]:
        """Return what was given."""
        return self.expiring

    def keep_copies(self, sessions: Sequence[Session]) -> Kept:
        """Note what was to be kept."""
        self.kept += [session.key for session in sessions]
        return Kept(len(sessions))

    def file(self, session: Session, change: Label) -> None:
        """Note the filing and apply it from the next listing on."""
        if self.filing_error:
            raise LabelError(self.filing_error)
        self.filed.append((session.key, change))
        known = self._labels.get(session.key, Label())
        self._labels[session.key] = known.then(change)
        self._unfiled = self._unfiled or self.listings[-1]
        filed = apply_labels(self._unfiled.sessions, self._labels)
        self.listings = [replace(self._unfiled, sessions=tuple(filed))]


def library(
    catalog: MadeUpCatalog | None = None, folder: str = HOME_PROJECT
) -> Library:
    """Return a library over a made-up catalog at a fixed time."""
    found = catalog or MadeUpCatalog([listing()], turns())
    return Library(
        # No folder can be made there, not even by root: tests write nothing.
        Places({"HOME": "/made-up", "LEVELMEM_DATA_DIR": "/dev/null/data"}),
        folder,
        open_catalog=lambda places: found,
        clock=lambda: NOW,
    )
