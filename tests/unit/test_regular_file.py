"""Pipes, devices, sockets and folders where a store's files should be."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from builders.claude import Store, Talk, new_id
from levelmem.engine.regular_file import open_regular

ROLLOUT = "rollout-2026-06-18T10-00-00-019ed836-b1da-78f1-8a0c-e598363d10f5.jsonl"


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a\r\nb")
    link = tmp_path / "b"
    link.symlink_to(file)
    for path in (file, link):
        with open_regular(path) as stream:
            assert stream.read() == b"a\r\nb"


def test_what_is_no_file_is_an_error_at_once(tmp_path: Path) -> None:
    pipe, folder, plug = (tmp_path / name for name in ("pipe", "folder", "plug"))
    os.mkfifo(pipe)
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(plug))
    device = tmp_path / "device"
    device.symlink_to("/dev/zero")
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    for path in (pipe, folder, plug, device, loop, tmp_path / "nothing"):
        with pytest.raises(OSError):
            open_regular(path)


@pytest.mark.parametrize(
    "place",
    [
        ".claude/projects/-home-ada-code-lamp/pipe.jsonl",
        ".claude/projects/-home-ada-code-lamp/sessions-index.json",
        f".codex/sessions/2026/06/18/{ROLLOUT}",
        f".codex/archived_sessions/{ROLLOUT}",
        ".codex/session_index.jsonl",
        ".levelcode/sessions/-home-ada-code-lamp/pipe.jsonl",
        ".levelcode/sessions/-home-ada-code-lamp/memory/facts.jsonl",
        ".levelcode/sessions/-home-ada-code-lamp/memory/MEMORY.md",
    ],
)
@pytest.mark.parametrize("command", ["sessions", "digest"])
def test_a_pipe_in_a_store_keeps_no_command_waiting(
    tmp_path: Path, place: str, command: str
) -> None:
    Store(tmp_path).put(Talk(new_id(1)).says("Fix the zebra").answers("Fixed."))
    (tmp_path / ".codex" / "sessions").mkdir(parents=True, exist_ok=True)
    pipe = tmp_path / place
    pipe.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(pipe)
    environ = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        **{
            f"LEVELMEM_{kind}_DIR": str(tmp_path / ".levelmem" / kind)
            for kind in ("DATA", "CACHE", "CONFIG", "STATE")
        },
    }
    done = subprocess.run(
        [sys.executable, "-m", "levelmem", command, "--project", "/home/ada/code/lamp"],
        env=environ,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert "Traceback" not in done.stderr
    if command == "sessions":
        assert "Fix the zebra" in done.stdout


@pytest.mark.parametrize("command", ["sessions", "search zebra", "seal --all"])
def test_a_data_folder_that_is_a_file_is_told(tmp_path: Path, command: str) -> None:
    Store(tmp_path).put(Talk(new_id(1)).says("Fix the zebra").answers("Fixed."))
    (tmp_path / "data").write_text("")
    environ = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "LEVELMEM_DATA_DIR": str(tmp_path / "data"),
        "LEVELMEM_CACHE_DIR": str(tmp_path / "cache"),
        "LEVELMEM_CONFIG_DIR": str(tmp_path / "config"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "levelmem", *command.split()],
        env=environ,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert str(tmp_path / "data") in done.stderr
    assert "Traceback" not in done.stderr
