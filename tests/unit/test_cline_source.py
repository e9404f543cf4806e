"""Tasks of Cline, Roo Code and Kilo Code, and Cline's own sessions."""

import json
from pathlib import Path

import pytest

from builders.cline import (
    PROJECT,
    TASK,
    Data,
    ask,
    listed,
    only,
    put,
    put_session,
    say,
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
from levelmem.engine.sessions.sources.cline import SOURCE
from levelmem.engine.sessions.sources.kilo import SOURCE as KILO
from levelmem.engine.sessions.sources.roo import SOURCE as ROO

SEARCHED = "------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n"
ENVIRONMENT = (
    f"<environment_details>\n# Current Working Directory ({PROJECT}) Files\nlamp.py\n"
    "</environment_details>"
)
SEARCH = {"tool": "searchFiles", "path": "src", "content": "lamp.py:1"}
MODEL: Data = {"modelInfo": {"modelId": "claude-x", "providerId": "p"}}
TALK = [
    say("task", "Make the lamp green", 1),
    say("api_req_started", {"request": f"x\n{ENVIRONMENT}"}, 2),
    say("reasoning", "A colour.", 3, **MODEL),
    say("text", "I look", 4, partial=True, **MODEL),
    say("text", "I look at it.", 4, **MODEL),
    say(
        "tool",
        {"tool": "searchFiles", "path": "src", "content": "lamp.py:1"},
        5,
        **MODEL,
    ),
    ask("command", "ls -lREQ_APP", 6),
    say("command_output", "lamp.py", 7),
    say("command_output", "shade.py", 7.1),
    ask("tool", {"tool": "editedExistingFile", "path": "lamp.py", "diff": SEARCHED}, 8),
    say("completion_result", "It is green.", 9, **MODEL),
    ask("completion_result", "", 10),
    say("checkpoint_created", "abc", 11),
]


def test_a_task_is_listed_and_read(tmp_path: Path) -> None:
    put(tmp_path, TALK)
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("cline", TASK, PROJECT)
    assert (session.title, session.title_source) == ("Make the lamp green", "typed")
    assert (session.turns, session.model, session.state) == (1, "claude-x", "done")
    assert session.edits == (("lamp.py", 1),)
    assert session.last_words == "It is green."
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    thought, words, search = turns[1].blocks
    assert (thought, words) == (Thinking("A colour."), Text("I look at it."))
    assert isinstance(search, ToolCall)
    assert search.tool == "searchFiles"
    assert turns[2].blocks == (ToolResult("lamp.py:1", search.call_id),)
    (command,) = turns[3].blocks
    assert isinstance(command, ToolCall)
    assert command.summary == "ls -l"
    assert turns[4].blocks == (ToolResult("lamp.py\nshade.py", command.call_id),)
    edit = turns[5].blocks[1]
    assert isinstance(edit, FileEdit)
    assert "-a\n+b" in edit.diff


def test_the_first_text_is_the_task_where_there_is_no_kind_for_it(
    tmp_path: Path,
) -> None:
    picture = "data:image/png;base64," + "A" * 4000
    put(
        tmp_path,
        [
            say("text", "Look at this", images=[picture]),
            say("text", "A lamp."),
            say("user_feedback", "<feedback>\nNo, a vase\n</feedback>", files=["a.py"]),
        ],
    )
    session, turns = only(tmp_path)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.HUMAN, "Look at this"),
        (Origin.AGENT, "A lamp."),
        (Origin.HUMAN, "No, a vase"),
    ]
    assert turns[0].blocks[1] == Image("image/png 3 KB")
    assert turns[2].blocks[1] == Image("a.py")
    assert session.turns == 2


def test_questions_errors_and_interruptions_are_told(tmp_path: Path) -> None:
    stopped = {"cancelReason": "user_cancelled"}
    failed = {"cancelReason": "streaming_failed", "streamingFailedMessage": "No net"}
    put(
        tmp_path,
        [
            say("task", "Go"),
            ask("followup", {"question": "Which lamp?", "options": ["a"]}),
            ask("plan_mode_respond", {"response": "A plan"}),
            ask("followup", "plain words"),
            say("api_req_started", failed),
            say("error", "broken"),
            say("api_req_started", stopped),
            say("new kind", "whatever"),
        ],
    )
    session, turns = only(tmp_path)
    assert session.state == "interrupted"
    assert turns[1].text == "Which lamp?\nA plan\nplain words"
    notices = [b.text for t in turns for b in t.blocks if isinstance(b, Notice)]
    assert notices == ["No net", "broken", "Interrupted"]


def test_tools_of_others_and_pages_are_read(tmp_path: Path) -> None:
    given = {"serverName": "docs", "toolName": "find", "arguments": '{"query": "lamp"}'}
    put(
        tmp_path,
        [
            say("task", "Go"),
            say("use_mcp_server", given),
            say("mcp_server_response", "found"),
            say("browser_action_launch", "http://lamp.example"),
            say("browser_action_result", {"logs": "ready", "screenshot": "data:..."}),
        ],
    )
    _, turns = only(tmp_path)
    asked, page = turns[1].blocks[0], turns[3].blocks[0]
    assert isinstance(asked, ToolCall)
    assert isinstance(page, ToolCall)
    assert (asked.tool, asked.summary) == ("docs.find", "lamp")
    assert page.summary == "http://lamp.example"
    assert turns[4].blocks == (ToolResult("ready", page.call_id),)
    assert turns[5].blocks == (Image("screenshot"),)


def test_a_new_file_is_shown_whole_and_a_file_that_was_read_is_named(
    tmp_path: Path,
) -> None:
    read = {"tool": "readFile", "path": "a.py", "content": "/home/ada/code/lamp/a.py"}
    put(
        tmp_path,
        [
            say("task", "Go"),
            say("tool", read),
            say("tool", {"tool": "newFileCreated", "path": "b.py", "content": "x = 1"}),
        ],
    )
    _, turns = only(tmp_path)
    assert len(turns) == 2
    edit = turns[1].blocks[2]
    assert isinstance(edit, FileEdit)
    assert edit.diff.endswith("+x = 1")


def test_the_history_knows_the_folder_and_the_models(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    known = [{"id": TASK, "cwdOnTaskInitialization": PROJECT}]
    (tmp_path / "state" / "taskHistory.json").write_text(json.dumps(known))
    used = {"model_usage": [{"model_id": "old"}, {"model_id": "new"}]}
    put(tmp_path, [say("task", "Go"), say("text", "Gone")], task_metadata=used)
    session, _ = only(tmp_path)
    assert (session.project, session.models) == (PROJECT, ("new", "old"))


def test_the_messages_as_sent_are_read_where_the_list_is_gone(tmp_path: Path) -> None:
    sent = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "<task>\nMake it green\n</task>"},
                {"type": "text", "text": ENVIRONMENT},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Which?"}]},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "[read_file for 'a.py'] Result:\nx = 1"},
                {"type": "text", "text": "[TASK RESUMPTION] It was interrupted"},
                {"type": "text", "text": "<feedback>\nThe big one\n</feedback>"},
            ],
        },
    ]
    path = put(tmp_path, [], api_conversation_history=sent)
    path.unlink()
    session, turns = only(tmp_path)
    assert (session.title, session.project) == ("Make it green", PROJECT)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.HUMAN, "Make it green"),
        (Origin.AGENT, "Which?"),
        (Origin.TOOL, ""),
        (Origin.INJECTED, "[TASK RESUMPTION] It was interrupted"),
        (Origin.HUMAN, "The big one"),
    ]
    assert turns[2].blocks == (ToolResult("x = 1"),)


def test_a_task_that_another_started_is_folded_under_it(tmp_path: Path) -> None:
    put(tmp_path, TALK, history_item={"workspace": "/elsewhere"})
    child = {"parentTaskId": TASK, "workspace": PROJECT}
    put(tmp_path, [say("text", "Count the lamps")], "child", history_item=child)
    found = {session.id: session for session in listed(tmp_path, ROO)}
    assert (found[TASK].children, found[TASK].project) == (1, "/elsewhere")
    assert (found["child"].kind, found["child"].parent_id) == (Kind.SUBAGENT, TASK)
    assert (found["child"].title, found["child"].turns) == ("Count the lamps", 0)


def test_a_session_of_the_command_line_is_read(tmp_path: Path) -> None:
    edit = {"path": "lamp.py", "old_text": "a", "new_text": "b"}
    patch = "*** Begin Patch\n*** Update File: shade.py\n-x\n+y\n*** End Patch"
    uses = [
        {"type": "text", "text": "I change it."},
        {"type": "tool_use", "id": "c1", "name": "editor", "input": edit},
        {
            "type": "tool_use",
            "id": "c2",
            "name": "apply_patch",
            "input": {"input": patch},
        },
    ]
    typed = (
        '<user_input mode="act"><mode_notice>x</mode_notice>Green, please</user_input>'
    )
    model = {"id": "glm-5", "provider": "p"}
    messages: list[Data] = [
        {"role": "user", "content": typed, "ts": 1751000000000},
        {"role": "assistant", "content": uses, "modelInfo": model},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "ok"}],
        },
    ]
    about = {"cwd": str(tmp_path), "metadata": {"title": "Green lamp"}}
    put_session(tmp_path, "s-1", {"version": 1, "messages": messages}, about)
    below = tmp_path / "sessions" / "s-1" / "agent_2.messages.json"
    below.write_text(json.dumps({"messages": messages[:1]}))
    found = {session.id: session for session in listed(tmp_path)}
    session = found["s-1"]
    assert (session.title, session.model, session.turns) == ("Green lamp", "glm-5", 1)
    assert dict(session.edits) == {"lamp.py": 1, "shade.py": 1}
    assert next(turn.text for turn in SOURCE.turns(session)) == "Green, please"
    assert (found["s-1.agent_2"].parent_id, session.children) == ("s-1", 1)
    assert SOURCE.resume(session).argv == ("cline", "--id", "s-1")


def test_every_editor_and_every_place_of_the_command_line_is_found(
    tmp_path: Path,
) -> None:
    editors = (".config/Code", ".config/Some Fork", ".vscode-server/data")
    for editor in editors:
        put(tmp_path / editor / "User/globalStorage/saoudrizwan.claude-dev", TALK)
    put(tmp_path / ".config/Code/User/globalStorage/kilocode.kilo-code", TALK)
    put(tmp_path / ".cline/data", TALK)
    put(tmp_path / "moved", TALK)
    home = {"HOME": str(tmp_path)}
    assert len(SOURCE.roots(home)) == 4
    assert len(KILO.roots(home)) == 1
    assert ROO.roots(home) == []
    moved = SOURCE.roots({**home, "CLINE_DATA_DIR": str(tmp_path / "moved")})
    assert moved[0] == tmp_path / "moved"
    assert len(moved) == 4


def test_an_editor_s_task_says_where_it_is_taken_up(tmp_path: Path) -> None:
    put(tmp_path, TALK)
    resume = SOURCE.resume(only(tmp_path)[0])
    assert resume.argv == ()
    assert "history" in resume.problem


@pytest.mark.parametrize("cut", [0, 1, 40, 300, 900])
def test_what_stands_before_a_tear_is_read(tmp_path: Path, cut: int) -> None:
    path = put(tmp_path, TALK)
    path.write_text(path.read_text()[: -cut or None])
    session, turns = only(tmp_path)
    assert session.skipped == (1 if cut else 0)
    assert turns[0].text == "Make the lamp green"
