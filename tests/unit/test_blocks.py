"""Content made blocks, tool calls made lines, edits made diffs."""

from typing import Any

import pytest

from levelmem.engine.sessions.blocks import (
    content_blocks,
    only_tool_results,
    plain_text,
    result_text,
    tool_calls,
)
from levelmem.engine.sessions.file_edits import (
    edited_paths,
    file_edits,
    patch_text,
    unified,
)
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.tool_lines import tool_line


def base64(kind: str, length: int) -> dict[str, str]:
    return {"type": "base64", "media_type": kind, "data": "A" * length}


@pytest.mark.parametrize(
    ("content", "blocks"),
    [
        ("hello", [Text("hello")]),
        ("  \n", []),
        (None, []),
        (7, []),
        ([], []),
        ({"type": "text", "text": "alone"}, [Text("alone")]),
        (["bare", None, 3], [Text("bare")]),
        ([{"type": "text", "text": "a"}, {"type": "text"}], [Text("a")]),
        ([{"type": "output_text", "text": "a"}], [Text("a")]),
        ([{"type": "thinking", "thinking": "hm"}], [Thinking("hm")]),
        ([{"type": "thinking", "thinking": "", "signature": "x"}], []),
        ([{"type": "redacted_thinking", "data": "x"}], []),
        (
            [{"type": "tool_use", "id": "t", "name": "B", "input": {"command": "l"}}],
            [ToolCall("B", {"command": "l"}, "t", "l")],
        ),
        ([{"type": "tool_use"}], [ToolCall("tool", {})]),
        (
            [{"type": "tool_use", "name": "x", "input": "raw words"}],
            [ToolCall("x", {"input": "raw words"}, "", "raw words")],
        ),
        (
            [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}],
            [ToolResult("ok", "t")],
        ),
        (
            [{"type": "tool_result", "content": "no", "is_error": True}],
            [ToolResult("no", is_error=True)],
        ),
        (
            [{"type": "web_search_tool_result", "content": [{"title": "Lamps"}]}],
            [ToolResult("Lamps")],
        ),
        ([{"type": "fallback", "text": "other"}], [Notice("fallback: other")]),
        ([{"type": "novelty"}], [Notice("novelty")]),
        ([{"no": "type"}], [Notice("unknown block")]),
    ],
)  # fmt: skip
def test_content_becomes_blocks(content: object, blocks: list[Block]) -> None:
    assert content_blocks(content) == blocks


@pytest.mark.parametrize(
    ("block", "label"),
    [
        ({"source": base64("image/png", 195243)}, "image/png 143 KB"),
        ({"source": base64("image/gif", 40)}, "image/gif 30 bytes"),
        ({"source": base64("image/x", 3145728)}, "image/x 2.2 MB"),
        ({"source": {"url": "https://x.test/a.png"}}, "https://x.test/a.png"),
        ({"source": {"url": "data:image/png;base64," + "A" * 1400}}, "image/png 1 KB"),
        ({"source": {"type": "file", "file_id": "file_1"}}, "file_1 image"),
        ({"title": "plan.pdf", "type": "document"}, "plan.pdf document"),
        ({"source": "broken"}, "image"),
    ],
)  # fmt: skip
def test_attachments_are_named(block: dict[str, Any], label: str) -> None:
    assert content_blocks([{"type": "image", **block}]) == [Image(label)]


def test_pictures_in_a_result_stand_beside_it() -> None:
    source = base64("image/png", 4096)
    content = [{"type": "text", "text": "seen"}, {"type": "image", "source": source}]
    assert content_blocks([{"type": "tool_result", "content": content}]) == [
        ToolResult("seen"),
        Image("image/png 3 KB"),
    ]


def test_payloads_in_text_are_left_out() -> None:
    data = f"before data:image/png;base64,{'A' * 4096} after"
    assert result_text(data) == "before [image/png 3 KB] after"
    assert result_text("data:image/png;base64,AAAA") == "data:image/png;base64,AAAA"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        (3, "3"),
        (["a", {"type": "text", "text": "b"}], "a\nb"),
        ([{"type": "tool_reference", "tool_name": "Grep"}], "Grep"),
        ({"type": "text", "text": "alone"}, "alone"),
        ({"unknown": 1}, ""),
    ],
)
def test_results_become_text(content: object, text: str) -> None:
    assert result_text(content) == text


def test_long_arguments_are_cut_in_what_is_shown() -> None:
    call, edit = content_blocks(
        [
            {
                "type": "tool_use",
                "name": "Write",
                "input": {"file_path": "/a", "content": "line\n" * 40_000},
            }
        ]
    )
    assert isinstance(call, ToolCall) and isinstance(edit, FileEdit)
    assert len(call.input["content"]) < 66_000
    assert edit.diff.endswith("more lines")
    assert len(edit.diff) < 66_000


def test_deep_arguments_end() -> None:
    value: Any = "deep"
    for _ in range(500):
        value = {"x": [value]}
    (call,) = content_blocks([{"type": "tool_use", "name": "x", "input": value}])
    assert len(str(call)) < 1000


def test_plain_text_is_the_text_blocks_alone() -> None:
    content = [{"type": "text", "text": "a"}, {"type": "image"}, "b"]
    assert plain_text(content) == "a\nb"
    assert plain_text({"type": "thinking", "thinking": "x"}) == ""


def test_a_message_of_results_is_known() -> None:
    result = {"type": "tool_result"}
    assert only_tool_results([result, result])
    assert not only_tool_results([result, {"type": "text", "text": "x"}])
    assert not only_tool_results([])
    assert not only_tool_results("text")


def test_calls_are_listed_with_their_raw_arguments() -> None:
    content = [
        {"type": "text", "text": "x"},
        {"type": "tool_use", "name": "Read", "id": "t", "input": {"file_path": "/a"}},
    ]
    assert list(tool_calls(content)) == [("Read", "t", {"file_path": "/a"})]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"command": "git status\n&& ls", "description": "Look"}, "git status && ls"),
        ({"command": ["bash", "-lc", "make test"]}, "make test"),
        ({"cmd": ["ls", "-la"]}, "ls -la"),
        ({"file_path": "/p/a.py", "limit": 20}, "/p/a.py"),
        ({"notebook_path": "/p/a.ipynb", "new_source": "x"}, "/p/a.ipynb"),
        ({"pattern": "lamp", "path": "src", "output_mode": "content"}, "lamp in src"),
        ({"pattern": "**/*.py"}, "**/*.py"),
        ({"query": "blue lamps"}, "blue lamps"),
        ({"url": "https://x.test", "prompt": "Sum it up"}, "https://x.test"),
        ({"description": "Look around", "prompt": "Look at…"}, "Look around"),
        ({"skill": "pdf"}, "pdf"),
        ({"todos": [{"status": "completed"}, {"status": "pending"}]}, "1 of 2 done"),
        ({"questions": [{"question": "Blue?"}, {"question": "Big?"}]}, "Blue? Big?"),
        ({"team": "ENT"}, "ENT"),
        ({"count": 3}, ""),
        ({}, ""),
        ({"command": "\x1b[31mred"}, "␛[31mred"),
        ({"command": None, "path": 3}, ""),
    ],
)
def test_a_call_is_one_line(arguments: dict[str, Any], line: str) -> None:
    assert tool_line("any", arguments) == line


def test_a_line_is_not_too_long() -> None:
    assert len(tool_line("Bash", {"command": "x" * 500})) == 160


@pytest.mark.parametrize(
    ("tool", "arguments", "diff"),
    [
        (
            "Edit",
            {"file_path": "/a", "old_string": "red\n", "new_string": "blue\n"},
            "@@ -1 +1 @@\n-red\n+blue",
        ),
        (
            "Write",
            {"file_path": "/a", "content": "one\ntwo\n"},
            "@@ -0,0 +1,2 @@\n+one\n+two",
        ),
        (
            "MultiEdit",
            {
                "file_path": "/a",
                "edits": [
                    {"old_string": "a", "new_string": "b"},
                    "broken",
                    {"old_string": "c", "new_string": ""},
                ],
            },
            "@@ -1 +1 @@\n-a\n+b\n@@ -1 +0,0 @@\n-c",
        ),
        ("edit_file", {"path": "/a", "old_text": "a", "new_text": "b"},
         "@@ -1 +1 @@\n-a\n+b"),
        ("write_file", {"path": "/a", "content": "x"}, "@@ -0,0 +1 @@\n+x"),
        (
            "NotebookEdit",
            {"notebook_path": "/a", "new_source": "x = 1"},
            "@@ -0,0 +1 @@\n+x = 1",
        ),
        ("Edit", {"file_path": "/a", "old_string": 3}, ""),
    ],
)  # fmt: skip
def test_edits_become_diffs(tool: str, arguments: dict[str, Any], diff: str) -> None:
    assert file_edits(tool, arguments, "t") == [FileEdit("/a", diff, "t")]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Read", {"file_path": "/a"}),
        ("Edit", {"old_string": "a"}),
        ("Edit", {"file_path": 7}),
        ("TodoWrite", {"path": "/a"}),
    ],
)
def test_other_calls_edit_nothing(tool: str, arguments: dict[str, Any]) -> None:
    assert edited_paths(tool, arguments) == []
    assert file_edits(tool, arguments) == []


def test_an_edit_stands_behind_its_call() -> None:
    use = {"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": "/a"}}
    kinds = [
        type(block) for block in content_blocks([use, {"type": "text", "text": "x"}])
    ]
    assert kinds == [ToolCall, FileEdit, Text]


@pytest.mark.parametrize("patch", [None, "x", [], [1], [{}], [{"lines": None}]])
def test_a_patch_of_another_shape_is_none(patch: object) -> None:
    assert patch_text(patch) == ""


def test_a_patch_reads_as_a_diff() -> None:
    hunk = {
        "oldStart": 3,
        "oldLines": 1,
        "newStart": 3,
        "newLines": 2,
        "lines": ["-a", "+b\r", "+c", None],
    }
    assert patch_text([hunk]) == "@@ -3,1 +3,2 @@\n-a\n+b\n+c\n"


def test_huge_changes_are_not_compared_line_by_line() -> None:
    old, new = ("\n".join(f"{side}{n}" for n in range(5000)) for side in "ab")
    diff = unified(old, new)
    assert diff.startswith("@@ -1,5000 +1,5000 @@\n-a0\n")
    assert diff.endswith("+b4999")


def test_the_same_text_is_no_change() -> None:
    assert unified("a\nb", "a\nb") == ""
