"""Kimi's sessions: Kimi Code's logs, and what Kimi CLI left."""

import json
from pathlib import Path

import pytest

from builders.kimi import (
    OLD,
    PROJECT,
    SESSION,
    Data,
    event,
    listed,
    message,
    old,
    only,
    prompt,
    put,
    put_old,
    record,
    said,
    text,
)
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources.kimi import SOURCE

TALK = [
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1785612803281},
    record("config.update", modelAlias="moonshot-ai/kimi-k2.7-code"),
    prompt("Make the lamp green", 1),
    message("Make the lamp green", 1),
    event("step.begin", 2, step=1),
    event("content.part", 2, part={"type": "think", "think": "A colour."}),
    said("I change it.", 2),
    event(
        "tool.call",
        3,
        toolCallId="c1",
        name="Edit",
        args={"path": "lamp.py", "old_string": "a", "new_string": "b"},
    ),
    event("tool.result", 4, toolCallId="c1", result={"output": "do", "note": "ne"}),
    event("step.end", 4),
    event("step.begin", 5, step=2),
    said("It is green.", 5),
    event("step.end", 5),
    record("turn.ended", 6, reason="completed"),
]


def test_a_session_is_listed_and_read(tmp_path: Path) -> None:
    put(tmp_path, TALK, {"workDir": PROJECT, "title": "Green", "isCustomTitle": True})
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("kimi", SESSION, PROJECT)
    assert (session.title, session.title_source) == ("Green", "named")
    assert (session.turns, session.model) == (1, "kimi-k2.7-code")
    assert session.edits == (("lamp.py", 1),)
    assert (session.last_words, session.state) == ("It is green.", "")
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    thought, words, call, edit = turns[1].blocks
    assert (thought, words) == (Thinking("A colour."), Text("I change it."))
    assert isinstance(call, ToolCall)
    assert (call.tool, call.summary) == ("Edit", "lamp.py")
    assert isinstance(edit, FileEdit)
    assert turns[2].blocks == (ToolResult("do\nne", "c1"),)


def test_a_title_that_nobody_gave_is_generated_and_the_words_come_else(
    tmp_path: Path,
) -> None:
    put(tmp_path, TALK, {"cwd": PROJECT, "title": "green lamp", "archived": True})
    session, _ = only(tmp_path)
    assert (session.title, session.title_source) == ("green lamp", "generated")
    assert session.lifecycle == "archived"
    put(tmp_path, TALK)
    assert only(tmp_path)[0].title_source == "typed"


def test_what_is_typed_meanwhile_is_shown_once_where_it_was_typed(
    tmp_path: Path,
) -> None:
    steer = record("turn.steer", 2, input=text("stop"), origin={"kind": "user"})
    put(
        tmp_path,
        [
            prompt("hi", 1),
            message("hi", 1),
            steer,
            record("turn.cancel", 3),
            prompt("hi", 4),
            message("hi", 4),
            message("stop", 4),
        ],
    )
    session, turns = only(tmp_path)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.HUMAN, "hi"),
        (Origin.QUEUED, "stop"),
        (Origin.NOTIFICATION, ""),
        (Origin.HUMAN, "hi"),
    ]
    assert turns[2].blocks == (Notice("Interrupted"),)
    assert session.turns == 3


def test_only_the_persons_words_count_as_typed(tmp_path: Path) -> None:
    slash: Data = {"trigger": "user-slash", "skillName": "review"}
    slash["skillArgs"] = "the lamp"
    put(
        tmp_path,
        [
            message("<system-reminder>\nx", kind="injection"),
            message(
                "the whole skill",
                kind="skill_activation",
                **slash,
            ),
            message("loaded", kind="skill_activation", trigger="model-tool"),
            message(
                "a text",
                kind="plugin_command",
                trigger="user-slash",
                pluginId="p",
                commandName="go",
            ),
            message(
                "<bash-input>\nls &lt;a\n</bash-input>",
                kind="shell_command",
                phase="input",
            ),
            message(
                "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>",
                kind="shell_command",
                phase="output",
            ),
            message("blocked", kind="hook_result"),
            message("task done", kind="background_task"),
            message("new kind", kind="mailbox"),
        ],
    )
    _, turns = only(tmp_path)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.INJECTED, "<system-reminder>\nx"),
        (Origin.SLASH_COMMAND, "/review the lamp"),
        (Origin.INJECTED, "loaded"),
        (Origin.SLASH_COMMAND, "/p:go"),
        (Origin.SHELL_ESCAPE, "! ls <a"),
        (Origin.TOOL, ""),
        (Origin.HOOK, "blocked"),
        (Origin.NOTIFICATION, "task done"),
        (Origin.INJECTED, "new kind"),
    ]
    assert turns[5].blocks == (ToolResult("a"),)


def test_what_was_taken_back_is_marked_and_names_nothing(tmp_path: Path) -> None:
    put(
        tmp_path,
        [
            prompt("Keep me", 1),
            said("Kept.", 1),
            prompt("Paint it red", 2),
            said("Red.", 3),
            record("context.undo", 4, count=1),
            prompt("Paint it blue", 5),
            said("Blue.", 6),
        ],
    )
    session, turns = only(tmp_path)
    assert [turn.note for turn in turns] == [
        "",
        "",
        "abandoned branch",
        "abandoned branch",
        "",
        "",
    ]
    assert session.last_words == "Blue."


def test_what_was_cleared_can_not_be_taken_back(tmp_path: Path) -> None:
    put(
        tmp_path,
        [
            prompt("One", 1),
            record("context.clear", 2),
            prompt("Two", 3),
            record("context.undo", 4, count=9),
        ],
    )
    _, turns = only(tmp_path)
    notes = {turn.text: turn.note for turn in turns}
    assert (notes["One"], notes["Two"]) == ("", "abandoned branch")


def test_a_compaction_is_told_once(tmp_path: Path) -> None:
    put(
        tmp_path,
        [
            *TALK,
            record("full_compaction.begin", 7),
            record("context.apply_compaction", 8, summary="What was done"),
            record("full_compaction.complete", 9),
        ],
    )
    _, turns = only(tmp_path)
    told = [turn for turn in turns if turn.origin is Origin.COMPACTION]
    assert [turn.text for turn in told] == ["What was done"]


def test_a_subagent_is_folded_under_its_session(tmp_path: Path) -> None:
    put(tmp_path, TALK)
    agents = {
        "agent-0": {"parentAgentId": "main"},
        "agent-1": {"parentAgentId": "agent-0"},
    }
    task = "<git-context>\nRemote: x\n</git-context>\nCount the lamps"
    given = prompt(task, kind="system_trigger", name="subagent")
    state = {"workDir": PROJECT, "agents": agents}
    put(tmp_path, [given, said("Three.")], state, "agent-0")
    put(tmp_path, [given, said("Four.")], state, "agent-1")
    found = {session.id: session for session in listed(tmp_path)}
    main, child = found[SESSION], found[f"{SESSION}.agent-0"]
    assert (main.kind, main.children) == (Kind.MAIN, 1)
    assert (child.kind, child.parent_id) == (Kind.SUBAGENT, SESSION)
    assert (child.title, child.turns) == ("Count the lamps", 0)
    assert found[f"{SESSION}.agent-1"].parent_id == child.id


def test_an_error_ends_a_run(tmp_path: Path) -> None:
    failed = record("turn.ended", 7, reason="failed", error={"message": "No quota"})
    put(tmp_path, [*TALK, failed])
    session, turns = only(tmp_path)
    assert (session.state, turns[-1].blocks) == ("error", (Notice("No quota"),))


def test_a_session_taken_over_reads_its_messages(tmp_path: Path) -> None:
    call = {"id": "c", "function": {"name": "Bash", "arguments": '{"command": "ls"}'}}
    answer = {"role": "assistant", "content": text("Look:"), "toolCalls": [call]}
    result = {"role": "tool", "content": text("lamp.py"), "toolCallId": "c"}
    url = {"type": "image_url", "imageUrl": {"url": "data:image/png;base64,AAAA"}}
    asked = {"role": "user", "content": [*text("Look"), url]}
    put(
        tmp_path,
        [record("context.append_message", message=m) for m in (asked, answer, result)],
    )
    session, turns = only(tmp_path)
    assert isinstance(turns[0].blocks[1], Image)
    shown = turns[1].blocks[1]
    assert isinstance(shown, ToolCall)
    assert (shown.summary, turns[2].blocks) == ("ls", (ToolResult("lamp.py", "c"),))
    assert session.turns == 1


def test_the_index_knows_the_folder_where_the_state_is_torn(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    path.parents[2].joinpath("state.json").write_text('{"workDir": "/ho')
    line = json.dumps({"sessionId": SESSION, "workDir": PROJECT})
    (tmp_path / "session_index.jsonl").write_text(f"{line}\n{{torn")
    assert only(tmp_path)[0].project == PROJECT


def test_kimi_cli_s_events_are_read(tmp_path: Path) -> None:
    edit = {"path": "lamp.py", "edit": {"old": "a", "new": "b"}}
    call = {"name": "StrReplaceFile", "arguments": json.dumps(edit)}
    told = {"type": "TurnBegin", "payload": {"user_input": "Count"}}
    put_old(
        tmp_path,
        [
            {"type": "metadata", "protocol_version": "1.3"},
            old("TurnBegin", 1, user_input=text("Make it green")),
            old("StepBegin", 2, n=1),
            old("ContentPart", 2, type="think", think="Hm"),
            old("ContentPart", 2, type="text", text="I change it."),
            old("ToolCall", 3, id="c1", function=call),
            old(
                "ToolResult",
                4,
                tool_call_id="c1",
                return_value={"is_error": False, "output": "done"},
            ),
            old("SubagentEvent", 5, parent_tool_call_id="c2", event=told),
            old("SteerInput", 6, user_input="and bright"),
            old("StepInterrupted", 7),
        ],
    )
    session, turns = only(tmp_path)
    assert (session.id, session.project, session.state) == (OLD, PROJECT, "interrupted")
    assert (session.turns, session.children) == (2, 1)
    assert session.edits == (("lamp.py", 1),)
    assert [(turn.origin, turn.note) for turn in turns] == [
        (Origin.HUMAN, ""),
        (Origin.AGENT, ""),
        (Origin.TOOL, ""),
        (Origin.SUBAGENT_PROMPT, "subagent"),
        (Origin.QUEUED, ""),
        (Origin.NOTIFICATION, ""),
    ]
    assert turns[0].when is not None


@pytest.mark.parametrize("name", ["context.jsonl", f"../{OLD}.jsonl"])
def test_kimi_cli_s_context_is_read_where_there_are_no_events(
    tmp_path: Path, name: str
) -> None:
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "Shell", "arguments": '{"command": "ls"}'},
    }
    put_old(
        tmp_path,
        [
            {"role": "_system_prompt", "content": "You are"},
            {"role": "_checkpoint", "id": 0},
            {"role": "user", "content": "<system>CHECKPOINT 0</system>"},
            {"role": "user", "content": "Look"},
            {"role": "assistant", "content": text("I look."), "tool_calls": [call]},
            {"role": "tool", "content": text("lamp.py"), "tool_call_id": "c"},
            {"role": "_usage", "token_count": 3},
        ],
        name,
    )
    session, turns = only(tmp_path)
    assert (session.id, session.title, session.turns) == (OLD, "Look", 1)
    assert session.project == PROJECT
    assert [turn.role for turn in turns] == ["user", "user", "assistant", "tool"]


def test_what_kimi_code_took_over_is_listed_there_alone(tmp_path: Path) -> None:
    home, new = tmp_path / ".kimi", tmp_path / "new"
    put_old(home, [old("TurnBegin", user_input="hello")])
    (home / ".migrated-to-kimi-code").write_text(json.dumps({"target_path": str(new)}))
    assert len(listed(home)) == 1
    folder = new / "sessions" / "wd_x" / f"ses_{OLD}"
    folder.mkdir(parents=True)
    state = {"custom": {"imported_from_kimi_cli": True}}
    (folder / "state.json").write_text(json.dumps(state))
    assert listed(home) == []


def test_both_homes_are_found_and_can_be_moved(tmp_path: Path) -> None:
    put(tmp_path / ".kimi-code", TALK)
    put_old(tmp_path / ".kimi", [old("TurnBegin", user_input="hello")])
    put(tmp_path / "elsewhere", TALK)
    environ = {"HOME": str(tmp_path)}
    assert [root.name for root in SOURCE.roots(environ)] == [".kimi-code", ".kimi"]
    moved = {
        **environ,
        "KIMI_CODE_HOME": str(tmp_path / "elsewhere"),
        "KIMI_SHARE_DIR": "/",
    }
    assert [root.name for root in SOURCE.roots(moved)] == ["elsewhere"]


def test_it_resumes_where_its_folder_is(tmp_path: Path) -> None:
    put(tmp_path, TALK, {"workDir": str(tmp_path)})
    resume = SOURCE.resume(only(tmp_path)[0])
    assert (resume.argv, resume.problem) == (("kimi", "--session", SESSION), "")


def test_what_can_not_be_read_is_counted_and_the_rest_is_shown(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    path.write_bytes(b"{broken\n\x00\x00\n" + path.read_bytes() + b'{"type": "turn.pr')
    session, turns = only(tmp_path)
    assert (session.skipped, len(turns)) == (1, 4)
