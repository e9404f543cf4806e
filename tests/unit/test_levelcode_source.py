"""LevelCode's store: its files, its derived entries, its conversations."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from builders.levelcode import ID, PROJECT, SLUG, START, agent, event, meta, put
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Notice,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.levelcode import SOURCE


def read(root: Path, *events: Mapping[str, Any] | bytes) -> Session:
    put(root, *events)
    (session,) = everything(root)
    return session


def everything(root: Path) -> list[Session]:
    return SOURCE.assemble(root, [SOURCE.scan(f) for f in SOURCE.files(root)])


def use(tool: str, path: str, call_id: str = "t1") -> dict[str, Any]:
    arguments = {"path": path, "content": "x"}
    return {"type": "tool_use", "id": call_id, "name": tool, "input": arguments}


def test_the_registry_finds_the_source() -> None:
    assert sources()["levelcode"] is SOURCE


class TestTheStore:
    def test_every_variable_that_names_it_counts(self, tmp_path: Path) -> None:
        default = tmp_path / ".levelcode/sessions"
        moved, home = tmp_path / "moved", tmp_path / "home"
        for folder in (default, moved, home / "sessions"):
            folder.mkdir(parents=True)
        environ = {"HOME": str(tmp_path)}
        assert SOURCE.roots(environ) == [default]
        environ["LEVELCODE_HOME"] = str(home)
        assert SOURCE.roots(environ) == [home / "sessions"]
        environ["LEVELCODE_SESSIONS_DIR"] = str(moved)
        assert SOURCE.roots(environ) == [moved]
        assert SOURCE.roots({"HOME": str(moved)}) == []

    def test_only_session_files_are_files(self, tmp_path: Path) -> None:
        put(tmp_path, meta(), event("user", 1, content="hello"))
        memory = tmp_path / SLUG / "memory"
        memory.mkdir()
        (memory / "facts.jsonl").write_text("{}\n")
        (tmp_path / SLUG / "index.json").write_text("{}")
        (tmp_path / "loose.jsonl").write_text("{}\n")
        (tmp_path / SLUG / "gone.jsonl").symlink_to(tmp_path / "nowhere")
        os.mkfifo(tmp_path / SLUG / "pipe.jsonl")
        (file,) = SOURCE.files(tmp_path)
        assert file.path.stem == ID
        assert file.root == tmp_path

    def test_a_store_that_is_missing_raises(self, tmp_path: Path) -> None:
        with pytest.raises(OSError):
            list(SOURCE.files(tmp_path / "nowhere"))


class TestARow:
    def test_it_is_what_levelcode_derives(self, tmp_path: Path) -> None:
        session = read(
            tmp_path,
            meta(),
            event("user", 1, content="make the lamp\nblue " + "x" * 100),
            agent(
                2, use("edit_file", "a.js"), use("write_file", "b.js", "t2"), tools=2
            ),
            event("user", 3, content=[{"type": "text", "text": "again"}]),
            agent(4, use("edit_file", "a.js", "t3"), {"type": "text", "text": "Done."}),
            event("end", 5, state="done"),
        )
        assert session.agent == "levelcode"
        assert session.id == ID
        assert session.project == PROJECT
        assert session.title == ("make the lamp blue " + "x" * 100)[:56]
        assert session.title_source == "typed"
        assert session.preview == ("make the lamp blue " + "x" * 100)[:96]
        assert session.created == START
        assert session.updated == datetime(2026, 3, 1, 9, 5, tzinfo=UTC)
        assert session.turns == 2
        assert session.model == "claude-sonnet-4-5"
        assert session.edits == (("a.js", 2), ("b.js", 1))
        assert session.spark == (2, 1)
        assert session.state == "done"
        assert session.last_words == "Done."
        assert (session.lifecycle, session.pinned) == ("active", False)
        assert session.kind is Kind.MAIN

    def test_an_edit_that_is_told_three_times_is_one(self, tmp_path: Path) -> None:
        session = read(
            tmp_path,
            meta(),
            event("user", 1, content="go"),
            agent(2, use("edit_file", "a.js"), edits=[{"path": "a.js"}, "b.js", 3]),
            event("edit", 2, path="a.js"),
            event("edit", 2, path="c.js"),
            event("user", 3, content="go"),
            event("edit", 4, path="a.js"),
        )
        assert session.edits == (("a.js", 2), ("b.js", 1), ("c.js", 1))

    @pytest.mark.parametrize(
        ("events", "title", "source"),
        [
            ([meta(title="Given")], "Given", "generated"),
            (
                [meta(title="Given"), event("title", 3, title="Mine")],
                "Mine",
                "named",
            ),
            (
                [meta(), event("title", 3, title="A"), event("title", 2, title="B")],
                "B",
                "named",
            ),
            ([meta(title=" "), event("title", 3, title="")], "hello there", "typed"),
        ],
    )
    def test_titles_come_in_their_order(
        self, tmp_path: Path, events: list[dict[str, Any]], title: str, source: str
    ) -> None:
        session = read(tmp_path, *events, event("user", 4, content="hello there"))
        assert (session.title, session.title_source) == (title, source)

    def test_the_last_value_of_each_label_counts(self, tmp_path: Path) -> None:
        session = read(
            tmp_path,
            meta(),
            event("user", 1, content="hello"),
            event("label", 2, lifecycle="archived", pinned=True),
            event("label", 3, lifecycle="trashed"),
            event("label", 4, lifecycle="unheard of", pinned="yes"),
        )
        assert (session.lifecycle, session.pinned) == ("trashed", True)

    def test_state_and_filing_are_two_things(self, tmp_path: Path) -> None:
        session = read(
            tmp_path,
            meta(),
            event("user", 1, content="hello"),
            event("label", 2, lifecycle="archived"),
            event("end", 3, state="interrupted"),
        )
        assert (session.state, session.lifecycle) == ("interrupted", "archived")

    def test_the_id_is_the_files_name_never_its_content(self, tmp_path: Path) -> None:
        session = read(tmp_path, meta(id="../../../etc/passwd"),
                       event("user", 1, content="x"))  # fmt: skip
        assert session.id == ID

    def test_the_project_is_never_read_from_the_slug(self, tmp_path: Path) -> None:
        session = read(tmp_path, event("user", 1, content="x"))
        assert session.project == ""
        assert session.created == START

    @pytest.mark.parametrize(
        "events", [[], [meta()], [meta(), event("draft", 1, content="later")]]
    )
    def test_a_session_in_which_nothing_was_said_is_hidden(
        self, tmp_path: Path, events: list[dict[str, Any]]
    ) -> None:
        assert read(tmp_path, *events).kind is Kind.HIDDEN

    def test_a_typed_turn_may_lie_in_its_messages(self, tmp_path: Path) -> None:
        message = {"role": "user", "content": "from a message"}
        session = read(tmp_path, meta(), event("user", 1, messages=[message]))
        assert session.title == "from a message"

    def test_bad_lines_are_counted_and_a_torn_one_is_dropped(
        self, tmp_path: Path
    ) -> None:
        session = read(
            tmp_path,
            meta(),
            b"{broken\n",
            b"[]\n",
            event("user", 1, content="hello"),
            b'{"kind":"user","content":"torn',
        )
        assert (session.turns, session.skipped) == (1, 2)

    @pytest.mark.parametrize(
        "fields",
        [
            {"content": None, "messages": None},
            {"content": {"a": 1}, "messages": [None, {"content": 3}]},
            {"messages": [{"role": "assistant", "content": [{"type": "tool_use"}]}]},
            {"t": {}, "model": 5, "tools": True, "edits": "x", "path": 5},
            {"title": 5, "lifecycle": [], "pinned": 1, "state": {}},
            {"type": None, "briefing": 5, "createdAt": [], "project": 3},
        ],
    )
    @pytest.mark.parametrize(
        "kind",
        ["meta", "user", "agent", "edit", "title", "label", "end", "compact",
         "event", "draft", "new"],
    )  # fmt: skip
    def test_no_shape_of_an_event_is_an_error(
        self, tmp_path: Path, kind: str, fields: dict[str, Any]
    ) -> None:
        hostile = {**event(kind, 2), **fields}
        session = read(tmp_path, meta(), event("user", 1, content="hello"), hostile)
        assert session.title == "hello"
        assert next(SOURCE.turns(session)).text == "hello"


class TestTheConversation:
    def test_it_reads_in_order(self, tmp_path: Path) -> None:
        result = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
        messages = [
            {"role": "user", "content": "make it blue"},
            {"role": "assistant", "content": [use("edit_file", "a.js")]},
            {"role": "user", "content": [result]},
            {"role": "user", "content": "A reminder of the client"},
            {"role": "assistant", "content": "Done."},
        ]
        session = read(
            tmp_path,
            meta(),
            event("user", 1, content="make it blue"),
            event("agent", 2, model="m", messages=messages),
            event("compact", 3, briefing="So far: blue.", coversThrough=2),
            event("event", 4, type="checkpoint", files=3, list=[1]),
            event("label", 5, pinned=True),
            event("unheard-of", 5, text="x"),
            event("draft", 6, content="and then"),
            event("end", 7, state="interrupted"),
        )
        turns = list(SOURCE.turns(session))
        assert [(t.role, t.origin) for t in turns] == [
            ("user", Origin.HUMAN),
            ("assistant", Origin.AGENT),
            ("tool", Origin.TOOL),
            ("user", Origin.INJECTED),
            ("assistant", Origin.AGENT),
            ("system", Origin.COMPACTION),
            ("system", Origin.NOTIFICATION),
            ("system", Origin.NOTIFICATION),
            ("system", Origin.NOTIFICATION),
        ]
        assert [t.number for t in turns] == list(range(9))
        call, edit = turns[1].blocks
        assert isinstance(call, ToolCall) and call.summary == "a.js"
        assert isinstance(edit, FileEdit) and edit.path == "a.js"
        assert turns[2].blocks == (ToolResult("ok", "t1"),)
        assert turns[4].model == "m"
        assert turns[5].text == "So far: blue."
        notices = [turn.blocks for turn in turns[6:]]
        assert notices == [
            (Notice("checkpoint: files 3"),),
            (Notice("Not sent: and then"),),
            (Notice("Interrupted"),),
        ]

    def test_pictures_are_named(self, tmp_path: Path) -> None:
        source = {"type": "base64", "media_type": "image/png", "data": "A" * 4096}
        content = [{"type": "text", "text": "so"}, {"type": "image", "source": source}]
        session = read(tmp_path, meta(), event("user", 1, content=content))
        (turn,) = SOURCE.turns(session)
        assert turn.blocks == (Text("so"), Image("image/png 3 KB"))

    def test_it_is_resumed_in_the_editor(self, tmp_path: Path) -> None:
        session = read(tmp_path, meta(), event("user", 1, content="hello"))
        found = SOURCE.resume(session)
        assert (found.folder, found.problem) == (PROJECT, "open it in LevelCode")
