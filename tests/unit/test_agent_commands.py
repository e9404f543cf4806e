"""``connect``, ``doctor``, ``welcome`` and ``sweep`` as a person runs them."""

import json
from pathlib import Path

import pytest

from builders.hosts import Host
from levelmem.cli import parser
from levelmem.engine.agents.connect import AGENTS
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.places import Places

pytest.importorskip("mcp")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    folder = tmp_path / "code"
    (folder / ".git").mkdir(parents=True)
    return Host("claude-code", tmp_path, folder)


def test_a_dry_run_shows_the_change_and_writes_nothing(host: Host) -> None:
    shown = host.command("connect", "claude-code", "--dry-run")
    assert '+        "matcher": "startup|resume|clear|compact",' in shown
    assert not (host.folder / ".claude").exists()


def test_connect_and_disconnect_for_a_project_and_for_the_person(host: Host) -> None:
    host.command("connect", "gemini")
    host.command("connect", "gemini", "--person")
    mine = Path(host.environ["HOME"], ".gemini", "settings.json")
    ours = host.folder / ".gemini" / "settings.json"
    assert json.loads(ours.read_text())["mcpServers"]["levelmem"]["command"]
    assert json.loads(mine.read_text())["mcpServers"]["levelmem"]["command"]
    assert "nothing to change" in host.command("connect", "gemini")
    host.command("disconnect", "gemini")
    host.command("disconnect", "gemini", "--person")
    assert not ours.exists()
    assert not mine.exists()


def test_a_broken_file_is_named(host: Host) -> None:
    broken = host.folder / ".mcp.json"
    broken.write_text("{")
    host.command("connect", "claude-code", code=1)
    assert broken.read_text() == "{"
    assert not (host.folder / ".claude").exists()


def test_every_agent_that_can_be_connected_is_offered() -> None:
    assert parser.AGENTS == AGENTS


def test_an_unknown_agent_is_wrong_usage(host: Host) -> None:
    host.command("connect", "emacs", code=2)


def test_the_doctor_proves_each_door(host: Host) -> None:
    host.command("remember", "Use pnpm, never npm")
    host.command("connect", "claude-code")
    host.start()
    report = json.loads(host.command("doctor", "--json"))
    doors = {finding["door"]: finding for finding in report["doors"]}
    assert "connected in this project" in doors["claude-code"]["text"]
    assert set(doors["claude-code"]["fired"]) == {"session-start"}
    assert doors["codex"]["text"].startswith("not connected")
    assert "remember" in doors["server"]["text"]
    assert "tokens" in doors["digest"]["text"]
    assert all(finding["ok"] for finding in doors.values())


def test_a_door_that_nobody_opened_is_neither_proven_nor_wrong(host: Host) -> None:
    host.command("connect", "claude-code")
    signs = {line.split()[1]: line[0] for line in host.command("doctor").splitlines()}
    assert signs["server"] == "✓"
    for door in ("claude-code", "codex", "agents-md", "digest", "sweep"):
        assert signs[door] == "·", door
    host.command("connect", "agents-md")
    host.start()
    host.command("remember", "Use pnpm, never npm")
    signs = {line.split()[1]: line[0] for line in host.command("doctor").splitlines()}
    for door in ("claude-code", "agents-md", "digest"):
        assert signs[door] == "✓", door


def test_the_welcome_counts_as_the_status_does(host: Host) -> None:
    host.command("remember", "Use pnpm, never npm")
    host.start()
    memory = open_memory(str(host.folder), Places(host.environ))
    for session in ("s1", "s2"):
        memory.observe("The api listens on port 8080", session)
    status = json.loads(host.command("status", "--json"))
    assert status["told"] == 2
    assert host.command("welcome") == "levelmem: 2 facts (1 in your words)\n"
    assert host.command("status") == "2 facts\n"


def test_the_doctor_tells_what_is_wrong(host: Host) -> None:
    (host.folder / ".mcp.json").write_text("{")
    report = json.loads(host.command("doctor", "--json", code=1))
    wrong = [finding for finding in report["doors"] if not finding["ok"]]
    assert [finding["door"] for finding in wrong] == ["claude-code"]
    assert ".mcp.json" in wrong[0]["text"]


def test_the_welcome_is_one_line_or_nothing(host: Host) -> None:
    assert host.command("welcome") == ""
    host.command("remember", "Use pnpm, never npm")
    assert host.command("welcome") == "levelmem: 1 fact (1 in your words)\n"
    host.environ["LEVELMEM_MEMORY_ENABLED"] = "0"
    assert host.command("welcome") == ""


def test_a_sweep_by_hand_tells_what_it_did(host: Host) -> None:
    report = json.loads(host.command("sweep", "--json"))
    assert report["ran"] is True
    assert report["sealed"] == 0
