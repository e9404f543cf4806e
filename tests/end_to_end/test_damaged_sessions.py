"""The installed command, on files that can't be read whole."""

import json
import os
import pty
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from levelmem.demo import make

COMMAND = Path(sys.executable).parent / "levelmem"
LONG = "x" * 5000


@pytest.fixture
def damaged(own_home: Path) -> Path:
    """Return the one damaged file of the example; it has two bad lines."""
    make(own_home, datetime(2026, 11, 26, 15, 30, tzinfo=UTC))
    path = next((own_home / ".claude").rglob("*.jsonl"))
    first, *rest = path.read_text().splitlines()
    said = json.loads(next(line for line in rest if '"user"' in line))
    said["uuid"], said["message"]["content"] = "of-its-own", LONG
    lines = [first, "no json", *rest, json.dumps(said), "[1]"]
    path.write_text("\n".join(lines) + "\n")
    return path


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [COMMAND, *words], capture_output=True, text=True, check=False
    )


def read_json(*words: str) -> Any:
    return json.loads(run(*words).stdout)


def on_terminal(*words: str) -> str:
    """Return what a command prints on a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([COMMAND, *words], stdin=theirs, stdout=theirs):
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 1 << 16):
                shown += part
        except OSError:  # how a terminal ends on Linux
            pass
    os.close(ours)
    return shown.decode()


def test_a_damaged_file_is_named_with_its_lines(damaged: Path) -> None:
    last = len(damaged.read_text().splitlines())
    (entry,) = read_json("sessions", "--json")["skipped"]
    assert entry["path"] == str(damaged)
    assert (entry["lines"], entry["at"]) == (2, [2, last])
    assert f"{damaged}: 2 lines skipped (lines 2, {last})" in run("sessions").stderr


def test_all_that_was_skipped_can_be_listed(damaged: Path) -> None:
    shown = run("sessions", "--skipped").stdout.splitlines()
    assert shown[0] == str(damaged)
    assert shown[1] == "  line 2: Expecting value, at its character 1"
    assert shown[2].endswith(": not an object")


def test_with_many_damaged_files_a_few_are_told(damaged: Path) -> None:
    for number in range(6):
        copy = damaged.with_name(f"0000000{number}-{damaged.name[9:]}")
        copy.write_text("bad\n")
    told = run("sessions").stderr.splitlines()
    assert len(told) == 4
    assert told[-1].endswith("and 4 more files: levelmem sessions --skipped")


def test_nothing_skipped_is_said_so(own_home: Path) -> None:
    assert "could be read" in run("sessions", "--skipped").stdout


def test_a_very_long_line_is_clipped_on_a_terminal_alone(damaged: Path) -> None:
    session = damaged.stem
    shown = on_terminal("show", session)
    assert LONG not in shown
    assert "3,000 more characters: show --full" in shown
    assert LONG in on_terminal("show", session, "--full")
    assert LONG in run("show", session).stdout


def test_plain_history_comes_as_json_too(damaged: Path) -> None:
    found = read_json("history", "--all", "--json")
    assert found["project"] is None
    listed = read_json("sessions", "--json")["sessions"]
    assert {s["id"] for s in found["sessions"]} == {s["id"] for s in listed}
    assert all(s["section"] for s in found["sessions"])
