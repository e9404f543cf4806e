"""Crush's sessions, from the databases of projects."""

import json
import sqlite3
from pathlib import Path

import pytest

from builders.crush import (
    SESSION,
    START,
    call,
    gave,
    listed,
    only,
    part,
    put,
    register,
    said,
    session,
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
from levelmem.engine.sessions.sources.crush import SOURCE

CHANGE = {"file_path": "lamp.py", "old_string": "a", "new_string": "b"}
STOP = part("finish", reason="stop", time=0)
TALK = [
    said("user", text("Make the lamp green"), STOP),
    said(
        "assistant",
        part("reasoning", thinking="A colour.", signature="x"),
        text("I change it."),
        call("edit", CHANGE),
        part("finish", reason="tool_use", time=1),
        model="qwen/qwen3-coder",
    ),
    said("tool", gave("done"), STOP),
    said("assistant", text("It is green."), STOP, model="qwen/qwen3-coder"),
]


def test_a_session_is_listed_and_read(tmp_path: Path) -> None:
    put(tmp_path / ".crush", session(), TALK)
    found, turns = only(tmp_path)
    assert (found.agent, found.id) == ("crush", SESSION)
    assert (found.project, found.title) == (str(tmp_path), "Paint the lamp")
    assert found.title_source == "generated"
    assert (found.turns, found.model) == (1, "qwen/qwen3-coder")
    assert found.edits == (("lamp.py", 1),)
    assert found.last_words == "It is green."
    assert found.created is not None and found.updated is not None
    assert found.created.timestamp() == START
    assert found.updated.timestamp() == START + 540
    assert found.size > 0
    assert [(turn.role, turn.origin) for turn in turns] == [
        ("user", Origin.HUMAN),
        ("assistant", Origin.AGENT),
        ("tool", Origin.TOOL),
        ("assistant", Origin.AGENT),
    ]
    assert [turn.number for turn in turns] == [0, 1, 2, 3]
    thought, words, called, edit = turns[1].blocks
    assert (thought, words) == (Thinking("A colour."), Text("I change it."))
    assert called == ToolCall("edit", CHANGE, "c1", "lamp.py")
    assert isinstance(edit, FileEdit)
    assert "-a\n+b" in edit.diff
    assert turns[2].blocks == (ToolResult("done", "c1"),)


def test_messages_of_one_second_stand_as_they_were_written(tmp_path: Path) -> None:
    words = [said("user", text(str(number)), created_at=START) for number in range(30)]
    put(tmp_path / ".crush", session(), words)
    _, turns = only(tmp_path)
    assert [turn.text for turn in turns] == [str(number) for number in range(30)]


@pytest.mark.parametrize("title", ["New Session", "Untitled Session", "", "  "])
def test_without_a_title_it_is_called_by_what_was_typed(
    tmp_path: Path, title: str
) -> None:
    put(tmp_path / ".crush", session(title=title), TALK)
    found, _ = only(tmp_path)
    assert (found.title, found.title_source) == ("Make the lamp green", "typed")


@pytest.mark.parametrize(
    "words",
    [
        "`Please analyze this codebase and create a **CRUSH.md** file containing:",
        "Analyze this codebase and create/update **AGENTS.md** to help future agents",
        "The previous session was interrupted because it got too long, the initial"
        " user request was: `Make the lamp green`",
    ],
)
def test_what_crush_writes_itself_was_not_typed(tmp_path: Path, words: str) -> None:
    put(tmp_path / ".crush", session(), [said("user", text(words), STOP), *TALK])
    found, turns = only(tmp_path)
    assert turns[0].origin is Origin.INJECTED
    assert (found.turns, found.preview) == (1, "Make the lamp green")


def test_attached_files_and_hidden_words_were_not_typed(tmp_path: Path) -> None:
    attached = (
        "What is it?\n<system_info>The files below have been attached by the user,"
        " consider them in your response</system_info>\n<file path='a'>\nx\n</file>"
    )
    picture = part("binary", Path="lamp.png", MIMEType="image/png", Data="AAAA")
    data_url = part("image_url", url="data:image/jpeg;base64,AAAA")
    hidden = said("user", text("Go on by yourself.", hidden=True))
    asked = said("user", text(attached), picture, data_url)
    put(tmp_path / ".crush", session(title=""), [asked, hidden])
    found, turns = only(tmp_path)
    assert [turn.origin for turn in turns] == [
        Origin.INJECTED,
        Origin.HUMAN,
        Origin.INJECTED,
    ]
    assert turns[1].blocks == (
        Text("What is it?"),
        Image("lamp.png image/png"),
        Image("image/jpeg"),
    )
    assert (found.turns, found.title) == (1, "What is it?")
    assert "AAAA" not in repr(turns)


def test_a_command_of_the_person_is_one(tmp_path: Path) -> None:
    ran = part("shell_command", command="make", output="no rule", exit_code=2)
    put(tmp_path / ".crush", session(), [said("user", ran)])
    _, (turn,) = only(tmp_path)
    assert turn.origin is Origin.SHELL_ESCAPE
    assert turn.blocks == (Text("! make"), ToolResult("no rule", "", True))


def test_a_prompt_of_a_script_was_not_typed(tmp_path: Path) -> None:
    row = session(title="Non-interactive: Make the lamp green")
    put(tmp_path / ".crush", row, TALK)
    found, turns = only(tmp_path)
    assert turns[0].origin is Origin.HEADLESS
    assert found.title == "Make the lamp green"


def test_a_subagent_is_listed_under_its_parent(tmp_path: Path) -> None:
    put(tmp_path / ".crush", session(), TALK)
    child = session("m1$$call_1", parent_session_id=SESSION, title="Look around")
    put(tmp_path / ".crush", child, TALK)
    titled = session(f"title-{SESSION}", parent_session_id=SESSION, title="A title")
    put(tmp_path / ".crush", titled, TALK)
    found = {one.id: one for one in listed(tmp_path)}
    assert found[SESSION].children == 1
    sub = found["m1$$call_1"]
    assert (sub.kind, sub.parent_id, sub.turns) == (Kind.SUBAGENT, SESSION, 0)
    assert next(iter(SOURCE.turns(sub))).origin is Origin.SUBAGENT_PROMPT
    assert found[f"title-{SESSION}"].kind is Kind.HIDDEN
    assert "subagent" in SOURCE.resume(sub).problem


@pytest.mark.parametrize(
    ("finish", "state", "notice"),
    [
        ({"reason": "canceled"}, "interrupted", "Interrupted"),
        (
            {"reason": "error", "message": "API Error", "details": "no credit"},
            "error",
            "API Error: no credit",
        ),
        ({"reason": "content_filter"}, "error", "The answer was refused"),
    ],
)
def test_how_it_ended_is_told(
    tmp_path: Path, finish: dict[str, str], state: str, notice: str
) -> None:
    answer = said("assistant", text("I st"), part("finish", **finish))
    put(tmp_path / ".crush", session(), [TALK[0], answer])
    found, turns = only(tmp_path)
    assert found.state == state
    assert turns[-1].blocks[-1] == Notice(notice)


def test_a_summary_is_one(tmp_path: Path) -> None:
    summary = said("assistant", text("So far: green."), STOP, is_summary_message=1)
    put(tmp_path / ".crush", session(), [*TALK, summary])
    _, turns = only(tmp_path)
    assert (turns[-1].role, turns[-1].origin) == ("system", Origin.COMPACTION)


def test_a_call_that_failed_edited_nothing(tmp_path: Path) -> None:
    failed = said("tool", gave("no such file", is_error=True), STOP)
    put(tmp_path / ".crush", session(), [*TALK[:2], failed])
    found, turns = only(tmp_path)
    assert found.edits == ()
    assert turns[2].blocks == (ToolResult("no such file", "c1", True),)


def test_arguments_that_are_no_json_are_shown(tmp_path: Path) -> None:
    answer = said("assistant", call("bash", '{"command": "ls'))
    put(tmp_path / ".crush", session(), [TALK[0], answer])
    _, turns = only(tmp_path)
    (called,) = turns[1].blocks
    assert isinstance(called, ToolCall)
    assert called.input == {"input": '{"command": "ls'}


def test_control_characters_stay_text(tmp_path: Path) -> None:
    put(tmp_path / ".crush", session(title="\x1b[31mred"), [said("user", text("\x07"))])
    found, turns = only(tmp_path)
    assert "red" in found.title
    assert turns[0].text == "\x07"


# The database.


def test_parts_that_are_no_json_are_counted(tmp_path: Path) -> None:
    torn = {"role": "user", "parts": '[{"type": "text", "da'}
    put(tmp_path / ".crush", session(), [*TALK, torn])
    found, turns = only(tmp_path)
    assert (found.skipped, len(turns)) == (1, 4)


def test_a_version_without_some_columns_is_read(tmp_path: Path) -> None:
    path = put(tmp_path / ".crush", session(), TALK)
    with sqlite3.connect(path) as database:
        database.execute("alter table messages drop column is_summary_message")
        database.execute("alter table messages drop column model")
        database.execute("alter table sessions drop column title")
    database.close()
    found, turns = only(tmp_path)
    assert (found.title, len(turns)) == ("Make the lamp green", 4)


def test_only_a_session_that_changed_is_read_again(tmp_path: Path) -> None:
    path = put(tmp_path / ".crush", session(), TALK)
    put(tmp_path / ".crush", session("other"), TALK)
    before = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    with sqlite3.connect(path) as database:
        database.execute(
            "update messages set updated_at = updated_at + 9 where session_id = 'other'"
        )
    database.close()
    after = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    assert [name for name in before if before[name] != after[name]] == ["other"]


def test_a_damaged_database_is_named_and_hides_no_other(tmp_path: Path) -> None:
    put(tmp_path / "lamp" / ".crush", session(), TALK)
    damaged = tmp_path / "kite" / ".crush" / "crush.db"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    found = []
    with pytest.raises(OSError, match="can't be read") as raised:
        for file in SOURCE.files(tmp_path):
            found.append(file.path.name)
    assert found == [SESSION]
    assert raised.value.filename == str(damaged)


def test_rows_before_a_damaged_page_are_shown(tmp_path: Path) -> None:
    many = [said("user", text(f"{number} {'x' * 3000}")) for number in range(40)]
    path = put(tmp_path / ".crush", session(), many)
    body = bytearray(path.read_bytes())
    at = body.index(b"30 xxxx")
    page = at // 4096 * 4096
    body[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(body)
    found, turns = only(tmp_path)
    assert found.error == ""
    assert found.skipped == 1
    assert 0 < len(turns) < 40


def test_a_database_that_is_open_elsewhere_is_read_with_its_log(tmp_path: Path) -> None:
    path = put(tmp_path / ".crush", session(), TALK)
    writer = sqlite3.connect(path)
    writer.execute("pragma journal_mode = wal")
    writer.execute("update sessions set title = 'Just renamed'")
    writer.commit()
    beside = sorted(path.parent.iterdir())
    assert only(tmp_path)[0].title == "Just renamed"
    assert sorted(path.parent.iterdir()) == beside
    writer.close()


def test_a_database_that_is_locked_is_read(tmp_path: Path) -> None:
    path = put(tmp_path / ".crush", session(), TALK)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("pragma locking_mode = exclusive")
    writer.execute("pragma journal_mode = wal")
    writer.execute("begin exclusive")
    assert only(tmp_path)[0].title == "Paint the lamp"
    writer.close()


def test_a_session_that_is_gone_says_so(tmp_path: Path) -> None:
    path = put(tmp_path / ".crush", session(), TALK)
    found, _ = only(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("delete from sessions")
    database.close()
    with pytest.raises(FileNotFoundError):
        list(SOURCE.turns(found))
    path.unlink()
    with pytest.raises(FileNotFoundError):
        list(SOURCE.turns(found))


# The store.


def test_the_list_of_projects_names_their_data(tmp_path: Path) -> None:
    lamp, kite = tmp_path / "far/away/lamp", tmp_path / "far/away/kite"
    put(lamp / ".crush", session(), TALK)
    put(tmp_path / "data/kite", session("k"), TALK)
    register(tmp_path, (lamp, lamp / ".crush"), (kite, tmp_path / "data/kite"))
    roots = SOURCE.roots({"HOME": str(tmp_path)})
    assert roots == [lamp / ".crush", tmp_path / "data/kite"]
    assert [listed(root)[0].project for root in roots] == [str(lamp), str(kite)]


def test_data_of_several_projects_tells_of_none(tmp_path: Path) -> None:
    shared = tmp_path / "data"
    put(shared, session(), TALK)
    register(tmp_path, (tmp_path / "a", shared), (tmp_path / "b", shared))
    (root,) = SOURCE.roots({"HOME": str(tmp_path)})
    (found,) = listed(root)
    assert found.project == ""
    assert "not known" in SOURCE.resume(found).problem


def test_likely_projects_are_looked_into(tmp_path: Path) -> None:
    put(tmp_path / "code/lamp/.crush", session(), TALK)
    put(tmp_path / "elsewhere/.crush", session("e"), TALK)
    environ = {"HOME": str(tmp_path / "code"), "PWD": str(tmp_path / "elsewhere")}
    assert SOURCE.roots(environ) == [
        tmp_path / "elsewhere/.crush",
        tmp_path / "code/lamp/.crush",
    ]


def test_settings_move_the_data(tmp_path: Path) -> None:
    put(tmp_path / "kite/var/crush", session(), TALK)
    put(tmp_path / "lamp/mine", session("l"), TALK)
    settings = tmp_path / ".config/crush/crush.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"options": {"data_directory": "var/crush"}}))
    own = {"options": {"data_directory": "mine"}}
    (tmp_path / "lamp/.crush.json").write_text(json.dumps(own))
    roots = SOURCE.roots({"HOME": str(tmp_path)})
    assert roots == [tmp_path / "kite/var/crush", tmp_path / "lamp/mine"]
    assert listed(roots[1])[0].project == str(tmp_path / "lamp")


@pytest.mark.parametrize(
    ("variable", "below"),
    [("CRUSH_GLOBAL_DATA", ""), ("XDG_DATA_HOME", "crush")],
)
def test_every_variable_moves_the_list(
    tmp_path: Path, variable: str, below: str
) -> None:
    lamp = tmp_path / "far/away/lamp"
    put(lamp / ".crush", session(), TALK)
    register(tmp_path, (lamp, ".crush"))
    moved = tmp_path / "moved" / below
    moved.mkdir(parents=True)
    (tmp_path / ".local/share/crush/projects.json").rename(moved / "projects.json")
    home = {"HOME": str(tmp_path)}
    assert SOURCE.roots(home) == []
    found = SOURCE.roots({**home, variable: str(tmp_path / "moved")})
    assert found == [lamp / ".crush"]


@pytest.mark.parametrize("list_of", ['{"projects": [1, {"path": 3}]}', "[]", "{", "\0"])
def test_a_list_that_is_none_is_passed_over(tmp_path: Path, list_of: str) -> None:
    path = tmp_path / ".local/share/crush/projects.json"
    path.parent.mkdir(parents=True)
    path.write_text(list_of)
    assert SOURCE.roots({"HOME": str(tmp_path)}) == []


@pytest.mark.parametrize("place", [".crush/crush.db", ".crush", "."])
def test_a_root_may_be_named_in_every_way(tmp_path: Path, place: str) -> None:
    put(tmp_path / ".crush", session(), TALK)
    (found,) = listed(tmp_path / place)
    assert found.project == str(tmp_path)


def test_a_root_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(SOURCE.files(tmp_path / "gone"))


def test_it_is_resumed_in_its_project(tmp_path: Path) -> None:
    put(tmp_path / ".crush", session(), TALK)
    found, _ = only(tmp_path)
    resume = SOURCE.resume(found)
    assert resume.argv == ("crush", "--session", SESSION)
    assert (resume.folder, resume.problem) == (str(tmp_path), "")
