"""Turns become parts: heads, tools with their results, edits, labels."""

from datetime import UTC, datetime, timedelta

import pytest

from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.widgets.spans import plain
from levelmem.widgets.transcript_builder import TranscriptBuilder
from levelmem.widgets.transcript_parts import Part

START = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)


def turn(number: int, origin: Origin, *blocks: Block, note: str = "") -> Turn:
    when = START + timedelta(seconds=number)
    return Turn(number, "user", origin, blocks, when, note=note)


def parts_of(*turns: Turn) -> list[Part]:
    return TranscriptBuilder("Codex", UTC, "/work/here").add(turns)


def titles(parts: list[Part]) -> list[str]:
    return [plain(part.title) for part in parts if part.title]


def test_an_agent_that_goes_on_has_one_head() -> None:
    parts = parts_of(
        turn(0, Origin.HUMAN, Text("hi")),
        turn(1, Origin.AGENT, Text("one")),
        turn(2, Origin.TOOL, ToolResult("out", "gone")),
        turn(3, Origin.AGENT, Text("two")),
        turn(4, Origin.HUMAN, Text("more")),
        turn(5, Origin.AGENT, Text("three")),
    )
    heads = [plain(part.title).split("  ")[0] for part in parts if part.group == "head"]
    assert heads == ["You", "Codex", "You", "Codex"]


def test_another_branch_has_a_head_of_its_own() -> None:
    parts = parts_of(
        turn(0, Origin.AGENT, Text("one")),
        turn(1, Origin.AGENT, Text("two"), note="abandoned branch"),
    )
    assert titles(parts) == ["Codex  09:00", "Codex  09:00  ⑂ abandoned branch"]


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (Origin.INJECTED, "put in by the client"),
        (Origin.HOOK, "a hook"),
        (Origin.SUBAGENT_PROMPT, "a task from another agent"),
        (Origin.COMPACTION, "a summary of what came before"),
    ],
)
def test_what_nobody_typed_is_folded_and_labelled(origin: Origin, words: str) -> None:
    (part,) = parts_of(turn(0, origin, Text("first\nsecond")))
    assert plain(part.title) == f"Not typed · {words} · 2 lines · first"
    assert part.folded
    assert not part.typed


def test_a_result_that_comes_later_finds_its_call() -> None:
    builder = TranscriptBuilder("Codex", UTC)
    call = ToolCall("Bash", {"command": "make"}, "c", "make")
    (_, part) = builder.add([turn(0, Origin.AGENT, call)])
    assert builder.add([turn(9, Origin.TOOL, ToolResult("broke", "c", True))]) == []
    assert plain(part.title) == "Bash make ✗ failed · 9 s"
    assert [plain(line.line) for line in part.body()] == ["broke"]


def test_arguments_that_the_line_does_not_say_are_in_the_body() -> None:
    call = ToolCall("Grep", {"pattern": "x", "limit": 3}, "c", "x")
    (_, part) = parts_of(turn(0, Origin.AGENT, call))
    assert [plain(line.line) for line in part.body()] == ["pattern: x", "limit: 3"]


def test_the_first_edit_of_a_call_takes_its_place() -> None:
    diff = "@@ -1 +1 @@\n-a\n+b\n"
    parts = parts_of(
        turn(
            0,
            Origin.AGENT,
            ToolCall("Patch", {"input": "..."}, "c", "two files"),
            FileEdit("/work/here/a.py", diff, "c"),
            FileEdit("/elsewhere/b.py", diff, "c"),
        ),
        turn(1, Origin.TOOL, ToolResult("ok", "c")),
    )
    assert titles(parts)[1:] == [
        "Patch a.py +1 −1",
        "Edit /elsewhere/b.py +1 −1",
    ]
    assert not any(part.folded for part in parts)


def test_a_failed_edit_shows_why() -> None:
    (_, part) = parts_of(
        turn(0, Origin.AGENT, ToolCall("Edit", {}, "c"), FileEdit("/a", "+x\n", "c")),
        turn(1, Origin.TOOL, ToolResult("no match", "c", is_error=True)),
    )
    assert plain(part.title) == "Edit /a +1 −0 ✗ failed"
    assert [plain(line.line) for line in part.body()] == ["+x", "no match"]


def test_a_long_diff_is_folded() -> None:
    (_, part) = parts_of(
        turn(0, Origin.AGENT, FileEdit("/a", "+x\n" * 100)),
    )
    assert part.folded


def test_images_and_reasoning_are_named() -> None:
    parts = parts_of(
        turn(0, Origin.HUMAN, Image("image/png 143 KB")),
        turn(1, Origin.AGENT, Thinking("I wonder\nwhy")),
    )
    assert "▣ image/png 143 KB" in titles(parts)
    assert "Reasoning · 2 lines · I wonder" in titles(parts)


def test_lines_are_counted_from_the_first_that_is_shown() -> None:
    (_, part) = parts_of(turn(0, Origin.AGENT, Text("\n\nfirst\nsecond")))
    assert part.dropped == 2
    assert part.matches(["second"]) == [1]


def test_matches_fold_case_and_accents_and_count_each() -> None:
    (_, part) = parts_of(turn(0, Origin.AGENT, Text("Größe und grosse\nx")))
    assert part.matches(["grosse"]) == [0, 0]


def test_lit_words_keep_the_rows_as_they_are() -> None:
    (_, part) = parts_of(turn(0, Origin.AGENT, Text("Größe `und` mehr " * 20)))
    bare = [plain(row.line) for row in part.rows(40)]
    lit = part.rows(40, ["grosse"])
    assert [plain(row.line) for row in lit] == bare
    assert sum(tone == "match" for row in lit for _, tone in row.line) >= 20


@pytest.mark.parametrize("room", [8, 20, 80])
def test_the_height_is_what_is_drawn(room: int) -> None:
    parts = parts_of(
        turn(0, Origin.HUMAN, Text("a question " * 20)),
        turn(1, Origin.AGENT, Text("# x\n- " + "word " * 50 + "\n```\n" + "c" * 99)),
        turn(2, Origin.AGENT, ToolCall("Bash", {"command": "x\ny"}, "", "x")),
    )
    for part in parts:
        for folded in (False, True):
            part.folded = folded and part.foldable
            assert part.height(room) == len(part.rows(room))
