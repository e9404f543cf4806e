"""Search: exact, streaming, with the line that matched."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.excerpts import excerpt, lit
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
from levelmem.engine.sessions.query_terms import Stopwatch, TooSlow, word
from levelmem.engine.sessions.search import search
from levelmem.engine.sessions.search_results import BATCH, Found, Hit, Progress


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
    turn(4, Origin.SHELL_ESCAPE, Text("! git stash")),
    turn(5, Origin.AGENT, ToolCall("Read", {"file_path": "docs/naming.md"}, "", "d")),
]


def find(words: str, talk: list[Turn] = TALK, title: str = "Night job") -> Hit | None:
    found = search([session(title=title)], parse(words), lambda _: iter(talk))
    hits = [hit for hit in found if isinstance(hit, Hit) and not hit.near]
    return hits[0] if hits else None


@pytest.mark.parametrize(
    ("words", "where", "turn_number", "line"),
    [
        ("refund retry", "said", 0, "at the refund retry"),
        ("TIMES", "answered", 1, "The bank times out."),
        ("naive", "tools", 2, "rg 'naïve'"),
        ("jobs/refund.py", "diff", 2, "jobs/refund.py"),
        ('"bank again"', "tools", 2, "bank again"),
        ("night please", "said", 0, "please look"),
        ("night", "title", -1, "Night job"),
        ('"look at the"', "said", 0, "please look"),
        ("in:tools bank", "tools", 2, "jobs/refund.py: bank"),
        ("in:diff bank", "diff", 2, "+retry(bank)"),
        ("role:tool refund", "tools", 2, "jobs/refund.py: bank"),
        ("cmd:stash", "said", 4, "! git stash"),
        ("cmd:rg bank", "answered", 1, "The bank times out."),
        ("re:/b.nk t/", "answered", 1, "The bank times out."),
        ("re:/^at .*y$/", "said", 0, "at the refund retry"),
        ("-re:/zebra/ please", "said", 0, "please look"),
        ("-absent night", "title", -1, "Night job"),
    ],
)
def test_the_line_that_shows_it_best(
    words: str, where: str, turn_number: int, line: str
) -> None:
    hit = find(words)
    assert hit is not None
    found = hit.evidence
    assert (found.where, found.turn, found.line) == (where, turn_number, line)


@pytest.mark.parametrize(
    "words",
    [
        "plan",
        "reminder",
        "refund absentee",
        "retry -bank",
        "refund -night",
        "in:title refund",
        "in:said bank",
        "cmd:bank",
        "cmd:naming",
        "-cmd:rg please",
        "role:user bank",
        "-re:/b.nk/ please",
        "-in:title night",
        '"refund please"',
    ],
)
def test_what_does_not_match(words: str) -> None:
    assert find(words) is None


def test_words_may_stand_far_apart() -> None:
    assert find("please bank") is not None


def test_a_hit_says_where_it_is_and_how_many_more() -> None:
    hit = find("bank", [*TALK, turn(6, Origin.AGENT, Text("x\nbank\nand bank"))])
    assert hit is not None
    found = hit.evidence
    assert (found.turn, found.block, found.row, found.more) == (1, 1, 0, 2)
    hit = find("re:/and/", [turn(6, Origin.AGENT, Text("a\nb\nand"))])
    assert hit is not None
    assert hit.evidence.row == 2


def test_what_only_a_tool_gave_back_is_marked() -> None:
    talk = [turn(0, Origin.TOOL, ToolResult("needle"))]
    hit = find("needle", talk)
    assert hit is not None
    assert hit.output
    assert not find("naive").output  # type: ignore[union-attr]


NAMES = ("refundRetry", "refund_retry", "refund retry", "refund-retry", "RefundRetry")


@pytest.mark.parametrize("typed", ["refundRetry", "refund_retry", "refund retry"])
@pytest.mark.parametrize("written", [*NAMES, "REFUND_RETRY", "do_refund_retry(x)"])
def test_names_find_each_other_by_their_parts(typed: str, written: str) -> None:
    assert find(typed, [turn(0, Origin.AGENT, Text(f"call {written} now"))])


def test_a_name_in_quotes_is_taken_as_it_is() -> None:
    assert not find('"refundRetry"', [turn(0, Origin.AGENT, Text("refund_retry"))])


def test_parts_of_a_name_stand_together() -> None:
    assert not find("refundRetry", [turn(0, Origin.AGENT, Text("refund and retry"))])


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("café", "CAFE"),
        ("cafe", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("日本", "私は日本語を話す"),
        ("한국", unicodedata.normalize("NFD", "한국어")),
        ("ﬁle", "file"),
        ("abc", "ａｂｃ"),
        ('say "hello there"', 'say "hello\n\tthere"'),
        ("пОИСК", "Поиск"),
        ("ς", "Σ"),
        ("İstanbul", "istanbul"),
    ],
)
def test_any_case_any_script_accents_typed_or_not(typed: str, written: str) -> None:
    hit = find(typed, [turn(0, Origin.HUMAN, Text(f"… {written} …"))])
    assert hit is not None
    assert hit.evidence.line.startswith("…")


def read(found: Session) -> Iterator[Turn]:
    if found.title == "gone":
        raise FileNotFoundError(2, "gone", "x")
    return iter([turn(0, Origin.HUMAN, Text(f"needle {found.id}"))])


def test_titles_come_first_then_batches_with_progress() -> None:
    sessions = [session(n) for n in range(BATCH + 10)] + [session(999, "Needle")]
    found = list(search(sessions, parse("needle"), read))
    assert isinstance(found[0], Hit)
    assert found[0].titled
    progress = [f for f in found if isinstance(f, Progress)]
    assert [p.searched for p in progress] == [0, BATCH, BATCH + 10]
    assert progress[-1] == Progress(BATCH + 10, BATCH + 10, BATCH + 11, 0, True)


def test_children_and_hidden_sessions_are_passed_over() -> None:
    sessions = [session(1, kind=Kind.SUBAGENT), session(2, kind=Kind.HIDDEN)]
    assert list(search(sessions, parse("needle"), read)) == [
        Progress(0, 0, 0, done=True)
    ]
    found = list(search(sessions, parse("needle is:child"), read))
    assert [f.session.id for f in found if isinstance(f, Hit)] == ["1"]


def test_fields_alone_list_every_session_that_meets_them() -> None:
    sessions = [replace(session(1), pinned=True), session(2)]
    found = list(search(sessions, parse("is:pinned"), read))
    assert [f.session.id for f in found if isinstance(f, Hit)] == ["1"]


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


def hits_of(found: Iterator[Found]) -> list[Hit]:
    return [item for item in found if isinstance(item, Hit)]


def test_a_typo_finds_what_was_meant_and_says_so() -> None:
    sessions = [session(1, "Refund retries"), session(2, "Other")]
    hits = hits_of(search(sessions, parse("refnud"), lambda _: iter(())))
    assert [(hit.session.id, hit.near) for hit in hits] == [("1", "refund")]


def test_a_typo_among_other_words_is_mended_alone() -> None:
    sessions = [session(1, "Refund retries of the bank"), session(2, "Refund")]
    hits = hits_of(search(sessions, parse("refnud bank"), lambda _: iter(())))
    assert [hit.session.id for hit in hits] == ["1"]


def test_nothing_is_mended_where_something_matches() -> None:
    sessions = [session(1, "Refund"), session(2, "refnud")]
    hits = hits_of(search(sessions, parse("refnud"), lambda _: iter(())))
    assert [(hit.session.id, hit.near) for hit in hits] == [("2", "")]


def test_short_words_and_phrases_are_not_mended() -> None:
    sessions = [session(1, "Fix the bug in a phrase")]
    for words in ("bag", '"the bag"', "zzzzzz"):
        assert not hits_of(search(sessions, parse(words), lambda _: iter(())))


def test_a_pattern_that_never_ends_is_stopped_and_told() -> None:
    evil = [turn(0, Origin.AGENT, Text("a" * 60 + "b"))]
    found = list(search([session()], parse(r"re:/(a|aa|a.?)+$/"), lambda _: iter(evil)))
    last = found[-1]
    assert isinstance(last, Progress)
    assert last.slow == 1 or last.hits == 1


def test_patterns_share_one_time_limit() -> None:
    watch = Stopwatch(seconds=1.0)
    assert watch.allowed == 0.5
    watch.spent(1.0)
    assert watch.over
    with pytest.raises(TooSlow):
        _ = watch.allowed


def test_secrets_can_not_be_searched_for() -> None:
    key = "sk-" + "live-" + "x" * 8
    talk = [turn(0, Origin.HUMAN, Text(f"use {key} please"))]

    def scrub(text: str) -> str:
        return text.replace(key, "[redacted]")

    def run(words: str) -> list[Hit]:
        read = lambda _: iter(talk)  # noqa: E731
        return hits_of(search([session()], parse(words), read, scrub=scrub))

    assert not run(key)
    assert run("redacted")[0].evidence.line == "use [redacted] please"
    assert run(f"please -{key}")


def test_a_long_line_is_cut_around_the_match() -> None:
    line = "x " * 1000 + "needle" + " y" * 1000
    cut = excerpt(line, ["needle"])
    assert "needle" in cut
    assert len(cut) <= 402


@given(st.text(), st.text(min_size=1, max_size=3))
def test_lit_spans_lie_inside_the_line(line: str, typed: str) -> None:
    if term := word(typed):
        for start, end in lit(line, [term]):
            assert 0 <= start < end <= len(line)


@pytest.mark.parametrize(
    ("typed", "line", "lights"),
    [
        ("zurich", "Zürich ZURICH", ["Zürich", "ZURICH"]),
        ("zurich", "Zu\u0308rich", ["Zu\u0308rich"]),
        ("refundRetry", "a refund_retry()", ["refund_retry"]),
        ("re:/d+/", "a ddd d", ["ddd", "d"]),
        ("한", unicodedata.normalize("NFD", "한글"), ["한"]),
        ("fi", "ﬁn", ["ﬁ"]),
    ],
)
def test_words_are_lit_where_they_stand(
    typed: str, line: str, lights: list[str]
) -> None:
    found = [line[a:b] for a, b in lit(line, parse(typed).lit)]
    assert [unicodedata.normalize("NFC", f) for f in found] == [
        unicodedata.normalize("NFC", light) for light in lights
    ]
