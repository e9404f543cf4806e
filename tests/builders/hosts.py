"""Hosts that call levelmem's hooks, by the schemas that they document."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SESSION = "5c1f0a52-6f7e-4c1e-9d51-0a6a3a1f7b11"


def clean_environment(home: Path) -> dict[str, str]:
    """Return an environment in which every store lies below a made-up home."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "LEVELMEM_DATA_DIR": str(home / "data"),
        "LEVELMEM_CACHE_DIR": str(home / "cache"),
        "LEVELMEM_CONFIG_DIR": str(home / "config"),
        "CLAUDE_CONFIG_DIR": str(home / ".claude"),
        "CODEX_HOME": str(home / ".codex"),
        "LEVELCODE_HOME": str(home / ".levelcode"),
        "LEVELMEM_MEMORY_AUTO_SEAL": "0",
    }


def payload(
    host: str, event: str, folder: Path, session: str = SESSION, **more: Any
) -> dict[str, Any]:
    """Return what a host writes to a hook's standard input."""
    common: dict[str, Any] = {
        "session_id": session,
        "transcript_path": f"/nowhere/{session}.jsonl",
        "cwd": str(folder),
        "hook_event_name": event,
    }
    match host:
        case "claude-code":
            common |= {"permission_mode": "default"}
        case "codex":
            common |= {"transcript_path": None, "model": "gpt-5.5"}
            common |= {"permission_mode": "default"}
            if event != "SessionStart":
                common |= {"turn_id": "turn-1"}
        case "gemini":
            common |= {"timestamp": "2026-06-18T10:00:00.000Z"}
    return {**common, **more}


class Host:
    """One host in one project; its hooks run as they do there: as commands."""

    def __init__(self, name: str, home: Path, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.environ = clean_environment(home)

    def hook(
        self, event: str, data: Mapping[str, Any] | bytes, **environ: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Run one hook; the exit code must be 0 whatever was sent."""
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        done = subprocess.run(
            [sys.executable, "-P", "-m", "levelmem", "hook", self.name, event],
            input=body,
            capture_output=True,
            env={**self.environ, **environ},
            cwd=self.folder,
            check=False,
        )
        assert done.returncode == 0
        assert done.stderr == b""
        return done

    def start(self, session: str = SESSION, source: str = "startup") -> dict[str, Any]:
        """Start a session and return what the hook answers, ``{}`` for nothing."""
        data = payload(self.name, "SessionStart", self.folder, session, source=source)
        answer = self.hook("session-start", data).stdout
        return json.loads(answer) if answer.strip() else {}

    def types(self, words: str, session: str = SESSION) -> None:
        """Submit a prompt."""
        event = "BeforeAgent" if self.name == "gemini" else "UserPromptSubmit"
        data = payload(self.name, event, self.folder, session, prompt=words)
        assert self.hook("prompt", data).stdout == b""

    def stops(self, session: str = SESSION) -> None:
        """End a turn."""
        more = {"stop_hook_active": False, "last_assistant_message": "Done."}
        data = payload(self.name, "Stop", self.folder, session, **more)
        assert self.hook("stop", data).stdout == b""

    def ends(self, session: str = SESSION) -> None:
        """End the session, where the host has a signal for it."""
        if self.name != "codex":
            data = payload(
                self.name, "SessionEnd", self.folder, session, reason="other"
            )
            assert self.hook("session-end", data).stdout == b""

    def command(self, *arguments: str, code: int = 0) -> str:
        """Run levelmem by hand in the project."""
        done = subprocess.run(
            [sys.executable, "-P", "-m", "levelmem", *arguments],
            capture_output=True,
            env=self.environ,
            cwd=self.folder,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout


def context_of(answer: Mapping[str, Any]) -> str:
    """Return what a session start puts before the model."""
    inner = answer.get("hookSpecificOutput", {})
    return str(inner.get("additionalContext", ""))
