"""Grok's sessions: a history each, and a summary beside it."""

import json
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Origin,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.grok import SOURCE

PROJECT = "/home/ada/code/lamp"
SESSION = "019f6851-7ec4-7ef0-97d3-03f3eee38755"
EDIT = json.dumps({"file_path": "lamp.py", "old_string": "a", "new_string": "b"})


def put(home: Path, records: list[dict[str, Any]], ident: str = SESSION) -> Path:
    path = home / "sessions" / "%2Fhome%2Fada%2Fcode%2Flamp" / ident
    path.mkdir(parents=True, exist_ok=True)
    path = path / "chat_history.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def read(home: Path) -> tuple[Session, list[Turn]]:
    scans = [SOURCE.scan(file) for file in SOURCE.files(home)]
    (session,) = SOURCE.assemble(home, scans)
    return session, list(SOURCE.turns(session))


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


TALK: list[dict[str, Any]] = [
    {"type": "system", "content": "You are"},
    {"type": "user", "content": text("Rules"), "synthetic_reason": "context"},
    {"type": "user", "content": text("<user_info>\nOS\n</user_info>")},
    {
        "type": "user",
        "content": [
            {"type": "image", "url": "data:image/png;base64," + "A" * 4000},
            *text("<user_query>\nMake it green\n</user_query>"),
        ],
    },
    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm"}]},
    {
        "type": "assistant",
        "content": "I change it.",
        "tool_calls": [{"id": "c1", "name": "search_replace", "arguments": EDIT}],
        "model_id": "grok-4.5",
    },
    {"type": "tool_result", "tool_call_id": "c1", "content": "done"},
    {
        "type": "backend_tool_call",
        "kind": {"tool_type": "web_search", "action": {"query": "lamps"}, "id": "w"},
    },
    {"type": "assistant", "content": "It is green."},
]


def test_a_session_is_listed_and_read(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    session, turns = read(tmp_path)
    assert (session.agent, session.id, session.project) == ("grok", SESSION, PROJECT)
    assert (session.title, session.turns) == ("Make it green", 1)
    assert (session.model, session.edits) == ("grok-4.5", (("lamp.py", 1),))
    assert [turn.origin for turn in turns] == [
        Origin.INJECTED,
        Origin.INJECTED,
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    assert turns[2].blocks == (Image("image/png 3 KB"), Text("Make it green"))
    thought, words, call, edit = turns[3].blocks
    assert (thought, words) == (Thinking("Hm"), Text("I change it."))
    assert isinstance(call, ToolCall)
    assert isinstance(edit, FileEdit)
    assert turns[4].blocks == (ToolResult("done", "c1"),)
    searched = turns[5].blocks[0]
    assert isinstance(searched, ToolCall)
    assert searched.summary == "lamps"
    summary = {
        "info": {"cwd": str(tmp_path)},
        "generated_title": "Green lamp",
        "head_branch": "main",
        "created_at": "2026-07-31T10:13:27.5Z",
    }
    path.with_name("summary.json").write_text(json.dumps(summary))
    session, _ = read(tmp_path)
    assert (session.title, session.branch) == ("Green lamp", "main")
    assert session.created is not None
    assert session.created.year == 2026
    assert SOURCE.resume(session).argv == ("grok", "--resume", SESSION)


def test_a_subagent_s_task_is_not_typed(tmp_path: Path) -> None:
    path = put(tmp_path, [{"type": "user", "content": text("Count")}])
    about = {"session_kind": "subagent", "parent_session_id": "above"}
    path.with_name("summary.json").write_text(json.dumps(about))
    session, turns = read(tmp_path)
    assert (session.kind, session.parent_id) == (Kind.SUBAGENT, "above")
    assert (session.turns, turns[0].origin) == (0, Origin.SUBAGENT_PROMPT)


def test_its_home_can_be_moved(tmp_path: Path) -> None:
    put(tmp_path / ".grok", TALK)
    put(tmp_path / "moved", TALK)
    home = {"HOME": str(tmp_path)}
    assert SOURCE.roots(home) == [tmp_path / ".grok"]
    moved = str(tmp_path / "moved")
    assert SOURCE.roots({**home, "GROK_HOME": moved}) == [tmp_path / "moved"]
    assert SOURCE.roots({"HOME": str(tmp_path / "none")}) == []
