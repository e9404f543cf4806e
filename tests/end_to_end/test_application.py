"""The installed command in a terminal: it opens, it draws, it ends."""

import fcntl
import json
import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "levelmem"]
_SECONDS = 60.0


def environment(home: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "TEXTUAL_ANIMATIONS": "none",
    }


def write_session(home: Path, project: str) -> None:
    store = home / ".claude" / "projects" / "-work-parcel"
    store.mkdir(parents=True)
    common = {"sessionId": "s1", "cwd": project, "version": "2.0.0"}
    records = [
        {
            **common,
            "type": "user",
            "uuid": "u1",
            "timestamp": "2026-11-26T15:30:00.000Z",
            "message": {"role": "user", "content": "Why is the total wrong?"},
        },
        {
            **common,
            "type": "assistant",
            "uuid": "u2",
            "parentUuid": "u1",
            "timestamp": "2026-11-26T15:31:00.000Z",
            "message": {
                "role": "assistant",
                "model": "opus",
                "content": [{"type": "text", "text": "It is rounded down."}],
            },
        },
    ]
    lines = (json.dumps(record) for record in records)
    (store / "s1.jsonl").write_text("\n".join(lines) + "\n")


def drawn(
    argv: Sequence[str], home: Path, *steps: tuple[bytes, bytes | signal.Signals]
) -> tuple[bytes, int]:
    """Run ``argv`` to its end; return what it drew, and its exit code.

    A step waits until something was drawn since the one before, then presses keys or
    sends a signal.
    """
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(
        argv,
        stdin=there,
        stdout=there,
        stderr=there,
        env=environment(home),
        cwd=home,
        start_new_session=True,
    )
    os.close(there)
    seen, since, left, end = b"", 0, list(steps), time.monotonic() + _SECONDS
    try:
        while time.monotonic() < end:
            if left and left[0][0] in seen[since:]:
                _, told = left.pop(0)
                since = len(seen)
                if isinstance(told, bytes):
                    os.write(here, told)
                else:
                    process.send_signal(told)
            if select.select([here], [], [], 0.1)[0]:
                try:
                    seen += os.read(here, 65536)
                except OSError:
                    break
        return seen, process.wait(10)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        os.close(here)


QUIT = b"\x11"


@pytest.mark.parametrize("arguments", [[], ["demo"], ["review"]])
def test_it_opens_in_a_terminal_and_ends_with_a_key(
    tmp_path: Path, arguments: list[str]
) -> None:
    write_session(tmp_path, str(tmp_path))
    seen, code = drawn([*COMMAND, *arguments], tmp_path, (b"Commands", QUIT))
    assert b"Traceback" not in seen
    assert code == 0


def test_a_machine_without_agents_opens_the_example_with_a_key(tmp_path: Path) -> None:
    steps = (b"opens a made-up project", b"\r"), (b"11 sessions", QUIT)
    seen, code = drawn(COMMAND, tmp_path, *steps)
    assert b"11 sessions" in seen
    assert code == 0


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_example_leaves_nothing_behind(
    tmp_path: Path, told: signal.Signals
) -> None:
    (tmp_path / "tmp").mkdir()
    argv = ["env", f"TMPDIR={tmp_path}/tmp", *COMMAND, "demo"]
    seen, code = drawn(argv, tmp_path, (b"11 sessions", told))
    assert code == 128 + told
    assert b"\x1b[?1049l" in seen  # the terminal shows what it did before
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_second_start_shows_the_newest_sessions_at_once(tmp_path: Path) -> None:
    write_session(tmp_path, str(tmp_path))
    for _ in range(2):
        sign = b"Why is the total wrong?"
        seen, code = drawn(COMMAND, tmp_path, (sign, QUIT))
        assert sign in seen
        assert code == 0
    assert (tmp_path / ".cache/levelmem/newest.json").is_file()


def run(home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
        timeout=_SECONDS,
    )
    return done.stdout


def test_recap_tells_what_happened_lately(tmp_path: Path) -> None:
    write_session(tmp_path, str(tmp_path))
    told = run(tmp_path, "recap")
    assert "lately: 1 session" in told
    assert "- Why is the total wrong? (Claude Code)" in told
    data = json.loads(run(tmp_path, "recap", "--json"))
    assert data["schema"] == 1
    (ask,) = data["asked"]
    assert (ask["session"], ask["request"]) == ("s1", "Why is the total wrong?")
    assert data["unfinished"] == []


def test_recap_of_a_project_without_sessions_says_so(tmp_path: Path) -> None:
    write_session(tmp_path, "/elsewhere")
    assert "No sessions in" in run(tmp_path, "recap")


@pytest.mark.parametrize("words", [["history"], ["--plain"], ["history", "--plain"]])
def test_history_is_printed_as_plain_lines(tmp_path: Path, words: list[str]) -> None:
    write_session(tmp_path, str(tmp_path))
    lines = run(tmp_path, *words).splitlines()
    assert lines[0].startswith("History of project ")
    assert lines[0].endswith(": 1 session")
    assert "1. Why is the total wrong?" in lines
    assert "   id s1" in lines
    assert "Claude Code, " in lines[lines.index("   id s1") - 1]


def test_history_of_a_named_project_is_that_of_the_project(tmp_path: Path) -> None:
    write_session(tmp_path, "/elsewhere")
    assert "0 sessions" in run(tmp_path, "history", "--project", str(tmp_path))
    assert "1 session" in run(tmp_path, "history", "--all")


def test_a_picker_fills_the_terminal_though_its_answer_goes_elsewhere(
    tmp_path: Path,
) -> None:
    write_session(tmp_path, str(tmp_path))
    pick = shlex.join([*COMMAND, "pick", "--print", "id"])
    seen, code = drawn(
        ["sh", "-c", f"{pick} > picked"], tmp_path, (b"Why is the total wrong", b"\r")
    )
    assert code == 0
    assert (tmp_path / "picked").read_text() == "s1\n"
    assert b"\x1b[30;1H" in seen  # its last line is that of the terminal
