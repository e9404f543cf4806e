"""Cursor's sessions: its editor's, its command line's, transcripts and hooks' logs."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from builders.cursor import (
    SESSION,
    Data,
    line,
    listed,
    only,
    put_chat,
    put_composer,
    put_entries,
    put_transcript,
    text,
)
from levelmem.engine.eventlog.records import LogRecord
from levelmem.engine.eventlog.writer import SessionLog
from levelmem.engine.sessions.catalog import Catalog
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
from levelmem.engine.sessions.scan_cache import ScanCache
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.cursor import SOURCE
from levelmem.engine.sessions.sources.cursor.folders import path_of

PROJECT = "/home/ada/code/lamp"
ASKED = text("<user_query>\nMake the lamp green\n</user_query>")
EDIT: Data = {"file_path": f"{PROJECT}/lamp.py", "old_string": "a", "new_string": "b"}


def test_a_transcript_is_listed_and_read(tmp_path: Path) -> None:
    use = {"type": "tool_use", "name": "StrReplace", "input": EDIT}
    thought = {"type": "thinking", "thinking": "A colour."}
    put_transcript(
        tmp_path,
        [
            line("user", text("<attached_files>\nx\n</attached_files>"), ASKED),
            line("assistant", thought, text("I change it."), use),
            {"type": "turn_ended", "status": "success"},
        ],
    )
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("cursor", SESSION, PROJECT)
    assert (session.title, session.turns) == ("Make the lamp green", 1)
    assert session.edits == ((f"{PROJECT}/lamp.py", 1),)
    assert [(turn.origin, turn.text) for turn in turns] == [
        (Origin.INJECTED, "<attached_files>\nx\n</attached_files>"),
        (Origin.HUMAN, "Make the lamp green"),
        (Origin.AGENT, "I change it."),
    ]
    assert turns[2].blocks[0] == Thinking("A colour.")


def test_a_transcript_of_an_early_version_is_a_text(tmp_path: Path) -> None:
    path = put_transcript(tmp_path, [], f"{SESSION}.txt")
    path.write_text(
        "user:\n<user_query>\nLook\n</user_query>\n\nassistant:\n[Thinking] Hm\n"
        "[Tool call] Shell\n  command: ls -l\n[Tool result] Shell\nlamp.py\n"
        "\nassistant:\nA lamp.\n"
    )
    session, turns = only(tmp_path)
    assert (session.id, session.title) == (SESSION, "Look")
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    call = turns[1].blocks[1]
    assert isinstance(call, ToolCall)
    assert call.summary == "ls -l"
    assert turns[2].blocks == (ToolResult("lamp.py"),)


def test_a_subagent_s_transcript_is_folded_under_its_session(tmp_path: Path) -> None:
    put_transcript(tmp_path, [line("user", ASKED), line("assistant", text("Well"))])
    below = f"{SESSION}/subagents/child.jsonl"
    put_transcript(tmp_path, [line("user", text("Count the lamps"))], below)
    found = {session.id: session for session in listed(tmp_path)}
    assert found[SESSION].children == 1
    child = found["child"]
    assert (child.kind, child.parent_id, child.turns) == (Kind.SUBAGENT, SESSION, 0)
    assert child.title == "Count the lamps"


def test_a_folder_is_found_on_this_machine_where_only_one_fits(tmp_path: Path) -> None:
    (tmp_path / "my.code" / "a_lamp").mkdir(parents=True)
    folder = str(tmp_path / "my.code" / "a_lamp")
    slug = folder.strip("/").replace("/", "-").replace(".", "-").replace("_", "-")
    path = tmp_path / ".cursor" / "projects" / slug / "agent-transcripts" / "s.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(line("user", ASKED)) + "\n")
    assert only(tmp_path / ".cursor")[0].project == folder
    (tmp_path / "my-code" / "a-lamp").mkdir(parents=True)
    assert only(tmp_path / ".cursor")[0].project == ""


def test_a_chat_of_the_command_line_is_read(tmp_path: Path) -> None:
    call = {
        "type": "tool-call",
        "toolCallId": "c1",
        "toolName": "Write",
        "args": {"path": "lamp.py", "contents": "green"},
    }
    result = {"type": "tool-result", "toolCallId": "c1", "result": "Wrote it"}
    put_chat(
        tmp_path,
        [
            {"role": "system", "content": "You are"},
            {"role": "user", "content": "<user_info>\nOS: x\n</user_info>"},
            {"role": "user", "content": [ASKED]},
            {
                "role": "assistant",
                "content": [{"type": "reasoning", "text": "Hm"}, text("Well."), call],
            },
            {"role": "tool", "content": [result]},
        ],
        f"file://{PROJECT}",
        name="Green lamp",
        createdAt=1771596931729,
        lastUsedModel="claude-x",
    )
    session, turns = only(tmp_path)
    assert (session.id, session.project, session.model) == (
        SESSION,
        PROJECT,
        "claude-x",
    )
    assert (session.title, session.title_source) == ("Green lamp", "generated")
    assert session.edits == (("lamp.py", 1),)
    assert [turn.origin for turn in turns] == [
        Origin.INJECTED,
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
    ]
    assert turns[2].blocks[:2] == (Thinking("Hm"), Text("Well."))
    assert turns[3].blocks == (ToolResult("Wrote it", "c1"),)
    assert session.created is not None
    assert session.created.year == 2026


def test_what_lies_beside_a_chat_names_it(tmp_path: Path) -> None:
    told = f"<user_info>\nWorkspace Path: {PROJECT}\n</user_info>"
    model = {"providerOptions": {"cursor": {"modelName": "composer-2"}}}
    path = put_chat(
        tmp_path,
        [
            {"role": "user", "content": told},
            {"role": "user", "content": "hello", "createdAt": 1754000000000},
            {"role": "assistant", "content": "hi", **model},
        ],
        latestRootBlobId="gone",
        name="New Agent",
    )
    session, turns = only(tmp_path)
    assert (session.title, session.project) == ("hello", PROJECT)
    assert session.model == "composer-2"
    assert turns[1].when is not None
    path.with_name("meta.json").write_text(json.dumps({"title": "Greeting"}))
    assert only(tmp_path)[0].title == "Greeting"
    path.with_name("meta.json").write_text(json.dumps({"isSubagent": True}))
    assert only(tmp_path)[0].kind is Kind.SUBAGENT


def test_a_session_of_the_editor_is_read(tmp_path: Path) -> None:
    diff = {"chunks": [{"diffString": "@@ -1 +1 @@\n-a\n+b"}]}
    tool = {
        "name": "edit_file_v2",
        "toolCallId": "c1",
        "rawArgs": json.dumps({"target_file": "lamp.py"}),
        "result": json.dumps({"diff": diff, "output": "done"}),
        "status": "completed",
    }
    failed = {"name": "run_terminal_cmd", "params": '{"command": "ls"}'} | {
        "status": "error",
        "error": "no such command",
    }
    put_composer(
        tmp_path,
        [
            {"type": 1, "text": "Make it green", "images": [{"path": "lamp.png"}]},
            {
                "type": 2,
                "thinking": {"text": "Hm"},
                "text": "I change it.",
                "createdAt": "2026-02-20T14:15:40.125Z",
                "modelInfo": {"modelName": "gpt-5"},
            },
            {"type": 2, "text": "", "toolFormerData": tool},
            {"type": 2, "toolFormerData": failed},
            {"type": 2, "errorDetails": {"message": "No net"}},
        ],
        name="Green lamp",
        workspaceIdentifier={"uri": {"fsPath": PROJECT}},
    )
    session, turns = only(tmp_path)
    assert (session.id, session.project, session.model) == (SESSION, PROJECT, "gpt-5")
    assert (session.title, session.turns) == ("Green lamp", 1)
    assert session.edits == (("lamp.py", 1),)
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
        Origin.TOOL,
        Origin.NOTIFICATION,
    ]
    assert turns[0].blocks == (Text("Make it green"), Image("lamp.png"))
    edit = turns[1].blocks[3]
    assert isinstance(edit, FileEdit)
    assert edit.diff.endswith("-a\n+b")
    assert turns[2].blocks == (ToolResult("done", "c1"),)
    answer = turns[4].blocks[0]
    assert isinstance(answer, ToolResult)
    assert (answer.text, answer.is_error) == ("no such command", True)
    assert turns[5].blocks == (Notice("No net"),)


def test_messages_come_in_the_session_s_order_or_inside_of_it(tmp_path: Path) -> None:
    heads = [{"bubbleId": "z", "type": 1}, {"bubbleId": "a", "type": 2}]
    gone = {"bubbleId": "gone", "type": 2}
    put_entries(
        tmp_path,
        {
            "composerData:one": {"fullConversationHeadersOnly": [*heads, gone]},
            "bubbleId:one:a": {"text": "second"},
            "bubbleId:one:z": {"text": "first"},
            "bubbleId:one2:z": {"text": "another's"},
            "composerData:two": {"conversation": [{"type": 1, "text": "early"}]},
            "composerData:torn": '{"fullConversation',
        },
    )
    found = {session.id: session for session in listed(tmp_path)}
    first = [turn.text for turn in SOURCE.turns(found["one"])]
    assert first == ["first", "second"]
    assert found["two"].title == "early"
    assert (found["torn"].kind, found["torn"].skipped) == (Kind.HIDDEN, 1)


def test_what_the_editor_had_open_tells_the_folder(tmp_path: Path) -> None:
    asked = [{"type": 1, "text": "hello"}]
    for ident in ("one", "two"):
        put_composer(tmp_path, asked, ident)
    workspace = tmp_path / "workspaceStorage" / "w1"
    workspace.mkdir(parents=True)
    address = json.dumps({"folder": "file:///home/ada/my%20lamp"})
    (workspace / "workspace.json").write_text(address)
    with closing(sqlite3.connect(workspace / "state.vscdb")) as database:
        database.execute("CREATE TABLE ItemTable (key TEXT, value BLOB)")
        composers = json.dumps({"allComposers": [{"composerId": "one"}]})
        row = ("composer.composerData", composers)
        database.execute("INSERT INTO ItemTable VALUES (?, ?)", row)
        database.commit()
    with closing(sqlite3.connect(tmp_path / "globalStorage/state.vscdb")) as database:
        database.execute(
            "CREATE TABLE composerHeaders"
            " (composerId TEXT, workspaceId TEXT, isArchived INTEGER, value TEXT)"
        )
        repository = {"branches": [{"branchName": "main"}]}
        head = json.dumps({"name": "Head", "trackedGitRepos": [repository]})
        named = ("two", "w1", 1, head)
        database.execute("INSERT INTO composerHeaders VALUES (?, ?, ?, ?)", named)
        database.commit()
    found = {session.id: session for session in listed(tmp_path)}
    assert {s.project for s in found.values()} == {"/home/ada/my lamp"}
    two = found["two"]
    assert (two.title, two.branch, two.lifecycle) == ("Head", "main", "archived")


def test_an_address_of_a_folder_is_read() -> None:
    assert path_of("file:///c%3A/code") == "c:/code"
    assert path_of("vscode-remote://ssh-remote%2Bhost/home/ada") == "/home/ada"
    assert path_of("untitled:x") == path_of("http://[") == ""


def test_of_a_session_that_is_in_several_stores_the_fullest_is_listed(
    tmp_path: Path,
) -> None:
    environ = {"HOME": str(tmp_path)}
    log = tmp_path / "logs"
    put_log(log, SESSION, "seen by a hook")
    stores: list[tuple[Source, Path]] = [(SOURCE, log)]
    catalog = Catalog(stores, ScanCache(None), tmp_path / "labels")
    assert [s.title for s in catalog.listing().sessions] == ["seen by a hook"]
    hello = {"role": "user", "content": "chat"}
    put_transcript(tmp_path / ".cursor", [line("user", text("plain"))])
    assert winner(environ, log) == "plain"
    put_chat(tmp_path / ".cursor", [hello])
    assert winner(environ, log) == "chat"
    put_composer(tmp_path / ".config/Cursor/User", [{"type": 1, "text": "editor"}])
    assert winner(environ, log) == "editor"


def put_log(root: Path, session: str, prompt: str) -> None:
    """Write what a hook saw of a session, later than all else."""
    root.mkdir()
    log = SessionLog(root, session, clock=lambda: datetime(2027, 1, 1, tzinfo=UTC))
    log.append(LogRecord("user_message", text=prompt))
    log.close()


def winner(environ: dict[str, str], log: Path) -> str:
    """Return the title of the one session that is listed of all stores."""
    roots = [log, *SOURCE.roots(environ)]
    stores: list[tuple[Source, Path]] = [(SOURCE, root) for root in roots]
    catalog = Catalog(stores, ScanCache(None), log.parent / "labels")
    (session,) = catalog.listing().sessions
    return session.title


def test_only_what_the_command_line_knows_is_resumed_by_it(tmp_path: Path) -> None:
    transcript = [line("user", ASKED)]
    put_transcript(tmp_path, transcript)
    assert SOURCE.resume(only(tmp_path)[0]).argv == ()
    put_chat(tmp_path, [{"role": "user", "content": "hi"}], f"file://{tmp_path}")
    for session in listed(tmp_path):
        assert SOURCE.resume(session).argv == ("cursor-agent", "--resume", SESSION)


def test_a_database_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "globalStorage" / "state.vscdb"
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(OSError, match="database"):
        listed(tmp_path)


def test_nothing_is_written_beside_a_database(tmp_path: Path) -> None:
    path = put_composer(tmp_path, [{"type": 1, "text": "hello"}])
    only(tmp_path)
    assert [entry.name for entry in path.parent.iterdir()] == ["state.vscdb"]
