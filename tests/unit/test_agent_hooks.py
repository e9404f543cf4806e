"""Hooks as hosts call them: what they print, and that they never get in the way."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from builders import claude as claude_store
from builders.hosts import SESSION, Host, context_of, payload
from levelmem.engine.agents import hosts
from levelmem.engine.agents.spool import wait_for_spool

HOSTS = ("claude-code", "codex", "gemini")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "home" / "code" / "lamp"
    made.mkdir(parents=True)
    return made


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest, tmp_path: Path, folder: Path) -> Host:
    return Host(request.param, tmp_path / "home", folder)


@pytest.fixture
def claude(tmp_path: Path, folder: Path) -> Host:
    return Host("claude-code", tmp_path / "home", folder)


def spooled(host: Host, session: str = SESSION) -> list[str]:
    run = Path(host.environ["LEVELMEM_DATA_DIR"], "agents/runs", host.name, session)
    wait_for_spool(str(run))
    spool = run / "typed.jsonl"
    lines = spool.read_text().splitlines() if spool.exists() else []
    return [json.loads(line)["text"] for line in lines]


def test_a_session_start_tells_the_digest_in_the_hosts_form(host: Host) -> None:
    host.command("remember", "Use pnpm, never npm")
    answer = host.start()
    allowed = {"continue", "hookSpecificOutput", "systemMessage"}
    assert set(answer) <= allowed
    assert answer["hookSpecificOutput"].keys() == {"hookEventName", "additionalContext"}
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "- Use pnpm, never npm" in context_of(answer)
    assert "1 fact (1 in your words)" in answer["systemMessage"]


def test_the_digest_is_told_once_a_session(host: Host) -> None:
    host.command("remember", "Use pnpm, never npm")
    assert host.start()
    assert not host.start(source="startup")
    assert not host.start(source="resume")
    assert host.start(session="another")


@pytest.mark.parametrize("source", ["clear", "compact"])
def test_the_digest_is_told_again_where_it_was_lost(claude: Host, source: str) -> None:
    claude.command("remember", "Use pnpm, never npm")
    assert claude.start()
    told = Path(
        claude.environ["LEVELMEM_DATA_DIR"],
        f"agents/runs/claude-code/{SESSION}/told",
    )
    os.utime(told, (time.time() - 60,) * 2)
    assert context_of(claude.start(source=source))
    # The same hook may be configured for the person and for the project.
    assert not claude.start(source=source)


def test_nothing_known_means_nothing_said(host: Host) -> None:
    assert host.start() == {}


def test_what_the_person_took_back_is_not_told(claude: Host) -> None:
    claude.command("remember", "Use pnpm, never npm")
    assert "pnpm" in context_of(claude.start("one"))
    claude.command("forget", "Use pnpm, never npm")
    assert claude.start("two") == {}
    claude.command("undo")
    assert "pnpm" in context_of(claude.start("three"))


def test_a_prompt_is_spooled_scrubbed_and_private(host: Host) -> None:
    token = "ghp_" + "a1B2" * 9
    host.types(f"use pnpm, the token is {token}")
    assert spooled(host) == ["use pnpm, the token is [redacted]"]
    data = Path(host.environ["LEVELMEM_DATA_DIR"])
    for path in data.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
        if path.is_file():
            assert token not in path.read_text()


@pytest.mark.parametrize("event", ["session-start", "prompt", "stop", "session-end"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe\x00",
        b'{"session_id": 7, "cwd": [], "prompt": {}}',
        b'{"session_id": "../../../etc/passwd", "cwd": "relative", "prompt": "x"}',
        b'{"cwd": "/nowhere/\\u0000/at/all", "session_id": "s"}',
        b"[" * 100_000,
    ],
)
def test_no_input_makes_a_hook_fail(claude: Host, event: str, body: bytes) -> None:
    assert claude.hook(event, body).stdout == b""


def test_unknown_hosts_and_events_are_passed_over(claude: Host) -> None:
    claude.name = "some-new-agent"
    assert claude.hook("session-start", b"{}").stdout == b""
    claude.name = "codex"
    assert claude.hook("SomeNewEvent", b"{}").stdout == b""


def test_a_session_id_never_leads_out_of_its_folder(claude: Host) -> None:
    data = payload("claude-code", "Stop", claude.folder, "../../../../escaped")
    claude.hook("stop", data)
    agents = Path(claude.environ["LEVELMEM_DATA_DIR"]) / "agents"
    assert len(list((agents / "runs" / "claude-code").iterdir())) == 1
    assert not list(Path(claude.environ["HOME"]).rglob("*escaped*"))


@pytest.mark.parametrize(
    ("more", "environ"),
    [
        ({}, {"LEVELMEM_CHILD": "1"}),
        ({"agent_id": "agent-7", "agent_type": "Explore"}, {}),
        ({}, {"CODEX_THREAD_ID": "019e"}),
        ({}, {"LEVELMEM_MEMORY_ENABLED": "false"}),
    ],
)
def test_children_and_switched_off_memories_are_silent(
    claude: Host, more: dict[str, Any], environ: dict[str, str]
) -> None:
    claude.command("remember", "Use pnpm, never npm")
    start = payload("claude-code", "SessionStart", claude.folder, source="startup")
    assert claude.hook("session-start", {**start, **more}, **environ).stdout == b""
    prompt = payload("claude-code", "UserPromptSubmit", claude.folder, prompt="hello")
    assert claude.hook("prompt", {**prompt, **more}, **environ).stdout == b""
    assert spooled(claude) == []


def test_a_script_gets_the_digest_and_types_nothing(claude: Host) -> None:
    claude.command("remember", "Use pnpm, never npm")
    claude.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    assert "Use pnpm" in context_of(claude.start())
    claude.types("hello")
    assert spooled(claude) == []


def test_a_project_that_opted_out_is_left_alone(claude: Host) -> None:
    claude.command("remember", "Use pnpm, never npm")
    (project,) = Path(claude.environ["LEVELMEM_DATA_DIR"], "projects").iterdir()
    (project / "disabled").write_text("off\n")
    assert claude.start() == {}
    claude.types("hello")
    assert spooled(claude) == []


def test_the_configuration_can_switch_memory_off(claude: Host) -> None:
    claude.command("remember", "Use pnpm, never npm")
    config = Path(claude.environ["LEVELMEM_CONFIG_DIR"])
    config.mkdir()
    (config / "config.toml").write_text("[memory]\nenabled = false\n")
    assert claude.start() == {}


def test_a_codex_notification_hands_over_what_was_typed(tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    host = Host("codex", tmp_path, folder)
    note = {
        "type": "agent-turn-complete",
        "thread-id": "t1",
        "turn-id": "1",
        "cwd": str(folder),
        "input-messages": ["use pnpm, never npm"],
        "last-assistant-message": "Done.",
    }
    arguments = ["hook", "codex", "notify", json.dumps(note)]
    command = [sys.executable, "-P", "-m", "levelmem", *arguments]
    subprocess.run(command, env=host.environ, cwd=folder, check=True)
    assert spooled(host, "t1") == ["use pnpm, never npm"]


def test_a_hook_that_gets_no_input_gives_up(claude: Host) -> None:
    reader, writer = os.pipe()
    began = time.monotonic()
    command = [sys.executable, "-P", "-m", "levelmem", "hook", "claude-code", "stop"]
    done = subprocess.run(command, stdin=reader, env=claude.environ, check=False)
    os.close(reader)
    os.close(writer)
    assert done.returncode == 0
    assert time.monotonic() - began < 9


def test_cursor_and_copilot_have_forms_of_their_own() -> None:
    assert hosts.start_answer("cursor", "text", "hi") == {"additional_context": "text"}
    assert hosts.start_answer("copilot", "text", "") == {"additionalContext": "text"}
    assert hosts.plain_answer("cursor", hosts.PROMPT) == {"continue": True}
    roots = {"workspace_roots": ["/code/lamp"], "conversation_id": "c1"}
    assert hosts.folder_of(roots) == "/code/lamp"
    assert hosts.session_of(roots) == "c1"


def test_each_hook_costs_less_than_three_bare_interpreters(claude: Host) -> None:
    claude.command("remember", "Use pnpm, never npm")
    claude.start("warm")
    bare = cost([sys.executable, "-P", "-c", "pass"], b"", claude)
    for event in ("session-start", "prompt", "stop", "session-end"):
        data = payload("claude-code", event, claude.folder, "s", prompt="hello")
        command = [sys.executable, "-P", "-m", "levelmem", "hook", "claude-code", event]
        assert cost(command, json.dumps(data).encode(), claude) < 3 * bare


def cost(command: list[str], body: bytes, host: Host) -> float:
    """Return the least processor time of several runs, in seconds."""
    found = []
    for _ in range(12):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            command, input=body, env=host.environ, stdout=subprocess.DEVNULL, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )
    return min(found)


def test_the_file_that_a_host_loads_is_kept_fresh(claude: Host) -> None:
    claude.name = "opencode"
    claude.command("remember", "Use pnpm, never npm")
    claude.types("hello")
    (digest,) = Path(claude.environ["LEVELMEM_DATA_DIR"]).rglob("digest.md")
    assert "Use pnpm, never npm" in digest.read_text()
    claude.command("forget", "Use pnpm, never npm")
    claude.stops()
    assert digest.read_text() == ""


def test_ten_prompts_at_once_are_all_kept(claude: Host) -> None:
    environ, folder = claude.environ, claude.folder
    command = [sys.executable, "-P", "-m", "levelmem", "hook", "claude-code", "prompt"]
    running = []
    for number in range(10):
        prompt = payload(
            "claude-code", "UserPromptSubmit", folder, prompt=f"line {number}"
        )
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, env=environ, cwd=folder
        )
        assert process.stdin
        process.stdin.write(json.dumps(prompt).encode())
        process.stdin.close()
        running.append(process)
    assert [process.wait() for process in running] == [0] * 10
    assert sorted(spooled(claude)) == [f"line {number}" for number in range(10)]


def test_the_end_of_a_session_seals_it_by_itself(claude: Host) -> None:
    claude.environ["LEVELMEM_MEMORY_AUTO_SEAL"] = "1"
    claude.environ["LEVELMEM_MEMORY_JOURNAL_RECENT_DAYS"] = "36500"
    home, folder = Path(claude.environ["HOME"]), str(claude.folder)
    store = claude_store.Store(home)
    talk = claude_store.Talk(SESSION, cwd=folder).says("log the retry in the api")
    edit = {"file_path": f"{folder}/api.py", "content": "x = 1\n"}
    talk.answers(claude_store.call("Write", "toolu_1", **edit)).answers("Done.")
    store.put(talk)
    claude.ends()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = json.loads(claude.command("journal", "--json"))["journal"]
        if found:
            break
        time.sleep(0.2)
    assert [line["files"] for line in found] == [["api.py"]]
