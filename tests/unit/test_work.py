"""What a conversation's work came to: commits, checks, and how long it took."""

from datetime import UTC, datetime, timedelta

from levelmem.engine.sessions.model import Origin, Text, ToolCall, ToolResult, Turn
from levelmem.engine.sessions.work import REST, Work, work_of

START = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)


def run(number: int, command: str, printed: str, *, failed: bool = False) -> list[Turn]:
    """Return a call of a shell and its result."""
    call = ToolCall("Bash", {"command": command}, f"c{number}", command)
    result = ToolResult(printed, f"c{number}", failed)
    return [
        Turn(number, "assistant", Origin.AGENT, (call,), START),
        Turn(number + 1, "tool", Origin.TOOL, (result,), START),
    ]


def asked(number: int, minutes: float | None) -> Turn:
    when = None if minutes is None else START + timedelta(minutes=minutes)
    return Turn(number, "user", Origin.HUMAN, (Text("go on"),), when)


def test_commits_and_checks_are_counted_as_they_went() -> None:
    turns = [
        *run(0, "pytest -q", "2 failed, 46 passed in 0.31s", failed=True),
        *run(2, "pytest -q", "48 passed in 0.30s"),
        *run(4, "git commit -m 'Round up'", "[main 1234567] Round up"),
        *run(6, "git commit -m 'Again'", "nothing to commit", failed=True),
        *run(8, "ruff check .", "command not found: ruff", failed=True),
    ]
    assert work_of(turns) == Work(1, 2, 1, timedelta())


def test_time_is_that_between_turns_without_the_rests() -> None:
    turns = [asked(n, at) for n, at in enumerate((0, 5, None, 15, 300, 301))]
    assert work_of(turns).time == timedelta(minutes=16)


def test_turns_out_of_order_take_no_more_time() -> None:
    turns = [asked(n, at) for n, at in enumerate((0, 10, 4, 6, 10))]
    assert work_of(turns).time == timedelta(minutes=10)


def test_a_rest_of_just_so_long_is_work() -> None:
    rest = REST.total_seconds() / 60
    assert work_of([asked(0, 0), asked(1, rest)]).time == REST
    assert work_of([asked(0, 0), asked(1, rest + 0.1)]).time == timedelta()


def test_nothing_came_to_nothing() -> None:
    assert work_of([]) == Work()
