"""Codex's store as a list: which threads are sessions, and what their rows say."""

import json
from pathlib import Path

import pytest

from builders.codex import (
    OTHER,
    PROJECT,
    START,
    THIRD,
    THREAD,
    CodexStore,
    Json,
    answer,
    call,
    context,
    encode,
    event,
    item,
    meta,
    output,
    said,
    started,
    user_item,
)
from levelmem.engine.sessions.model import Kind, Session, SessionFile

PATCH = "*** Begin Patch\n*** Add File: a.py\n+one\n*** End Patch"


@pytest.fixture
def store(tmp_path: Path) -> CodexStore:
    return CodexStore(tmp_path)


# Where the store is


def test_the_store_is_dot_codex_in_the_home_folder(store: CodexStore) -> None:
    store.write([meta()])
    assert store.roots() == [store.root]


def test_codex_home_moves_the_store(store: CodexStore, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    (moved / "archived_sessions").mkdir(parents=True)
    assert store.roots(CODEX_HOME=str(moved)) == [moved]


def test_a_home_without_rollouts_is_no_store(store: CodexStore) -> None:
    store.root.mkdir()
    assert store.roots() == []


def test_a_folder_of_rollouts_given_by_hand_is_read(store: CodexStore) -> None:
    path = store.write([meta(), said("hello")])
    found = [file.path for file in store.source.files(store.root / "sessions")]
    assert found == [path]
    assert [f.path for f in store.source.files(path.parent)] == [path]


def test_only_rollouts_are_read(store: CodexStore) -> None:
    path = store.write([meta(), said("hello")])
    for name in ("auth.json", "notes.jsonl", f"{path.name}.tmp", "rollout.jsonl"):
        path.with_name(name).write_text("{}")
    path.with_name(path.stem + ".paginated.tmp").write_text("{}")
    assert [file.path for file in store.source.files(store.root)] == [path]


def test_linked_day_folders_are_followed_and_loops_end(store: CodexStore) -> None:
    path = store.write([meta(), said("hello")])
    elsewhere = store.home / "dotfiles"
    path.parent.rename(elsewhere)
    path.parent.symlink_to(elsewhere)
    (elsewhere / "again").symlink_to(store.root / "sessions")
    assert [file.path.name for file in store.source.files(store.root)] == [path.name]


# A row


def test_a_row_says_what_the_thread_was_about(store: CodexStore) -> None:
    path = store.write(
        [
            meta(git={"branch": "main"}, timestamp="2026-06-18T09:59:00Z"),
            context("gpt-5.4"),
            said("Fix the label printer\nIt prints twice."),
            call("exec_command", {"cmd": "ls"}),
            output("Process exited with code 0\nOutput:\nx\n"),
            context("gpt-5.5"),
            answer("It printed twice because of a retry.\n\nFixed."),
            said("thanks"),
        ]
    )
    session = store.only()
    assert session.key == ("codex", THREAD)
    assert session.path == path
    assert session.project == PROJECT
    assert session.title == "Fix the label printer It prints twice."
    assert session.title_source == "typed"
    assert session.preview == session.title
    assert session.last_words == "Fixed."
    assert session.turns == 2
    assert session.spark == (1, 0)
    assert session.branch == "main"
    assert (
        session.created and session.created.isoformat() == "2026-06-18T09:59:00+00:00"
    )
    assert session.updated and (session.updated - START).seconds == 7
    assert session.size == path.stat().st_size
    assert session.lifecycle == "active"
    assert not session.error and not session.skipped


def test_the_model_used_last_comes_first(store: CodexStore) -> None:
    lines = [meta(), said("hello")]
    for model in ("gpt-5", "gpt-5.5", "gpt-5"):
        lines += [context(model), answer(f"as {model}")]
    store.write([*lines, context("gpt-never-answered")])
    assert store.only().models == ("gpt-5", "gpt-5.5")


def test_times_are_the_earliest_and_the_latest_of_all_records(
    store: CodexStore,
) -> None:
    late, early = "2026-06-19T00:00:00Z", "2026-06-01T00:00:00Z"
    store.write(
        [meta(), {**said("late"), "timestamp": late}, {**said("x"), "timestamp": early}]
    )
    session = store.only()
    assert session.created and session.created.day == 1
    assert session.updated and session.updated.day == 19


def test_a_windows_prefix_is_taken_off_the_project(store: CodexStore) -> None:
    store.write([meta(cwd="\\\\?\\C:\\work\\parcel"), said("hello")])
    assert store.only().project == "C:\\work\\parcel"


def test_edits_are_counted_by_file_and_refused_patches_are_not(
    store: CodexStore,
) -> None:
    def patch(path: str) -> dict[str, str]:
        return {"input": PATCH.replace("a.py", path)}

    store.write(
        [
            meta(),
            said("edit"),
            call("apply_patch", patch("a.py"), "c1"),
            output("Exit code: 0\nOutput:\nSuccess", "c1"),
            call("apply_patch", patch(f"{PROJECT}/a.py"), "c2"),
            output("Exit code: 0\nOutput:\nSuccess", "c2"),
            call("apply_patch", patch("b.py"), "c3"),
            call("apply_patch", patch("c.py"), "c4"),
            output("error: Failed to find expected lines in c.py", "c4"),
        ]
    )
    assert store.only().edits == ((f"{PROJECT}/a.py", 2), (f"{PROJECT}/b.py", 1))


@pytest.mark.parametrize(
    ("ending", "state"),
    [
        ([event("task_complete", turn_id="t")], "done"),
        ([event("turn_aborted", reason="interrupted")], "interrupted"),
        ([event("error", message="quota")], "error"),
        ([event("error", message="quota"), event("task_complete")], "error"),
        ([event("task_complete", error={"message": "quota"})], "error"),
        ([event("error", message="quota"), started("t2")], ""),
        ([event("turn_aborted"), said("go on")], ""),
        ([], ""),
    ],
)
def test_the_state_is_how_the_last_turn_ended(
    store: CodexStore, ending: list[Json], state: str
) -> None:
    store.write([meta(), started("t"), said("hello"), *ending])
    assert store.only().state == state


def test_archived_rollouts_are_listed_as_archived(store: CodexStore) -> None:
    store.write([meta(), said("hello")], archived=True)
    assert store.only().lifecycle == "archived"


def test_a_home_that_is_called_archived_sessions_archives_nothing(
    tmp_path: Path,
) -> None:
    store = CodexStore(tmp_path / "archived_sessions")
    store.write([meta(), said("hello")])
    assert store.only().lifecycle == "active"


# What is no session of its own


@pytest.mark.parametrize(
    "own",
    [
        {"source": {"subagent": "review"}},
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": OTHER}}}},
        {"thread_source": "subagent", "parent_thread_id": OTHER},
        {"parent_thread_id": OTHER},
    ],
)
def test_subagents_belong_under_their_parent(store: CodexStore, own: Json) -> None:
    store.write([meta(**own), said("Look for the bug")])
    store.write([meta(OTHER), said("hello")], OTHER)
    sessions = store.all()
    assert sessions[THREAD].kind is Kind.SUBAGENT
    assert sessions[OTHER].kind is Kind.MAIN
    parent = sessions[THREAD].parent_id
    assert sessions[OTHER].children == (1 if parent == OTHER else 0)


@pytest.mark.parametrize(
    "own",
    [
        {"thread_source": "guardian_review"},
        {"thread_source": "memory_consolidation"},
        {"source": {"subagent": "compact"}},
        {"source": {"subagent": {"other": "guardian"}}, "parent_thread_id": OTHER},
    ],
)
def test_housekeeping_threads_are_hidden(store: CodexStore, own: Json) -> None:
    store.write([meta(**own), said("Judge this")])
    store.write([meta(OTHER), said("hello")], OTHER)
    sessions = store.all()
    assert sessions[THREAD].kind is Kind.HIDDEN
    assert sessions[OTHER].children == 0


def test_a_guardian_is_known_by_how_its_prompt_begins(store: CodexStore) -> None:
    store.write([meta(), said("The following is the Codex agent history whose …")])
    assert store.main() == []


@pytest.mark.parametrize("source", ["cli", "vscode", "exec", "mcp", None, "unknown"])
def test_every_way_to_start_a_thread_is_listed(
    store: CodexStore, source: object
) -> None:
    store.write([meta(source=source, thread_source="user"), said("hello")])
    assert store.only().turns == 1


def test_a_subagent_is_called_by_its_name_or_its_task(store: CodexStore) -> None:
    spawn = {
        "agent_nickname": "Curie",
        "agent_role": "explorer",
        "parent_thread_id": OTHER,
    }
    own: Json = {"source": {"subagent": {"thread_spawn": spawn}}}
    store.write([meta(**own)])
    store.write([meta(THIRD, **own), said("Find the bug")], THIRD)
    sessions = store.all()
    assert sessions[THREAD].title == "Curie · explorer"
    assert sessions[THIRD].title == "Find the bug"
    assert sessions[THIRD].turns == 0


def test_a_thread_in_which_nothing_was_said_is_hidden(store: CodexStore) -> None:
    store.write(
        [meta(), user_item("<environment_context><cwd>/x</cwd></environment_context>")]
    )
    assert store.all()[THREAD].kind is Kind.HIDDEN


# Titles that nobody typed


@pytest.mark.parametrize(
    "injected",
    [
        "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nBe kind",
        "<environment_context>\n<cwd>/work</cwd>\n</environment_context>",
        "<user_instructions>\nBe kind\n</user_instructions>",
        "<skill>\n<name>tidy</name>\n</skill>",
        "<turn_aborted>\nThe user interrupted\n</turn_aborted>",
    ],
)
def test_no_title_is_made_of_injected_text(store: CodexStore, injected: str) -> None:
    store.write(
        [meta(), user_item(injected), user_item("Fix the label"), answer("Done")]
    )
    session = store.only()
    assert session.title == "Fix the label"
    assert session.turns == 1


def test_the_words_typed_go_before_a_command_that_was_run_first(
    store: CodexStore,
) -> None:
    shell = "<user_shell_command>\n<command>\nls\n</command>\n</user_shell_command>"
    store.write([meta(), user_item(shell), user_item("Fix the label"), answer("Done")])
    session = store.only()
    assert session.title == "Fix the label"
    assert session.turns == 2


# Ids, files and damage


def test_two_files_of_one_thread_are_one_session(store: CodexStore) -> None:
    old = store.write([meta(), said("hello")], archived=True)
    new = store.write([meta(), said("hello"), answer("hi"), said("more")])
    session = store.only()
    assert session.path == new
    assert session.files == (old,)
    assert session.lifecycle == "active"


def test_a_broken_first_line_does_not_hide_a_session(store: CodexStore) -> None:
    broken = b'{"timestamp": "2026", "type": "session_meta", "payload": {"id": \n'
    store.write([broken, context(), said("hello")])
    session = store.only()
    assert session.id == THREAD
    assert session.project == PROJECT
    assert session.title == "hello"
    assert session.skipped == 1


def test_behind_a_broken_first_line_a_parents_meta_is_not_taken_for_the_own(
    store: CodexStore,
) -> None:
    store.write([b"{broken\n", meta(OTHER, cwd="/other"), context(), said("hello")])
    session = store.only()
    assert session.id == THREAD
    assert session.project == PROJECT


def test_the_first_of_several_metas_is_the_files_own(store: CodexStore) -> None:
    store.write([meta(), said("hello"), meta(OTHER, cwd="/other"), meta(THIRD)])
    session = store.only()
    assert (session.id, session.project, session.title) == (THREAD, PROJECT, "hello")


@pytest.mark.parametrize(
    "hostile", ["../../etc/passwd", "--help", "a\x00b", "", 7, None, "x" * 999]
)
def test_an_id_that_is_no_id_is_replaced_by_that_of_the_name(
    store: CodexStore, hostile: object
) -> None:
    line = meta()
    line["payload"]["id"] = hostile
    store.write([line, said("hello")])
    assert store.only().id == THREAD


def test_without_any_time_the_id_tells_when_a_thread_began(store: CodexStore) -> None:
    line = json.dumps(
        {"type": "event_msg", "payload": {"type": "user_message", "message": "x"}}
    )
    store.write([line.encode() + b"\n"])
    created = store.only().created
    assert (
        created and created.isoformat(timespec="seconds") == "2026-06-18T00:52:03+00:00"
    )


def test_a_file_that_is_gone_is_no_session(store: CodexStore) -> None:
    path = store.write([meta(), said("hello")])
    (file,) = store.source.files(store.root)
    path.unlink()
    session = store.source.scan(file).session
    assert session.kind is Kind.HIDDEN
    assert session.error


def test_a_file_that_may_not_be_read_is_listed_with_the_reason(
    store: CodexStore,
) -> None:
    path = store.path()
    path.mkdir()  # opening it fails for everybody, also for root
    file = SessionFile("codex", store.root, path, "", 0.0)
    session = store.source.scan(file).session
    assert (session.id, session.kind) == (THREAD, Kind.MAIN)
    assert session.error == "can't be read: Is a directory"
    assert session.error in resume_problem(store, session)


HOSTILE_LINES = [
    b"\x00\x00\x00\n",
    b"\r\n",
    b"not json\n",
    b'["a list"]\n',
    b"7\n",
    b'{"type": 7, "payload": {"type": [], "role": {}}}\n',
    b'{"type": "response_item", "payload": null}\n',
    b'{"type": "response_item", "payload": {"type": "message", "role": "user"}}\n',
    b'{"type": "response_item", "payload": {"type": "message", "content": 7}}\n',
    b'{"type": "event_msg", "payload": {"type": "user_message", "message": NaN}}\n',
    b'{"type": "event_msg", "payload": {"type": "item_completed", "item": []}}\n',
    b'{"type": "event_msg", "payload": {"type": "patch_apply_end", "changes": 3}}\n',
    b'{"type": "event_msg", "payload": {"type": "thread_rolled_back", '
    b'"num_turns": "x"}}\n',
    b'{"type": "turn_context", "payload": {"cwd": [], "model": {"a": 1}}}\n',
    b'{"type": "compacted", "payload": {"message": [], "replacement_history": 1}}\n',
    b'{"type": "session_meta", "payload": {"history_base": "x", "git": []}}\n',
    b'{"timestamp": "2026-99-99", "type": "world_state", "payload": {"a": [[[]]]}}\n',
    b'{"type": "event_msg", "payload": ' + b"[" * 100_000 + b"\n",
    b'{"a": ' * 5000 + b"1" + b"}" * 5000 + b"\n",
    b'{"type": "x", "payload": {"n": ' + b"9" * 5000 + b"}}\n",
]


def test_nothing_in_a_file_hides_the_rest_of_it(store: CodexStore) -> None:
    glued = encode([said("glued")]).rstrip(b"\n") + encode([answer("to this")])
    store.write(
        [
            b"\xef\xbb\xbf",
            meta(),
            *HOSTILE_LINES,
            said("hello \ud83d \x00 there"),
            glued,
            b'{"torn',
        ],
    )
    session = store.only()
    assert session.id == THREAD
    assert session.turns == 2
    assert "hello" in session.title
    assert session.title.encode()
    assert session.last_words == "to this"
    assert session.skipped >= 5  # how deep is too deep differs by version
    assert store.turns(session)


def test_carriage_returns_at_the_ends_of_lines_do_no_harm(store: CodexStore) -> None:
    path = store.path()
    path.write_bytes(encode([meta(), said("hello")]).replace(b"\n", b"\r\n"))
    assert store.only().title == "hello"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x00" * 100, b"garbage\n"])
def test_a_file_without_records_is_hidden_and_harmless(
    store: CodexStore, content: bytes
) -> None:
    store.path().write_bytes(content)
    session = store.all()[THREAD]
    assert session.kind is Kind.HIDDEN
    assert store.turns(session) == []


def test_hints_can_be_stored_as_json(store: CodexStore) -> None:
    store.write(
        [meta(), said("hello"), event("thread_name_updated", thread_name="Labels")]
    )
    (scan,) = store.scans()
    assert json.loads(json.dumps(dict(scan.hints))) == {"named": "Labels"}


def test_the_signature_changes_when_a_file_grows(store: CodexStore) -> None:
    path = store.write([meta(), said("hello")])
    (before,) = store.source.files(store.root)
    with path.open("ab") as stream:
        stream.write(encode([said("more")]))
    (after,) = store.source.files(store.root)
    assert before.signature != after.signature


# The oldest generations


def test_bare_items_of_early_2025_are_read(store: CodexStore) -> None:
    context_text = (
        f"<environment_context>\n<cwd>{PROJECT}</cwd>\n</environment_context>"
    )
    text = [{"type": "input_text", "text": context_text}]
    store.write(
        [
            {
                "id": THREAD,
                "timestamp": "2025-07-01T10:00:00Z",
                "git": {"branch": "dev"},
            },
            {"record_type": "state"},
            {"type": "message", "role": "user", "content": text},
            {"record_type": "state"},
            {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": "hi"}],
            },
            {"type": "message", "role": "assistant", "content": "hello"},
        ]
    )
    session = store.only()
    assert (session.project, session.branch, session.title) == (PROJECT, "dev", "hi")
    assert session.created and session.created.month == 7
    assert session.last_words == "hello"


def test_the_earliest_single_documents_are_read(store: CodexStore) -> None:
    document = {
        "session": {
            "id": OTHER,
            "timestamp": "2025-04-20T10:00:00Z",
            "instructions": "",
        },
        "items": [
            {"type": "message", "role": "user", "content": "Fix it"},
            {"type": "message", "role": "assistant", "content": "Fixed"},
            "not an item",
        ],
    }
    (store.root / "sessions").mkdir(parents=True)
    path = store.root / "sessions" / f"rollout-2025-04-20-{OTHER}.json"
    path.write_text(json.dumps(document))
    session = store.only()
    assert (session.id, session.title, session.skipped) == (OTHER, "Fix it", 1)
    assert [turn.text for turn in store.turns(session)] == ["Fix it", "Fixed"]


def test_a_broken_document_is_counted_and_not_raised(store: CodexStore) -> None:
    store.path(ending=".json").write_text('{"session": {')
    assert store.all()[THREAD].skipped == 1


# Resume


def resume_problem(store: CodexStore, session: Session) -> str:
    return store.source.resume(session).problem


def test_a_session_is_resumed_by_its_id_in_its_folder(
    store: CodexStore, tmp_path: Path
) -> None:
    store.write([meta(cwd=str(tmp_path)), said("hello")])
    resume = store.source.resume(store.only())
    assert resume.argv == ("codex", "resume", THREAD)
    assert resume.folder == str(tmp_path)
    assert resume.problem == ""


def test_what_cannot_be_resumed_says_why(store: CodexStore) -> None:
    store.write([meta(cwd="/nowhere/at/all"), said("hello")])
    store.write([meta(OTHER, parent_thread_id=THREAD), said("task")], OTHER)
    sessions = store.all()
    assert "/nowhere/at/all" in resume_problem(store, sessions[THREAD])
    assert "subagent" in resume_problem(store, sessions[OTHER])


def test_items_that_nobody_knows_yet_are_passed_over(store: CodexStore) -> None:
    store.write(
        [
            meta(),
            said("hello"),
            item("hologram", light="blue"),
            event("gong"),
            answer("ok"),
        ]
    )
    assert [turn.text for turn in store.turns()] == ["hello", "ok"]
