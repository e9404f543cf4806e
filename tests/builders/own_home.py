"""A pytest plugin: every test has a home of its own, and never the machine's.

A test that names its places itself is not touched by it. One that forgets to gets an
empty home, and so does every program that it starts.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

_FOLDERS = {
    "XDG_DATA_HOME": ".local/share",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_STATE_HOME": ".local/state",
}
_OF_AGENTS = (
    *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "LEVELCODE_HOME", "LEVELCODE_SESSIONS_DIR"),
    *("GEMINI_CLI_HOME", "COPILOT_HOME", "MEMCODE_HOME", "OPENCODE_CONFIG"),
    *("QWEN_HOME", "QWEN_RUNTIME_DIR", "AIDER_CHAT_HISTORY_FILE"),
    # What tells a program which agent started it.
    *("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"),
    *("CODEX_THREAD_ID", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT"),
)


def _move_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    patch.setenv("HOME", str(home))
    patch.setenv("USERPROFILE", str(home))
    for name, below in _FOLDERS.items():
        patch.setenv(name, str(home / below))
    for name in _OF_AGENTS:
        patch.delenv(name, raising=False)
    for name in ("DATA", "CACHE", "CONFIG", "STATE"):
        patch.delenv(f"LEVELMEM_{name}_DIR", raising=False)


@pytest.fixture(autouse=True, scope="session")
def _no_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Take the machine's home away for what is shared between tests."""
    with pytest.MonkeyPatch.context() as patch:
        _move_home(patch, tmp_path_factory.mktemp("shared-home"))
        yield


@pytest.fixture(autouse=True)
def own_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Give the test a home; return it."""
    home = tmp_path_factory.mktemp("home")
    _move_home(monkeypatch, home)
    return home
