"""Claude Code's sessions as a list shows them."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from builders.claude import (
    PROJECT,
    START,
    Store,
    Talk,
    at,
    call,
    new_id,
    write,
)
from levelmem.engine.sessions.model import ASKED, Kind, SessionFile
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.claude_code import SOURCE


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_the_registry_finds_the_source() -> None:
    assert sources()["claude-code"] is SOURCE


class TestTheStore:
    def test_every_variable_that_names_a_root_counts(self, tmp_path: Path) -> None:
        roots = [tmp_path / name for name in ("work", "own", "config/claude")]
        roots.append(tmp_path / "home/.claude")
        for root in roots:
            (root / "projects").mkdir(parents=True)
        environ = {
            "HOME": str(tmp_path / "home"),
            "CLAUDE_CONFIG_DIR": os.pathsep.join(map(str, roots[:2])),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        }
        assert set(SOURCE.roots(environ)) == set(roots)
        environ["CLAUDE_CONFIG_DIR"] = f"{roots[1]},{roots[0]}"
        assert SOURCE.roots(environ)[:2] == [roots[1], roots[0]]

    def test_config_in_the_home_folder_is_looked_at(self, tmp_path: Path) -> None:
        (tmp_path / ".config/claude/projects").mkdir(parents=True)
        environ = {"HOME": str(tmp_path)}
        assert SOURCE.roots(environ) == [tmp_path / ".config/claude"]

    def test_one_root_under_two_names_is_one(self, store: Store) -> None:
        (store.home / "linked").symlink_to(store.root)
        environ = {
            "HOME": str(store.home),
            "CLAUDE_CONFIG_DIR": str(store.home / "linked"),
        }
        assert len(SOURCE.roots(environ)) == 1

    def test_no_root_is_no_error(self, tmp_path: Path) -> None:
        assert SOURCE.roots({"HOME": str(tmp_path)}) == []
        assert SOURCE.roots({"CLAUDE_CONFIG_DIR": "\0"}) == []

    def test_linked_folders_are_followed_once_and_loops_end(self, store: Store) -> None:
        elsewhere = store.home / "dotfiles/sessions"
        write(elsewhere / "a.jsonl", Talk("a").says("hello").records)
        projects = store.root / "projects"
        (projects / "-linked").symlink_to(elsewhere)
        (projects / "-again").symlink_to(elsewhere)
        (projects / "-loop").symlink_to(projects)
        (store.folder / "gone.jsonl").symlink_to(store.home / "nowhere")
        assert [f.path.name for f in SOURCE.files(store.root)] == ["a.jsonl"]

    def test_only_transcripts_are_files(self, store: Store) -> None:
        store.put(Talk("a").says("hello"))
        for name in ("memory/MEMORY.jsonl", "a/tool-results/x.jsonl"):
            write(store.folder / name, ["{}"])
        write(store.folder / "a/subagents/workflows/w1/journal.jsonl", ["{}"])
        write(store.folder / "a/subagents/workflows/w1/agent-1.jsonl", ["{}"])
        (store.folder / "folder.jsonl").mkdir()
        os.mkfifo(store.folder / "pipe.jsonl")
        names = sorted(f.path.name for f in SOURCE.files(store.root))
        assert names == ["a.jsonl", "agent-1.jsonl"]

    def test_a_signature_changes_with_the_content(self, store: Store) -> None:
        path = store.put(Talk("a").says("hello"))
        (before,) = SOURCE.files(store.root)
        stat = path.stat()
        path.write_bytes(path.read_bytes().replace(b"hello", b"hullo"))
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        (after,) = SOURCE.files(store.root)
        assert before.signature != after.signature

    def test_a_store_that_is_missing_raises(self, tmp_path: Path) -> None:
        with pytest.raises(OSError):
            list(SOURCE.files(tmp_path / "nowhere"))

    def test_the_folder_of_projects_may_be_named_itself(self, store: Store) -> None:
        store.put(Talk("a").says("hello"))
        (file,) = SOURCE.files(store.root / "projects")
        assert file.path.name == "a.jsonl"


class TestARow:
    def test_it_says_what_happened(self, store: Store) -> None:
        talk = (
            Talk("s1")
            .node("progress", data={"type": "hook_progress"}, cwd=None)
            .says("make the lamp blue\nand bright")
            .answers("Looking.", call("Read", "t1", file_path="/p/a.py"))
            .result("t1", "lamp = 'red'")
            .answers(call("Edit", "t2", file_path="/p/a.py", old_string="red"))
            .result("t2", "done")
            .answers(call("Write", "t3", file_path="/p/b.py", content="x"))
            .result("t3", "done")
            .answers(call("Edit", "t4", file_path="/p/a.py", old_string="blue"))
            .result("t4", "done", gitBranch="blue-lamp", cwd="/elsewhere")
            .answers("It is blue.\n\nAnything else?", model="claude-sonnet-5")
            .says("no")
        )
        session = store.read(talk)
        assert session.agent == "claude-code"
        assert session.id == "s1"
        assert session.path == store.folder / "s1.jsonl"
        assert session.project == PROJECT
        assert session.branch == "main"
        assert session.title == "make the lamp blue"
        assert session.title_source == "typed"
        assert session.preview == "make the lamp blue and bright"
        assert session.last_words == "Anything else?"
        assert session.models == ("claude-sonnet-5", "claude-opus-4-6")
        assert session.turns == 2
        assert session.spark == (4, 0)
        assert session.edits == (("/p/a.py", 2), ("/p/b.py", 1))
        assert session.created == START
        assert session.updated == datetime(2026, 3, 1, 9, 11, tzinfo=UTC)
        assert session.state == ""
        assert session.size == session.path.stat().st_size

    def test_times_are_the_first_and_the_last_in_any_order(self, store: Store) -> None:
        talk = Talk("s").says("a", timestamp=at(9)).answers("b", timestamp=at(3))
        session = store.read(talk)
        assert (session.created, session.updated) == (
            datetime(2026, 3, 1, 9, 3, tzinfo=UTC),
            datetime(2026, 3, 1, 9, 9, tzinfo=UTC),
        )

    def test_without_times_the_file_has_one(self, store: Store) -> None:
        path = store.put(Talk("s").says("a", timestamp="yesterday"))
        os.utime(path, (1_700_000_000, 1_700_000_000))
        session = store.only()
        assert session.created == datetime.fromtimestamp(1_700_000_000, UTC)
        assert session.updated == session.created

    def test_an_edit_that_failed_edited_nothing(self, store: Store) -> None:
        talk = (
            Talk("s")
            .says("go")
            .answers(call("Edit", "t1", file_path="/p/a.py", old_string="x"))
            .result("t1", "String not found", is_error=True)
        )
        assert store.read(talk).edits == ()

    def test_cumulative_lines_count_a_call_once(self, store: Store) -> None:
        use = call("Write", "t1", file_path="/p/a.py", content="x")
        talk = Talk("s").says("go").answers(use).answers("Done.", use)
        session = store.read(talk)
        assert session.edits == (("/p/a.py", 1),)
        assert session.spark == (1,)

    def test_models_that_the_client_made_up_are_left_out(self, store: Store) -> None:
        talk = Talk("s").says("go").answers("No response.", model="<synthetic>")
        assert store.read(talk).models == ()

    def test_a_project_comes_from_records_never_from_the_slug(
        self, store: Store
    ) -> None:
        assert store.read(Talk("s", cwd=None).says("go")).project == ""

    def test_a_neighbour_in_the_same_folder_tells_the_project(
        self, store: Store
    ) -> None:
        store.put(Talk("a").says("here"))
        assert store.read(Talk("b", first=50, cwd=None).says("go")).project == PROJECT

    def test_turns_are_counted_as_they_are_shown(self, store: Store) -> None:
        talk = (
            Talk("s")
            .says("one")
            .note("queue-operation", operation="enqueue", content="two")
            .says("<command-name>/x</command-name>")
            .says("<bash-input>ls</bash-input>")
            .node("system", subtype="local_command",
                  content="<command-name>/mcp</command-name>")
            .says("<task-notification>n</task-notification>")
        )  # fmt: skip
        session = store.read(talk)
        shown = [t for t in SOURCE.turns(session) if t.origin in ASKED]
        assert session.turns == len(shown) == len(session.spark) == 5

    def test_hints_are_small_json(self, store: Store) -> None:
        talk = Talk("s")
        for number in range(3000):
            talk.says(f"prompt {number}").answers("yes")
        file = SessionFile("claude-code", store.root, store.put(talk), "", 0.0)
        text = json.dumps(dict(SOURCE.scan(file).hints), allow_nan=False)
        assert len(text) < 16_000


class TestState:
    @pytest.mark.parametrize(
        ("talk", "state"),
        [
            (Talk("s").says("go").answers("done"), ""),
            (Talk("s").says("go").says("[Request interrupted by user]"), "interrupted"),
            (
                Talk("s")
                .says("go")
                .says("[Request interrupted by user for tool use]")
                .says("<command-name>/exit</command-name>")
                .note("last-prompt"),
                "interrupted",
            ),
            (Talk("s").says("[Request interrupted by user]").says("other"), ""),
            (
                Talk("s")
                .says("go")
                .answers("API Error: 500", model="<synthetic>", isApiErrorMessage=True),
                "error",
            ),
            (Talk("s").says("go").node("system", subtype="api_error"), "error"),
            (
                Talk("s")
                .says("go")
                .node("system", subtype="api_error")
                .answers("done"),
                "",
            ),
        ],
    )
    def test_it_is_how_the_last_thing_went(
        self, store: Store, talk: Talk, state: str
    ) -> None:
        assert store.read(talk).state == state


class TestTitles:
    def test_they_come_in_their_order(self, store: Store) -> None:
        renamed = "<local-command-stdout>Session renamed to: Renamed\x1b[0m</local-command-stdout>"  # noqa: E501
        steps: list[tuple[Callable[[Talk], Talk], str, str]] = [
            (lambda t: t.says("typed words"), "typed words", "typed"),
            (
                lambda t: t.note("summary", summary="Summary", leafUuid=new_id(0)),
                "Summary",
                "generated",
            ),
            (lambda t: t.note("ai-title", aiTitle="Old AI"), "Old AI", "generated"),
            (lambda t: t.note("ai-title", aiTitle="AI"), "AI", "generated"),
            (lambda t: t.note("agent-name", agentName="Agent"), "Agent", "named"),
            (
                lambda t: t.node("system", subtype="local_command", content=renamed),
                "Renamed",
                "named",
            ),
            (lambda t: t.note("custom-title", customTitle="Mine"), "Mine", "named"),
            (lambda t: t.note("custom-title", customTitle="New"), "New", "named"),
            (lambda t: t.note("ai-title", aiTitle="Later"), "New", "named"),
            (lambda t: t.note("custom-title", customTitle=" "), "Renamed", "named"),
        ]
        talk = Talk("s")
        for step, title, source in steps:
            step(talk)
            session = store.read(talk)
            assert (session.title, session.title_source) == (title, source)

    def test_the_index_stands_between_ai_title_and_summary(self, store: Store) -> None:
        index = {"version": 1, "entries": [{"sessionId": "s", "summary": "Indexed"}]}
        (store.folder / "sessions-index.json").write_text(json.dumps(index))
        talk = Talk("s").says("typed")
        talk.note("summary", summary="Summary", leafUuid=new_id(0))
        assert store.read(talk).title == "Indexed"
        assert store.read(talk.note("ai-title", aiTitle="AI")).title == "AI"

    @pytest.mark.parametrize(
        "index",
        [
            "",
            "{",
            "[]",
            "null",
            '{"entries": 3}',
            '{"entries": [null, {}]}',
            "[" * 9999,
        ],
    )
    def test_a_broken_index_is_no_index(self, store: Store, index: str) -> None:
        (store.folder / "sessions-index.json").write_text(index)
        assert store.read(Talk("s").says("typed")).title == "typed"

    def test_a_summary_belongs_to_the_session_of_its_leaf(self, store: Store) -> None:
        store.put(Talk("old").says("first").answers("yes").says("second").answers("ok"))
        talk = Talk("new", first=50).says("third").answers("sure")
        talk.note("summary", summary="About the old one", leafUuid=new_id(3))
        talk.note("summary", summary="About a deleted one", leafUuid=new_id(99))
        store.put(talk)
        titles = {s.id: s.title for s in store.listed()}
        assert titles == {"old": "About the old one", "new": "third"}

    def test_a_session_that_went_on_keeps_its_summary(self, store: Store) -> None:
        store.put(Talk("old").says("first").answers("yes").says("more").answers("ok"))
        write(
            store.folder / "new.jsonl",
            [{"type": "summary", "summary": "Earlier", "leafUuid": new_id(1)}],
        )
        assert store.only().title == "Earlier"

    @pytest.mark.parametrize(
        ("prompts", "title"),
        [
            (["<command-name>/clear</command-name>", "make it blue"], "make it blue"),
            (["Warmup", "make it blue"], "make it blue"),
            (["<ide_opened_file>a</ide_opened_file>", "make it blue"], "make it blue"),
            (
                ["<command-name>/x</command-name><command-args>do it</command-args>"],
                "/x do it",
            ),
            (
                [
                    "<command-name>/x</command-name><command-args>do</command-args>",
                    "thanks",
                ],
                "thanks",
            ),
            (["\n\n  second line is first \n third"], "second line is first"),
            (["w" * 200], "w" * 79 + "…"),
            (["<system-reminder>x</system-reminder>"], "(no prompt)"),
        ],
    )
    def test_it_is_the_first_line_that_somebody_typed(
        self, store: Store, prompts: list[str], title: str
    ) -> None:
        talk = Talk("s")
        for prompt in prompts:
            talk.says(prompt)
        assert store.read(talk.answers("done")).title == title

    @pytest.mark.parametrize("fed", ["Warmup", "<ide_opened_file>a.py", "Caveat: The messages below were generated"])  # noqa: E501  # fmt: skip
    def test_a_title_made_from_context_is_none(self, store: Store, fed: str) -> None:
        talk = Talk("s").says("make it blue").note("ai-title", aiTitle=fed)
        assert store.read(talk).title == "make it blue"

    def test_markup_and_control_codes_are_shown_as_they_read(
        self, store: Store
    ) -> None:
        talk = Talk("s").note(
            "custom-title", customTitle="[/nope] list[int] \x1b]52;c;aGk=\x07"
        )
        title = store.read(talk.says("x")).title
        assert title == "[/nope] list[int] ␛]52;c;aGk=␇"


class TestHiding:
    @pytest.mark.parametrize(
        "talk",
        [
            Talk("s"),
            Talk("s").note("file-history-snapshot", snapshot={}),
            Talk("s").note("summary", summary="About others", leafUuid="x"),
            Talk("s").says("Warmup").answers("I'm ready to help."),
            Talk("s").says("<command-name>/exit</command-name>"),
            Talk("s").says("<system-reminder>x</system-reminder>"),
            Talk("s").node("system", subtype="local_command",
                           content="<command-name>/config</command-name>"),
            Talk("s").says("Warmup").answers("No", model="<synthetic>"),
            Talk("s", isSidechain=True).says("look around").answers("done"),
        ],
    )  # fmt: skip
    def test_a_session_in_which_nothing_was_said_is_hidden(
        self, store: Store, talk: Talk
    ) -> None:
        assert store.read(talk).kind is Kind.HIDDEN

    @pytest.mark.parametrize(
        "talk",
        [
            Talk("s").says("hello"),
            Talk("s").says("Warmup").answers("ready").says("hello"),
            Talk("s").says("x", isMeta=True).answers("The plan is done."),
            Talk("s").says("hello", promptSource="sdk"),
            Talk("s").note("queue-operation", operation="enqueue", content="hello"),
        ],
    )
    def test_a_session_with_words_is_listed(self, store: Store, talk: Talk) -> None:
        assert store.read(talk).kind is Kind.MAIN


class TestQueue:
    def texts(self, store: Store, talk: Talk) -> list[str]:
        return [t.text for t in SOURCE.turns(store.read(talk)) if t.origin in ASKED]

    def queued(self, talk: Talk, words: str) -> Talk:
        return talk.note("queue-operation", operation="enqueue", content=words)

    def attached(self, talk: Talk, words: str) -> Talk:
        attachment = {"type": "queued_command", "prompt": words}
        return talk.node("attachment", attachment=attachment)

    def test_a_prompt_with_three_traces_is_shown_once(self, store: Store) -> None:
        talk = Talk("s").says("one")
        talk = self.attached(self.queued(talk, "two"), "two").says("two").says("three")
        assert self.texts(store, talk) == ["one", "two", "three"]
        assert store.only().turns == 3

    def test_a_prompt_that_left_one_trace_is_shown_there(self, store: Store) -> None:
        talk = self.queued(Talk("s").says("one").answers("working"), "two")
        talk.note("queue-operation", operation="remove").answers("done").says("three")
        assert self.texts(store, talk) == ["one", "two", "three"]

    def test_prompts_sent_together_are_found_in_one_message(self, store: Store) -> None:
        talk = self.queued(self.queued(Talk("s").says("one"), "two"), "three  words")
        talk.says("two\nthree words")
        assert self.texts(store, talk) == ["one", "two\nthree words"]

    def test_the_same_words_twice_are_two_prompts(self, store: Store) -> None:
        talk = self.attached(Talk("s").says("yes"), "yes").says("and?").says("yes")
        assert self.texts(store, talk) == ["yes", "yes", "and?", "yes"]

    def test_two_equal_queued_prompts_are_two(self, store: Store) -> None:
        talk = self.queued(self.queued(Talk("s").says("go"), "yes"), "yes").says("yes")
        assert self.texts(store, talk) == ["go", "yes", "yes"]

    def test_notifications_in_the_queue_are_no_prompts(self, store: Store) -> None:
        talk = self.queued(Talk("s").says("one"), "<task-notification>x")
        assert self.texts(store, talk) == ["one"]

    def test_a_queued_command_finds_its_message(self, store: Store) -> None:
        talk = self.queued(Talk("s").says("one"), "/mcp")
        talk.says("<command-name>/mcp</command-name>")
        assert self.texts(store, talk) == ["one", "/mcp"]


class TestHostileFiles:
    def test_bad_lines_hide_nothing_and_are_counted(self, store: Store) -> None:
        good = Talk("s").says("first").answers("yes").says("second").records
        lines = [json.dumps(record) for record in good]
        body = (
            b"\xef\xbb\xbf" + lines[0].encode() + b"\r\n"
            b"{broken\n"
            b"\x00\x00\x00\n"
            b"\n"
            b"[1, 2]\n"
            b'"text"\n' + lines[1].encode() + lines[2].encode() + b"\n"
            b'{"type": "user", "message": ' + b"[" * 100_000 + b"\n"
            b'{"type": "x", "n": NaN, "i": Infinity}\n'
            b'{"type": "assistant", "torn'
        )
        path = store.folder / "s.jsonl"
        path.write_bytes(body)
        session = store.only()
        assert session.turns == 2
        assert session.skipped == 4
        assert [t.text for t in SOURCE.turns(session)] == ["first", "yes", "second"]

    def test_lone_surrogates_can_be_printed(self, store: Store) -> None:
        talk = Talk("s", cwd="/p/\ud83d").says("broken \ud83d smile")
        talk.answers(call("Edit", "t", file_path="/a\udc00", old_string="\ud800"))
        talk.note("ai-title", aiTitle="\ud83d").note("summary", summary="\udfff")
        session = store.read(talk)
        for turn in SOURCE.turns(session):
            repr(turn).encode("utf-8")
            for block in turn.blocks:
                str(block).encode("utf-8")
        json.dumps([session.title, session.project, session.edits]).encode()
        session.title.encode("utf-8")
        session.project.encode("utf-8")

    @pytest.mark.parametrize(
        "fields",
        [
            {"message": None},
            {"message": "text"},
            {"message": {"content": {"type": "text", "text": "alone"}}},
            {"message": {"content": [None, 3, "bare", {"type": None}]}},
            {"message": {"content": [{"type": "tool_use", "input": "raw"}]}},
            {"message": {"content": [{"type": "tool_use", "input": [1]}], "model": 5}},
            {"message": {"content": [{"type": "tool_result", "content": {"a": 1}}]}},
            {"uuid": 5, "timestamp": {}, "cwd": 7, "gitBranch": [], "sessionId": None},
            {"timestamp": "9999-99-99", "isSidechain": "yes", "origin": 3},
            {"toolUseResult": {"structuredPatch": [1, {"lines": "x"}]}},
            {"attachment": "text", "operation": "enqueue", "content": {"a": 1}},
        ],
    )
    @pytest.mark.parametrize(
        "kind", ["user", "assistant", "system", "attachment", "queue-operation", "new"]
    )
    def test_no_shape_of_a_record_is_an_error(
        self, store: Store, kind: str, fields: dict[str, object]
    ) -> None:
        talk = Talk("s").says("hello").node(kind, **fields)
        session = store.read(talk)
        assert session.title == "hello"
        assert next(SOURCE.turns(session)).text == "hello"

    @pytest.mark.parametrize("kind", [None, 5, [], {"a": 1}])
    def test_a_type_of_any_type_is_passed_over(
        self, store: Store, kind: object
    ) -> None:
        talk = Talk("s").says("hello")
        talk.records.append({"type": kind, "subtype": kind, "uuid": "u"})
        assert store.read(talk).turns == 1

    def test_an_id_in_the_content_leads_nowhere(self, store: Store) -> None:
        talk = Talk("../../../etc/passwd").says("hello")
        store.put(talk, name="safe")
        assert store.only().id == "safe"

    def test_an_unreadable_file_says_so_and_hides_no_other(self, store: Store) -> None:
        store.put(Talk("good").says("hello"))
        gone = SessionFile("claude-code", store.root, store.folder / "x.jsonl", "", 0)
        scan = SOURCE.scan(gone)
        assert "can't be read" in scan.session.error
        assert scan.session.kind is Kind.MAIN
        good = [SOURCE.scan(f) for f in SOURCE.files(store.root)]
        assert len(SOURCE.assemble(store.root, [scan, *good])) == 2

    def test_a_huge_line_is_read(self, store: Store) -> None:
        data = "A" * 3_000_000
        picture = {"type": "image", "source": {"type": "base64", "data": data}}
        talk = Talk("s").says([picture, {"type": "text", "text": "look"}])
        session = store.read(talk)
        assert session.title == "look"
        assert len(repr(list(SOURCE.turns(session)))) < 2000

    def test_an_unknown_folder_layout_is_left_alone(self, store: Store) -> None:
        write(store.root / "projects" / "loose.jsonl", Talk("x").says("x").records)
        assert list(SOURCE.files(store.root)) == []
