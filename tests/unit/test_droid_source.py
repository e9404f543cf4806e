"""The sessions of Factory's droid."""

import json
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.sessions.model import (
    FileEdit,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.droid import SOURCE

Data = dict[str, Any]

ID = "0b6a7d5e-0000-4000-8000-000000000001"
PROJECT = "/home/ada/code/lamp"


def start(ident: str = ID, **more: Any) -> Data:
    known = {"type": "session_start", "id": ident, "title": "New Session"}
    return {**known, "cwd": PROJECT, **more}


def message(role: str, content: Any, minute: int = 0, **more: Any) -> Data:
    return {
        "type": "message",
        "id": f"m{minute}",
        "timestamp": f"2026-04-14T09:{minute:02}:00.000Z",
        "message": {"role": role, "content": content, **more},
    }


def text(words: str) -> Data:
    return {"type": "text", "text": words}


CHANGE = {"file_path": "lamp.py", "old_str": "a", "new_str": "b"}
TALK = [
    start(),
    message("user", [text("Make the lamp green")], 1),
    message(
        "assistant",
        [
            {"type": "thinking", "thinking": "A colour."},
            {"type": "tool_use", "id": "t1", "name": "Edit", "input": CHANGE},
        ],
        2,
    ),
    message(
        "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}], 3
    ),
    message("assistant", [text("It is green.")], 4),
]


def put(root: Path, records: list[Data], name: str = f"-home-ada/{ID}.jsonl") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def only(root: Path) -> tuple[Session, list[Turn]]:
    scans = [SOURCE.scan(file) for file in SOURCE.files(root)]
    (session,) = SOURCE.assemble(root, scans)
    return session, list(SOURCE.turns(session))


def test_a_session_is_listed_and_read(tmp_path: Path) -> None:
    put(tmp_path, TALK)
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("droid", ID, PROJECT)
    assert (session.title, session.title_source) == ("Make the lamp green", "typed")
    assert (session.turns, session.edits) == (1, (("lamp.py", 1),))
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    kinds = [type(block) for block in turns[1].blocks]
    assert kinds[1:] == [ToolCall, FileEdit]
    assert turns[2].blocks == (ToolResult("done", "t1"),)


def test_what_the_client_put_in_was_not_typed(tmp_path: Path) -> None:
    words = "<system-reminder>\nBe brief.\n</system-reminder>\n\nWhat is it?"
    put(tmp_path, [start(), message("user", [text(words)])])
    session, turns = only(tmp_path)
    assert [turn.origin for turn in turns] == [Origin.INJECTED, Origin.HUMAN]
    assert session.title == turns[1].text == "What is it?"
    assert SOURCE.typed(words) == "What is it?"


def test_a_message_of_nothing_but_a_reminder_is_no_turn(tmp_path: Path) -> None:
    words = "<system-reminder>never closed"
    put(tmp_path, [*TALK, message("user", words, 5)])
    session, turns = only(tmp_path)
    assert session.turns == 1
    assert turns[-1].origin is Origin.INJECTED


@pytest.mark.parametrize("field", ["title", "sessionTitle"])
def test_a_name_is_the_title(tmp_path: Path, field: str) -> None:
    put(tmp_path, [start(**{field: "Lamp colours"}), *TALK[1:]])
    assert only(tmp_path)[0].title == "Lamp colours"


def test_a_compaction_is_a_summary(tmp_path: Path) -> None:
    put(tmp_path, [*TALK, {"type": "compaction_state", "summaryText": "So far."}])
    _, turns = only(tmp_path)
    assert turns[-1].origin is Origin.COMPACTION
    assert turns[-1].blocks == (Text("So far."),)


def test_the_settings_beside_name_the_model(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    (before,) = SOURCE.files(tmp_path)
    path.with_suffix(".settings.json").write_text('{"model": "opus-5"}')
    (after,) = SOURCE.files(tmp_path)
    assert before.signature != after.signature
    assert only(tmp_path)[0].model == "opus-5"
    path.with_suffix(".settings.json").write_text("{torn")
    assert only(tmp_path)[0].model == ""


def test_a_copy_is_listed_once_and_bad_lines_are_counted(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    path.write_text(path.read_text().replace("\n", "\nnot json\n", 1) + '{"torn": ')
    put(tmp_path, TALK[:2], "copy.jsonl")
    session, _ = only(tmp_path)
    assert (session.skipped, session.path) == (1, path)


def test_resuming_needs_the_folder(tmp_path: Path) -> None:
    put(tmp_path / "store", [start(cwd=str(tmp_path)), *TALK[1:]])
    resume = SOURCE.resume(only(tmp_path / "store")[0])
    assert (resume.argv, resume.folder) == (("droid", "--resume", ID), str(tmp_path))


def test_the_store_is_found(tmp_path: Path) -> None:
    assert SOURCE.roots({"HOME": str(tmp_path)}) == []
    put(tmp_path / ".factory/sessions", TALK)
    root = tmp_path / ".factory/sessions"
    assert SOURCE.roots({"HOME": str(tmp_path)}) == [root]
    assert SOURCE.roots({}) == []
