"""Goose's sessions: from its database, and from the JSON lines of before it."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders.goose import (
    PROJECT,
    SESSION,
    START,
    call,
    gave,
    listed,
    only,
    put,
    put_file,
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
from levelmem.engine.sessions.sources.goose import SOURCE

Put = Callable[..., Path]

SHELL = {"command": "make test"}
TALK = [
    said("user", text("Make the lamp green")),
    said(
        "assistant",
        {"type": "thinking", "thinking": "A colour.", "signature": "x"},
        {"type": "redactedThinking", "data": "x"},
        text("I test it."),
        call("developer__shell", SHELL),
        inference={"provider": "openai", "requestedModel": "gpt-5"},
    ),
    said("user", gave(text("2 passed"))),
    said("assistant", text("It is green.")),
]


@pytest.fixture(params=[put_file, put], ids=["file", "database"])
def put_in(request: pytest.FixtureRequest) -> Put:
    """Return what writes a session in one of the two forms."""
    found: Put = request.param
    return found


def test_a_session_is_listed_and_read(tmp_path: Path, put_in: Put) -> None:
    put_in(tmp_path, session(), TALK)
    found, turns = only(tmp_path)
    assert (found.agent, found.id, found.kind) == ("goose", SESSION, Kind.MAIN)
    assert (found.project, found.title) == (PROJECT, "Paint the lamp")
    assert (found.turns, found.model) == (1, "gpt-5")
    assert found.last_words == "It is green."
    assert found.created is not None
    assert found.created.timestamp() == START
    assert found.size > 0
    assert [(turn.role, turn.origin) for turn in turns] == [
        ("user", Origin.HUMAN),
        ("assistant", Origin.AGENT),
        ("tool", Origin.TOOL),
        ("assistant", Origin.AGENT),
    ]
    assert turns[1].blocks == (
        Thinking("A colour."),
        Text("I test it."),
        ToolCall("developer__shell", SHELL, "c1", "make test"),
    )
    assert turns[2].blocks == (ToolResult("2 passed", "c1"),)


def test_times_without_a_zone_are_utc(tmp_path: Path) -> None:
    put(tmp_path, session(), TALK)
    found, _ = only(tmp_path)
    assert found.updated is not None
    assert found.updated.isoformat() == "2026-04-14T09:09:00+00:00"


@pytest.mark.parametrize(
    ("row", "title", "source"),
    [
        ({"user_set_name": 1}, "Paint the lamp", "named"),
        ({}, "Paint the lamp", "generated"),
        ({"name": "", "description": "Old words"}, "Old words", "generated"),
        ({"name": "CLI Session"}, "Make the lamp green", "typed"),
        ({"name": "New session 12"}, "Make the lamp green", "typed"),
        ({"name": SESSION}, "Make the lamp green", "typed"),
        ({"name": "New Session", "user_set_name": 1}, "New Session", "named"),
    ],
)
def test_what_it_is_called(
    tmp_path: Path, row: dict[str, Any], title: str, source: str
) -> None:
    put(tmp_path, session(**row), TALK)
    found, _ = only(tmp_path)
    assert (found.title, found.title_source) == (title, source)


@pytest.mark.parametrize(
    ("tool", "given", "shown"),
    [
        ("developer__write", {"path": "a", "content": "x"}, "+x"),
        ("edit", {"path": "a", "before": "b", "after": "c"}, "-b\n+c"),
        (
            "developer__text_editor",
            {"command": "write", "path": "a", "file_text": "x"},
            "+x",
        ),
        (
            "developer__text_editor",
            {"command": "str_replace", "path": "a", "old_str": "b", "new_str": "c"},
            "-b\n+c",
        ),
        (
            "text_editor",
            {
                "command": "str_replace",
                "path": "a",
                "diff": "--- a\n@@ -1 +1 @@\n-b\n+c",
            },
            "@@ -1 +1 @@\n-b\n+c",
        ),
        (
            "text_editor",
            {"command": "insert", "path": "a", "insert_line": 3, "new_str": "x"},
            "+x",
        ),
    ],
)
def test_what_a_call_changes_is_an_edit(
    tmp_path: Path, put_in: Put, tool: str, given: dict[str, Any], shown: str
) -> None:
    put_in(tmp_path, session(), [TALK[0], said("assistant", call(tool, given))])
    found, turns = only(tmp_path)
    (edit,) = (block for block in turns[1].blocks if isinstance(block, FileEdit))
    assert (edit.path, edit.call_id) == ("a", "c1")
    assert shown in edit.diff
    assert found.edits == (("a", 1),)


@pytest.mark.parametrize("command", ["view", "undo_edit"])
def test_looking_at_a_file_is_no_edit(tmp_path: Path, command: str) -> None:
    look = call("developer__text_editor", {"command": command, "path": "a"})
    put(tmp_path, session(), [TALK[0], said("assistant", look)])
    assert only(tmp_path)[0].edits == ()


def test_what_tools_give_back_is_never_typed(tmp_path: Path, put_in: Put) -> None:
    both = said("user", gave(text("ok")), text("And blue, please"))
    put_in(tmp_path, session(), [*TALK[:2], both])
    found, turns = only(tmp_path)
    assert [turn.origin for turn in turns[2:]] == [Origin.TOOL, Origin.HUMAN]
    assert (turns[3].text, found.turns) == ("And blue, please", 2)


def test_every_form_of_a_result_is_read(tmp_path: Path, put_in: Put) -> None:
    resource = {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}}
    picture = {"type": "image", "data": "A" * 4096, "mimeType": "image/png"}
    hidden = {**text("for the model"), "annotations": {"audience": ["assistant"]}}
    bare = {"status": "success", "value": [text("of before")]}
    failed = {"status": "error", "error": "no such tool"}
    results = [
        gave(resource, picture, hidden),
        {"type": "toolResponse", "id": "c2", "toolResult": bare},
        {"type": "toolResponse", "id": "c3", "toolResult": failed},
        gave(text("exit 1"), ident="c4", is_error=True),
    ]
    put_in(tmp_path, session(), [TALK[0], said("user", *results)])
    _, turns = only(tmp_path)
    assert turns[1].blocks == (
        ToolResult("inside", "c1"),
        Image("image/png 3 KB"),
        ToolResult("of before", "c2"),
        ToolResult("no such tool", "c3", True),
        ToolResult("exit 1", "c4", True),
    )


def test_a_call_that_is_none_says_so(tmp_path: Path) -> None:
    broken = {"status": "error", "error": "invalid json"}
    request = {"type": "toolRequest", "id": "c1", "toolCall": broken}
    put(tmp_path, session(), [TALK[0], said("assistant", request)])
    _, turns = only(tmp_path)
    assert turns[1].blocks == (
        ToolCall("tool", {}, "c1"),
        ToolResult("invalid json", "c1", True),
    )


@pytest.mark.parametrize(
    "message",
    [
        said("user", text("A summary of before"), userVisible=False),
        said("user", text("It is Friday"), turnContext=True),
        said("user", text("<info-msg>\nIt is Friday\n</info-msg>")),
        said("user", text("<turn-context>It is Friday</turn-context>")),
    ],
)
def test_what_goose_put_in_was_not_typed(
    tmp_path: Path, put_in: Put, message: dict[str, Any]
) -> None:
    put_in(tmp_path, session(name=""), [message, *TALK])
    found, turns = only(tmp_path)
    assert turns[0].origin is Origin.INJECTED
    assert (found.turns, found.title) == (1, "Make the lamp green")


def test_what_the_model_no_longer_sees_is_still_shown(tmp_path: Path) -> None:
    old = said("user", text("Long ago"), agentVisible=False)
    put(tmp_path, session(), [old, *TALK])
    found, turns = only(tmp_path)
    assert (turns[0].origin, found.turns) == (Origin.HUMAN, 2)


def test_goose_s_own_words_are_notices(tmp_path: Path, put_in: Put) -> None:
    kept = {"type": "systemNotification", "notificationType": "inlineMessage"}
    passing = {**kept, "notificationType": "thinkingMessage", "msg": "compacting…"}
    asked = {"type": "actionRequired", "data": {"message": "Which port?"}}
    confirm = {"type": "toolConfirmationRequest", "id": "c1", "toolName": "shell"}
    notices = said("assistant", {**kept, "msg": "Compacted"}, passing, asked, confirm)
    put_in(tmp_path, session(), [*TALK, notices])
    _, turns = only(tmp_path)
    assert turns[-1].origin is Origin.NOTIFICATION
    assert turns[-1].blocks == (Notice("Compacted"), Notice("Which port?"))


def test_blocks_of_a_kind_to_come_are_named(tmp_path: Path, put_in: Put) -> None:
    odd = {"type": "hologram", "text": "whirr"}
    put_in(tmp_path, session(), [TALK[0], said("assistant", text("Look"), odd)])
    _, turns = only(tmp_path)
    assert turns[1].blocks == (Text("Look"), Notice("hologram: whirr"))


def test_a_picture_of_the_person_is_named(tmp_path: Path, put_in: Put) -> None:
    picture = {"type": "image", "data": "A" * 4096, "mimeType": "image/png"}
    put_in(tmp_path, session(), [said("user", text("This"), picture), *TALK[1:]])
    _, turns = only(tmp_path)
    assert turns[0].blocks == (Text("This"), Image("image/png 3 KB"))


@pytest.mark.parametrize("kind", ["sub_agent", "subagent", "specialist"])
def test_a_subagent_is_listed_under_its_parent(tmp_path: Path, kind: str) -> None:
    put(tmp_path, session(), TALK)
    put(
        tmp_path,
        session("20260414_2", session_type=kind, parent_session_id=SESSION),
        TALK,
    )
    found = {one.id: one for one in listed(tmp_path)}
    sub = found["20260414_2"]
    assert (sub.kind, sub.parent_id, sub.turns) == (Kind.SUBAGENT, SESSION, 0)
    assert found[SESSION].children == 1
    assert next(iter(SOURCE.turns(sub))).origin is Origin.SUBAGENT_PROMPT


def test_what_goose_hides_is_hidden(tmp_path: Path) -> None:
    put(tmp_path, session(session_type="hidden"), TALK)
    assert only(tmp_path)[0].kind is Kind.HIDDEN


@pytest.mark.parametrize("kind", ["user", "terminal", "acp", "gateway", "to come"])
def test_sessions_of_every_other_kind_are_listed(tmp_path: Path, kind: str) -> None:
    put(tmp_path, session(session_type=kind), TALK)
    found, turns = only(tmp_path)
    assert (found.kind, turns[0].origin) == (Kind.MAIN, Origin.HUMAN)


@pytest.mark.parametrize(
    "row",
    [
        {"session_type": "scheduled"},
        {"schedule_id": "daily"},
        {"recipe_json": json.dumps({"prompt": "Make the lamp green\n"})},
    ],
)
def test_a_prompt_of_a_schedule_or_a_recipe_was_not_typed(
    tmp_path: Path, row: dict[str, str]
) -> None:
    put(tmp_path, session(**row), TALK)
    found, turns = only(tmp_path)
    assert (turns[0].origin, found.turns) == (Origin.HEADLESS, 1)


def test_archived_there_is_archived_here(tmp_path: Path) -> None:
    put(tmp_path, session(archived_at="2026-05-01 10:00:00"), TALK)
    assert only(tmp_path)[0].lifecycle == "archived"


def test_the_model_that_it_is_set_to_is_known(tmp_path: Path) -> None:
    config = json.dumps({"model_name": "gpt-5-mini", "temperature": None})
    talk = [TALK[0], said("assistant", text("It is green."))]
    put(tmp_path, session(model_config_json=config), talk)
    assert only(tmp_path)[0].model == "gpt-5-mini"


# The database.


def test_the_database_wins_and_files_add_what_it_lacks(tmp_path: Path) -> None:
    put_file(tmp_path, session(name="Old copy"), TALK)
    put_file(tmp_path, session("20250101_101010", name="Left behind"), TALK)
    put(tmp_path, session(), TALK)
    found = {one.id: one for one in listed(tmp_path)}
    assert {ident: one.title for ident, one in found.items()} == {
        SESSION: "Paint the lamp",
        "20250101_101010": "Left behind",
    }
    assert "left behind" in SOURCE.resume(found["20250101_101010"]).problem


def test_messages_of_one_second_stand_as_they_were_written(tmp_path: Path) -> None:
    talk = [said("user", text(str(number))) for number in range(12)]
    path = put(tmp_path, session(), talk)
    with sqlite3.connect(path) as database:
        database.execute("update messages set created_timestamp = 1e9")
    database.close()
    _, turns = only(tmp_path)
    assert [turn.text for turn in turns] == [str(number) for number in range(12)]


def test_content_that_is_no_json_is_counted(tmp_path: Path) -> None:
    torn = {"role": "user", "content": '[{"type": "te'}
    put(tmp_path, session(), [*TALK, torn])
    found, turns = only(tmp_path)
    assert (found.skipped, len(turns)) == (1, 4)


def test_a_version_without_some_columns_is_read(tmp_path: Path) -> None:
    path = put(tmp_path, session(), TALK)
    with sqlite3.connect(path) as database:
        for column in ("parent_session_id", "archived_at", "session_type", "name"):
            database.execute(f"alter table sessions drop column {column}")
        database.execute("alter table messages drop column metadata_json")
        database.execute("update sessions set description = 'Of before'")
    database.close()
    found, turns = only(tmp_path)
    assert (found.title, len(turns)) == ("Of before", 4)


def test_only_a_session_that_changed_is_read_again(tmp_path: Path) -> None:
    path = put(tmp_path, session(), TALK)
    put(tmp_path, session("20260414_2"), TALK)
    before = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    with sqlite3.connect(path) as database:
        database.execute(
            "insert into messages (session_id, role, content_json, created_timestamp)"
            " values ('20260414_2', 'user', '[]', 1)"
        )
    database.close()
    after = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    assert [n for n in before if before[n] != after[n]] == ["20260414_2"]


def test_a_damaged_database_is_named_and_hides_no_file(tmp_path: Path) -> None:
    put_file(tmp_path, session(), TALK)
    damaged = tmp_path / "sessions.db"
    damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    found = []
    with pytest.raises(OSError, match="can't be read") as raised:
        for file in SOURCE.files(tmp_path):
            found.append(file.path.stem)
    assert found == [SESSION]
    assert raised.value.filename == str(damaged)


def test_a_session_that_is_gone_says_so(tmp_path: Path) -> None:
    path = put(tmp_path, session(), TALK)
    found, _ = only(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("delete from sessions")
    database.close()
    with pytest.raises(FileNotFoundError):
        list(SOURCE.turns(found))


# The files.


def test_a_torn_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = put_file(tmp_path, session(), TALK)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{torn\n", *lines[2:], b'{"role": "us']))
    found, turns = only(tmp_path)
    assert (found.skipped, len(turns)) == (1, 4)


def test_a_file_without_its_first_line_is_read(tmp_path: Path) -> None:
    path = put_file(tmp_path, session(), TALK)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    found, turns = only(tmp_path)
    assert (found.title, found.project, len(turns)) == ("Make the lamp green", "", 4)


# The store.


@pytest.mark.parametrize(
    ("variable", "below"),
    [
        ("GOOSE_PATH_ROOT", "data/sessions"),
        ("XDG_DATA_HOME", "goose/sessions"),
        ("HOME", ".local/share/goose/sessions"),
        ("HOME", "Library/Application Support/Block/goose/sessions"),
        ("APPDATA", "Block/goose/data/sessions"),
    ],
)
def test_every_variable_names_a_store(
    tmp_path: Path, variable: str, below: str
) -> None:
    put(tmp_path / below, session(), TALK)
    home = {"HOME": str(tmp_path / "nobody")}
    assert SOURCE.roots(home) == []
    (root,) = SOURCE.roots({**home, variable: str(tmp_path)})
    assert only(root)[0].id == SESSION


def test_a_root_of_its_own_replaces_the_usual_one(tmp_path: Path) -> None:
    usual = tmp_path / ".local/share/goose/sessions"
    put(usual, session(), TALK)
    own = tmp_path / "own"
    put(own / "data/sessions", session(), TALK)
    home = {"HOME": str(tmp_path)}
    found = SOURCE.roots({**home, "GOOSE_PATH_ROOT": str(own)})
    assert found == [own / "data/sessions"]
    assert SOURCE.roots({**home, "GOOSE_PATH_ROOT": "own"}) == [usual]


@pytest.mark.parametrize("place", ["sessions/sessions.db", "sessions", "."])
def test_a_root_may_be_named_in_every_way(tmp_path: Path, place: str) -> None:
    put(tmp_path / "sessions", session(), TALK)
    assert only(tmp_path / place)[0].id == SESSION


def test_it_is_resumed_by_its_id_and_before_by_its_name(tmp_path: Path) -> None:
    here = session(working_dir=str(tmp_path))
    put_file(tmp_path / "old", here, TALK)
    old = SOURCE.resume(only(tmp_path / "old")[0])
    assert old.argv == ("goose", "session", "--resume", "--name", SESSION)
    put(tmp_path / "new", here, TALK)
    found, _ = only(tmp_path / "new")
    resume = SOURCE.resume(found)
    assert resume.argv == ("goose", "session", "--resume", "--session-id", SESSION)
    assert (resume.folder, resume.problem) == (str(tmp_path), "")
    away = replace(found, project="/not/here")
    assert "not on this machine" in SOURCE.resume(away).problem
