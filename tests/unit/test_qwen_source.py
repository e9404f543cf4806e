"""Qwen Code: logs in which what was taken back stays, and chats of the old layout."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from builders import gemini
from levelmem.engine.sessions.model import (
    FileEdit,
    Kind,
    Origin,
    Session,
    Thinking,
    Turn,
)
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.qwen import SOURCE

ID = "019f0000-0000-7000-8000-000000000001"
FOLDER = "/home/ada/code/lamp"
SLUG = "-home-ada-code-lamp"

Data = dict[str, Any]


def record(ident: int, kind: str, parent: int | None = -1, **more: Any) -> Data:
    """Return a record; its parent is the one before it unless given."""
    above = ident - 1 if parent == -1 else parent
    return {
        "uuid": f"u{ident}",
        "parentUuid": f"u{above}" if above else None,
        "sessionId": ID,
        "timestamp": gemini.at(ident),
        "type": kind,
        "cwd": FOLDER,
        "gitBranch": "main",
        **more,
    }


def user(ident: int, *texts: str, **more: Any) -> Data:
    parts = [{"text": text} for text in texts]
    return record(ident, "user", message={"role": "user", "parts": parts}, **more)


def answer(ident: int, *parts: Data | str, **more: Any) -> Data:
    made = [{"text": part} if isinstance(part, str) else part for part in parts]
    message = {"role": "model", "parts": made}
    return record(ident, "assistant", **{"model": "qwen3", "message": message, **more})


def result(ident: int, call: str, output: str = "ok", **outcome: Any) -> Data:
    answered = {"id": call, "name": "edit", "response": {"output": output}}
    message = {"role": "user", "parts": [{"functionResponse": answered}]}
    told = {"callId": call, "status": "success", **outcome}
    return record(ident, "tool_result", message=message, toolCallResult=told)


def call(ident: str, name: str, **args: Any) -> Data:
    return {"functionCall": {"id": ident, "name": name, "args": args}}


def system(ident: int, subtype: str, payload: Data, **more: Any) -> Data:
    return record(ident, "system", subtype=subtype, systemPayload=payload, **more)


def put(home: Path, records: Iterable[Data], slug: str = SLUG, name: str = ID) -> Path:
    path = home / ".qwen/projects" / slug / "chats" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def sessions(home: Path) -> list[Session]:
    root = home / ".qwen"
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(home: Path) -> tuple[Session, list[Turn]]:
    (session,) = sessions(home)
    return session, list(SOURCE.turns(session))


def test_it_is_found_by_the_registry() -> None:
    assert sources()["qwen"] is SOURCE


@pytest.mark.parametrize(
    "environ",
    [
        {"HOME": "{home}"},
        {"HOME": "/nowhere", "QWEN_HOME": "{home}/.qwen"},
        {"HOME": "/nowhere", "QWEN_RUNTIME_DIR": "{home}/.qwen"},
        {"HOME": "{home}", "QWEN_HOME": "{home}/.qwen"},
    ],
)
def test_every_variable_that_moves_the_store_counts(
    environ: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / ".qwen/projects").mkdir(parents=True)
    given = {name: value.format(home=tmp_path) for name, value in environ.items()}
    assert SOURCE.roots(given) == [tmp_path / ".qwen"]


def test_a_conversation_is_read_in_order(tmp_path: Path) -> None:
    diff = {"fileDiff": "--- a\n+++ b\n@@ -1 +1 @@\n-red\n+green"}
    edit = call("c1", "edit", file_path="a.css", old_string="red", new_string="x")
    put(
        tmp_path,
        [
            user(1, "make it green"),
            answer(2, {"text": "Which one?", "thought": True}),
            answer(2, "On it.", edit),
            result(3, "c1", "edited", resultDisplay=diff),
            answer(4, "Done."),
        ],
    )
    session, turns = only(tmp_path)
    assert (session.id, session.title, session.turns) == (ID, "make it green", 1)
    assert (session.project, session.branch, session.model) == (
        FOLDER,
        "main",
        "qwen3",
    )
    assert session.edits == (("a.css", 1),)
    assert [turn.role for turn in turns] == ["user", "assistant", "tool", "assistant"]
    assert isinstance(turns[1].blocks[0], Thinking)
    assert turns[1].text == "On it."
    assert turns[1].blocks[-1] == FileEdit("a.css", "@@ -1 +1 @@\n-red\n+green", "c1")


def test_a_call_that_failed_edited_nothing(tmp_path: Path) -> None:
    edit = call("c1", "write_file", file_path="a.css", content="x")
    records = [user(1, "go"), answer(2, edit), result(3, "c1", status="error")]
    put(tmp_path, records)
    assert only(tmp_path)[0].edits == ()


def test_what_was_taken_back_is_shown_as_such_and_names_nothing(
    tmp_path: Path,
) -> None:
    put(
        tmp_path,
        [
            user(1, "begin", parent=None),
            answer(2, "A dead end.", model="qwen-dead"),
            system(3, "custom_title", {"customTitle": "Dead title"}),
            user(4, "the wrong way", parent=2),
            system(5, "rewind", {"targetUuid": "u1"}, parent=1),
            user(6, "the right way"),
            answer(7, "Good."),
            system(8, "session_artifact_snapshot", {}, parent=2, cwd="/elsewhere"),
        ],
    )
    session, turns = only(tmp_path)
    notes = {turn.text: turn.note for turn in turns}
    assert notes["A dead end."] == notes["the wrong way"] == "abandoned branch"
    assert notes["begin"] == notes["the right way"] == notes["Good."] == ""
    assert session.title == "begin"
    assert session.models == ("qwen3",)
    assert session.turns == 3
    assert session.project == FOLDER


def test_a_broken_tree_hides_nothing(tmp_path: Path) -> None:
    records = [user(1, "begin", parent=None), answer(5, "Yes.", parent=3)]
    put(tmp_path, records)
    assert {turn.note for turn in only(tmp_path)[1]} == {""}


@pytest.mark.parametrize(
    ("titles", "title", "source"),
    [
        ([("By hand", "manual")], "By hand", "named"),
        ([("First", "auto"), ("Second", "auto")], "Second", "generated"),
        ([("By hand", "manual"), ("By itself", "auto")], "By hand", "named"),
        ([("", "manual")], "begin", "typed"),
    ],
)
def test_a_name_given_by_hand_stays(
    titles: list[tuple[str, str]], title: str, source: str, tmp_path: Path
) -> None:
    named = [
        system(2 + n, "custom_title", {"customTitle": words, "titleSource": by})
        for n, (words, by) in enumerate(titles)
    ]
    put(tmp_path, [user(1, "begin", parent=None), *named])
    session, _ = only(tmp_path)
    assert (session.title, session.title_source) == (title, source)


@pytest.mark.parametrize(
    ("made", "origin", "text"),
    [
        (user(1, "hello"), Origin.HUMAN, "hello"),
        (
            user(1, "hello", "<qwen:user-prompt-submit-context>\nnever test\n</…>"),
            Origin.HUMAN,
            "hello",
        ),
        (
            user(1, "and this", subtype="mid_turn_user_message"),
            Origin.QUEUED,
            "and this",
        ),
        (
            user(1, "the build is done", subtype="notification"),
            Origin.NOTIFICATION,
            "",
        ),
        (user(1, "run the tests", subtype="cron"), Origin.INJECTED, "run the tests"),
        (
            user(1, "sent words", systemPayload={"displayText": "typed words"}),
            Origin.HUMAN,
            "typed words",
        ),
        (
            user(1, "see @a\n--- Content from referenced files ---\nuse npm"),
            Origin.HUMAN,
            "see @a",
        ),
        (
            system(1, "slash_command", {"phase": "invocation", "rawCommand": "/stats"}),
            Origin.SLASH_COMMAND,
            "/stats",
        ),
        (
            system(1, "chat_compression", {"summary": "so far"}),
            Origin.COMPACTION,
            "so far",
        ),
    ],
)
def test_typed_words_are_told_from_what_the_client_adds(
    made: Data, origin: Origin, text: str, tmp_path: Path
) -> None:
    put(tmp_path, [{**made, "parentUuid": None}, answer(2, "Yes.")])
    _, turns = only(tmp_path)
    assert (turns[0].origin, turns[0].text) == (origin, text)


def test_the_result_of_a_command_is_no_second_command(tmp_path: Path) -> None:
    phases = [
        system(n, "slash_command", {"phase": phase, "rawCommand": "/stats"})
        for n, phase in enumerate(("invocation", "result"), 2)
    ]
    put(tmp_path, [user(1, "hello", parent=None), *phases])
    assert only(tmp_path)[0].turns == 2


@pytest.mark.parametrize(
    ("slug", "folder"), [(SLUG, FOLDER), ("-another-machine", "/home/ada/code")]
)
def test_the_folder_is_the_one_that_the_store_names_or_else_the_last(
    slug: str, folder: str, tmp_path: Path
) -> None:
    records = [
        user(1, "hello", parent=None, cwd="/home/ada"),
        system(2, "ui_telemetry", {}),
        answer(3, "Hi.", cwd="/home/ada/code"),
    ]
    put(tmp_path, records, slug=slug)
    assert only(tmp_path)[0].project == folder


def test_it_is_resumed_by_the_name_of_its_file(tmp_path: Path) -> None:
    put(
        tmp_path,
        [user(1, "hello", parent=None, sessionId="another", cwd=str(tmp_path))],
    )
    session, _ = only(tmp_path)
    resume = SOURCE.resume(session)
    assert resume.argv == ("qwen", "--resume", ID)
    assert (resume.folder, resume.problem) == (str(tmp_path), "")


def test_old_chats_are_listed_beside_and_no_session_twice(tmp_path: Path) -> None:
    old = tmp_path / ".qwen/tmp" / gemini.project_hash(FOLDER) / "chats"
    call_ = gemini.called("c", "read_file", args={"file_path": f"{FOLDER}/a.py"})
    records = [
        gemini.head("old"),
        gemini.user("1", "an old question"),
        {**gemini.answer("2", "Yes."), "type": "qwen", "toolCalls": [call_]},
    ]
    gemini.put(old / "session-1.json", records)
    gemini.put(old / "session-2.json", [gemini.head(ID), gemini.user("1", "moved")])
    put(tmp_path, [user(1, "moved", parent=None), answer(90, "Yes.", parent=1)])
    found = {session.id: session for session in sessions(tmp_path)}
    assert set(found) == {"old", ID}
    assert found["old"].agent == "qwen"
    assert found["old"].project == FOLDER
    assert [t.text for t in SOURCE.turns(found["old"])] == [
        "an old question",
        "Yes.",
        "",
    ]
    assert [t.text for t in SOURCE.turns(found[ID])] == ["moved", "Yes."]


def test_a_store_of_old_chats_alone_is_found(tmp_path: Path) -> None:
    old = tmp_path / ".qwen/tmp/lamp/chats"
    gemini.put(old / "session-1.json", [gemini.head(), gemini.user("1", "hello")])
    assert SOURCE.roots({"HOME": str(tmp_path)}) == [tmp_path / ".qwen"]
    assert only(tmp_path)[0].title == "hello"


def test_a_damaged_line_hides_no_other(tmp_path: Path) -> None:
    path = put(tmp_path, [])
    glued = json.dumps(user(1, "one", parent=None)) + json.dumps(answer(2, "two"))
    body = [
        glued,
        "{broken",
        "\x00",
        json.dumps(user(3, "half \ud83d")),
        '{"uuid": "u4',
    ]
    path.write_bytes("\n".join(body).encode())
    session, turns = only(tmp_path)
    assert [turn.text for turn in turns] == ["one", "two", "half ?"]
    assert session.skipped == 1


@pytest.mark.parametrize(
    "strange",
    [
        {"type": "user", "message": 7},
        {"type": "user", "message": {"parts": "text"}, "systemPayload": [1]},
        {"type": "assistant", "message": {"parts": [None, {"functionCall": 7}]}},
        {"type": "tool_result", "toolCallResult": "x", "message": {"parts": {}}},
        {"type": ["a"], "uuid": {"b": 1}, "parentUuid": 7, "cwd": 7},
        {"type": "system", "subtype": ["x"], "systemPayload": None},
        {"uuid": "u1", "parentUuid": "u1", "type": "system"},
    ],
)
def test_shapes_that_nobody_expects_raise_nothing(
    strange: Data, tmp_path: Path
) -> None:
    put(tmp_path, [strange, user(1, "hello", parent=None)])
    session, turns = only(tmp_path)
    assert turns[-1].text == "hello"
    assert session.kind is Kind.MAIN


def test_a_log_of_nothing_is_hidden(tmp_path: Path) -> None:
    put(tmp_path, [system(1, "ui_telemetry", {"uiEvent": {}})])
    assert sessions(tmp_path)[0].kind is Kind.HIDDEN
