"""Codex's conversations: one turn a message, and each only once."""

from pathlib import Path

import pytest

from builders.codex import (
    OTHER,
    CodexStore,
    Json,
    answer,
    asked,
    call,
    completed,
    context,
    envelope,
    event,
    item,
    meta,
    numbered,
    output,
    passthrough,
    said,
    started,
    user_item,
)
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

PNG = "data:image/png;base64," + "A" * 4000


@pytest.fixture
def store(tmp_path: Path) -> CodexStore:
    return CodexStore(tmp_path)


def paginated(*lines: Json) -> list[Json]:
    return numbered([meta(history_mode="paginated"), started("t1"), *lines])


# Whose words: events, items, response items


def test_where_events_name_what_was_typed_their_mirrors_say_it_once(
    store: CodexStore,
) -> None:
    store.write([meta(), user_item("Fix it"), said("Fix it"), answer("Done")])
    assert [(t.origin, t.text) for t in store.turns()] == [
        (Origin.HUMAN, "Fix it"),
        (Origin.AGENT, "Done"),
    ]


def test_the_same_words_typed_twice_are_two_turns(store: CodexStore) -> None:
    lines = [user_item("continue"), said("continue"), answer("ok")] * 2
    store.write([meta(), *lines])
    assert asked(store.turns()) == ["continue", "continue"]
    assert store.only().turns == 2


def test_items_without_an_event_are_injected_where_events_exist(
    store: CodexStore,
) -> None:
    store.write([meta(), said("Fix it"), user_item("You are in plan mode.")])
    turns = store.turns()
    assert asked(turns) == ["Fix it"]
    assert asked(turns, "injected") == ["You are in plan mode."]


@pytest.mark.parametrize("kind", ["environment_context", "user_instructions"])
def test_early_events_that_say_they_are_context_are_not_typed(
    store: CodexStore, kind: str
) -> None:
    store.write([meta(), said("Be kind", kind=kind), said("Fix it", kind="plain")])
    assert asked(store.turns()) == ["Fix it"]


def test_without_events_the_users_items_count(store: CodexStore) -> None:
    agents = "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>x</INSTRUCTIONS>"
    store.write([meta(), user_item(agents, "Fix it"), answer("Done")])
    turns = store.turns()
    assert asked(turns) == ["Fix it"]
    assert asked(turns, "injected") == [agents]


def test_completed_items_name_what_was_typed_in_paginated_threads(
    store: CodexStore,
) -> None:
    text = {"type": "text", "text": "Fix it", "text_elements": []}
    store.write(
        paginated(
            user_item("Be kind", **passthrough("t1", "agents_md.instructions")),
            user_item("Fix it", **passthrough("t1", "user.text")),
            completed("UserMessage", content=[text]),
            answer("Done"),
            completed("AgentMessage", content=[{"type": "Text", "text": "Done"}]),
        )
    )
    assert [(t.origin, t.text) for t in store.turns()] == [
        (Origin.INJECTED, "Be kind"),
        (Origin.HUMAN, "Fix it"),
        (Origin.AGENT, "Done"),
    ]


def test_a_vouched_item_without_a_completed_one_counts_too(store: CodexStore) -> None:
    text = {"type": "text", "text": "First"}
    store.write(
        paginated(
            completed("UserMessage", content=[text]),
            user_item("Second", **passthrough("t1", "user.text")),
            user_item("Third"),
        )
    )
    assert asked(store.turns()) == ["First", "Second"]


def test_the_same_words_in_two_turns_are_two_messages(store: CodexStore) -> None:
    text = [{"type": "text", "text": "yes"}]
    store.write(
        paginated(
            user_item("yes", **passthrough("t1", "user.text")),
            completed("UserMessage", "t1", content=text),
            user_item("yes", **passthrough("t2", "user.text")),
            completed("UserMessage", "t2", content=text),
        )
    )
    assert asked(store.turns()) == ["yes", "yes"]


def test_parts_of_a_message_are_told_apart_by_their_kinds(store: CodexStore) -> None:
    kinds = passthrough("t1", "hooks.additional_context", "user.text")
    store.write([meta(), user_item("Sprint is on", "Fix it", **kinds)])
    turns = store.turns()
    assert asked(turns) == ["Fix it"]
    assert asked(turns, "injected") == ["Sprint is on"]


@pytest.mark.parametrize(
    "metadata", [{"client_authored": False}, {"inherited_user_message": True}]
)
def test_messages_that_the_client_wrote_are_not_typed(
    store: CodexStore, metadata: Json
) -> None:
    store.write([meta(), user_item("Go on", metadata=metadata), user_item("Fix it")])
    assert asked(store.turns()) == ["Fix it"]


def test_answers_to_questions_are_the_persons_words(store: CodexStore) -> None:
    reply = (
        "<send_user_message_question_reply>\n"
        '[{"questionItemId": "q", "question": "Which?", "answer": "The blue one"}]\n'
        "</send_user_message_question_reply>"
    )
    store.write([meta(), said("Fix it"), user_item(reply)])
    assert asked(store.turns()) == ["Fix it", "The blue one"]


def test_the_context_of_an_editor_is_taken_off(store: CodexStore) -> None:
    text = (
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n"
        "## My request for Codex:\nFix it\n"
    )
    store.write([meta(), user_item(text), said(text)])
    assert [turn.text for turn in store.turns()] == ["Fix it"]
    assert store.only().title == "Fix it"


def test_prompts_of_scripts_are_headless(store: CodexStore) -> None:
    store.write([meta(source="exec", originator="codex_exec"), said("Fix it")])
    assert asked(store.turns(), "headless") == ["Fix it"]
    assert store.only().turns == 1


def test_tasks_of_subagents_are_no_persons_words(store: CodexStore) -> None:
    store.write([meta(parent_thread_id=OTHER), said("Find it"), answer("Found")])
    (session,) = store.all().values()
    assert asked(store.turns(session), "subagent-prompt") == ["Find it"]


def test_a_message_of_another_agent_says_who_sent_it(store: CodexStore) -> None:
    message = item(
        "agent_message",
        author="/root/curie",
        recipient="/root",
        content=[{"type": "input_text", "text": "Found it"}],
    )
    store.write([meta(), said("Find it"), message])
    turn = store.turns()[1]
    assert turn.origin is Origin.SUBAGENT_PROMPT
    notice, text = turn.blocks
    assert notice == Notice("message from /root/curie to /root")
    assert text == Text("Found it")


def test_a_command_that_the_person_ran_is_shown_with_its_result(
    store: CodexStore,
) -> None:
    text = (
        "<user_shell_command>\n<command>\ngit status\n</command>\n"
        "<result>\nExit code: 0\nOutput:\nclean\n</result>\n</user_shell_command>"
    )
    end = event("exec_command_end", call_id="x", source="user_shell", command=["git"])
    store.write([meta(), user_item(text), end, user_item("Fix it"), answer("ok")])
    turn, human, _ = store.turns()
    assert turn.origin is Origin.SHELL_ESCAPE
    assert turn.text == "!git status"
    assert isinstance(turn.blocks[1], ToolResult)
    assert "clean" in turn.blocks[1].text
    assert human.text == "Fix it"


def test_developer_messages_are_injected(store: CodexStore) -> None:
    rules = [{"type": "input_text", "text": "<permissions instructions>"}]
    store.write([meta(), item("message", role="developer", content=rules), said("x")])
    turn = store.turns()[0]
    assert (turn.role, turn.origin) == ("system", Origin.INJECTED)


# Pictures


def test_pictures_are_named_and_never_carried_along(store: CodexStore) -> None:
    picture = {"type": "input_image", "image_url": PNG}
    wrapped: list[str | Json] = [
        '<image name=[Image #1] path="/x/a.png">',
        picture,
        "</image>",
    ]
    store.write(
        [
            meta(),
            user_item(*wrapped, "What is this?"),
            said("What is this?", images=[PNG], local_images=["/home/me/shot.png"]),
        ]
    )
    (turn,) = store.turns()
    assert turn.text == "What is this?"
    assert turn.blocks[1:] == (Image("image/png 3 KB"), Image("shot.png"))
    assert "AAAA" not in repr(turn)


def test_a_prompt_that_is_only_a_picture_is_a_turn(store: CodexStore) -> None:
    picture = {"type": "input_image", "image_url": PNG}
    store.write([meta(), user_item(picture), answer("A cat.")])
    turn = store.turns()[0]
    assert turn.origin is Origin.HUMAN
    assert turn.blocks == (Image("image/png 3 KB"),)


def test_payloads_in_arguments_and_results_are_left_out(store: CodexStore) -> None:
    parts = [{"type": "input_text", "text": f"see {PNG}"}]
    parts.append({"type": "input_image", "image_url": PNG})
    store.write([meta(), said("x"), call("view", {"url": PNG}), output(parts)])
    turns = store.turns()
    assert "AAAA" not in repr(turns)
    assert turns[2].blocks[1] == Image("image/png 3 KB")


def test_a_generated_picture_is_its_prompt_and_its_size(store: CodexStore) -> None:
    made = {"result": "A" * 4096, "revised_prompt": "A blue label", "id": "ig_1"}
    store.write(
        [
            meta(),
            said("Draw"),
            item("image_generation_call", **made),
            event("image_generation_end", call_id="ig_1", result="A" * 4096),
        ]
    )
    (_, turn) = store.turns()
    shown, picture = turn.blocks
    assert isinstance(shown, ToolCall)
    assert shown.summary == "A blue label"
    assert picture == Image("image 3 KB")


# Answers and reasoning


def test_answers_come_from_one_kind_of_record_only(store: CodexStore) -> None:
    store.write(
        [
            meta(),
            said("x"),
            event("agent_message", message="Done, see [1]"),
            answer("Done, see the first link"),
        ]
    )
    assert asked(store.turns(), "agent") == ["Done, see the first link"]


def test_without_response_items_events_hold_the_answers(store: CodexStore) -> None:
    store.write([meta(), said("x"), event("agent_message", message="Done")])
    assert asked(store.turns(), "agent") == ["Done"]


def test_reasoning_is_shown_once_and_never_encrypted(store: CodexStore) -> None:
    summary = [{"type": "summary_text", "text": "**Looking**"}]
    store.write(
        [
            meta(),
            said("x"),
            event("agent_reasoning", text="**Looking**"),
            item("reasoning", summary=summary, encrypted_content="gAAAA"),
            item("reasoning", summary=[], encrypted_content="gAAAA"),
        ]
    )
    turns = store.turns()
    assert [turn.blocks for turn in turns[1:]] == [(Thinking("**Looking**"),)]


def test_a_turn_says_which_model_answered(store: CodexStore) -> None:
    store.write([meta(), context("gpt-5.5"), said("x"), answer("ok")])
    human, agent = store.turns()
    assert (human.model, agent.model) == ("", "gpt-5.5")


# Tools


def test_a_result_names_its_call_and_whether_it_failed(store: CodexStore) -> None:
    store.write(
        [
            meta(),
            said("x"),
            call("shell", {"command": ["bash", "-lc", "ls /nope"]}, "c9"),
            output('{"output": "no such file", "metadata": {"exit_code": 2}}', "c9"),
        ]
    )
    _, called, result = store.turns()
    assert called.blocks == (
        ToolCall("shell", {"command": ["bash", "-lc", "ls /nope"]}, "c9", "ls /nope"),
    )
    assert result.role == "tool"
    assert result.blocks == (ToolResult("exit code 2\nno such file", "c9", True),)


def test_arguments_that_are_no_json_are_kept_as_text(store: CodexStore) -> None:
    store.write([meta(), said("x"), call("exec_command", '{"cmd": "ls')])
    (shown,) = store.turns()[1].blocks
    assert isinstance(shown, ToolCall)
    assert shown.input == {"input": '{"cmd": "ls'}


def test_a_patch_is_shown_as_edits_of_files(store: CodexStore) -> None:
    patch = (
        "*** Begin Patch\n*** Update File: src/a.py\n@@ def f\n-one\n+two\n"
        "*** Delete File: /abs/b.py\n*** End Patch"
    )
    store.write(
        [
            meta(cwd="/work/parcel"),
            said("x"),
            item("custom_tool_call", name="apply_patch", input=patch, call_id="c1"),
            event(
                "patch_apply_end",
                call_id="c1",
                success=True,
                changes={"/work/parcel/src/a.py": {"type": "update"}},
            ),
        ]
    )
    _, turn = store.turns()
    shown, first, second = turn.blocks
    assert isinstance(shown, ToolCall)
    assert shown.summary == "src/a.py and 1 more"
    assert first == FileEdit("/work/parcel/src/a.py", "@@ def f\n-one\n+two", "c1")
    assert second == FileEdit("/abs/b.py", "", "c1")


def test_a_patch_in_a_shell_command_is_an_edit(store: CodexStore) -> None:
    command = (
        "cd src && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.py\n+one\n"
        "*** End Patch\nEOF"
    )
    arguments = {"cmd": command, "workdir": "/work/parcel"}
    store.write([meta(), said("x"), call("exec_command", arguments)])
    edits = [b for b in store.turns()[1].blocks if isinstance(b, FileEdit)]
    assert edits == [FileEdit("/work/parcel/src/a.py", "+one", "call-1")]


def test_edits_that_only_an_event_records_are_shown(store: CodexStore) -> None:
    changes = {
        "/w/a.py": {"type": "update", "unified_diff": "@@ -1 +1 @@\n-a\n+b\n"},
        "/w/b.py": {"type": "add", "content": "one\ntwo\n"},
    }
    done = {"call_id": "c1", "success": True, "changes": changes}
    refused = {"call_id": "c2", "success": False, "changes": changes}
    store.write(
        [
            meta(),
            said("x"),
            call("exec", "await tools.apply_patch(p)", "c1"),
            event("patch_apply_end", **done),
            event("patch_apply_end", **refused),
        ]
    )
    edits = [t.blocks for t in store.turns() if isinstance(t.blocks[0], FileEdit)]
    assert edits == [
        (
            FileEdit("/w/a.py", "@@ -1 +1 @@\n-a\n+b", "c1"),
            FileEdit("/w/b.py", "+one\n+two", "c1"),
        )
    ]


def test_events_repeat_no_call_and_add_those_without_an_item(store: CodexStore) -> None:
    ran = {
        "command": ["bash", "-lc", "make"],
        "aggregated_output": "ok",
        "exit_code": 1,
    }
    store.write(
        [
            meta(),
            said("x"),
            call("exec_command", {"cmd": "ls"}, "c1"),
            event("exec_command_end", call_id="c1", **ran),
            output("ok", "c1"),
            completed("CommandExecution", id="c1", **ran),
            completed("CommandExecution", id="inner", **ran),
        ]
    )
    calls = [b for t in store.turns() for b in t.blocks if isinstance(b, ToolCall)]
    assert [(c.call_id, c.summary) for c in calls] == [("c1", "ls"), ("inner", "make")]
    assert store.turns()[-1].blocks == (
        ToolResult("exit code 1\nok", "inner", is_error=True),
    )


def test_calls_of_servers_are_named_after_server_and_tool(store: CodexStore) -> None:
    end = event(
        "mcp_tool_call_end",
        call_id="m1",
        invocation={"server": "github", "tool": "get", "arguments": {"number": 7}},
        result={"Err": "denied"},
    )
    store.write([meta(), said("x"), end])
    _, called, result = store.turns()
    assert isinstance(called.blocks[0], ToolCall)
    assert called.blocks[0].tool == "github.get"
    assert result.blocks == (ToolResult("denied", "m1", is_error=True),)


def test_a_web_search_is_shown_once(store: CodexStore) -> None:
    action = {"type": "search", "query": "label printer"}
    store.write(
        [
            meta(),
            said("x"),
            event("web_search_end", call_id="ws", query="label printer", action=action),
            item("web_search_call", status="completed", action=action),
        ]
    )
    (called,) = [t for t in store.turns() if t.role == "assistant"]
    assert isinstance(called.blocks[0], ToolCall)
    assert called.blocks[0].summary == "label printer"


def test_local_shell_calls_and_tool_searches_are_calls(store: CodexStore) -> None:
    action = {"type": "exec", "command": ["ls", "-l"], "env": {"KEY": "value"}}
    store.write(
        [
            meta(),
            said("x"),
            item("local_shell_call", call_id="l1", action=action),
            item("tool_search_call", call_id="s1", arguments={"query": "pull"}),
            item("tool_search_output", call_id="s1", tools=[{"name": "github"}]),
        ]
    )
    _, shell, search, found = store.turns()
    assert isinstance(shell.blocks[0], ToolCall)
    assert shell.blocks[0].summary == "ls -l"
    assert "env" not in shell.blocks[0].input
    assert isinstance(search.blocks[0], ToolCall)
    assert search.blocks[0].summary == "pull"
    assert found.blocks == (ToolResult("github", "s1"),)


# The client's own lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (event("turn_aborted", reason="interrupted"), "Interrupted"),
        (event("error", message="Quota reached"), "Error: Quota reached"),
        (event("task_complete", error={"message": "gone"}), "Error: gone"),
        (
            event("entered_review_mode", user_facing_hint="current changes"),
            "Code review: current changes",
        ),
        (event("thread_name_updated", thread_name="Labels"), "Named: Labels"),
        (event("context_compacted"), "The conversation so far was compacted."),
    ],
)
def test_what_the_client_tells_is_a_notice(
    store: CodexStore, line: Json, words: str
) -> None:
    store.write([meta(), said("x"), line])
    turn = store.turns()[-1]
    assert turn.origin is Origin.NOTIFICATION
    assert turn.blocks == (Notice(words),)


def test_the_findings_of_a_review_are_an_answer(store: CodexStore) -> None:
    place = {"absolute_file_path": "/w/a.py", "line_range": {"start": 3, "end": 4}}
    finding = {"title": "Off by one", "body": "Count again.", "code_location": place}
    review = {"overall_explanation": "Nearly.", "findings": [finding]}
    store.write([meta(), said("x"), event("exited_review_mode", review_output=review)])
    assert store.turns()[-1].text == (
        "Nearly.\n\n- Off by one (/w/a.py:3)\nCount again."
    )


def test_a_compaction_is_told_once_and_its_history_not_repeated(
    store: CodexStore,
) -> None:
    old = [user_item("Fix it")["payload"]]
    record = envelope(
        "compacted", {"message": "So far: a fix.", "replacement_history": old}
    )
    store.write([meta(), said("Fix it"), record, event("context_compacted")])
    assert [(turn.origin, turn.text) for turn in store.turns()] == [
        (Origin.HUMAN, "Fix it"),
        (Origin.NOTIFICATION, ""),
        (Origin.COMPACTION, "So far: a fix."),
    ]


def test_turns_that_were_taken_back_are_marked_and_not_counted(
    store: CodexStore,
) -> None:
    store.write(
        [
            meta(),
            said("one"),
            answer("first"),
            said("two"),
            answer("second"),
            event("thread_rolled_back", num_turns=1),
            said("three"),
            answer("third"),
        ]
    )
    notes = {turn.text: turn.note for turn in store.turns() if turn.text}
    assert notes == {
        "one": "",
        "first": "",
        "two": "rolled back",
        "second": "rolled back",
        "three": "",
        "third": "",
    }
    session = store.only()
    assert (session.turns, session.last_words) == (2, "third")


def test_taking_back_twice_goes_further_back(store: CodexStore) -> None:
    back = event("thread_rolled_back", num_turns=1)
    store.write([meta(), said("one"), said("two"), back, back, said("three")])
    kept = [t.text for t in store.turns() if t.origin == "human" and not t.note]
    assert kept == ["three"]
    assert store.only().title == "three"


def test_a_thread_whose_turns_were_all_taken_back_keeps_its_title(
    store: CodexStore,
) -> None:
    store.write([meta(), said("one"), event("thread_rolled_back", num_turns=9)])
    session = store.all()["019ed836-b1da-78f1-8a0c-e598363d10f4"]
    assert (session.title, session.turns) == ("one", 0)


# Where a turn stands


def test_a_turn_leads_to_its_record(store: CodexStore) -> None:
    path = store.write([meta(), said("Fix it"), answer("x" * 100_000)])
    human, agent = store.turns()
    assert '"Fix it"' in read_raw(path, human.offset, human.length)
    assert len(agent.text) < 70_000
    assert "x" * 100_000 in read_raw(path, agent.offset, agent.length)


def test_numbers_stay_as_they_are_when_a_file_grows(store: CodexStore) -> None:
    lines = [meta(), said("one"), answer("two")]
    store.write(lines)
    before = store.turns()
    store.write([*lines, said("three")])
    assert store.turns()[: len(before)] == before


def test_a_conversation_that_cannot_be_opened_raises(store: CodexStore) -> None:
    path = store.write([meta(), said("one")])
    session = store.only()
    path.unlink()
    with pytest.raises(OSError):
        store.turns(session)
