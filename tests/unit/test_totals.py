"""What sessions amount to: counts in all, over time, by agent, model and file."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.sessions.totals import Counts, Totals, totals
from levelmem.engine.sessions.work import Work

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


def session(name: str, when: datetime | None = NOON, **given: object) -> Session:
    made = Session("codex", name, Path("/s"), updated=when, turns=2)
    return replace(made, **given)  # type: ignore[arg-type]


def test_all_is_counted() -> None:
    found = totals(
        [
            session("1", edits=(("a.py", 3), ("b.py", 1)), models=("gpt-5",)),
            session("2", edits=(("a.py", 1),), agent="claude-code"),
            session("3", NOON - timedelta(days=1), state="interrupted"),
        ],
        UTC,
    )
    assert found.counts == Counts(3, 6, 5)
    assert found.days == 2
    assert (found.first, found.last) == (date(2026, 11, 25), date(2026, 11, 26))
    assert found.unfinished == 1
    assert found.agents == (
        ("codex", Counts(2, 4, 4)),
        ("claude-code", Counts(1, 2, 1)),
    )
    assert found.models == (("gpt-5", Counts(1, 2, 4)),)
    assert found.files == (("a.py", 4), ("b.py", 1))


def test_subagents_and_the_trash_do_not_count() -> None:
    some = [
        session("1", kind=Kind.SUBAGENT),
        session("2", lifecycle="trashed"),
        session("3", lifecycle="archived"),
    ]
    assert totals(some, UTC).counts.sessions == 1


def test_what_was_read_is_counted_wherever_its_session_is() -> None:
    some = [session("1"), session("2"), session("3", agent="claude-code")]
    hour = Work(2, 3, 1, timedelta(hours=1))
    works = {("codex", "1"): hour, ("codex", "gone"): hour, ("claude-code", "3"): hour}
    found = totals(some, UTC, works)
    assert found.read == 2
    assert found.counts.work == Work(4, 6, 2, timedelta(hours=2))
    assert found.periods[0].counts.work == found.counts.work
    assert dict(found.agents)["codex"].work == hour


def test_nothing_amounts_to_nothing() -> None:
    assert totals([]) == Totals(Counts())


def test_a_session_without_a_time_counts_in_all_alone() -> None:
    found = totals([session("1", None)], UTC)
    assert found.counts.sessions == 1
    assert found.periods == ()


def names(*days_ago: int) -> list[tuple[str, int]]:
    some = [session(f"{ago}", NOON - timedelta(days=ago)) for ago in days_ago]
    found = totals(some, UTC)
    return [(period.name, period.counts.sessions) for period in found.periods]


def test_a_few_weeks_are_told_week_by_week() -> None:
    assert names(0, 1, 14) == [
        ("09 Nov 2026", 1),
        ("16 Nov 2026", 0),
        ("23 Nov 2026", 2),
    ]


def test_a_few_months_are_told_month_by_month() -> None:
    assert names(0, 120) == [
        ("Jul 2026", 1),
        ("Aug 2026", 0),
        ("Sep 2026", 0),
        ("Oct 2026", 0),
        ("Nov 2026", 1),
    ]


def test_many_years_are_told_year_by_year() -> None:
    assert names(0, 365 * 4) == [
        ("2022", 1),
        ("2023", 0),
        ("2024", 0),
        ("2025", 0),
        ("2026", 1),
    ]


def test_days_begin_where_the_person_is() -> None:
    late = session("1", datetime(2026, 11, 30, 23, 30, tzinfo=UTC))
    tokyo = timezone(timedelta(hours=9))
    assert totals([late], tokyo).first == date(2026, 12, 1)


moments = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)


@given(st.lists(moments, max_size=40))
def test_the_periods_hold_every_session_once_and_leave_no_gap(
    when: list[datetime],
) -> None:
    found = totals([session(str(n), at) for n, at in enumerate(when)], UTC)
    assert sum(period.counts.sessions for period in found.periods) == len(when)
    starts = [period.first for period in found.periods]
    assert starts == sorted(set(starts))
    assert all(
        timedelta(days=7) <= later - earlier <= timedelta(days=366)
        for earlier, later in pairwise(starts)
    )
    if when:
        assert found.periods[0].counts.sessions
        assert found.periods[-1].counts.sessions
