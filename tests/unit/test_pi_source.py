"""Pi's sessions, and those of its relatives: a tree of entries in each file."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from builders.pi import (
    PROJECT,
    SESSION,
    call,
    entry,
    head,
    listed,
    message,
    only,
    put,
    put_rows,
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
from levelmem.engine.sessions.sources.omp import SOURCE as OMP
from levelmem.engine.sessions.sources.openclaw import SOURCE as OPENCLAW
from levelmem.engine.sessions.sources.pi import SOURCE


def said(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


TALK = [
    head(),
    entry("model_change", "a0", None, modelId="gpt-5", provider="x"),
    message("a1", "a0", "user", said("Make the lamp green")),
    message(
        "a2",
        "a1",
        "assistant",
        [
            {"type": "thinking", "thinking": "A colour."},
            {"type": "thinking", "thinking": ""},
            {"type": "text", "text": "I change it."},
            call(
                "c1", "edit", path="lamp.py", edits=[{"oldText": "a", "newText": "b"}]
            ),
        ],
        model="gpt-5.5",
        stopReason="toolUse",
    ),
    message("a3", "a2", "toolResult", said("done"), toolCallId="c1", isError=False),
    message("a4", "a3", "assistant", said("It is green."), model="gpt-5.5"),
]


def test_a_session_is_listed_and_read(tmp_path: Path) -> None:
    put(tmp_path, TALK)
    session, turns = only(tmp_path)
    assert (session.agent, session.id, session.project) == ("pi", SESSION, PROJECT)
    assert (session.title, session.title_source) == ("Make the lamp green", "typed")
    assert (session.turns, session.model) == (1, "gpt-5.5")
    assert session.edits == (("lamp.py", 1),)
    assert session.last_words == "It is green."
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.TOOL,
        Origin.AGENT,
    ]
    thought, words, asked, edit = turns[1].blocks
    assert thought == Thinking("A colour.")
    assert words == Text("I change it.")
    assert isinstance(asked, ToolCall)
    assert (asked.tool, asked.summary) == ("edit", "lamp.py")
    assert isinstance(edit, FileEdit)
    assert "-a\n+b" in edit.diff
    assert turns[2].blocks == (ToolResult("done", "c1"),)


def test_an_edit_that_failed_is_none(tmp_path: Path) -> None:
    failed = message(
        "a3", "a2", "toolResult", said("no"), toolCallId="c1", isError=True
    )
    put(tmp_path, [*TALK[:4], failed])
    assert only(tmp_path)[0].edits == ()


def test_the_first_version_has_no_tree_and_content_of_one_string(
    tmp_path: Path,
) -> None:
    lines: list[dict[str, Any]] = [
        {"type": "session", "id": SESSION, "cwd": PROJECT, "modelId": "old-1"},
        {"type": "message", "message": {"role": "user", "content": "hello"}},
        {"type": "message", "message": {"role": "assistant", "content": "hi"}},
    ]
    put(tmp_path, lines)
    session, turns = only(tmp_path)
    assert [turn.note for turn in turns] == ["", ""]
    assert session.model == "old-1"


def test_what_was_taken_back_is_marked_and_names_nothing(tmp_path: Path) -> None:
    put(
        tmp_path,
        [
            head(),
            message("a1", None, "user", "Paint it red"),
            message("a2", "a1", "assistant", said("Red."), model="m"),
            message("b1", None, "user", "Paint it blue"),
            message("b2", "b1", "assistant", said("Blue."), model="m"),
        ],
    )
    session, turns = only(tmp_path)
    assert session.title == "Paint it blue"
    assert [turn.note for turn in turns] == [
        "abandoned branch",
        "abandoned branch",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("prompt", "title", "origin"),
    [
        (
            '<skill name="review" location="/x/SKILL.md">\nLook well.\n</skill>\n\n'
            "the last commit",
            "/skill:review the last commit",
            Origin.HUMAN,
        ),
        (
            '<skill name="review" location="/x">\nLook.\n</skill>',
            "/skill:review",
            Origin.SLASH_COMMAND,
        ),
        ('why is there a <skill name="x"> tag?', None, Origin.HUMAN),
    ],
)
def test_a_skill_is_shown_as_it_was_typed(
    tmp_path: Path, prompt: str, title: str | None, origin: Origin
) -> None:
    put(tmp_path, [head(), message("a1", None, "user", prompt)])
    session, (turn,) = only(tmp_path)
    assert turn.origin is origin
    assert turn.text == (title or prompt)
    assert SOURCE.typed(prompt) == (title or prompt)
    assert "Look" not in session.title


def test_a_picture_is_named(tmp_path: Path) -> None:
    picture = {"type": "image", "data": "A" * 400, "mimeType": "image/png"}
    put(tmp_path, [head(), message("a1", None, "user", [*said("see"), picture])])
    _, (turn,) = only(tmp_path)
    assert any(isinstance(block, Image) for block in turn.blocks)
    assert "AAAA" not in repr(turn)


def test_a_command_of_the_person_shows_what_it_printed(tmp_path: Path) -> None:
    ran = {"role": "bashExecution", "command": "ls", "output": "a.py", "exitCode": 1}
    put(tmp_path, [head(), entry("message", "a1", None, message=ran)])
    _, (turn,) = only(tmp_path)
    assert turn.origin is Origin.SHELL_ESCAPE
    assert turn.blocks == (Text("! ls"), ToolResult("a.py", "", True))


@pytest.mark.parametrize(
    ("reason", "state", "words"),
    [
        ("aborted", "interrupted", "Operation aborted"),
        ("error", "error", "no such model"),
        ("stop", "", ""),
    ],
)
def test_how_it_ended_is_told(
    tmp_path: Path, reason: str, state: str, words: str
) -> None:
    answer = message("a2", "a1", "assistant", [], stopReason=reason, errorMessage=words)
    put(tmp_path, [head(), message("a1", None, "user", "hi"), answer])
    session, turns = only(tmp_path)
    assert session.state == state
    notices = [b for turn in turns for b in turn.blocks if isinstance(b, Notice)]
    assert notices == ([Notice(words)] if state else [])


def test_what_nobody_typed_is_told_apart(tmp_path: Path) -> None:
    put(
        tmp_path,
        [
            head(),
            message("a1", None, "user", "hi"),
            entry("custom_message", "a2", "a1", content="Be brief.", display=True),
            entry("custom_message", "a3", "a2", content="Hidden.", display=False),
            entry("custom", "a4", "a3", customType="ui", data={"x": 1}),
            entry("compaction", "a5", "a4", summary="We said hi."),
            entry("branch_summary", "a6", "a5", summary="The other way failed."),
            entry("label", "a7", "a6", targetId="a1", label="start"),
            entry("of the future", "a8", "a7", text="?"),
            message("a9", "a8", "system", "You are an agent."),
        ],
    )
    session, turns = only(tmp_path)
    assert [turn.origin for turn in turns] == [
        Origin.HUMAN,
        Origin.INJECTED,
        Origin.COMPACTION,
        Origin.COMPACTION,
    ]
    assert session.turns == 1
    assert "Hidden" not in repr(turns)


def test_a_name_is_the_title_the_last_one_wins(tmp_path: Path) -> None:
    names = [
        entry("session_info", f"n{n}", "a4", name=name)
        for n, name in enumerate(("First name", "Second name"))
    ]
    put(tmp_path, [*TALK, *names])
    session, _ = only(tmp_path)
    assert (session.title, session.title_source) == ("Second name", "named")


@pytest.mark.parametrize("field", ["parentSession", "branchedFrom"])
@pytest.mark.parametrize(
    "written",
    [
        "/home/ada/.pi/agent/sessions/--x--/2026-04-14T08-00-00-000Z_u1.jsonl",
        "C:\\Users\\ada\\.pi\\agent\\sessions\\x\\2026_u1.jsonl",
        "u1",
    ],
)
def test_a_fork_knows_where_it_came_from(
    tmp_path: Path, field: str, written: str
) -> None:
    put(tmp_path, [head(**{field: written}), *TALK[1:]])
    session, _ = only(tmp_path)
    assert (session.parent_id, session.kind) == ("u1", Kind.MAIN)


def test_subagents_lie_below_their_parent(tmp_path: Path) -> None:
    parent = put(tmp_path, TALK)
    put(tmp_path, [head("sub"), *TALK[2:]], f"{parent.stem}/2026_sub.jsonl")
    main, sub = sorted(listed(tmp_path), key=lambda session: session.id)
    assert (main.kind, main.children) == (Kind.MAIN, 1)
    assert (sub.kind, sub.parent_id) == (Kind.SUBAGENT, SESSION)


def test_a_title_slot_before_the_header_is_no_bad_line(tmp_path: Path) -> None:
    put(tmp_path, [{"type": "title", "title": "Lamp      "}, *TALK])
    session, turns = only(tmp_path)
    assert (session.skipped, len(turns)) == (0, 4)


def test_a_copy_is_listed_once_and_bad_lines_are_counted(tmp_path: Path) -> None:
    path = put(tmp_path, TALK)
    body = path.read_text()
    path.write_text(body.replace("\n", "\nnot json\n", 1) + '{"torn": ')
    put(tmp_path, TALK[:3], "copy.jsonl")
    (session,) = listed(tmp_path)
    assert (session.skipped, session.path) == (1, path)


def test_resuming_needs_the_folder(tmp_path: Path) -> None:
    put(tmp_path / "store", [head(cwd=str(tmp_path)), *TALK[1:]])
    session, _ = only(tmp_path / "store")
    resume = SOURCE.resume(session)
    assert resume.argv == ("pi", "--session", SESSION)
    assert resume.folder == str(tmp_path)
    put(tmp_path / "store", TALK)
    assert "not on this machine" in SOURCE.resume(only(tmp_path / "store")[0]).problem


def test_every_variable_and_setting_names_a_store(tmp_path: Path) -> None:
    own, above, chosen = tmp_path / "own", tmp_path / "above", tmp_path / "set"
    for folder in (own, above / "sessions", chosen, tmp_path / ".pi/agent/sessions"):
        folder.mkdir(parents=True)
    home = {"HOME": str(tmp_path)}
    assert SOURCE.roots(home) == [tmp_path / ".pi/agent/sessions"]
    named = {**home, "PI_CODING_AGENT_SESSION_DIR": str(own)}
    assert SOURCE.roots(named) == [own, tmp_path / ".pi/agent/sessions"]
    (above / "settings.json").write_text(json.dumps({"sessionDir": "~/set"}))
    moved = {**home, "PI_CODING_AGENT_DIR": str(above)}
    assert SOURCE.roots(moved) == [chosen, above / "sessions"]
    (above / "settings.json").write_text("{")
    assert SOURCE.roots(moved) == [above / "sessions"]
    assert SOURCE.roots({}) == []


def test_a_fork_of_the_agent_has_a_store_of_its_own(tmp_path: Path) -> None:
    root = tmp_path / ".omp/agent/sessions"
    put(root, TALK)
    assert OMP.roots({"HOME": str(tmp_path)}) == [root]
    scans = [OMP.scan(file) for file in OMP.files(root)]
    (session,) = OMP.assemble(root, scans)
    assert session.agent == "omp"
    assert OMP.resume(session).argv in ((), ("omp", "--session", SESSION))


def test_openclaw_keeps_them_for_each_of_its_agents(tmp_path: Path) -> None:
    agents = [tmp_path / f".openclaw/agents/{name}" for name in ("a", "b")]
    for agent in agents:
        put(agent / "sessions", TALK)
        copy = f"2026_{SESSION}.checkpoint.1.jsonl"
        put(agent / "sessions", [head("copy")], copy)
    assert OPENCLAW.roots({"HOME": str(tmp_path)}) == agents
    moved = {"HOME": "/", "OPENCLAW_STATE_DIR": str(tmp_path / ".openclaw")}
    assert OPENCLAW.roots(moved) == agents
    (session,) = listed(agents[0], OPENCLAW)
    assert (session.agent, session.id) == ("openclaw", SESSION)
    assert "no command that resumes" in OPENCLAW.resume(session).problem


def test_openclaw_s_database_is_read_and_grows(tmp_path: Path) -> None:
    put_rows(tmp_path, SESSION, TALK[:3])
    (session,) = listed(tmp_path, OPENCLAW)
    assert (session.id, session.title) == (SESSION, "Make the lamp green")
    (before,) = OPENCLAW.files(tmp_path)
    path = put_rows(tmp_path, SESSION, TALK)
    with closing(sqlite3.connect(path)) as database:
        row = (SESSION, 99, "{torn", 0)
        database.execute("INSERT INTO transcript_events VALUES (?, ?, ?, ?)", row)
        database.commit()
    (after,) = OPENCLAW.files(tmp_path)
    assert after.signature != before.signature
    (session,) = listed(tmp_path, OPENCLAW)
    assert (session.skipped, session.last_words) == (1, "It is green.")
    assert len(list(OPENCLAW.turns(session))) == 4
    path.write_bytes(b"none" * 1000)
    with pytest.raises(OSError, match="database"):
        list(OPENCLAW.files(tmp_path))


def test_what_openclaw_puts_before_a_message_is_not_typed(tmp_path: Path) -> None:
    about = 'Sender (untrusted metadata):\n```json\n{"name": "Ada"}\n```\n\n'
    stamped = f"{about}[Wed 2026-03-11 20:04 UTC] Make it green"
    put(tmp_path / "sessions", [head(), message("a", None, "user", stamped)])
    (session,) = listed(tmp_path, OPENCLAW)
    assert session.title == "Make it green"


def test_a_branch_is_left_where_a_pointer_says_so(tmp_path: Path) -> None:
    put(
        tmp_path / "sessions",
        [
            head(),
            message("a1", SESSION, "user", "Paint it red"),
            message("b1", SESSION, "user", "Paint it blue"),
            entry("leaf", "l1", "b1", targetId="a1"),
            entry("label", "x1", "b1", appendMode="side"),
        ],
    )
    (session,) = listed(tmp_path, OPENCLAW)
    turns = list(OPENCLAW.turns(session))
    assert [turn.note for turn in turns] == ["", "abandoned branch"]
