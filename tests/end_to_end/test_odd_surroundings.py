"""The installed command where something that is nearly always there is missing."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.demo import make

COMMAND = Path(sys.executable).parent / "levelmem"
FULL = Path("/dev/full")


@pytest.fixture
def home(own_home: Path) -> Path:
    make(own_home, datetime(2026, 11, 26, 15, 30, tzinfo=UTC))
    return own_home


def shell(line: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["sh", "-c", line.replace("levelmem", str(COMMAND), 1)],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # no terminal, wherever the tests run
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("levelmem check guard <&-", 0),
        ("levelmem remember 'Use pnpm' <&- >&- 2>&-", 0),
        ("levelmem sessions >&-", 0),
        ("levelmem sessions 2>&-", 0),
        ("levelmem demo <&- 2>&-", 1),
        ("levelmem pick <&-", 1),
        ("levelmem show nothing 2>&-", 1),
    ],
)
def test_a_closed_stream_breaks_nothing(home: Path, line: str, code: int) -> None:
    done = shell(line)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has /dev/full")
def test_a_full_disk_is_told(home: Path) -> None:
    done = shell("unset PYTHONUNBUFFERED; exec levelmem sessions > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "levelmem: No space left on device\n"


@pytest.mark.parametrize("words", ["status", "facts", "audit", "blame x", "history"])
def test_a_folder_that_is_gone_is_told(home: Path, tmp_path: Path, words: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = shell(f"cd {gone} && rmdir {gone} && exec levelmem {words}")
    assert done.returncode == 1
    assert "the current folder is gone" in done.stderr


def test_an_encoding_without_the_letters_gets_escapes(home: Path) -> None:
    plain = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "",
    }
    printed = shell("levelmem sessions --json", **plain).stdout
    listed = json.loads(printed)["sessions"]
    assert len(listed) > 3
    # The line under the title, with its middle dots.
    shown = shell(f"levelmem show {listed[0]['id']}", **plain)
    assert "\\xb7" in shown.stdout
    assert (printed + shown.stdout).isascii()


def test_a_machine_without_agents_is_pointed_to_the_demo(own_home: Path) -> None:
    assert "levelmem demo" in shell("levelmem sessions").stderr
    assert json.loads(shell("levelmem sessions --json").stdout)["sessions"] == []


def test_a_store_of_an_unknown_agent_in_the_settings_names_the_file(
    own_home: Path, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[roots]\nhal = ["/x"]\n')
    done = shell("levelmem sessions", LEVELMEM_CONFIG_DIR=str(tmp_path))
    assert done.returncode == 1
    assert f"{tmp_path}/config.toml: roots: no agent is named 'hal'" in done.stderr


@pytest.mark.parametrize("words", ["search ''", "search 're:/(/'", "blame ''"])
def test_a_question_that_asks_nothing_is_wrong_usage(home: Path, words: str) -> None:
    assert shell(f"levelmem {words}").returncode == 2
