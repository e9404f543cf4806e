"""What agents delete by themselves: when it is due, and the copies that stay."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.expiry import DEFAULT_DAYS, cleanup_days

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("settings", "days"),
    [
        (None, DEFAULT_DAYS),
        ("{", DEFAULT_DAYS),
        ("[]", DEFAULT_DAYS),
        ("{}", DEFAULT_DAYS),
        ('{"cleanupPeriodDays": 7}', 7),
        ('{"cleanupPeriodDays": 0}', DEFAULT_DAYS),
        ('{"cleanupPeriodDays": "7"}', DEFAULT_DAYS),
        ('{"cleanupPeriodDays": true}', DEFAULT_DAYS),
        ('{"cleanupPeriodDays": 99999}', 0),
        ('{"cleanupPeriodDays": 1e999}', 0),
        ('{"cleanupPeriodDays": NaN}', 0),
        ('{"cleanupPeriodDays": -5}', DEFAULT_DAYS),
    ],
)
def test_claude_codes_settings_are_read(
    tmp_path: Path, settings: str | None, days: int
) -> None:
    if settings is not None:
        (tmp_path / "settings.json").write_text(settings)
    assert cleanup_days(tmp_path) == days


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def write(home: Path, ident: str, days_ago: float) -> Path:
    """Write a session of Claude Code that was changed so long ago."""
    when = NOW - timedelta(days=days_ago)
    path = home / ".claude" / "projects" / "-work-parcel" / f"{ident}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [
        {
            "type": role,
            "uuid": f"{ident}-{role}",
            "sessionId": ident,
            "cwd": "/work/parcel",
            "timestamp": when.isoformat(),
            "message": {"role": role, "content": f"Words of {role} {ident}"},
        }
        for role in ("user", "assistant")
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    os.utime(path, (when.timestamp(), when.timestamp()))
    return path


@pytest.fixture
def opened(home: Path) -> Callable[[], Catalog]:
    return lambda: Catalog.open(Places({"HOME": str(home)}))


FRESH, SOON, LATE = "aaaaaaaa-1", "bbbbbbbb-2", "cccccccc-3"


def test_sessions_that_are_soon_deleted_are_named(
    home: Path, opened: Callable[[], Catalog]
) -> None:
    for ident, days in ((FRESH, 5), (SOON, 27.5), (LATE, 80)):
        write(home, ident, days)
    catalog = opened()
    found = catalog.expiries(catalog.listing().sessions, NOW)
    left = {ident: expiry.days_left(NOW) for (_, ident), expiry in found.items()}
    assert left == {SOON: 2, LATE: 0}


def test_what_was_touched_since_lives_on(
    home: Path, opened: Callable[[], Catalog]
) -> None:
    path = write(home, LATE, 80)
    os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    catalog = opened()
    assert catalog.expiries(catalog.listing().sessions, NOW) == {}


def test_a_copy_is_private_and_whole_and_takes_the_place_of_what_is_gone(
    home: Path, opened: Callable[[], Catalog]
) -> None:
    path = write(home, SOON, 29)
    beside = path.with_suffix("") / "tool-results" / "one.txt"
    beside.parent.mkdir(parents=True)
    beside.write_text("long output")
    catalog = opened()
    sessions = catalog.listing().sessions
    kept = catalog.keep_copies(sessions)
    assert (kept.copied, kept.problems) == (2, ())
    data = Places({"HOME": str(home)}).data
    copy = data / "kept/claude-code/projects/-work-parcel" / path.name
    assert copy.read_bytes() == path.read_bytes()
    assert copy.stat().st_mtime == path.stat().st_mtime
    for place in (copy, *copy.parents):
        if place == data:
            break
        wanted = 0o600 if place.is_file() else 0o700
        assert place.stat().st_mode & 0o777 == wanted
    assert not list(copy.parent.glob("*.new"))
    assert catalog.keep_copies(sessions).copied == 0

    (listed,) = catalog.listing().main
    assert listed.path == path, "the original counts while it is there"
    path.unlink()
    for again in (catalog, opened()):
        (listed,) = again.listing().main
        assert listed.path == copy
        assert [turn.text for turn in again.turns(listed)] == [
            f"Words of user {SOON}",
            f"Words of assistant {SOON}",
        ]
        resume = again.resume(listed)
        assert not resume.argv
        assert "copy it back" in resume.problem
        assert again.expiries([listed], NOW + timedelta(days=99)) == {}


def test_a_copy_follows_a_session_that_went_on(
    home: Path, opened: Callable[[], Catalog]
) -> None:
    path = write(home, SOON, 29)
    catalog = opened()
    catalog.keep_copies(catalog.listing().sessions)
    with path.open("a") as stream:
        stream.write("{}\n")
    assert catalog.keep_copies(catalog.listing().sessions).copied == 1


def test_a_link_is_not_followed_out_of_the_store(
    home: Path, tmp_path: Path, opened: Callable[[], Catalog]
) -> None:
    path = write(home, SOON, 29)
    outside = tmp_path / "secret.txt"
    outside.write_text("not a session")
    folder = path.with_suffix("")
    folder.mkdir()
    (folder / "link.txt").symlink_to(outside)
    catalog = opened()
    kept = catalog.keep_copies(catalog.listing().sessions)
    assert kept.copied == 1
    assert [place.name for place, _ in kept.problems] == ["link.txt"]


def test_a_named_store_is_all_that_is_listed(
    home: Path, tmp_path: Path, opened: Callable[[], Catalog]
) -> None:
    path = write(home, SOON, 29)
    catalog = opened()
    catalog.keep_copies(catalog.listing().sessions)
    path.unlink()
    other = tmp_path / "other" / "projects"
    other.mkdir(parents=True)
    places = Places({"HOME": str(home)}, {"claude-code": (other.parent,)})
    assert Catalog.open(places).listing().main == ()
