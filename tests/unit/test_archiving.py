"""Sessions that count as archived by their age, and what is exempt."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.sessions.archiving import FADED, shelves
from levelmem.engine.sessions.model import Session

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)
OLD = Session(
    agent="codex",
    id="s",
    path=Path("/s"),
    created=NOW - timedelta(days=90),
    updated=NOW - timedelta(days=31),
)


@pytest.mark.parametrize(
    ("session", "shelf"),
    [
        (OLD, FADED),
        (replace(OLD, updated=NOW - timedelta(days=29)), "active"),
        (replace(OLD, updated=NOW - timedelta(days=30)), "active"),
        (replace(OLD, updated=None), FADED),
        (replace(OLD, updated=None, created=None), "active"),
        (replace(OLD, pinned=True), "active"),
        (replace(OLD, filed=True), "active"),
        (replace(OLD, lifecycle="trashed"), "trashed"),
        (replace(OLD, lifecycle="trashed", filed=True), "trashed"),
        (replace(OLD, lifecycle="archived", updated=NOW), "archived"),
        (replace(OLD, updated=NOW + timedelta(days=400)), "active"),
    ],
)
def test_age_archives_what_nobody_said_a_word_about(
    session: Session, shelf: str
) -> None:
    assert shelves(NOW, 30)(session) == shelf


def test_no_age_archives_where_it_is_switched_off() -> None:
    assert shelves(NOW, 0)(replace(OLD, updated=datetime.min.replace(tzinfo=UTC))) == (
        "active"
    )
