"""What a step through History and a page of a long conversation cost.

Starts the installed ``levelmem`` in a pseudo terminal over a made-up home, presses keys
about as fast as a key that is held down repeats, and tells the CPU time of the whole
process for each, drawing included. Run it by hand::

    python tests/benchmarks/bench_scrolling.py [--sessions 10000] [--megabytes 20]

``--home FOLDER`` keeps the home there and takes it again the next time.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from made_up_home import environment, fill_cache, make_home

COLUMNS, ROWS = 120, 40
STEP_SECONDS, PAGE_SECONDS = 0.005, 0.020
_REPEAT_SECONDS = 0.033
_ROUNDS, _PRESSES = 5, 40
_LIMIT_SECONDS = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")
_LONG = "f0000000-0000-4000-8000-000000000000"
_CONTROL = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A program in a pseudo terminal: what it draws, and what it costs."""

    def __init__(self, argv: list[str], environ: dict[str, str]) -> None:
        self._here, there = pty.openpty()
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(there, termios.TIOCSWINSZ, size)
        self._process = subprocess.Popen(
            argv,
            stdin=there,
            stdout=there,
            stderr=there,
            env=environ,
            start_new_session=True,
        )
        os.close(there)

    def draw(self, seconds: float) -> bytes:
        """Let it draw for so long and return what it drew."""
        drawn, end = b"", time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._here], [], [], left)[0]:
                drawn += os.read(self._here, 65536)
        return drawn

    def wait_for(self, sign: bytes) -> float:
        """Wait until it has drawn ``sign``; return the seconds that took."""
        drawn, start = b"", time.perf_counter()
        while sign not in _CONTROL.sub(b"", drawn):
            if time.perf_counter() - start > _LIMIT_SECONDS:
                raise TimeoutError(_CONTROL.sub(b"", drawn)[-2000:])
            drawn += self.draw(0.01)
        return time.perf_counter() - start

    def calm_down(self) -> None:
        """Wait until it does nothing: what is kept for later searches is kept."""
        for _ in range(int(_LIMIT_SECONDS)):
            before = self.cpu()
            self.draw(1)
            if self.cpu() - before <= 0.03:
                return
        raise TimeoutError("it is never at rest")

    def press(self, keys: bytes) -> None:
        """Type keys at once."""
        os.write(self._here, keys)

    def cpu(self) -> float:
        """Return the CPU seconds that the process has used so far."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / _TICKS

    def cost_of(self, *keys: bytes) -> float:
        """Press keys in turn; return the CPU seconds of one.

        Of several rounds the best one counts: what else a machine does empties its
        caches, and costs time that is counted here.
        """
        rounds = []
        for _ in range(_ROUNDS):
            before = self.cpu()
            for number in range(_PRESSES):
                self.press(keys[number % len(keys)])
                self.draw(_REPEAT_SECONDS)
            rounds.append((self.cpu() - before) / _PRESSES)
        return min(rounds)

    def close(self) -> None:
        """End it."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._here)


@contextmanager
def running(home: Path) -> Iterator[Terminal]:
    """Run levelmem over a home, and leave the stores alone once they are read."""
    environ = {**environment(home), "LEVELMEM_REFRESH_SECONDS": "0"}
    terminal = Terminal(["levelmem"], environ)
    try:
        yield terminal
    finally:
        terminal.close()


def make_long_session(home: Path, megabytes: int) -> None:
    """Put the newest of all sessions into a home, of so many megabytes."""
    folder = home / ".claude" / "projects" / "-home-ada-code-p0"
    with (folder / f"{_LONG}.jsonl").open("w") as file:
        while file.tell() < megabytes << 20:
            for record in _exchange(file.tell()):
                file.write(json.dumps(record) + "\n")
        for record in _exchange(file.tell(), "END OF THE BENCH"):
            file.write(json.dumps(record) + "\n")


def _exchange(number: int, last: str = "") -> Iterator[dict[str, Any]]:
    """Yield a prompt, an answer with code and a tool, and what the tool printed."""
    prose = "The weights are rounded up to the next step, and customs is content. "
    code = "\n".join(f"    total += weights[{n}]  # step {n}" for n in range(12))
    answer = f"## Step {number}\n\n{prose * 8}\n\n```python\n{code}\n```\n{last}"
    printed = "\n".join(f"test_{n:04} passed in 0.0{n % 9} s" for n in range(180))
    call = {"type": "tool_use", "id": f"t{number}", "name": "Bash"}
    said: tuple[tuple[str, Any], ...] = (
        ("user", f"Bench: please do step {number}"),
        (
            "assistant",
            [
                {"type": "text", "text": answer},
                {**call, "input": {"command": f"make step-{number}"}},
            ],
        ),
        (
            "user",
            [{"type": "tool_result", "tool_use_id": f"t{number}", "content": printed}],
        ),
    )
    parent = None
    for at, (role, content) in enumerate(said):
        ident = f"{number:010}-{at}"
        message = {"role": role, "content": content}
        if role == "assistant":
            message |= {"model": "claude-opus-4-1", "id": f"msg_{number}"}
        yield {
            "type": role,
            "uuid": ident,
            "parentUuid": parent,
            "sessionId": _LONG,
            "cwd": "/home/ada/code/p0",
            "timestamp": "2026-12-01T12:00:00.000Z",
            "version": "2.0.0",
            "message": message,
        }
        parent = ident


def measure(home: Path, sessions: int) -> bool:
    """Print what everything costs; tell whether no bound is passed."""
    with running(home) as terminal:
        terminal.wait_for(f"{sessions + 1:,} sessions".encode())
        terminal.calm_down()
        here = terminal.cost_of(b"j", b"k")
        print(f"a step through {sessions + 1:,} sessions {here * 1e3:6.1f} ms of CPU")
        step = terminal.cost_of(b"j")
        print(f"a step that scrolls them     {step * 1e3:6.1f} ms of CPU")
        terminal.press(b"g")
        terminal.calm_down()
        terminal.press(b"\r")
        opened = terminal.wait_for(b"END OF THE BENCH")
        print(f"a long conversation is open after {opened:6.2f} s")
        terminal.calm_down()
        page = terminal.cost_of(b"\x1b[5~")
        print(f"a page of it                 {page * 1e3:6.1f} ms of CPU")
        terminal.press(b"T")
        terminal.calm_down()
        unfolded = terminal.cost_of(b"\x1b[5~")
        print(f"a page of it unfolded        {unfolded * 1e3:6.1f} ms of CPU")
    return step <= STEP_SECONDS and max(page, unfolded) <= PAGE_SECONDS


def main() -> int:
    """Measure, and fail where a bound is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=20)
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home: Path = options.home or Path(folder)
        if not (home / ".claude").is_dir():
            make_home(home, options.sessions)
            make_long_session(home, options.megabytes)
            fill_cache(home)
        fits = measure(home, options.sessions)
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main())
