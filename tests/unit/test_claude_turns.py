"""A Claude Code transcript as a conversation."""

from pathlib import Path

import pytest

from builders.claude import Data, Store, Talk, call, new_id, text, write
from levelmem.engine.sessions.jsonl import read_raw
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources.claude_code import SOURCE


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_lines_of_one_message_are_one_turn(store: Store) -> None:
    talk = (
        Talk("s")
        .answers({"type": "thinking", "thinking": "hm"}, message_id="m")
        .node("progress", data={})
        .answers("Let me look.", message_id="m")
        .answers(call("Bash", "t1", command="ls"), message_id="m")
        .answers("Other", message_id="n")
    )
    first, second = store.turns(talk)
    assert first.blocks == (
        Thinking("hm"),
        Text("Let me look."),
        ToolCall("Bash", {"command": "ls"}, "t1", "ls"),
    )
    assert second.blocks == (Text("Other"),)
    assert first.model == "claude-opus-4-6"


def test_lines_that_repeat_what_came_before_grow_it(store: Store) -> None:
    talk = (
        Talk("s")
        .answers("Let me", message_id="m")
        .answers("Let me look.", message_id="m")
        .answers("Let me look.", call("Bash", "t1"), message_id="m")
        .answers(call("Bash", "t1", command="ls"), message_id="m")
    )
    (turn,) = store.turns(talk)
    assert turn.blocks == (
        Text("Let me look."),
        ToolCall("Bash", {"command": "ls"}, "t1", "ls"),
    )


def test_a_request_stands_in_for_a_missing_message_id(store: Store) -> None:
    talk = Talk("s")
    talk.answers("one", message_id="", requestId="r")
    talk.answers("two", message_id="", requestId="r")
    talk.answers("three", message_id="").answers("four", message_id="")
    assert [t.text for t in store.turns(talk)] == ["one\ntwo", "three", "four"]


def test_an_answer_that_tools_interrupt_keeps_its_order(store: Store) -> None:
    talk = (
        Talk("s")
        .answers(call("Bash", "t1"), message_id="m")
        .result("t1", "one")
        .answers(call("Bash", "t2"), message_id="m")
        .result("t2", "two")
    )
    roles = [turn.role for turn in store.turns(talk)]
    assert roles == ["assistant", "tool", "assistant", "tool"]


def test_a_record_that_comes_twice_is_shown_once(store: Store) -> None:
    talk = Talk("s").says("one").answers("two").says("three")
    talk.records += [dict(record) for record in talk.records[:2]]
    assert [t.text for t in store.turns(talk)] == ["one", "two", "three"]


def test_a_longer_later_version_takes_the_place_of_the_first(store: Store) -> None:
    talk = Talk("s").says("one").answers("half an").says("three")
    longer = (
        Talk("s", first=1)
        .answers("half an answer, and here comes the rest of it all")
        .records
    )
    talk.records += longer
    turns = store.turns(talk)
    assert [t.text for t in turns] == [
        "one",
        "half an answer, and here comes the rest of it all",
        "three",
    ]
    raw = read_raw(store.folder / "s.jsonl", turns[1].offset, turns[1].length)
    assert "the rest of it all" in raw


def test_offsets_lead_to_the_record(store: Store) -> None:
    talk = Talk("s").says("one").answers("two ✓").result("t", "x" * 70_000)
    session = store.read(talk)
    for turn in SOURCE.turns(session):
        raw = read_raw(session.path, turn.offset, turn.length)
        assert raw.startswith("{") and raw.endswith("}")
    assert "x" * 70_000 in raw


def test_long_text_is_cut_and_says_so(store: Store) -> None:
    (turn,) = store.turns(Talk("s").result("t", "x" * 70_000))
    (block,) = turn.blocks
    assert isinstance(block, ToolResult)
    assert block.text.endswith("… 4,464 more characters")
    assert len(block.text) < 66_000


class TestEdits:
    def turn(self, store: Store, use: Data, **result: object) -> list[FileEdit]:
        talk = Talk("s").says("go").answers(use).result("t1", "ok", **result)
        blocks = [b for t in store.turns(talk) for b in t.blocks]
        return [b for b in blocks if isinstance(b, FileEdit)]

    def test_the_clients_own_patch_is_preferred(self, store: Store) -> None:
        hunk = {
            "oldStart": 41,
            "oldLines": 2,
            "newStart": 41,
            "newLines": 2,
            "lines": [" def lamp():", "-    red", "+    blue"],
        }
        use = call("Edit", "t1", file_path="/p/a.py", old_string="red",
                   new_string="blue")  # fmt: skip
        (edit,) = self.turn(store, use, toolUseResult={"structuredPatch": [hunk]})
        assert edit == FileEdit(
            "/p/a.py", "@@ -41,2 +41,2 @@\n def lamp():\n-    red\n+    blue", "t1"
        )

    def test_without_one_the_arguments_tell(self, store: Store) -> None:
        use = call("Edit", "t1", file_path="/a", old_string="red", new_string="blue")
        (edit,) = self.turn(store, use)
        assert edit.diff == "@@ -1 +1 @@\n-red\n+blue"

    def test_an_edit_that_failed_is_only_a_call(self, store: Store) -> None:
        use = call("Edit", "t1", file_path="/a", old_string="red", new_string="blue")
        assert self.turn(store, use, is_error=True) == []


class TestOutputs:
    def stub(self, path: str) -> str:
        return (
            "<persisted-output>\nOutput too large (90KB). "
            f"Full output saved to: {path}\n\nPreview (first 2KB):\nstart…"
        )

    def shown(self, store: Store, stub: str) -> str:
        (turn,) = store.turns(Talk("s").result("t", stub))
        (block,) = turn.blocks
        assert isinstance(block, ToolResult)
        return block.text

    @pytest.mark.parametrize(
        "path",
        [
            "/Users/bob/.claude/projects/-p/s/tool-results/abc.txt",
            r"C:\Users\bob\.claude\projects\-p\s\tool-results\abc.txt",
        ],
    )
    def test_the_whole_is_found_by_its_name(self, store: Store, path: str) -> None:
        write(store.folder / "s/tool-results/abc.txt", ["the whole output"])
        assert self.shown(store, self.stub(path)) == "the whole output\n"

    @pytest.mark.parametrize("path", ["/x/..", "/x/.", "/x/", "/x/gone.txt", "\0"])
    def test_otherwise_the_preview_stays(self, store: Store, path: str) -> None:
        assert "Preview" in self.shown(store, self.stub(path))

    def test_a_link_that_leads_out_is_not_followed(self, store: Store) -> None:
        secret = write(store.home / "secret.txt", ["hidden"])
        (store.folder / "s/tool-results").mkdir(parents=True)
        (store.folder / "s/tool-results/abc.txt").symlink_to(secret)
        assert "hidden" not in self.shown(store, self.stub("/x/abc.txt"))

    def test_a_subagents_output_lies_with_its_session(self, store: Store) -> None:
        write(store.folder / "main/tool-results/abc.txt", ["whole"])
        talk = Talk("main", isSidechain=True).says("look")
        talk.result("t", self.stub("/x/abc.txt"))
        store.put(talk, name="main/subagents/agent-1")
        (child,) = store.scan_all()
        block = list(SOURCE.turns(child))[1].blocks[0]
        assert block == ToolResult("whole\n", "t")


class TestRewinds:
    def test_a_prompt_that_was_typed_anew_is_a_retry(self, store: Store) -> None:
        talk = Talk("s").says("hello").answers("hi")
        talk.says("wrong words").answers("done wrong")
        talk.go_back_to(1).says("right words").answers("done right")
        notes = [(t.text, t.note) for t in store.turns(talk)]
        assert notes == [
            ("hello", ""),
            ("hi", ""),
            ("wrong words", "retried"),
            ("done wrong", "retried"),
            ("right words", ""),
            ("done right", ""),
        ]

    def test_a_long_branch_is_a_branch(self, store: Store) -> None:
        talk = Talk("s").says("hello").answers("hi")
        for number in range(4):
            talk.says(f"left {number}").answers("ok")
        talk.go_back_to(1).says("right")
        notes = [t.note for t in store.turns(talk)]
        assert notes == ["", "", *["abandoned branch"] * 8, ""]

    def test_the_loaders_pointer_tells_which_branch_lives(self, store: Store) -> None:
        talk = Talk("s").says("hello").answers("hi").says("left")
        talk.go_back_to(1).says("right")
        talk.note("last-prompt", leafUuid=new_id(2))
        assert [t.note for t in store.turns(talk)] == ["", "", "", "retried"]

    def test_several_beginnings_are_no_rewind(self, store: Store) -> None:
        talk = Talk("s").says("one", parentUuid=None).says("two", parentUuid=None)
        assert [t.note for t in store.turns(talk)] == ["", ""]

    def test_a_chain_that_bites_its_tail_ends(self, store: Store) -> None:
        talk = Talk("s").says("one", parentUuid=new_id(1)).says("two")
        talk.note("last-prompt", leafUuid=new_id(1))
        assert len(store.turns(talk)) == 2


class TestNotices:
    @pytest.mark.parametrize(
        ("fields", "notice"),
        [
            (
                {
                    "subtype": "compact_boundary",
                    "compactMetadata": {"trigger": "auto", "preTokens": 155000},
                },
                "Conversation compacted (auto, 155,000 tokens before)",
            ),
            ({"subtype": "compact_boundary"}, "Conversation compacted"),
            (
                {
                    "subtype": "api_error",
                    "error": {"error": {"error": {"message": "Overloaded"}}},
                },
                "API error: Overloaded",
            ),
            (
                {"subtype": "informational", "content": "\x1b[1mHooks\x1b[0m changed"},
                "Hooks changed",
            ),
            ({"subtype": "agents_killed"}, "agents killed"),
        ],
    )
    def test_lines_of_the_client_are_kept(
        self, store: Store, fields: dict[str, object], notice: str
    ) -> None:
        (turn,) = store.turns(Talk("s").node("system", **fields))
        assert turn.blocks == (Notice(notice),)
        assert turn.origin is Origin.NOTIFICATION

    @pytest.mark.parametrize(
        "fields",
        [
            {"subtype": "turn_duration", "content": "x"},
            {"subtype": "api_error", "retryAttempt": 2},
            {"subtype": ""},
        ],
    )
    def test_statistics_are_not(self, store: Store, fields: dict[str, object]) -> None:
        assert store.turns(Talk("s").node("system", **fields)) == []

    def test_an_api_error_is_a_notice(self, store: Store) -> None:
        talk = Talk("s").answers("API Error: 529", isApiErrorMessage=True)
        (turn,) = store.turns(talk)
        assert (turn.role, turn.blocks) == ("system", (Notice("API Error: 529"),))

    def test_a_compaction_summary_is_the_systems(self, store: Store) -> None:
        talk = Talk("s").says("What happened so far", isCompactSummary=True)
        (turn,) = store.turns(talk)
        assert (turn.role, turn.origin) == ("system", Origin.COMPACTION)
        assert turn.text == "What happened so far"

    def test_a_hook_that_objects_is_heard(self, store: Store) -> None:
        attachment = {
            "type": "hook_blocking_error",
            "hookName": "Stop",
            "blockingError": {"blockingError": "tests fail"},
        }
        (turn,) = store.turns(Talk("s").node("attachment", attachment=attachment))
        assert (turn.origin, turn.blocks) == (
            Origin.HOOK,
            (Notice("Stop: tests fail"),),
        )

    def test_an_attached_file_is_named(self, store: Store) -> None:
        attachment = {"type": "file", "filename": "/p/a.py", "content": "secret"}
        (turn,) = store.turns(Talk("s").node("attachment", attachment=attachment))
        assert turn.blocks == (Image("/p/a.py"),)

    def test_blocks_on_lines_of_their_own_are_read(self, store: Store) -> None:
        talk = Talk("s").note("tool_use", name="Bash", input={"command": "ls"}, id="t")
        talk.note("tool_result", tool_use_id="t", output="a.py")
        first, second = store.turns(talk)
        assert first.blocks == (ToolCall("Bash", {"command": "ls"}, "t", "ls"),)
        assert second.blocks == (ToolResult("a.py", "t"),)


def test_empty_thinking_is_nothing(store: Store) -> None:
    thought = {"type": "thinking", "thinking": "", "signature": "abc"}
    talk = Talk("s").answers(thought, {"type": "redacted_thinking", "data": "x"})
    assert store.turns(talk) == []


def test_a_prompt_beside_a_result_keeps_both(store: Store) -> None:
    block = {"type": "tool_result", "tool_use_id": "t", "content": "ok"}
    (turn,) = store.turns(Talk("s").says([block, text("and now this")]))
    assert turn.origin is Origin.HUMAN
    assert turn.blocks == (ToolResult("ok", "t"), Text("and now this"))


def test_a_transcript_that_is_gone_raises(store: Store) -> None:
    session = store.read(Talk("s").says("hello"))
    session.path.unlink()
    with pytest.raises(OSError):
        list(SOURCE.turns(session))
