"""Whatever stands in a Codex rollout, reading it neither fails nor loses the rest."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from builders.codex import (
    THREAD,
    CodexStore,
    Json,
    answer,
    call,
    completed,
    event,
    item,
    meta,
    output,
    said,
    user_item,
)
from levelmem.engine.sessions.model import ASKED, FileEdit, Kind, Text, ToolCall, Turn

TEXTS = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["<skill>", "*** Begin Patch\n*** Add File: a\n+b\n*** End Patch", "\ud83d", "{}"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
    ),
    max_leaves=8,
)
KNOWN: list[Json] = [
    meta(history_base={"thread_id": THREAD, "end_ordinal_exclusive": 2}),
    said("words", local_images=["a.png"]),
    user_item(
        "words", {"type": "input_image", "image_url": "data:image/png;base64,AA"}
    ),
    answer("words"),
    call("shell", {"command": ["ls"]}),
    output({"content": "x", "success": True}),
    item("custom_tool_call", name="apply_patch", input="x", call_id="c"),
    item("local_shell_call", action={"command": ["ls"]}, call_id="c"),
    item("web_search_call", action={"query": "x"}),
    item("tool_search_output", tools=[{"name": "x"}]),
    item("image_generation_call", result="AAAA", id="i"),
    item("reasoning", summary=[{"text": "x"}]),
    item("agent_message", author="a", content=[{"text": "x"}]),
    event("exec_command_end", call_id="e", command=["ls"], exit_code=0),
    event("patch_apply_end", call_id="p", changes={"a": {"type": "add"}}),
    event("mcp_tool_call_end", invocation={"server": "s"}, result={"Ok": {}}),
    event("exited_review_mode", review_output={"findings": [{"title": "x"}]}),
    event("thread_rolled_back", num_turns=1),
    event("thread_name_updated", thread_name="x"),
    event("turn_aborted", reason="x"),
    completed("UserMessage", content=[{"type": "text", "text": "x"}]),
    completed("FileChange", id="f", changes={"a": {"type": "add", "content": "x"}}),
    {"type": "compacted", "payload": {"message": "x"}},
    {"type": "turn_context", "payload": {"cwd": "/w", "model": "m", "turn_id": "t"}},
]


@st.composite
def damaged_lines(draw: st.DrawFn) -> Json:
    """A line of a known kind in which one value has become something else."""
    line: Json = json.loads(json.dumps(draw(st.sampled_from(KNOWN))))
    holder: Any = line
    for _ in range(draw(st.integers(0, 3))):
        inner = [v for v in _children(holder) if isinstance(v, dict | list) and v]
        if not inner:
            break
        holder = draw(st.sampled_from(inner))
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    holder[draw(st.sampled_from(keys))] = draw(VALUES)
    return line


def _children(value: Any) -> list[Any]:
    return list(value.values() if isinstance(value, dict) else value)


@settings(max_examples=150, deadline=None)
@given(st.lists(damaged_lines() | st.sampled_from(KNOWN), max_size=6))
def test_no_content_hides_a_session(lines: list[Json]) -> None:
    with TemporaryDirectory() as folder:
        store = CodexStore(Path(folder))
        store.write([meta(), said("the first words"), *lines, said("the last words")])
        (scan,) = store.scans()
        json.dumps(dict(scan.hints)).encode()
        session = store.all()[THREAD]
        turns = store.turns(session)
    assert session.kind is not Kind.HIDDEN or session.title
    assert session.title.encode()
    assert "the last words" in {turn.text for turn in turns}
    kept = [turn for turn in turns if not turn.note]
    assert session.turns == sum(turn.origin in ASKED for turn in kept)
    for turn in turns:
        _encode(turn)


def _encode(turn: Turn) -> None:
    """Every text can be printed, and nothing is longer than a block may be."""
    for block in turn.blocks:
        assert len(repr(block)) < 200_000
        if isinstance(block, Text):
            assert block.text.encode()
        elif isinstance(block, FileEdit):
            (block.path + block.diff).encode()
        elif isinstance(block, ToolCall):
            json.dumps(dict(block.input), ensure_ascii=False).encode()
            (block.tool + block.summary + block.call_id).encode()
