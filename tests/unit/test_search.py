"""Search: exact, streaming, with the line that matched."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Kind,
    Origin,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search import (
    BATCH,
    Hit,
    Progress,
    excerpt,
    in_conversation,
    lit,
    search,
)


def session(number: int = 0, title: str = "", kind: Kind = Kind.MAIN) -> Session:
    return Session("a", str(number), Path("/x"), title=title, kind=kind)


def turn(number: int, origin: Origin, *blocks: Block) -> Turn:
    role = "user" if origin is Origin.HUMAN else "assistant"
    return Turn(number, role, origin, blocks)


TALK = [
    turn(0, Origin.HUMAN, Text("please look\nat the refund retry")),
    turn(1, Origin.AGENT, Thinking("secret plan"), Text("The bank times out.")),
    turn(
        2,
        Origin.AGENT,
        ToolCall("Bash", {"command": "rg 'naïve'"}, summary="rg"),
        ToolResult("jobs/refund.py: bank\nbank again"),
        FileEdit("jobs/refund.py", "+retry(bank)"),
    ),
    turn(3, Origin.INJECTED, Text("a reminder of the client")),
]


def find(words: str, talk: list[Turn] = TALK, title: str = "Night job") -> Hit | None:
    return in_conversation(session(title=title), parse(words), iter(talk))


@pytest.mark.parametrize(
    ("words", "where", "turn_number", "line"),
    [
        ("refund retry", "said", 0, "at the refund retry"),
        ("TIMES", "answered", 1, "The bank times out."),
        ("naive", "tools", 2, "rg 'naïve'"),
        ("jobs/refund.py", "edits", 2, "jobs/refund.py"),
        ('"bank again"', "tools", 2, "bank again"),
        ("night please", "said", 0, "please look"),
        ("night", "title", -1, "Night job"),
    ],
)
def test_the_line_that_shows_it_best(
    words: str, where: str, turn_number: int, line: str
) -> None:
    hit = find(words)
    assert hit is not None
    assert (hit.where, hit.turn, hit.line) == (where, turn_number, line)


@pytest.mark.parametrize(
    "words", ["plan", "reminder", "refund absent", "retry -bank", "refund -night"]
)
def test_what_does_not_match(words: str) -> None:
    assert find(words) is None


def test_words_may_stand_far_apart() -> None:
    assert find("please bank") is not None


def test_a_hit_says_where_it_is_and_how_many_more() -> None:
    hit = find("bank")
    assert hit is not None
    assert (hit.turn, hit.block, hit.row, hit.more) == (1, 1, 0, 3)


def read(found: Session) -> Iterator[Turn]:
    if found.title == "gone":
        raise FileNotFoundError(2, "gone", "x")
    return iter([turn(0, Origin.HUMAN, Text(f"needle {found.id}"))])


def test_titles_come_first_then_batches_with_progress() -> None:
    sessions = [session(n) for n in range(BATCH + 10)] + [session(999, "Needle")]
    found = list(search(sessions, parse("needle"), read))
    assert isinstance(found[0], Hit)
    assert found[0].where == "title"
    progress = [f for f in found if isinstance(f, Progress)]
    assert [p.searched for p in progress] == [0, BATCH, BATCH + 10]
    assert progress[-1] == Progress(BATCH + 10, BATCH + 10, BATCH + 11, 0, True)


def test_children_and_hidden_sessions_are_passed_over() -> None:
    sessions = [session(1, kind=Kind.SUBAGENT), session(2, kind=Kind.HIDDEN)]
    assert list(search(sessions, parse("needle"), read)) == [
        Progress(0, 0, 0, done=True)
    ]


def test_a_file_that_is_gone_is_counted_and_stops_nothing() -> None:
    sessions = [session(1, "gone"), session(2)]
    found = list(search(sessions, parse("needle"), read))
    assert found[-1] == Progress(2, 2, 1, 1, True)


def test_a_cancelled_search_stops() -> None:
    calls = iter([False, True])
    found = list(
        search(
            [session(n) for n in range(9)], parse("needle"), read, lambda: next(calls)
        )
    )
    assert sum(isinstance(f, Hit) for f in found) == 1


def test_an_empty_query_finds_nothing() -> None:
    assert list(search([session()], parse(" "), read)) == [Progress(0, 0, 0, done=True)]


def test_a_long_line_is_cut_around_the_match() -> None:
    line = "x " * 1000 + "needle" + " y" * 1000
    cut = excerpt(line, ["needle"])
    assert "needle" in cut
    assert len(cut) <= 402


@given(st.text(), st.text(min_size=1, max_size=3))
def test_lit_spans_lie_inside_the_line(line: str, word: str) -> None:
    words = parse(word).words
    for start, end in lit(line, words):
        assert 0 <= start < end <= len(line)


def test_words_are_lit_where_they_stand() -> None:
    line = "Zürich ZURICH"
    assert [line[a:b] for a, b in lit(line, ["zurich"])] == ["Zürich", "ZURICH"]
