"""The real command-line agents read what ``connect`` wrote, and run it.

They are not installed for the tests: name a folder with their commands in
``LEVELMEM_TEST_AGENTS`` (``npm install --prefix X @openai/codex
@anthropic-ai/claude-code @google/gemini-cli opencode-ai @github/copilot`` makes
``X/node_modules/.bin``). Each is
run without a person against a stood-in server that refuses every request; what it
sent shows whether the digest was in its context.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builders.hosts import Host
from builders.model_server import ModelServer, model_server
from levelmem.engine.agents.spool import wait_for_spool

AGENTS = os.environ.get("LEVELMEM_TEST_AGENTS", "")
NOTE = "Use pnpm, never npm"

pytestmark = pytest.mark.skipif(not AGENTS, reason="no real agents are named")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        running.status = 400
        yield running


def connected(name: str, home: Path) -> Host:
    """Return a host whose agent was connected for the person, with one note."""
    folder = home / "code"
    (folder / ".git").mkdir(parents=True)
    host = Host(name, home, folder)
    own = Path(sys.executable).parent
    node = Path(shutil.which("node") or "/usr/bin/node").parent
    host.environ["PATH"] = os.pathsep.join((AGENTS, str(own), str(node), "/usr/bin"))
    host.environ["PATH"] += os.pathsep + "/bin"
    (home / ".codex").mkdir()
    host.command("remember", NOTE)
    host.command("connect", name, "--person")
    return host


def run(host: Host, *command: str, **environ: str) -> str:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**host.environ, **environ},
        cwd=host.folder,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def fired(host: Host) -> set[str]:
    folder = Path(host.environ["LEVELMEM_DATA_DIR"], "agents", "fired")
    assert not (folder / "failure").exists()
    return {path.name for path in folder.iterdir()}


def test_claude_code(tmp_path: Path, server: ModelServer) -> None:
    host = connected("claude-code", tmp_path)
    environ = {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": server.url}
    run(host, "claude", "-p", "hello there", **environ)
    assert f"- {NOTE}" in server.asked
    assert {"claude-code.session-start", "claude-code.session-end"} <= fired(host)
    assert "Connected" in run(host, "claude", "mcp", "get", "levelmem", **environ)


def test_codex(tmp_path: Path, server: ModelServer) -> None:
    host = connected("codex", tmp_path)
    provider = {
        "name": '"stood in"',
        "base_url": f'"{server.url}/v1"',
        "wire_api": '"responses"',
        "env_key": '"STOOD_IN_KEY"',
    }
    table = ", ".join(f"{name} = {value}" for name, value in provider.items())
    run(
        host,
        *("codex", "exec", "--skip-git-repo-check"),
        "--dangerously-bypass-hook-trust",
        *("-c", "model_provider=standin"),
        *("-c", f"model_providers.standin={{{table}}}"),
        "hello there",
        STOOD_IN_KEY="none",
    )
    assert f"- {NOTE}" in server.asked
    assert "codex.session-start" in fired(host)
    shown = run(host, "codex", "mcp", "get", "levelmem", "--json")
    found, _ = json.JSONDecoder().raw_decode(shown)
    assert found["transport"]["args"][-3:] == ["mcp", "--host", "codex"]


def test_gemini(tmp_path: Path, server: ModelServer) -> None:
    host = connected("gemini", tmp_path)
    settings = tmp_path / ".gemini" / "settings.json"
    values = json.loads(settings.read_text())
    values["security"] = {"auth": {"selectedType": "gemini-api-key"}}
    settings.write_text(json.dumps(values))
    environ = {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": server.url}
    run(host, "gemini", "--skip-trust", "-p", "hello there", **environ)
    assert f"- {NOTE}" in server.asked
    assert {"gemini.session-start", "gemini.session-end"} <= fired(host)


def test_opencode(tmp_path: Path, server: ModelServer) -> None:
    host = connected("opencode", tmp_path)
    host.command("connect", "opencode")
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": f"{server.url}/v1", "apiKey": "none"},
        "models": {"standin": {"name": "stood in"}},
    }
    config = tmp_path / ".config" / "opencode" / "opencode.json"
    values = json.loads(config.read_text())
    values["provider"] = {"standin": provider}
    config.write_text(json.dumps(values))
    assert "connected" in run(host, "opencode", "mcp", "list")
    run(host, "opencode", "run", "--model", "standin/standin", "hello")
    assert NOTE in server.asked
    assert {"opencode.prompt", "opencode.stop"} <= fired(host)
    (session,) = sessions_of(host)
    assert (session["agent"], session["title"]) == ("opencode", "hello")


def test_copilot(tmp_path: Path, server: ModelServer) -> None:
    host = connected("copilot", tmp_path)
    environ = {
        "COPILOT_PROVIDER_BASE_URL": f"{server.url}/v1",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_MODEL": "standin",
    }
    assert "levelmem" in run(host, "copilot", "mcp", "get", "levelmem")
    run(host, "copilot", "-p", "hello there", "--allow-all-tools", **environ)
    assert NOTE in server.asked
    assert {"copilot.session-start", "copilot.prompt"} <= fired(host)
    (session,) = sessions_of(host)
    assert (session["agent"], session["title"]) == ("copilot", "hello there")


def sessions_of(host: Host) -> list[dict[str, Any]]:
    """Return the sessions that levelmem lists, once its hooks have written."""
    data = Path(host.environ["LEVELMEM_DATA_DIR"])
    for folder in data.glob("agents/runs/*/*"):
        wait_for_spool(str(folder))
    found: list[dict[str, Any]] = json.loads(host.command("sessions", "--json"))[
        "sessions"
    ]
    return found
