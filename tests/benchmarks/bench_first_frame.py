"""How long until the first full frame: levelmem against an empty application.

Both are started as processes in a pseudo terminal and timed from the start until
their last line, or the first session, is on the screen; the real one is the installed
``levelmem`` command. Run it by hand on a quiet machine::

    python tests/benchmarks/bench_first_frame.py [--runs 15] [--sessions 0]
    python tests/benchmarks/bench_first_frame.py --home FOLDER --sessions 100000

``--sessions N`` makes a home of N sessions first, in a new folder or in ``--home``,
where it stays and is taken again the next time. Wall times depend on what else the
machine does; the seconds of CPU are told beside them.
"""

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from made_up_home import environment, fill_cache, make_home

COLUMNS, ROWS = 120, 40
_LIMIT_SECONDS = 30.0

_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App[None]):
    def compose(self):
        yield Static("FIRST-FRAME")
Empty().run()
"""


class Taken(NamedTuple):
    """What one start took, in seconds."""

    wall: float
    cpu: float


def bound(sessions: int) -> float:
    """Return how many times the empty application's time the real one may take."""
    return 1.6 if not sessions else 2.0 if sessions <= 10_000 else 3.0


def time_until(argv: Sequence[str], sign: bytes, environ: dict[str, str]) -> Taken:
    """Start ``argv``, wait until it has drawn ``sign``, and end it."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    start = time.perf_counter()
    process = subprocess.Popen(
        argv,
        stdin=there,
        stdout=there,
        stderr=there,
        env=environ,
        start_new_session=True,
    )
    os.close(there)
    drawn = b""
    try:
        while sign not in drawn:
            if time.perf_counter() - start > _LIMIT_SECONDS:
                raise TimeoutError(drawn[-500:])
            if select.select([here], [], [], 0.1)[0]:
                try:
                    drawn += os.read(here, 65536)
                except OSError as error:  # the other end is closed
                    raise RuntimeError(f"it ended: {drawn[-2000:]!r}") from error
        wall = time.perf_counter() - start
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        _, process.returncode, used = os.wait4(process.pid, 0)
        os.close(here)
    return Taken(wall, used.ru_utime + used.ru_stime)


def measure(home: Path, sessions: int, runs: int) -> float:
    """Measure both in turn, print the medians, and return the ratio of wall times."""
    environ = environment(home)
    commands = {
        "empty": ([sys.executable, "-c", _EMPTY], b"FIRST-FRAME"),
        "levelmem": (["levelmem"], b"Bench" if sessions else b"Commands"),
    }
    taken: dict[str, list[Taken]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, (argv, sign) in commands.items():
            one = time_until(argv, sign, environ)
            if run:  # the first pair warms the disk
                taken[name].append(one)
    walls, cpus = {}, {}
    for name, found in taken.items():
        walls[name] = statistics.median(one.wall for one in found)
        cpus[name] = statistics.median(one.cpu for one in found)
        best = min(one.wall for one in found)
        print(
            f"{name:9} {walls[name] * 1000:6.0f} ms, at best {best * 1000:.0f} ms, "
            f"{cpus[name] * 1000:.0f} ms of CPU"
        )
    ratio = walls["levelmem"] / walls["empty"]
    cpu = cpus["levelmem"] / cpus["empty"]
    print(f"ratio     {ratio:6.2f} (bound {bound(sessions)}), of CPU {cpu:.2f}")
    return ratio


def main() -> int:
    """Measure, and fail where the bound is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--sessions", type=int, default=0)
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home: Path = options.home or Path(folder)
        if options.sessions and not (home / ".claude").is_dir():
            make_home(home, options.sessions)
            fill_cache(home)
        ratio = measure(home, options.sessions, options.runs)
    return 0 if ratio <= bound(options.sessions) else 1


if __name__ == "__main__":
    sys.exit(main())
