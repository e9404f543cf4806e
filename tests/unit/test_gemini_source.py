"""Gemini CLI: chats as documents and lines, what was typed, whose folder it is."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from builders.gemini import (
    CHAT,
    PROJECT,
    answer,
    at,
    called,
    chats,
    head,
    only,
    project_hash,
    put,
    sessions,
    user,
)
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Origin,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.gemini import SOURCE

NAMES = ("session-2026-04-14T09-00-914f3c63.json", "session-2026-04-14T09-00-9.jsonl")


def test_it_is_found_by_the_registry() -> None:
    assert sources()["gemini"] is SOURCE


# --- the store -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "root"),
    [
        ({"HOME": "{home}"}, ".gemini"),
        ({"HOME": "{home}/nobody", "GEMINI_CLI_HOME": "{home}"}, ".gemini"),
        ({"HOME": "{home}/nobody", "GEMINI_CLI_HOME": "{home}/.gemini"}, ".gemini"),
        ({"HOME": "{home}/seatbelt"}, "seatbelt/.cache/.gemini"),
        ({"TMPDIR": "{home}"}, ".gemini"),
        ({"USERPROFILE": "{home}"}, ".gemini"),
    ],
)
def test_every_variable_that_moves_the_store_counts(
    environ: dict[str, str], root: str, tmp_path: Path
) -> None:
    (tmp_path / root / "tmp").mkdir(parents=True)
    given = {name: value.format(home=tmp_path) for name, value in environ.items()}
    assert SOURCE.roots(given) == [tmp_path / root]


def test_one_store_under_two_names_is_one(tmp_path: Path) -> None:
    (tmp_path / "real/.gemini/tmp").mkdir(parents=True)
    (tmp_path / "home").symlink_to(tmp_path / "real")
    environ = {"HOME": f"{tmp_path}/home", "GEMINI_CLI_HOME": f"{tmp_path}/real"}
    assert len(SOURCE.roots(environ)) == 1


def test_linked_projects_are_read_once_and_loops_end(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[0], [head(), user("1", "hello")])
    tmp = tmp_path / ".gemini/tmp"
    (tmp / "loop").symlink_to(tmp)
    (tmp / "again").symlink_to(tmp / "lamp")
    assert len(list(SOURCE.files(tmp_path / ".gemini"))) == 1


def test_what_is_being_written_or_was_given_up_is_no_chat(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[0], [head(), user("1", "hello")])
    for name in ("a.json.tmp-123", "b.jsonl.unreadable-99", ".c.json", "notes.md"):
        (chats(tmp_path) / name).write_text("{}")
    (chats(tmp_path) / "d.json").mkdir()
    os.mkfifo(chats(tmp_path) / "e.jsonl")
    assert len(list(SOURCE.files(tmp_path / ".gemini"))) == 1


# --- both forms ----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_chat_reads_the_same_in_both_forms(name: str, tmp_path: Path) -> None:
    records = [
        head(summary=""),
        user("1", [{"text": "make it green"}]),
        answer(
            "2",
            "Done.",
            thoughts=[{"subject": "Colours", "description": "Which one?"}],
            toolCalls=[
                called(
                    "c1",
                    "replace",
                    "edited",
                    args={"file_path": "a.css", "old_string": "red", "new_string": "x"},
                    resultDisplay={
                        "fileDiff": "--- a\n+++ b\n@@ -1 +1 @@\n-red\n+green"
                    },
                )
            ],
        ),
    ]
    put(chats(tmp_path) / name, records)
    session, turns = only(tmp_path)
    assert (session.id, session.title, session.title_source) == (
        CHAT,
        "make it green",
        "typed",
    )
    assert (session.turns, session.model, session.spark) == (1, "gemini-3-flash", (1,))
    assert session.edits == (("a.css", 1),)
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
    ]
    thought, said, call, edit = turns[1].blocks
    assert isinstance(thought, Thinking)
    assert "Which one?" in thought.text
    assert turns[1].text == "Done."
    assert isinstance(call, ToolCall)
    assert call.summary == "a.css"
    assert edit == FileEdit("a.css", "@@ -1 +1 @@\n-red\n+green", "c1")
    assert turns[2].blocks == (ToolResult("edited", "c1"),)
    assert said


def test_a_streamed_message_counts_once_in_its_first_place(tmp_path: Path) -> None:
    put(
        chats(tmp_path) / NAMES[1],
        [
            head(),
            user("1", "hello"),
            answer("2", "He"),
            user("3", "and?", 3),
            answer("2", "Hello there", toolCalls=[called("c", "ls")]),
            answer("2", "Hello there.", toolCalls=[called("c", "ls")]),
        ],
    )
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["hello", "Hello there.", "", "and?"]
    assert session.spark == (1, 0)


def test_what_was_rewound_is_gone(tmp_path: Path) -> None:
    path = put(
        chats(tmp_path) / NAMES[1],
        [
            head(),
            user("1", "first"),
            answer("2", "one"),
            user("3", "second"),
            answer("4", "two"),
            {"$rewindTo": "3"},
            user("5", "third"),
        ],
    )
    _, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["first", "one", "third"]
    with path.open("a") as stream:
        stream.write(json.dumps({"$rewindTo": "nobody"}) + "\n")
        stream.write(json.dumps(user("6", "anew")) + "\n")
    _, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["anew"]


def test_a_checkpoint_replaces_the_messages(tmp_path: Path) -> None:
    checkpoint = {"messages": [user("9", "kept")], "summary": "A tidy title"}
    lines = [head(), user("1", "old"), {"$set": checkpoint}, user("2", "new")]
    put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["kept", "new"]
    assert (session.title, session.title_source) == ("A tidy title", "generated")


def test_times_are_those_of_the_chat(tmp_path: Path) -> None:
    lines = [head(), user("1", "hello", 7), {"$set": {"lastUpdated": at(30)}}]
    put(chats(tmp_path) / NAMES[1], lines)
    session, _ = only(tmp_path)
    assert session.created is not None
    assert session.updated is not None
    assert session.created.isoformat() == "2026-04-14T09:00:00+00:00"
    assert session.updated.isoformat() == "2026-04-14T09:30:00+00:00"


def test_a_document_taken_up_as_lines_is_one_session(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[0], [head(), user("1", "hello")])
    lines = [head(lastUpdated=at(50)), user("1", "hello"), user("2", "more", 50)]
    path = put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert session.path == path
    assert len(turns) == 2


def test_a_subagents_chat_is_counted_with_its_parent(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], [head(), user("1", "hello"), answer("2", "Hi")])
    inner = [head("sub-1", kind="subagent"), user("1", "look"), answer("2", "found")]
    put(chats(tmp_path) / CHAT / "sub-1.jsonl", inner)
    # Older versions put it beside the others.
    beside = [head("sub-2", kind="subagent"), user("1", "try"), answer("2", "tried")]
    put(chats(tmp_path) / "session-2.json", beside)
    found = {session.id: session for session in sessions(tmp_path)}
    assert found[CHAT].children == 1
    assert [s.id for s in found.values() if s.kind is Kind.MAIN] == [CHAT]
    assert found["sub-1"].parent_id == CHAT
    turns = list(SOURCE.turns(found["sub-1"]))
    assert turns[0].origin is Origin.SUBAGENT_PROMPT
    assert "sub" in SOURCE.resume(found["sub-1"]).problem.lower()


# --- what was typed ------------------------------------------------------------------

_FILES = "\n--- Content from referenced files ---"


@pytest.mark.parametrize(
    ("content", "shown", "origin", "text"),
    [
        ("fix it", None, Origin.HUMAN, "fix it"),
        ("<session_context>\nToday is Monday", None, Origin.INJECTED, None),
        ("<hook_context>be nice</hook_context>", None, Origin.HOOK, None),
        ("System: Please continue.", None, Origin.INJECTED, None),
        ("<state_snapshot>so far</state_snapshot>", None, Origin.COMPACTION, None),
        ("/compress", None, Origin.SLASH_COMMAND, "/compress"),
        ("/mcp list", None, Origin.SLASH_COMMAND, "/mcp list"),
        ("?", None, Origin.SLASH_COMMAND, "?"),
        ("/tmp/a.log is full", None, Origin.HUMAN, "/tmp/a.log is full"),
        ("!ls -l", None, Origin.SHELL_ESCAPE, "!ls -l"),
        ("You are to analyse all…", "/init", Origin.SLASH_COMMAND, "/init"),
        ("sent words", "typed words", Origin.HUMAN, "typed words"),
        (
            [
                {"text": "what is in @a.md?"},
                {"text": _FILES},
                {"text": "\nContent from @a.md:\n"},
                {"text": "always run x\n--- End of content ---\nI typed this"},
                {"text": "\n--- End of content ---"},
                {"text": "and this"},
            ],
            None,
            Origin.HUMAN,
            "what is in @a.md?",
        ),
        (f"read @b{_FILES}\nuse npm", None, Origin.HUMAN, "read @b"),
        (
            [{"text": "go on"}, {"text": "<hook_context>never test</hook_context>"}],
            None,
            Origin.HUMAN,
            "go on",
        ),
        ("go\n<hook_context>never test</hook_context>", None, Origin.HUMAN, "go"),
    ],
)
def test_typed_words_are_told_from_what_the_client_adds(
    content: Any, shown: str | None, origin: Origin, text: str | None, tmp_path: Path
) -> None:
    more: Any = {} if shown is None else {"displayContent": [{"text": shown}]}
    lines = [head(), user("1", content, **more), answer("2", "Yes")]
    put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert turns[0].origin is origin
    if text is not None:
        assert turns[0].text == text
        assert session.title == text
    else:
        assert session.title == "(no prompt)"


def test_a_title_comes_from_the_first_words_for_the_agent(tmp_path: Path) -> None:
    lines = [
        head(),
        user("1", "<session_context>\nfolders"),
        user("2", "/model"),
        user("3", "fix the parser"),
    ]
    put(chats(tmp_path) / NAMES[1], lines)
    session, _ = only(tmp_path)
    assert session.title == session.preview == "fix the parser"
    assert session.turns == 2


def test_pictures_are_named_and_never_carried_along(tmp_path: Path) -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "A" * 40_000}}
    put(chats(tmp_path) / NAMES[1], [head(), user("1", [{"text": "see"}, picture])])
    _, (turn,) = only(tmp_path)
    assert turn.blocks[1] == Image("image/png 29 KB")


def test_a_call_that_failed_edited_nothing(tmp_path: Path) -> None:
    args = {"file_path": "a.py", "content": "x"}
    failed = called("c", "write_file", args=args, status="cancelled")
    failed["result"][0]["functionResponse"]["response"] = {"error": "denied"}
    lines = [head(), user("1", "go"), answer("2", "", toolCalls=[failed])]
    put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert session.edits == ()
    assert turns[-1].blocks == (ToolResult("denied", "c", is_error=True),)


@pytest.mark.parametrize(
    ("kind", "words", "state"),
    [
        ("error", "The quota is used up", "error"),
        ("info", "Request cancelled.", "interrupted"),
        ("info", "Update available", ""),
    ],
)
def test_the_state_is_what_the_client_said_last(
    kind: str, words: str, state: str, tmp_path: Path
) -> None:
    notice = {"id": "n", "timestamp": at(3), "type": kind, "content": words}
    lines = [head(), user("1", "go"), answer("2", "Yes"), notice]
    put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert session.state == state
    assert turns[-1].origin is Origin.NOTIFICATION


# --- what is left of others ----------------------------------------------------------


def _logged(session: str, *messages: str) -> list[dict[str, Any]]:
    common = {"sessionId": session, "type": "user", "timestamp": at(0)}
    return [{**common, "messageId": n, "message": m} for n, m in enumerate(messages)]


def test_the_prompts_of_a_chat_that_is_gone_are_left(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], [head(), user("1", "hello"), answer("2", "Hi")])
    prompts = [
        *_logged(CHAT, "hello"),
        *_logged("gone", "/model", "what was it about?", "thanks"),
        *_logged("nothing", "/quit"),
        {"type": "error", "sessionId": "gone", "message": "x"},
        "no entry",
    ]
    log = chats(tmp_path).parent / "logs.json"
    log.write_text(json.dumps(prompts))
    (chats(tmp_path).parent / ".project_root").write_text("/srv/lamp")
    found = {session.id: session for session in sessions(tmp_path)}
    assert set(found) == {CHAT, "gone"}
    gone = found["gone"]
    assert (gone.title, gone.turns, gone.project) == (
        "what was it about?",
        3,
        "/srv/lamp",
    )
    assert [t.text for t in SOURCE.turns(gone)] == [
        "/model",
        "what was it about?",
        "thanks",
    ]
    assert "Only what was typed" in SOURCE.resume(gone).problem


def test_a_conversation_that_was_saved_is_listed_unless_its_chat_is_there(
    tmp_path: Path,
) -> None:
    put(chats(tmp_path) / NAMES[1], [head(), user("1", "hello"), answer("2", "Hi")])

    def save(tag: str, words: str, wrapped: bool) -> None:
        history = [
            {"role": "user", "parts": [{"text": "This is the Gemini CLI. Hello."}]},
            {"role": "model", "parts": [{"text": "Got it."}]},
            {"role": "user", "parts": [{"text": words}]},
            {"role": "model", "parts": [{"text": "Yes."}]},
        ]
        body = json.dumps({"history": history} if wrapped else history)
        (chats(tmp_path).parent / f"checkpoint-{tag}.json").write_text(body)

    save("same", "hello", wrapped=True)
    save("my%20idea", "paint it green", wrapped=True)
    save("older", "paint it blue", wrapped=False)
    found = {session.title: session for session in sessions(tmp_path)}
    assert set(found) == {"hello", "my idea", "older"}
    saved = found["my idea"]
    assert (saved.title_source, saved.preview) == ("named", "paint it green")
    assert [t.text for t in SOURCE.turns(saved)][2:] == ["paint it green", "Yes."]
    assert "/chat resume my idea" in SOURCE.resume(saved).problem


def test_a_document_is_read_on_behind_damage(tmp_path: Path) -> None:
    call = called("c", "read_file", args={"file_path": "a"})
    records = [
        *_talk(),
        user("3", "damaged"),
        answer("4", "inside", toolCalls=[call]),
        user("5", "and on"),
    ]
    path = put(chats(tmp_path) / NAMES[0], records)
    body = path.read_text().replace('"damaged"', '"dam"aged"')
    path.write_text(body.replace('"inside"', '"ins"ide"').replace("hello", "hel\nlo"))
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["hel\nlo", "Hi", "and on"]
    assert (session.id, session.skipped) == (CHAT, 1)


def test_a_document_whose_frame_is_damaged_is_read(tmp_path: Path) -> None:
    path = put(chats(tmp_path) / NAMES[0], _talk())
    path.write_text(path.read_text().replace('"messages": [', '"mess'))
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["hello", "Hi"]
    assert session.id == CHAT


def test_raw_control_characters_are_no_damage(tmp_path: Path) -> None:
    path = put(chats(tmp_path) / NAMES[0], _talk())
    path.write_text(path.read_text().replace("hello", "hel\nlo\x1b"))
    session, turns = only(tmp_path)
    assert turns[0].text == "hel\nlo\x1b"
    assert (session.skipped, session.title) == (0, "hel lo␛")


@pytest.mark.parametrize("body", [b"", b"{}", b"[7, null]", b"[" * 100_000, b"\xff"])
@pytest.mark.parametrize("name", ["logs.json", "checkpoint-x.json"])
def test_damaged_leftovers_hide_no_chat(name: str, body: bytes, tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], [head(), user("1", "hello"), answer("2", "Hi")])
    (chats(tmp_path).parent / name).write_bytes(body)
    assert "hello" in {session.title for session in sessions(tmp_path)}


# --- whose folder --------------------------------------------------------------------


def _talk(folder: str = PROJECT, **more: Any) -> list[dict[str, Any]]:
    return [head(folder=folder, **more), user("1", "hello"), answer("2", "Hi")]


def test_a_registry_names_the_folder(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], _talk())
    known = {"projects": {"/srv/lamp": "lamp"}}
    (tmp_path / ".gemini/projects.json").write_text(json.dumps(known))
    assert only(tmp_path)[0].project == "/srv/lamp"


@pytest.mark.parametrize("place", ["tmp", "history"])
def test_a_marker_beside_the_chats_names_the_folder(place: str, tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], _talk())
    marker = tmp_path / ".gemini" / place / "lamp/.project_root"
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text("/srv/lamp\n")
    assert only(tmp_path)[0].project == "/srv/lamp"


def test_the_chat_itself_may_name_its_folder(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], _talk(directories=["/srv/one", "/srv/two"]))
    assert only(tmp_path)[0].project == "/srv/one"


def test_a_hash_is_found_among_trusted_folders(tmp_path: Path) -> None:
    name = project_hash(PROJECT)
    put(chats(tmp_path, name) / NAMES[0], _talk())
    trusted = {PROJECT: "TRUST_FOLDER", "/elsewhere": "DO_NOT_TRUST"}
    (tmp_path / ".gemini/trustedFolders.json").write_text(json.dumps(trusted))
    assert only(tmp_path)[0].project == PROJECT


def test_a_hash_is_found_among_the_folders_near_below_the_home(tmp_path: Path) -> None:
    folder = tmp_path / "code" / "lamp"
    folder.mkdir(parents=True)
    put(chats(tmp_path, project_hash(str(folder))) / NAMES[0], _talk(str(folder)))
    assert only(tmp_path)[0].project == str(folder)


def test_a_hash_is_found_above_the_paths_of_the_calls(tmp_path: Path) -> None:
    call = called("c", "read_file", args={"absolute_path": f"{PROJECT}/src/deep/a.py"})
    lines = [head(), user("1", "hello"), answer("2", "", toolCalls=[call])]
    put(chats(tmp_path, project_hash(PROJECT)) / NAMES[0], lines)
    session, _ = only(tmp_path)
    assert session.project == PROJECT
    # Another chat of the project names no path, and is helped by this one.
    other = [head("another"), user("1", "and you?"), answer("2", "Fine")]
    put(chats(tmp_path, project_hash(PROJECT)) / "session-2.jsonl", other)
    assert {s.project for s in sessions(tmp_path)} == {PROJECT}


def test_a_path_whose_hash_differs_is_never_the_project(tmp_path: Path) -> None:
    call = called("c", "read_file", args={"file_path": "/home/ada/other/a.py"})
    lines = [
        head(),
        user("1", "read /home/ada/other/a.py"),
        answer("2", "", toolCalls=[call]),
    ]
    put(chats(tmp_path, project_hash(PROJECT)) / NAMES[0], lines)
    session, _ = only(tmp_path)
    assert session.project == ""
    assert "not known" in SOURCE.resume(session).problem


def test_it_is_resumed_by_its_id_in_its_folder(tmp_path: Path) -> None:
    put(chats(tmp_path) / NAMES[1], _talk(directories=[str(tmp_path)]))
    resume = SOURCE.resume(only(tmp_path)[0])
    assert resume.argv == ("gemini", "--resume", CHAT)
    assert (resume.folder, resume.problem) == (str(tmp_path), "")


def test_an_id_that_looks_like_an_option_is_never_run(tmp_path: Path) -> None:
    lines = [head("--yolo", directories=[str(tmp_path)]), user("1", "hello")]
    put(chats(tmp_path) / NAMES[1], lines)
    assert SOURCE.resume(only(tmp_path)[0]).problem


# --- damage --------------------------------------------------------------------------


def test_a_damaged_line_hides_no_other(tmp_path: Path) -> None:
    path = chats(tmp_path) / NAMES[1]
    path.parent.mkdir(parents=True)
    glued = json.dumps(user("2", "two")) + json.dumps(answer("3", "three"))
    lines = [
        b"\xef\xbb\xbf" + json.dumps(head()).encode(),
        json.dumps(user("1", "one \ud83d half")).encode(),
        b"{broken",
        b"\x00\x00\x00",
        glued.encode() + b"\r",
        b"[1, 2]",
        json.dumps({"type": "telepathy", "id": "7", "content": {"deep": [1]}}).encode(),
        b'{"id": "8", "type": "gemini", "content": "to',
    ]
    path.write_bytes(b"\n".join(lines))
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["one ? half", "two", "three"]
    assert session.skipped == 2
    assert session.error == ""


def test_a_torn_document_gives_what_it_still_holds(tmp_path: Path) -> None:
    path = put(chats(tmp_path) / NAMES[0], [*_talk(), user("3", "the end is gone")])
    body = path.read_text()
    path.write_text(body[: body.index("is gone")])
    session, turns = only(tmp_path)
    assert (session.id, session.skipped) == (CHAT, 1)
    assert [turn.text for turn in turns] == ["hello", "Hi"]


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"\x00\x00", b'{"kind": 7}'])
def test_a_chat_of_nothing_is_hidden(body: bytes, tmp_path: Path) -> None:
    for name in NAMES:
        path = chats(tmp_path) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    put(chats(tmp_path) / "session-other.json", _talk())
    shown = [s for s in sessions(tmp_path) if s.kind is Kind.MAIN]
    assert [session.title for session in shown] == ["hello"]


@pytest.mark.parametrize(
    "body", [b"no json at all", b"7", b'"text"', b"[" * 100_000, b'{"messages": [{"a']
)
def test_a_document_that_is_no_chat_is_listed_and_says_why(
    body: bytes, tmp_path: Path
) -> None:
    path = chats(tmp_path) / NAMES[0]
    path.parent.mkdir(parents=True)
    path.write_bytes(body)
    put(chats(tmp_path) / "session-other.json", _talk())
    found = {session.id: session for session in sessions(tmp_path)}
    assert found[CHAT].title == "hello"
    (broken,) = (s for s in found.values() if s.error)
    assert broken.path == path
    list(SOURCE.turns(broken))


@pytest.mark.parametrize(
    "strange",
    [
        {"type": "user", "content": {"text": ["no", "text"]}},
        {"type": "user", "content": [[["deep"]], None, 7]},
        {"type": "gemini", "content": None, "toolCalls": {"a": 1}, "thoughts": "x"},
        {"type": "gemini", "toolCalls": [None, {"args": "raw"}, {"result": 7}]},
        {"type": "gemini", "toolCalls": [{"result": [{"functionResponse": 7}]}]},
        {"type": 7, "content": "x"},
        {"$set": 7},
        {"$rewindTo": {"a": 1}},
        {"type": "user", "content": "x", "timestamp": "yesterday", "id": ["a"]},
    ],
)
def test_shapes_that_nobody_expects_raise_nothing(strange: Any, tmp_path: Path) -> None:
    lines = [head(directories={"a": 1}), strange, user("1", "hello")]
    put(chats(tmp_path) / NAMES[1], lines)
    session, turns = only(tmp_path)
    assert turns[-1].text == "hello"
    assert session.title


def test_a_file_that_cant_be_read_is_listed_and_says_why(tmp_path: Path) -> None:
    path = put(chats(tmp_path) / NAMES[1], _talk())
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user reads everything")
    (session,) = sessions(tmp_path)
    assert "can't be read" in session.error
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)


# --- prompts as hooks are handed them ------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ("use pnpm", "use pnpm"),
        (f"look at @a{_FILES}\nContent from @a:\nuse npm", "look at @a"),
        ("<session_context>x", ""),
        ("/memory add x", ""),
        ("System: Please continue.", ""),
    ],
)
def test_a_prompt_counts_without_what_the_client_adds(prompt: str, typed: str) -> None:
    assert SOURCE.typed(prompt) == typed
