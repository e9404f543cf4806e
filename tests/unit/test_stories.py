"""What a session amounts to, as the preview tells it."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.sessions.checks import Verdict
from levelmem.engine.sessions.model import (
    Kind,
    Notice,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.recap import recap
from levelmem.screens.stories import family, story_of
from levelmem.widgets.session_story import Story, after_edits, asked_lines
from levelmem.widgets.spans import plain

MAIN = Session(agent="codex", id="a", path=Path("/a"), title="The start")


def asked(number: int, text: str) -> Turn:
    return Turn(number, "user", Origin.HUMAN, (Text(text),))


def ran(number: int, command: str, output: str, failed: bool = False) -> list[Turn]:
    call = ToolCall("bash", {"command": command}, f"c{number}", command)
    result = ToolResult(output, f"c{number}", is_error=failed)
    return [
        Turn(number, "assistant", Origin.AGENT, (call,)),
        Turn(number + 1, "tool", Origin.TOOL, (result,)),
    ]


def test_a_story_names_requests_commits_and_checks() -> None:
    turns = [
        asked(0, "fix the weights\nplease"),
        *ran(1, "pytest -q", "48 passed in 0.3s"),
        *ran(3, "git commit -am 'Round up'", "[main 1a2b3c4] Round up"),
        asked(5, "thanks"),
        Turn(6, "assistant", Origin.AGENT, (Text("Done."),)),
    ]
    story = story_of(recap(turns))
    assert story.asked == ("fix the weights", "thanks")
    assert story.unfinished == ""
    assert story.commits == (("1a2b3c4", "Round up"),)
    assert story.checks == (("pytest -q", Verdict.PASSED),)
    assert not story.pushed


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ((), "nothing came back"),
        ((Notice("Interrupted by user"),), "interrupted before it was done"),
        ((Notice("API Error: overloaded"),), "ended in an error"),
    ],
)
def test_a_story_says_why_the_last_request_is_not_done(
    last: tuple[Notice, ...], words: str
) -> None:
    turns = [asked(0, "fix it")]
    if last:
        turns.append(Turn(1, "system", Origin.NOTIFICATION, last))
    assert story_of(recap(turns)).unfinished == words


def test_secrets_are_taken_out_of_a_story() -> None:
    secret = "ghp" + "_" + "a1B2" * 9
    turns = [
        asked(0, f"use {secret}"),
        *ran(1, f"git commit -m 'add {secret}'", f"[main 1a2b3c4] add {secret}"),
        *ran(3, f"pytest --token {secret}", "1 passed"),
    ]
    story = story_of(recap(turns))
    assert story.commits
    assert story.checks
    assert secret not in repr(story)


def test_the_family_is_who_ran_it_what_it_continues_and_what_came_of_it() -> None:
    when = datetime(2026, 1, 1, tzinfo=UTC)
    child = replace(MAIN, id="b", title="Next", parent_id="a", created=when)
    helper = replace(MAIN, id="h", title="Look", parent_id="a", kind=Kind.SUBAGENT)
    other = replace(MAIN, id="x", agent="claude-code", title="No kin", parent_id="a")
    all_ = [MAIN, child, helper, other]
    assert list(family(MAIN, all_)) == [("Continued in", "Next"), ("Subagent", "Look")]
    assert list(family(child, all_)) == [("Goes on from", "The start")]
    assert list(family(helper, all_)) == [("Run by", "The start")]


def test_many_helpers_are_counted() -> None:
    helpers = [
        replace(MAIN, id=f"h{n}", title=f"Look {n}", parent_id="a", kind=Kind.SUBAGENT)
        for n in range(9)
    ]
    found = list(family(MAIN, helpers))
    assert len(found) == 6
    assert found[-1] == ("Subagents", "and 4 more")


def test_of_many_requests_the_first_and_the_latest_are_shown() -> None:
    story = Story(asked=tuple(f"request {n}" for n in range(1, 21)))
    lines = [plain(line) for line in asked_lines(story, 60)]
    assert lines[0] == " 1 request 1"
    assert lines[1] == "   … 12 more"
    assert lines[2] == "14 request 14"
    assert lines[-1] == "20 request 20"


def test_a_state_is_a_word_and_not_a_colour_alone() -> None:
    story = Story(
        commits=(("1a2b3c4d5e", "Round up"), ("", "")),
        pushed=True,
        checks=(("pytest", Verdict.FAILED), ("ruff check", Verdict.PASSED)),
        facts=(("Tests run with make", "held"),),
        decisions=("never floats",),
        family=(("Run by", "[/nope] \x1b[2J"),),
    )
    text = "\n".join(plain(line) for line in after_edits(story, 60))
    assert "Committed and pushed" in text
    assert "1a2b3c4 Round up" in text
    assert "(its message is not known)" in text
    assert "✗ pytest  failed" in text
    assert "✓ ruff check" in text
    assert "◆ Tests run with make  held" in text
    assert "› never floats" in text
    assert "Run by [/nope] ␛[2J" in text
