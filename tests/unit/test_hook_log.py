"""Logs that hooks keep for agents whose own files levelmem can't read."""

import json
from pathlib import Path
from typing import Any

import pytest

from builders.hosts import SESSION, Host, payload
from builders.opencode import answered, asked, info, put_rows, text
from levelmem.engine.agents.run_log import records_of
from levelmem.engine.agents.spool import wait_for_spool
from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.model import FileEdit, Kind, Origin, Session, ToolCall
from levelmem.engine.sessions.recap import recap
from levelmem.engine.sessions.sources import sources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "home" / "code" / "lamp"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def opencode(tmp_path: Path, folder: Path) -> Host:
    return Host("opencode", tmp_path / "home", folder)


def used(host: Host, tool: str, **given: Any) -> None:
    result = given.pop("result", "Output: fine")
    data = payload(host.name, "tool.execute.after", host.folder)
    data |= {"tool": tool, "args": given, "output": result}
    assert host.hook("tool", data).stdout == b""


def answers(host: Host, words: str) -> None:
    data = payload(host.name, "session.idle", host.folder, text=words)
    assert host.hook("stop", data).stdout == b""


def logs(host: Host) -> list[Path]:
    data = Path(host.environ["LEVELMEM_DATA_DIR"])
    for run in data.glob("agents/runs/*/*"):
        wait_for_spool(str(run))
    return sorted(data.glob("agents/logs/*/.memcode/sessions/*/events.jsonl"))


def listed(host: Host) -> list[Session]:
    logs(host)
    return list(Catalog.open(Places(host.environ)).listing().sessions)


def talk(host: Host) -> None:
    host.start()
    host.types("add a retry to the client")
    used(host, "bash", command="git commit -m 'Add a retry'")
    used(host, "write", filePath="client.py", content="x = 1\n")
    answers(host, "Done: the client tries three times.")
    host.ends()


def test_a_session_of_an_agent_without_a_source_is_kept(opencode: Host) -> None:
    talk(opencode)
    (session,) = listed(opencode)
    assert (session.agent, session.id) == ("opencode", SESSION)
    assert session.project == str(opencode.folder)
    assert session.title == "add a retry to the client"
    assert session.kind is Kind.MAIN
    assert session.state == "done"
    assert session.edits == (("client.py", 1),)
    assert session.last_words == "Done: the client tries three times."


def test_what_opencode_keeps_itself_wins_and_the_log_adds(
    opencode: Host, tmp_path: Path
) -> None:
    talk(opencode)
    own = tmp_path / "home/.local/share/opencode"
    talked = [asked("msg_1", text("add a retry")), answered("msg_2", text("Done."))]
    put_rows(own, info("ses_other", title="Another"), talked)
    assert {s.id: s.title for s in listed(opencode)} == {
        SESSION: "add a retry to the client",
        "ses_other": "Another",
    }
    put_rows(own, info(SESSION, title="Retries"), talked)
    assert {s.id: s.title for s in listed(opencode)} == {
        SESSION: "Retries",
        "ses_other": "Another",
    }


def test_it_is_read_as_any_conversation(opencode: Host) -> None:
    talk(opencode)
    (session,) = listed(opencode)
    turns = list(sources()["opencode"].turns(session))
    assert [turn.origin for turn in turns if turn.text] == [Origin.HUMAN, Origin.AGENT]
    blocks = [block for turn in turns for block in turn.blocks]
    assert any(isinstance(block, FileEdit) for block in blocks)
    assert any(isinstance(block, ToolCall) for block in blocks)
    assert len(recap(turns).commits) == 1


def test_the_records_stand_in_the_order_of_the_hooks(opencode: Host) -> None:
    opencode.start()
    for number in range(6):
        opencode.types(f"line {number}")
    (path,) = logs(opencode)
    records = read_log(path).records
    assert records[0].kind == "session_started"
    assert [r.text for r in records[1:]] == [f"line {n}" for n in range(6)]


def test_a_hook_that_is_configured_twice_writes_once(opencode: Host) -> None:
    for _ in range(2):
        opencode.types("add a retry")
    used(opencode, "bash", command="ls")
    opencode.types("add a retry")
    (path,) = logs(opencode)
    kinds = [record.kind for record in read_log(path).records[1:]]
    assert kinds == ["user_message", "tool_call", "user_message"]


def test_a_log_is_private_and_scrubbed(opencode: Host) -> None:
    token = "ghp_" + "a1B2" * 9
    opencode.types(f"the token is {token}")
    used(opencode, "bash", command=f"export T={token}")
    (path,) = logs(opencode)
    assert token not in path.read_text()
    for part in (path, *path.parents):
        if part.name == "data":
            break
        assert part.stat().st_mode & 0o077 == 0, part


@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini", "copilot"])
def test_an_agent_with_files_of_its_own_gets_no_second_log(
    name: str, tmp_path: Path, folder: Path
) -> None:
    host = Host(name, tmp_path / "home", folder)
    host.start()
    host.types("hello")
    host.stops()
    assert logs(host) == []


def test_a_session_is_listed_once(opencode: Host) -> None:
    talk(opencode)
    talk(opencode)
    assert len(listed(opencode)) == 1


def test_a_hostile_session_id_stays_in_its_folder(opencode: Host) -> None:
    opencode.types("hello", session="../../../etc/cron.d/x")
    (path,) = logs(opencode)
    assert path.parent.name.startswith("x-")


def test_no_log_is_kept_where_memory_is_off(opencode: Host) -> None:
    opencode.environ["LEVELMEM_MEMORY_ENABLED"] = "0"
    talk(opencode)
    assert logs(opencode) == []


@pytest.mark.parametrize(
    ("told", "tool", "given", "content", "is_error"),
    [
        (
            {"tool_name": "read", "tool_input": {"a": 1}, "tool_response": "x"},
            "read",
            {"a": 1},
            "x",
            False,
        ),
        (
            {
                "toolName": "bash",
                "toolArgs": '{"command": "make"}',
                "toolResult": {"resultType": "failure", "textResultForLlm": "no rule"},
            },
            "bash",
            {"command": "make"},
            "no rule",
            True,
        ),
        (
            {"command": "make", "output": "done", "duration": 3},
            "shell_command",
            {"command": "make"},
            "done",
            False,
        ),
        (
            {"file_path": "a.py", "edits": [{"old_string": "a", "new_string": "b"}]},
            "edit",
            {"file_path": "a.py", "old_string": "a", "new_string": "b"},
            "",
            False,
        ),
        (
            {"tool": "bash", "args": {"command": "ls"}, "output": {"output": "a"}},
            "bash",
            {"command": "ls"},
            "a",
            False,
        ),
    ],
)
def test_tools_are_told_by_each_host_in_its_own_way(
    told: dict[str, Any], tool: str, given: Any, content: str, is_error: bool
) -> None:
    (record,) = records_of("tool", told)
    assert record.tool == tool
    assert json.loads(record.input) == given
    assert (record.content, record.is_error) == (content, is_error)


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"tool_name": 7},
        {"edits": ["x", 3]},
        {"tool": "x", "args": "{", "output": [[{"text": 1}]]},
        {"tool": "x", "args": [1], "output": 5},
    ],
)
def test_nothing_that_a_host_sends_is_an_error(told: dict[str, Any]) -> None:
    for event in ("tool", "stop", "answer", "prompt", "session-end", "session-start"):
        for record in records_of(event, told):
            json.dumps(record.to_json())


def test_a_run_is_logged_from_its_start_to_its_end(opencode: Host) -> None:
    talk(opencode)
    (path,) = logs(opencode)
    kinds = [record.kind for record in read_log(path).records]
    # What a tool gave back stands beside its call.
    assert kinds == [
        "session_started",
        "user_message",
        "tool_call",
        "tool_call",
        "assistant_message",
        "session_finished",
    ]


def test_a_session_that_only_hooks_saw_is_sealed(opencode: Host) -> None:
    talk(opencode)
    (path,) = logs(opencode)
    report = json.loads(opencode.command("sweep", "--json"))
    assert report["sealed"] == 1
    (line,) = json.loads(opencode.command("journal", "--json"))["journal"]
    assert (line["id"], line["files"]) == (path.parent.name, ["client.py"])
