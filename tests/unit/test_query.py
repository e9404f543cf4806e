"""What a person may type into the search box."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.model import Kind as SessionKind
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.query import Query, parse
from levelmem.engine.sessions.query_fields import ANYWHERE, PLACES, FieldTerm
from levelmem.engine.sessions.query_terms import Pattern, Term

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)  # a Thursday


def read(text: str) -> Query:
    return parse(text, NOW)


def asked(text: str) -> list[tuple[str, ...]]:
    found = [w.sought for w in read(text).asked]
    return [t.pieces for t in found if isinstance(t, Term)]


def refused(text: str) -> list[tuple[str, ...]]:
    found = [w.sought for w in read(text).refused]
    return [t.pieces for t in found if isinstance(t, Term)]


@pytest.mark.parametrize(
    ("text", "words", "without"),
    [
        ("", [], []),
        ("Refund Retry", [("refund",), ("retry",)], []),
        ('"refund  job" bank', [("refund", "job"), ("bank",)], []),
        ("retry -bank", [("retry",)], [("bank",)]),
        ('-"two words"', [], [("two", "words")]),
        ('"unclosed phrase', [("unclosed", "phrase")], []),
        ("std::vector", [("std::vector",)], []),
        ("https://a.example/x", [("https://a.example/x",)], []),
        ("-", [("-",)], []),
        ("--force", [], [("-force",)]),
        ("CAFÉ café cafe\u0301", [("cafe",)], []),
        ("refundRetry", [("refund", "retry")], []),
        ("refund_retry", [("refund", "retry")], []),
        ("HTTPServer", [("http", "server")], []),
        ("iPhone", [("iphone",)], []),
        ('"refundRetry"', [("refundretry",)], []),
        ("日本語の住所", [("日本語の住所",)], []),
        ('say"so', [('say"so',)], []),
        ('"', [], []),
    ],
)
def test_every_part_means_what_it_looks_like(
    text: str, words: list[tuple[str, ...]], without: list[tuple[str, ...]]
) -> None:
    assert asked(text) == words
    assert refused(text) == without


@given(st.text())
def test_every_text_is_a_query(text: str) -> None:
    parse(text)


@given(st.lists(st.sampled_from(['"', "-", "re:/", "/", "in:", "after:", "a", " "])))
def test_every_heap_of_signs_is_a_query(parts: list[str]) -> None:
    parse("".join(parts))


@pytest.mark.parametrize("text", ["agent:", "after:", "-is:", "in:", "re:"])
def test_a_field_that_is_being_typed_asks_for_nothing_yet(text: str) -> None:
    assert not read(text)
    assert not read(text).problems


SESSION = Session(
    "codex",
    "1",
    Path("/x"),
    project="/home/ada/Shop",
    models=("gpt-5",),
    branch="main",
    edits=(("src/refund.py", 1),),
    pinned=True,
    state="interrupted",
    created=datetime(2026, 11, 23, 9, tzinfo=UTC),
    updated=datetime(2026, 11, 24, 9, tzinfo=UTC),
)


@pytest.mark.parametrize(
    "text",
    [
        "project:shop agent:codex model:gpt file:refund",
        'project:"ada/shop"',
        "-agent:claude",
        "is:pinned is:interrupted is:edited -is:archived",
        "after:monday",
        "after:2026-11-24",
        "before:2026-11-24",
        "on:2026-11-24",
        "on:tuesday -on:wednesday",
        "on:this week",
        "after:3d",
        "on:november",
        "AGENT:Codex",
    ],
)
def test_a_condition_that_a_session_meets(text: str) -> None:
    assert read(text).admits(SESSION)


@pytest.mark.parametrize(
    "text",
    [
        "-agent:codex",
        "branch:feature",
        "is:archived",
        "is:child",
        "after:wednesday",
        "before:2026-11-23",
        "on:last week",
        "-after:monday",
    ],
)
def test_a_condition_that_a_session_does_not_meet(text: str) -> None:
    assert not read(text).admits(SESSION)


def test_subagents_are_found_only_when_they_are_asked_for() -> None:
    child = Session("a", "2", Path("/x"), kind=SessionKind.SUBAGENT)
    hidden = Session("a", "3", Path("/x"), kind=SessionKind.HIDDEN)
    assert read("is:child").admits(child)
    assert not read("is:child").admits(SESSION)
    assert not read("agent:a").admits(child)
    assert not read("agent:a").admits(hidden)
    assert not read("is:child").admits(hidden)


def test_a_session_without_a_date_meets_none() -> None:
    undated = Session("a", "4", Path("/x"))
    assert not read("after:2020").admits(undated)
    assert not read("-after:2020").admits(undated)


def kinds(text: str) -> frozenset[Kind]:
    (wanted,) = read(text).wanted
    return wanted.kinds


def test_places_say_where_words_are_looked_for() -> None:
    assert kinds("x") == ANYWHERE
    assert kinds("in:said x") == PLACES["said"]
    assert kinds("in:said in:title x") == PLACES["said"] | PLACES["title"]
    assert kinds("-in:tools x") == ANYWHERE - PLACES["tools"]
    assert kinds("role:tool x") == {Kind.OUTPUT}
    assert kinds("role:assistant in:tools x") == {Kind.COMMAND, Kind.CALL}
    assert kinds("in:said cmd:git") == {Kind.COMMAND, Kind.ESCAPE}
    assert read("in:tools x").asks_for_output
    assert not read("x").asks_for_output


def test_a_pattern_stands_between_slashes() -> None:
    query = read(r"re:/refund.*\/job\b/ bank")
    assert query.asked[0].sought == Pattern(r"refund.*/job\b")
    assert len(query.asked) == 2
    assert read("-re:/x/").refused[0].sought == Pattern("x")
    assert read("re:/two words/").asked[0].sought == Pattern("two words")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("agnet:codex", "did you mean agent:codex?"),
        ("since:monday", "did you mean after:monday?"),
        ("projct:shop", "did you mean project:shop?"),
        ("is:pined", "did you mean is:pinned?"),
        ("in:zzz", "title, said, answered, tools or diff"),
        ("after:fooday", "does not know the date fooday"),
        ("re:/(/", "can't be read"),
        ("re:foo", "between slashes"),
    ],
)
def test_what_is_mistyped_is_answered_with_what_was_meant(text: str, told: str) -> None:
    (problem,) = read(text).problems
    assert told in problem


@pytest.mark.parametrize(
    "text", ["std::vector", "https://a.example", "note:this", "12:30", "a:b"]
)
def test_a_colon_alone_is_no_mistake(text: str) -> None:
    assert read(text).problems == ()


def test_a_date_may_go_on_over_several_words() -> None:
    query = read("after:last week refund")
    assert asked("after:last week refund") == [("refund",)]
    assert len(query.admissions) == 1
    assert asked("after:5 march refund") == [("refund",)]
    assert asked("after:monday refund") == [("refund",)]


def test_fields_are_values() -> None:
    assert read("agent:Codex").admissions == (FieldTerm("agent", "codex"),)
    assert read("-agent:codex").admissions == (FieldTerm("agent", "codex", True),)
