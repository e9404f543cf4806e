"""opencode's sessions: from its database, and from the files of before it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from builders.opencode import (
    PROJECT,
    SESSION,
    answered,
    asked,
    at,
    info,
    listed,
    only,
    put_files,
    put_newer,
    put_rows,
    text,
    tool,
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
from levelmem.engine.sessions.sources.opencode import SOURCE

Put = Callable[..., Path]

CHANGE = {"filePath": "lamp.py", "oldString": "a", "newString": "b"}
TALK = [
    asked("msg_1", text("Make the lamp green")),
    answered(
        "msg_2",
        {"type": "step-start"},
        {"type": "reasoning", "text": "A colour."},
        {"type": "reasoning", "text": ""},
        text("I change it."),
        tool("edit", CHANGE, "done"),
        {"type": "step-finish", "reason": "stop"},
    ),
    answered("msg_3", text("It is green."), minute=3),
]


@pytest.fixture(params=[put_files, put_rows], ids=["files", "database"])
def put(request: pytest.FixtureRequest) -> Put:
    """Return what writes a session in one of the two forms."""
    found: Put = request.param
    return found


def test_a_session_is_listed_and_read(tmp_path: Path, put: Put) -> None:
    put(tmp_path, info(), TALK)
    session, turns = only(tmp_path)
    assert (session.agent, session.id) == ("opencode", SESSION)
    assert (session.project, session.title) == (PROJECT, "Paint the lamp")
    assert (session.turns, session.model) == (1, "gpt-5")
    assert session.edits == (("lamp.py", 1),)
    assert session.last_words == "It is green."
    assert session.created is not None and session.updated is not None
    assert session.created.timestamp() == at(0) / 1000
    assert session.updated.timestamp() == at(9) / 1000
    assert session.size > 0
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.AGENT,
    ]
    thought, words, call, edit, result = turns[1].blocks
    assert thought == Thinking("A colour.")
    assert words == Text("I change it.")
    assert isinstance(call, ToolCall)
    assert (call.tool, call.summary) == ("edit", "lamp.py")
    assert isinstance(edit, FileEdit)
    assert "-a\n+b" in edit.diff
    assert result == ToolResult("done", "c1")


def test_a_call_that_failed_edits_nothing(tmp_path: Path, put: Put) -> None:
    failed = tool("edit", CHANGE, status="error", error="no such file")
    put(tmp_path, info(), [TALK[0], answered("msg_2", failed)])
    session, turns = only(tmp_path)
    assert session.edits == ()
    assert turns[1].blocks[-1] == ToolResult("no such file", "c1", True)


def test_a_call_that_still_runs_has_no_result(tmp_path: Path, put: Put) -> None:
    put(
        tmp_path,
        info(),
        [TALK[0], answered("msg_2", tool("bash", {"command": "ls"}, status="running"))],
    )
    _, turns = only(tmp_path)
    (call,) = turns[1].blocks
    assert isinstance(call, ToolCall)


def test_a_reported_diff_comes_before_one_made_of_the_arguments(
    tmp_path: Path, put: Put
) -> None:
    diff = "Index: lamp.py\n---\n+++\n@@ -1 +1 @@\n-whole line a\n+whole line b\n"
    edited = tool("edit", CHANGE, metadata={"diff": diff})
    put(tmp_path, info(), [TALK[0], answered("msg_2", edited)])
    _, turns = only(tmp_path)
    (edit,) = (b for b in turns[1].blocks if isinstance(b, FileEdit))
    assert edit.diff == "@@ -1 +1 @@\n-whole line a\n+whole line b\n"


def test_what_the_client_put_in_was_not_typed(tmp_path: Path, put: Put) -> None:
    put(
        tmp_path,
        info(title="New session - 2026-04-14T09:00:00.000Z"),
        [
            asked(
                "msg_1",
                text('Called the Read tool with the following input: {"a": 1}'),
                text("<file>secret plan</file>", synthetic=True),
                text("never shown", ignored=True),
                text("What does @lamp.py do?"),
                {"type": "file", "filename": "lamp.py", "mime": "text/plain"},
            ),
        ],
    )
    session, turns = only(tmp_path)
    assert [turn.origin for turn in turns] == [Origin.INJECTED, Origin.HUMAN]
    assert session.title == "What does @lamp.py do?"
    assert turns[1].blocks[1] == Image("lamp.py text/plain")


@pytest.mark.parametrize(
    "words",
    [
        "Summarize the task tool output above and continue with your task.",
        "Continue if you have next steps, or stop and ask for clarification.",
    ],
)
def test_the_clients_own_prompts_are_no_turns_of_anybody(
    tmp_path: Path, put: Put, words: str
) -> None:
    put(tmp_path, info(), [*TALK, asked("msg_4", text(words), minute=4)])
    session, turns = only(tmp_path)
    assert session.turns == 1
    assert turns[-1].origin is Origin.INJECTED


@pytest.mark.parametrize(
    ("written", "origin", "words"),
    [
        ('"list the files"', Origin.HEADLESS, "list the files"),
        ('"say \\"hi\\""', Origin.HEADLESS, 'say "hi"'),
        ('"a" and "b"', Origin.HUMAN, '"a" and "b"'),
        ('"', Origin.HUMAN, '"'),
    ],
)
def test_a_prompt_of_a_script_keeps_its_quotes_in_the_store(
    tmp_path: Path, put: Put, written: str, origin: Origin, words: str
) -> None:
    put(tmp_path, info(), [asked("msg_1", text(written))])
    _, (turn,) = only(tmp_path)
    assert (turn.origin, turn.text) == (origin, words)


def test_a_subagent_is_listed_under_its_parent(tmp_path: Path, put: Put) -> None:
    put(tmp_path, info(), TALK)
    child = info("ses_child", parentID=SESSION, title="Look (@explore subagent)")
    words = asked("msg_c1", text("Look around"))
    put(tmp_path, child, [words, answered("msg_c2", text("Seen."))])
    found = {session.id: session for session in listed(tmp_path)}
    assert found[SESSION].children == 1
    sub = found["ses_child"]
    assert (sub.kind, sub.parent_id, sub.title) == (Kind.SUBAGENT, SESSION, "Look")
    assert next(iter(SOURCE.turns(sub))).origin is Origin.SUBAGENT_PROMPT


def test_what_was_taken_back_is_marked(tmp_path: Path, put: Put) -> None:
    put(tmp_path, info(revert={"messageID": "msg_3"}), TALK)
    _, turns = only(tmp_path)
    assert [turn.note for turn in turns] == ["", "", "abandoned branch"]


@pytest.mark.parametrize(
    ("error", "state", "notice"),
    [
        ({"name": "MessageAbortedError", "data": {}}, "interrupted", "Interrupted"),
        (
            {"name": "APIError", "data": {"message": "no credit"}},
            "error",
            "APIError: no credit",
        ),
    ],
)
def test_how_it_ended_is_told(
    tmp_path: Path, put: Put, error: dict[str, object], state: str, notice: str
) -> None:
    put(tmp_path, info(), [TALK[0], answered("msg_2", text("I st"), error=error)])
    session, turns = only(tmp_path)
    assert session.state == state
    assert turns[-1].blocks[-1] == Notice(notice)


def test_a_compaction_is_a_summary(tmp_path: Path, put: Put) -> None:
    put(
        tmp_path,
        info(),
        [
            *TALK,
            asked("msg_4", {"type": "compaction", "auto": True}, minute=4),
            answered("msg_5", text("So far: green."), minute=5, summary=True),
        ],
    )
    session, turns = only(tmp_path)
    assert session.turns == 1
    assert [turn.origin for turn in turns[-2:]] == [
        Origin.NOTIFICATION,
        Origin.COMPACTION,
    ]


def test_archived_there_is_archived_here(tmp_path: Path, put: Put) -> None:
    times = {"created": at(0), "updated": at(1), "archived": at(2)}
    put(tmp_path, info(time=times), TALK)
    assert only(tmp_path)[0].lifecycle == "archived"


def test_the_project_of_no_repository_has_no_folder(tmp_path: Path, put: Put) -> None:
    put(tmp_path, info(directory="/"), TALK)
    assert only(tmp_path)[0].project == ""


# The database.


def test_the_database_wins_and_files_add_what_it_lacks(tmp_path: Path) -> None:
    put_files(tmp_path, info(title="Old copy"), TALK)
    put_files(tmp_path, info("ses_old", title="Left behind"), TALK)
    put_rows(tmp_path, info(), TALK)
    found = {session.id: session.title for session in listed(tmp_path)}
    assert found == {SESSION: "Paint the lamp", "ses_old": "Left behind"}
    old = next(s for s in listed(tmp_path) if s.id == "ses_old")
    assert "was left behind" in SOURCE.resume(old).problem


def test_only_a_session_that_changed_is_read_again(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    put_rows(tmp_path, info("ses_2"), TALK)
    before = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    with sqlite3.connect(path) as database:
        database.execute(
            "update message set time_updated = 1e15 where session_id = 'ses_2'"
        )
    database.close()
    after = {file.path.name: file.signature for file in SOURCE.files(tmp_path)}
    assert before.keys() == after.keys() == {SESSION, "ses_2"}
    assert [name for name in before if before[name] != after[name]] == ["ses_2"]


def test_a_database_that_is_open_elsewhere_is_read_with_its_log(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    writer = sqlite3.connect(path)
    writer.execute("pragma journal_mode = wal")
    writer.execute("update session set title = 'Just renamed'")
    writer.commit()
    beside = sorted(tmp_path.iterdir())
    assert only(tmp_path)[0].title == "Just renamed"
    assert sorted(tmp_path.iterdir()) == beside
    writer.close()


def test_reading_leaves_nothing_beside_a_database(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    body = path.read_bytes()
    only(tmp_path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == body


def test_a_damaged_database_is_named_and_hides_nothing(tmp_path: Path) -> None:
    put_files(tmp_path, info(), TALK)
    damaged = tmp_path / "opencode-beta.db"
    damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    found = []
    with pytest.raises(OSError, match="can't be read") as raised:
        for file in SOURCE.files(tmp_path):
            found.append(file.path.stem)
    assert found == [SESSION]
    assert raised.value.filename == str(damaged)


def test_rows_that_are_no_json_are_counted(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    with sqlite3.connect(path) as database:
        database.execute("update part set data = '{torn' where id = 'prt_3'")
    database.close()
    session, turns = only(tmp_path)
    assert session.skipped == 1
    assert len(turns) == 3


def test_a_version_without_some_columns_is_read(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    with sqlite3.connect(path) as database:
        database.execute("alter table session drop column directory")
        database.execute("alter table session drop column revert")
        database.execute("insert into project values ('p1', '/work/lamp')")
    database.close()
    assert only(tmp_path)[0].project == "/work/lamp"


def test_messages_of_the_second_form_are_read(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), [])
    put_newer(path, "model-switched", 1, model={"id": "gpt-5"})
    put_newer(path, "system", 2, text="Today is Friday")
    put_newer(path, "shell", 3, command="git status", output="clean")
    picture = {
        "uri": "data:image/png;base64,AAAA",
        "mime": "image/png",
        "name": "l.png",
    }
    put_newer(path, "user", 4, text="Paint it", files=[picture])
    state = {"status": "completed", "input": CHANGE}
    shown = [{"type": "text", "text": "Edit applied"}]
    call = {"type": "tool", "id": "c1", "name": "edit"}
    content = [
        {"type": "reasoning", "id": "r", "text": "Which colour?"},
        {"type": "text", "id": "t", "text": "Painted."},
        {**call, "state": {**state, "content": shown}},
        {**call, "state": {"status": "error", "error": {"message": "no such file"}}},
    ]
    put_newer(path, "assistant", 5, model={"id": "gpt-5"}, content=content)
    put_newer(path, "compaction", 6, summary="So far: painted.", recent="")
    session, turns = only(tmp_path)
    assert [turn.origin for turn in turns] == [
        Origin.INJECTED,
        Origin.SHELL_ESCAPE,
        Origin.HUMAN,
        Origin.AGENT,
        Origin.COMPACTION,
    ]
    assert turns[1].text == "! git status"
    assert turns[2].blocks == (Text("Paint it"), Image("l.png image/png"))
    assert [type(block).__name__ for block in turns[3].blocks] == [
        *("Thinking", "Text", "ToolCall", "FileEdit", "ToolResult"),
        *("ToolCall", "ToolResult"),
    ]
    results = [b for b in turns[3].blocks if isinstance(b, ToolResult)]
    assert results == [
        ToolResult("Edit applied", "c1", False),
        ToolResult("no such file", "c1", True),
    ]
    assert (session.turns, session.model) == (2, "gpt-5")


def test_a_message_of_the_second_form_makes_the_session_change(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), [])
    (before,) = SOURCE.files(tmp_path)
    put_newer(path, "user", text="Paint it")
    (after,) = SOURCE.files(tmp_path)
    assert before.signature != after.signature


def test_a_write_that_was_cut_short_is_taken_back_elsewhere(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    writer = sqlite3.connect(path)
    writer.execute("pragma cache_size = 1")
    writer.execute("begin")
    writer.execute("update session set title = 'Half'")
    writer.execute("update part set data = hex(zeroblob(20000))")
    beside = {found.name: found.stat().st_size for found in tmp_path.iterdir()}
    assert beside["opencode.db-journal"]
    assert only(tmp_path)[0].title == "Paint the lamp"
    assert {found.name: found.stat().st_size for found in tmp_path.iterdir()} == beside
    writer.rollback()
    writer.close()


def test_a_log_that_was_left_behind_is_read_from_one_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = tmp_path / "live"
    path = put_rows(live, info(), TALK)
    put_rows(live, info("ses_2"), TALK)
    writer = sqlite3.connect(path)
    writer.execute("pragma journal_mode = wal")
    writer.execute("update session set title = 'Just renamed'")
    writer.commit()
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("opencode.db", "opencode.db-wal"):
        shutil.copyfile(live / name, kept / name)
    writer.close()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    beside = sorted(kept.iterdir())
    assert {session.title for session in listed(kept)} == {"Just renamed"}
    assert sorted(kept.iterdir()) == beside
    assert len(list((tmp_path / "copies").iterdir())) == 1
    (kept / "opencode.db-wal").unlink()
    assert {session.title for session in listed(kept)} == {"Paint the lamp"}


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_an_empty_log_needs_no_copy(tmp_path: Path, ending: str) -> None:
    path = put_rows(tmp_path, info(), TALK)
    Path(f"{path}{ending}").touch()
    beside = sorted(tmp_path.iterdir())
    assert only(tmp_path)[0].title == "Paint the lamp"
    assert sorted(tmp_path.iterdir()) == beside


def test_an_unchanged_database_is_not_looked_into(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    os.utime(path, (1, 1))
    before = list(SOURCE.files(tmp_path))
    body = path.read_bytes()
    path.write_bytes(b"x" * len(body))
    os.utime(path, (1, 1))
    assert list(SOURCE.files(tmp_path)) == before
    os.utime(path, (2, 2))
    with pytest.raises(OSError, match="not a database"):
        list(SOURCE.files(tmp_path))


def test_what_a_table_is_computed_from_is_not_asked_for(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    with sqlite3.connect(path) as database:
        database.execute("alter table part rename to parts")
        database.execute(
            "create view part as with recursive n(id) as (select 1 union all"
            " select id + 1 from n) select id, id as message_id, id as session_id,"
            " id as data from n"
        )
    database.close()
    session, _ = only(tmp_path)
    assert (session.title, session.turns) == ("Paint the lamp", 0)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    put_files(tmp_path, info(), TALK)
    os.mkfifo(tmp_path / "opencode.db")
    with pytest.raises(OSError, match="regular file"):
        list(SOURCE.files(tmp_path))


def test_a_session_that_is_gone_says_so(tmp_path: Path) -> None:
    path = put_rows(tmp_path, info(), TALK)
    session, _ = only(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("delete from session")
    database.close()
    with pytest.raises(FileNotFoundError):
        list(SOURCE.turns(session))


@pytest.mark.parametrize("ident", ["../../etc/passwd", "..", "a/b", "x.db", "a\0b"])
def test_an_id_that_is_no_name_leads_nowhere(tmp_path: Path, ident: str) -> None:
    database = put_rows(tmp_path, info(ident), TALK)
    (file,) = SOURCE.files(tmp_path)
    assert file.path.parent == database
    assert "\0" not in str(file.path)
    session, turns = only(tmp_path)
    assert (session.id, len(turns)) == (ident, 3)
    assert SOURCE.resume(session).problem


def test_a_session_without_an_id_is_passed_over(tmp_path: Path) -> None:
    put_rows(tmp_path, info(""), TALK)
    assert list(SOURCE.files(tmp_path)) == []


# The files.


def test_the_oldest_layout_is_read(tmp_path: Path) -> None:
    storage = tmp_path / "storage" / "session"
    for place, data in (
        (f"info/{SESSION}.json", {k: v for k, v in info().items() if k != "id"}),
        (f"message/{SESSION}/msg_1.json", {"role": "user"}),
        (f"part/{SESSION}/msg_1/prt_1.json", text("hello")),
    ):
        (storage / place).parent.mkdir(parents=True, exist_ok=True)
        (storage / place).write_text(json.dumps(data))
    session, (turn,) = only(tmp_path)
    assert (session.id, turn.text) == (SESSION, "hello")


def test_messages_with_their_words_inline_or_as_a_summary_are_read(
    tmp_path: Path,
) -> None:
    inline, _ = asked("msg_1", parts=[text("hello")])
    summed, _ = asked("msg_2", summary={"title": "x", "body": "and more"}, minute=2)
    put_files(tmp_path, info(), [(inline, ()), (summed, ())])
    _, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["hello", "and more"]


def test_a_file_that_is_no_json_is_counted(tmp_path: Path) -> None:
    put_files(tmp_path, info(), TALK)
    torn = tmp_path / "storage/message" / SESSION / "msg_9.json"
    torn.write_text("{")
    session, turns = only(tmp_path)
    assert (session.skipped, len(turns)) == (1, 3)


def test_a_session_goes_on_when_a_message_is_written(tmp_path: Path) -> None:
    put_files(tmp_path, info(), TALK)
    (before,) = SOURCE.files(tmp_path)
    put_files(tmp_path, info(), [*TALK, asked("msg_4", text("thanks"), minute=4)])
    (after,) = SOURCE.files(tmp_path)
    assert before.signature != after.signature


# The store.


def test_every_variable_names_a_store(tmp_path: Path) -> None:
    data = tmp_path / "data" / "opencode"
    put_rows(data, info(), TALK)
    named = put_rows(tmp_path / "elsewhere", info("ses_2"), TALK, "mine.db")
    home = {"HOME": str(tmp_path / "nobody")}
    assert SOURCE.roots(home) == []
    assert SOURCE.roots({**home, "XDG_DATA_HOME": str(data.parent)}) == [data]
    with_db = {**home, "XDG_DATA_HOME": str(data.parent), "OPENCODE_DB": str(named)}
    assert SOURCE.roots(with_db) == [data, named]
    assert [session.id for session in listed(named)] == ["ses_2"]
    assert SOURCE.roots({**home, "OPENCODE_DB": ":memory:"}) == []
    inside = put_rows(data, info("ses_3"), TALK, "mine.db")
    of_data = {**home, "XDG_DATA_HOME": str(data.parent)}
    assert SOURCE.roots({**of_data, "OPENCODE_DB": "mine.db"}) == [data, inside]
    assert SOURCE.roots({**of_data, "OPENCODE_DB": "opencode.db"}) == [data]


def test_resuming_needs_the_folder(tmp_path: Path) -> None:
    put_rows(tmp_path, info(directory=str(tmp_path)), TALK)
    session, _ = only(tmp_path)
    resume = SOURCE.resume(session)
    assert (resume.argv, resume.folder) == (
        ("opencode", "--session", SESSION),
        str(tmp_path),
    )
    away = replace(session, project="/not/here")
    assert "not on this machine" in SOURCE.resume(away).problem
