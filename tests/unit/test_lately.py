"""The last burst of work on a project, and what it amounts to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.sessions.lately import last_burst, lately
from levelmem.engine.sessions.model import (
    Notice,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.recap import Recap, recap

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)


def session(hours_ago: float, name: str = "") -> Session:
    return Session(
        agent="codex",
        id=name or f"s{hours_ago}",
        path=Path("/s"),
        updated=NOW - timedelta(hours=hours_ago),
    )


def hours(burst: tuple[Session, ...]) -> list[float]:
    return [(NOW - s.updated).total_seconds() / 3600 for s in burst if s.updated]


@pytest.mark.parametrize(
    ("ages", "taken"),
    [
        ([], []),
        ([5000], [5000]),  # the newest one, however old
        ([1, 20, 60], [60, 20, 1]),
        ([1, 49, 97.1], [49, 1]),  # a rest of 48 hours is none, a longer one ends it
        ([1, 60, 61], [1]),  # a gap ends the window for good
        ([1, 2, 3, 4, 5, 6, 7], [5, 4, 3, 2, 1]),
    ],
)
def test_a_burst_ends_at_a_rest_or_at_five(
    ages: list[float], taken: list[float]
) -> None:
    assert hours(last_burst(map(session, ages))) == taken


def test_no_gap_and_no_number_mean_no_limit() -> None:
    ages = [1, 1000, *range(2000, 2010)]
    burst = last_burst(map(session, ages), 0, timedelta(0))
    assert hours(burst) == ages[::-1]


def test_a_session_without_a_date_ends_a_burst() -> None:
    undated = replace(session(2), updated=None)
    assert last_burst([session(1), undated, session(3)]) == (session(1),)


def told(*texts: str, end: str = "") -> Recap:
    turns: list[Turn] = []
    for text in texts:
        turns.append(Turn(len(turns), "user", Origin.HUMAN, (Text(text),)))
        answer = (Text("Done."),)
        turns.append(Turn(len(turns), "assistant", Origin.AGENT, answer))
    if end:
        note = (Notice(end),)
        turns.append(Turn(len(turns), "system", Origin.NOTIFICATION, note))
    return recap(turns)


def committed(message: str) -> Recap:
    call = ToolCall("bash", {"command": f"git commit -m '{message}'"}, "c")
    result = ToolResult(f"[main 1a2b3c4] {message}", "c")
    return recap(
        [
            Turn(0, "user", Origin.HUMAN, (Text("commit it"),)),
            Turn(1, "assistant", Origin.AGENT, (call,)),
            Turn(2, "tool", Origin.TOOL, (result,)),
        ]
    )


def test_requests_and_commits_of_all_sessions_come_in_order() -> None:
    old, new = session(3, "old"), session(1, "new")
    found = lately([(old, told("first\nmore", "second")), (new, committed("Round up"))])
    assert [(a.session.id, a.request) for a in found.asked] == [
        ("old", "first"),
        ("old", "second"),
        ("new", "commit it"),
    ]
    assert found.commits == ("Round up",)
    assert (found.began, found.ended) == (old.updated, new.updated)


def test_the_last_request_of_an_interrupted_session_is_unfinished() -> None:
    read = [(session(1), told("one", "two", end="Interrupted by user"))]
    (ask,) = lately(read).unfinished
    assert (ask.request, ask.turn) == ("two", 2)
    assert ask.why == "interrupted before it was done"
    assert not lately([(session(1), told("one"))]).unfinished


def test_what_was_filed_as_done_is_done() -> None:
    done = replace(session(1), lifecycle="archived")
    assert not lately([(done, told("one", end="Interrupted"))]).unfinished


def test_secrets_are_taken_out() -> None:
    secret = "ghp" + "_" + "a1B2" * 9
    read = [
        (session(2), told(f"use {secret}", end="Interrupted")),
        (session(1), committed(f"add {secret}")),
    ]
    assert lately(read).unfinished
    assert lately(read).commits
    assert secret not in repr(lately(read))


def test_a_session_that_only_said_hi_hides_none_before_it() -> None:
    hi = recap([Turn(0, "user", Origin.HUMAN, (Text("hi"),))])
    work = recap(
        [
            Turn(0, "user", Origin.HUMAN, (Text("fix the parser"),)),
            Turn(1, "assistant", Origin.AGENT, (ToolCall("bash", {"command": "ls"}),)),
        ]
    )
    assert not hi.did_something
    assert work.did_something
    burst = last_burst([session(0, "fresh"), session(1, "before")])
    found = lately(list(zip(burst, (work, hi), strict=True)))
    assert [ask.request for ask in found.asked] == ["fix the parser", "hi"]


def test_plans_are_told_unless_they_were_refused() -> None:
    def planned(name: str, call: str) -> Turn:
        block = ToolCall("ExitPlanMode", {"plan": f"# {name}"}, call)
        return Turn(0, "assistant", Origin.AGENT, (block,))

    refusal = ToolResult("The user doesn't want to proceed", "2", is_error=True)
    seen = recap(
        [
            planned("Split the parser", "1"),
            planned("Rewrite it all", "2"),
            Turn(2, "user", Origin.TOOL, (refusal,)),
        ]
    )
    found = lately([(session(1), seen)])
    assert [(p.request, p.why) for p in found.plans] == [("Split the parser", "open")]
