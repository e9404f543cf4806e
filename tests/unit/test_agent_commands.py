"""``connect``, ``doctor``, ``welcome`` and ``sweep`` as a person runs them."""

import json
from pathlib import Path

import pytest

from builders.hosts import Host
from levelmem.cli import parser
from levelmem.engine.agents.connect import AGENTS

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


def test_the_doctor_tells_what_is_wrong(host: Host) -> None:
    (host.folder / ".mcp.json").write_text("{")
    report = json.loads(host.command("doctor", "--json", code=1))
    wrong = [finding for finding in report["doors"] if not finding["ok"]]
    assert [finding["door"] for finding in wrong] == ["claude-code"]
    assert ".mcp.json" in wrong[0]["text"]


def test_the_welcome_is_one_line_or_nothing(host: Host) -> None:
    assert host.command("welcome") == ""
    host.command("remember", "Use pnpm, never npm")
    assert host.command("welcome") == "levelmem: 1 note of yours\n"
    host.environ["LEVELMEM_MEMORY_ENABLED"] = "0"
    assert host.command("welcome") == ""


def test_a_sweep_by_hand_tells_what_it_did(host: Host) -> None:
    report = json.loads(host.command("sweep", "--json"))
    assert report["ran"] is True
    assert report["sealed"] == 0
