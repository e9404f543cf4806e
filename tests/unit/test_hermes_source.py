"""Hermes' sessions: rows of its database, and documents of before it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from builders.hermes import PROJECT, SESSION, insert, put_rows
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Notice,
    Origin,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.hermes import SOURCE

PATCH = {"mode": "replace", "path": "lamp.py", "old_string": "a", "new_string": "b"}
CALL = {"id": "c1", "function": {"name": "patch", "arguments": json.dumps(PATCH)}}


def listed(home: Path) -> dict[str, Session]:
    scans = [SOURCE.scan(file) for file in SOURCE.files(home)]
    return {session.id: session for session in SOURCE.assemble(home, scans)}


def only(home: Path) -> tuple[Session, list[Turn]]:
    (session,) = listed(home).values()
    return session, list(SOURCE.turns(session))


def test_a_session_of_the_database_is_listed_and_read(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "Make it green"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]
    put_rows(
        tmp_path,
        [
            {"role": "user", "content": f"\x00json:{json.dumps(parts)}"},
            {
                "role": "assistant",
                "content": "I change it.",
                "reasoning": "Hm",
                "tool_calls": json.dumps([CALL]),
            },
            {"role": "tool", "content": "done", "tool_call_id": "c1"},
            {"role": "user", "content": "and bright", "display_kind": "steer"},
            {"role": "user", "content": "put in", "display_kind": "hidden"},
            {"role": "user", "content": "", "display_kind": "process_complete"},
            {"role": "session_meta", "content": "x"},
            {"role": "assistant", "content": "It is green."},
        ],
        title="Green lamp",
    )
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("hermes", SESSION, PROJECT)
    assert (session.title, session.turns) == ("Green lamp", 2)
    assert (session.model, session.edits) == ("hermes-4", (("lamp.py", 1),))
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.QUEUED,
        Origin.INJECTED,
        Origin.NOTIFICATION,
        Origin.AGENT,
    ]
    assert isinstance(turns[0].blocks[1], Image)
    thought, words, call, edit = turns[1].blocks
    assert (thought, words) == (Thinking("Hm"), Text("I change it."))
    assert isinstance(call, ToolCall)
    assert isinstance(edit, FileEdit)
    assert turns[2].blocks == (ToolResult("done", "c1"),)
    assert turns[5].blocks == (Notice("process_complete"),)


def test_what_was_taken_back_or_copied_is_not_shown_twice(tmp_path: Path) -> None:
    put_rows(
        tmp_path,
        [
            {"role": "user", "content": "old", "active": 0, "compacted": 1},
            {"role": "user", "content": "taken back", "active": 0, "compacted": 0},
            {"role": "user", "content": "summed up", "_compressed_summary": 1},
            {"role": "user", "content": "new"},
        ],
    )
    session, turns = only(tmp_path)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.HUMAN, "old"),
        (Origin.COMPACTION, "summed up"),
        (Origin.HUMAN, "new"),
    ]
    assert session.title == "old"


def test_a_task_that_was_given_on_is_folded_under_its_session(tmp_path: Path) -> None:
    asked = [{"role": "user", "content": "Count the lamps"}]
    put_rows(tmp_path, asked)
    given = json.dumps({"_delegate_from": SESSION})
    put_rows(tmp_path, asked, "child", model_config=given)
    put_rows(tmp_path, asked, "filed", archived=1)
    put_rows(tmp_path, asked, "away", hidden=1)
    found = listed(tmp_path)
    assert (found["child"].kind, found["child"].parent_id) == (Kind.SUBAGENT, SESSION)
    assert (found["child"].turns, found[SESSION].children) == (0, 1)
    assert found["filed"].lifecycle == "archived"
    assert found["away"].kind is Kind.HIDDEN


def test_a_document_is_read_where_the_database_lacks_it(tmp_path: Path) -> None:
    put_rows(tmp_path, [{"role": "user", "content": "of the database"}])
    folder = tmp_path / "sessions"
    folder.mkdir()
    messages = [{"role": "user", "content": "of a file"}]
    for ident in (SESSION, "other"):
        whole = {"session_id": ident, "messages": messages, "model": "m", "cwd": "/x"}
        (folder / f"session_{ident}.json").write_text(json.dumps(whole))
    found = listed(tmp_path)
    assert found[SESSION].title == "of the database"
    assert (found["other"].title, found["other"].project) == ("of a file", "/x")
    torn = json.dumps({"session_id": "torn", "messages": messages})[:-20]
    (folder / "session_torn.json").write_text(f"{torn}")
    assert listed(tmp_path)["torn"].skipped == 1


def test_each_profile_has_a_home_and_the_first_can_be_moved(tmp_path: Path) -> None:
    asked = [{"role": "user", "content": "hello"}]
    for name in (".hermes", ".hermes/profiles/work", "moved"):
        put_rows(tmp_path / name, asked)
    environ = {"HOME": str(tmp_path)}
    home = tmp_path / ".hermes"
    assert SOURCE.roots(environ) == [home, home / "profiles/work"]
    moved = {**environ, "HERMES_HOME": str(tmp_path / "moved")}
    assert SOURCE.roots(moved) == [tmp_path / "moved"]


def test_a_session_that_goes_on_is_read_again(tmp_path: Path) -> None:
    path = put_rows(tmp_path, [{"role": "user", "content": "hello"}])
    (before,) = SOURCE.files(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        insert(database, "messages", {"session_id": SESSION, "role": "assistant"})
        database.commit()
    (after,) = SOURCE.files(tmp_path)
    assert after.signature != before.signature


def test_it_resumes_where_its_folder_is(tmp_path: Path) -> None:
    put_rows(tmp_path, [{"role": "user", "content": "hello"}], cwd=str(tmp_path))
    resume = SOURCE.resume(only(tmp_path)[0])
    assert resume.argv == ("hermes", "--resume", SESSION)
