"""Copies, subagents and resuming: what several files have to do with each other."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from builders.claude import PROJECT, SLUG, Store, Talk, call, write
from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.sessions.sources.claude_code import SOURCE


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def history(session: str, prompts: int = 5) -> Talk:
    """Return a conversation; the same records whatever the session's id."""
    talk = Talk(session)
    for number in range(prompts):
        talk.says(f"prompt {number}").answers(f"answer {number}")
    return talk


def texts(session: Session) -> list[str]:
    return [turn.text for turn in SOURCE.turns(session)]


class TestFamilies:
    def test_a_resumed_copy_and_its_original_are_one(self, store: Store) -> None:
        store.put(history("old"))
        store.put(history("new").says("resumed").answers("ok"))
        session = store.only()
        assert session.id == "new"
        assert session.files == (store.folder / "old.jsonl",)
        assert session.turns == 6

    def test_what_only_a_copy_holds_is_shown_at_the_end(self, store: Store) -> None:
        old = history("old")
        old.node("user", message={"content": "only there"}, uuid="0" * 8, timestamp="")
        store.put(old)
        store.put(history("new").says("resumed"))
        turns = list(SOURCE.turns(store.only()))
        assert [t.text for t in turns[-2:]] == ["resumed", "only there"]
        assert turns[-1].note == "from old"
        assert turns[-1].offset == -1
        assert [t.number for t in turns] == list(range(12))

    def test_copies_with_new_uuids_are_known_by_their_prompts(
        self, store: Store
    ) -> None:
        copy = history("new")
        for record in copy.records:
            record["uuid"] = f"other-{record['uuid']}"
        store.put(history("old"))
        store.put(copy.says("more", timestamp="2026-03-01T12:00:00.000Z"))
        assert store.only().id == "new"

    def test_a_fork_that_went_its_own_way_is_a_session(self, store: Store) -> None:
        one, two = history("one", 3), history("two", 3)
        for number in range(30):
            one.says(f"left {number}").answers("ok")
        two._next = 500
        for number in range(30):
            two.says(f"right {number}").answers("ok")
        store.put(one)
        store.put(two)
        store.put(history("start", 3))
        assert sorted(s.id for s in store.listed()) == ["one", "two"]

    def test_the_same_words_at_another_time_are_another_session(
        self, store: Store
    ) -> None:
        store.put(Talk("one").says("run the tests"))
        store.put(Talk("two", first=100).says("run the tests"))
        assert len(store.listed()) == 2

    def test_short_ids_that_many_files_use_make_no_family(self, store: Store) -> None:
        for name, start in (("one", 0), ("two", 200)):
            talk = Talk(name, first=start).says(f"about {name}").answers("ok")
            for number, record in enumerate(talk.records):
                record["uuid"] = f"u{number}"
            store.put(talk)
        assert len(store.listed()) == 2

    def test_long_files_are_compared_by_samples(self, store: Store) -> None:
        store.put(history("old", 700))
        store.put(history("new", 710))
        store.put(history("short", 12))
        session = store.only()
        assert session.id == "new"
        assert len(session.files) == 2

    def test_one_id_in_two_folders_is_one_session(self, store: Store) -> None:
        store.put(history("same"))
        store.put(history("same").says("more"), folder="-elsewhere")
        session = store.only()
        assert session.path.parent.name == "-elsewhere"
        assert session.files == (store.folder / "same.jsonl",)

    def test_the_best_title_of_a_family_stands(self, store: Store) -> None:
        store.put(history("old").note("custom-title", customTitle="My name"))
        store.put(history("new").says("more"))
        session = store.only()
        assert (session.id, session.title) == ("new", "My name")

    def test_a_copy_in_the_background_counts_once_it_has_ended(
        self, store: Store
    ) -> None:
        store.put(history("front").note("continued-in", continuedInSessionId="back"))
        back = history("back")
        back.common["sessionKind"] = "bg"
        store.put(back.says("go on").answers("done"))
        assert store.only().id == "back"
        assert SOURCE.resume(store.only()).problem != ""  # The folder is not here.
        registry = {"pid": os.getpid(), "sessionId": "back"}
        write(store.root / "sessions/1.json", [registry])
        assert store.only().id == "front"

    def test_a_handed_on_session_joins_its_successor(self, store: Store) -> None:
        old = Talk("old").says("short beginning")
        store.put(old.note("continued-in", continuedInSessionId="next"))
        store.put(Talk("next", first=40).says("quite other words"))
        session = store.only()
        assert session.id == "next"
        assert "short beginning" in texts(session)

    def test_a_copy_that_vanished_takes_nothing_away(self, store: Store) -> None:
        store.put(history("old"))
        store.put(history("new").says("more"))
        session = store.only()
        (store.folder / "old.jsonl").unlink()
        assert texts(session)[-1] == "more"


class TestSubagents:
    def side(self, parent: str, task: str = "Look around", first: int = 100) -> Talk:
        talk = Talk(parent, first=first, isSidechain=True)
        return talk.says(task).answers("I looked around.")

    def test_all_three_layouts_stand_below_their_parent(self, store: Store) -> None:
        main = Talk("main").says("find it").answers(call("Task", "t1"))
        inline = self.side("main", first=300).records
        write(store.folder / "main.jsonl", [*main.records, *inline])
        store.put(self.side("main"), name="agent-0a1b2c3d")
        store.put(self.side("main", first=200), name="main/subagents/agent-x")
        found = store.scan_all()
        assert [s.id for s in found if s.kind is Kind.MAIN] == ["main"]
        below = [s for s in found if s.kind is Kind.SUBAGENT]
        assert {s.parent_id for s in below} == {"main"}
        assert {s.id for s in below} == {"agent-0a1b2c3d", "agent-x"}
        assert store.only().children == 3
        assert store.only().turns == 1

    def test_the_folder_tells_the_parent_whatever_the_records_say(
        self, store: Store
    ) -> None:
        store.put(Talk("main").says("find it"))
        store.put(self.side("another"), name="main/subagents/workflows/w/agent-x")
        (child,) = [s for s in store.scan_all() if s.kind is Kind.SUBAGENT]
        assert child.parent_id == "main"

    def test_a_subagent_of_a_subagent_stands_below_that_one(self, store: Store) -> None:
        store.put(Talk("main").says("find it").answers(call("Agent", "t1")))
        middle = self.side("main").answers(call("Agent", "t2"))
        store.put(middle, name="main/subagents/agent-a")
        store.put(self.side("main", first=200), name="main/subagents/agent-b")
        for name, call_id in (("agent-a", "t1"), ("agent-b", "t2")):
            meta = {"toolUseId": call_id, "description": f"Task of {name}"}
            path = store.folder / f"main/subagents/{name}.meta.json"
            path.write_text(json.dumps(meta))
        found = {s.id: s for s in store.scan_all()}
        assert found["agent-a"].parent_id == "main"
        assert found["agent-b"].parent_id == "agent-a"
        assert found["agent-b"].title == "Task of agent-b"
        assert (found["main"].children, found["agent-a"].children) == (1, 1)

    def test_the_parent_is_the_family_not_one_of_its_copies(self, store: Store) -> None:
        store.put(history("old"))
        store.put(history("new").says("more"))
        store.put(self.side("old"), name="agent-1")
        (child,) = [s for s in store.scan_all() if s.kind is Kind.SUBAGENT]
        assert child.parent_id == "new"

    def test_without_its_parent_it_is_still_no_main_session(self, store: Store) -> None:
        store.put(self.side("gone"), name="gone/subagents/agent-1")
        assert store.listed() == []

    @pytest.mark.parametrize("name", ["agent-acompact-1", "s/subagents/agent-acompact"])
    def test_the_compaction_helper_is_hidden(self, store: Store, name: str) -> None:
        store.put(self.side("s"), name=name)
        assert [s.kind for s in store.scan_all()] == [Kind.HIDDEN]

    def test_a_warm_up_is_hidden(self, store: Store) -> None:
        store.put(self.side("s", task="Warmup"), name="agent-1")
        assert [s.kind for s in store.scan_all()] == [Kind.HIDDEN]

    def test_its_title_is_the_task(self, store: Store) -> None:
        store.put(self.side("s", task="Look around\nslowly"), name="agent-1")
        (child,) = store.scan_all()
        assert (child.title, child.title_source) == ("Look around slowly", "generated")
        assert child.turns == 0

    def test_inline_turns_are_shown_and_marked(self, store: Store) -> None:
        main = Talk("s").says("find it")
        write(store.folder / "s.jsonl", [*main.records, *self.side("s").records])
        notes = [turn.note for turn in SOURCE.turns(store.only())]
        assert notes == ["", "subagent", "subagent"]


class TestResume:
    def here(self, store: Store, **fields: Any) -> Session:
        folder = store.home / "lamp"
        folder.mkdir(exist_ok=True)
        return store.read(Talk("5-x", cwd=str(folder), **fields).says("hello"))

    def test_it_runs_in_the_sessions_folder(self, store: Store) -> None:
        session = self.here(store)
        found = SOURCE.resume(session)
        assert found.argv == ("claude", "--resume", "5-x")
        assert found.folder == str(store.home / "lamp")
        assert found.problem == ""

    def test_another_root_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
        path = tmp_path / "work/projects/-p/s.jsonl"
        session = Session("claude-code", "s", path, project=str(tmp_path))
        argv = ("claude", "--resume", "s")
        named = ("env", f"CLAUDE_CONFIG_DIR={tmp_path / 'work'}", *argv)
        assert SOURCE.resume(session).argv == named
        monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "work"))
        assert SOURCE.resume(session).argv == argv

    def test_a_folder_that_is_gone_is_a_problem(self, store: Store) -> None:
        session = store.read(Talk("s").says("hello"))
        assert SOURCE.resume(session).problem.endswith(
            f"not on this machine: {PROJECT}"
        )

    def test_a_session_that_lives_is_a_problem(self, store: Store) -> None:
        session = self.here(store)
        entry = store.root / "sessions/1.json"
        write(entry, [{"pid": os.getpid(), "sessionId": "5-x"}])
        assert "open in another terminal" in SOURCE.resume(session).problem
        write(entry, [{"pid": 2**22 + 1, "sessionId": "5-x"}])
        assert SOURCE.resume(session).problem == ""

    @pytest.mark.parametrize(
        "entry", ["", "{", "[]", '{"pid": "1"}', '{"pid": -1, "sessionId": "5-x"}']
    )
    def test_a_broken_registry_is_no_problem(self, store: Store, entry: str) -> None:
        session = self.here(store)
        write(store.root / "sessions/1.json", [entry])
        assert SOURCE.resume(session).problem == ""

    def test_a_session_in_the_background_is_a_problem(self, store: Store) -> None:
        session = self.here(store, sessionKind="bg")
        write(
            store.root / "sessions/1.json", [{"pid": os.getpid(), "sessionId": "5-x"}]
        )
        assert "claude agents" in SOURCE.resume(session).problem

    def test_a_session_that_went_on_elsewhere_is_a_problem(self, store: Store) -> None:
        talk = Talk("s", cwd=str(store.home)).says("hello")
        session = store.read(talk.note("continued-in", continuedInSessionId="other"))
        assert "session other" in SOURCE.resume(session).problem

    @pytest.mark.parametrize("name", ["-dangerously", "--help", "a b", "a;b", "$(x)"])
    def test_an_id_that_is_no_id_is_never_an_argument(
        self, store: Store, name: str
    ) -> None:
        store.put(Talk(name, cwd=str(store.home)).says("hello"))
        assert "Its id" in SOURCE.resume(store.only()).problem

    def test_a_subagent_is_not_resumed(self, store: Store) -> None:
        talk = Talk("s", isSidechain=True).says("look")
        store.put(talk, name="agent-1", folder=SLUG)
        (child,) = store.scan_all()
        assert "subagent" in SOURCE.resume(child).problem
