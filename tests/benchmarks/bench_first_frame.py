"""How long until the first full frame: levelmem against an empty application.

Both are started as processes in a pseudo terminal and timed from the start until
their last line is on the screen. Run it by hand on a quiet machine::

    python tests/benchmarks/bench_first_frame.py [--runs 15] [--sessions 0]

``--sessions N`` fills the cache with N made-up sessions first, and waits for the
first of them to be on the screen.
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

COLUMNS, ROWS = 120, 40
BOUND = 1.6
"""How many times the empty application's time the real one may take."""
_LIMIT_SECONDS = 30.0

_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App[None]):
    def compose(self):
        yield Static("FIRST-FRAME")
Empty().run()
"""


def seconds_until(argv: Sequence[str], sign: bytes, environ: dict[str, str]) -> float:
    """Return the time from the start of ``argv`` until it has drawn ``sign``."""
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
        return time.perf_counter() - start
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(here)


def environment(home: str) -> dict[str, str]:
    """Return an environment in which nothing of this machine's home is read."""
    return {
        "HOME": home,
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "TEXTUAL_ANIMATIONS": "none",
    }


def fill_cache(home: str, count: int) -> None:
    """Put ``count`` small sessions into a Claude Code store, and scan them once."""
    folder = Path(home, ".claude", "projects", "-work-parcel")
    folder.mkdir(parents=True)
    for number in range(count):
        name = f"{number:08x}-0000-4000-8000-000000000000"
        record = (
            '{"type":"user","sessionId":"%s","uuid":"%s","cwd":"/work/parcel",'
            '"timestamp":"2026-01-01T00:00:00Z","version":"2.0.0",'
            '"message":{"role":"user","content":"Bench thing %d"}}\n'
        )
        (folder / f"{name}.jsonl").write_text(record % (name, name, number))
    subprocess.run(
        [sys.executable, "-m", "levelmem", "sessions", "--json"],
        env=environment(home),
        stdout=subprocess.DEVNULL,
        check=True,
    )


def main() -> int:
    """Measure both in turn and print the medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--sessions", type=int, default=0)
    options = parser.parse_args()
    empty = [sys.executable, "-c", _EMPTY]
    ours = [sys.executable, "-m", "levelmem"]
    sign = b"Bench" if options.sessions else b"Commands"
    with tempfile.TemporaryDirectory() as home:
        if options.sessions:
            fill_cache(home, options.sessions)
        environ = environment(home)
        times: dict[str, list[float]] = {"empty": [], "levelmem": []}
        for _ in range(options.runs + 1):  # the first pair warms the disk
            times["empty"].append(seconds_until(empty, b"FIRST-FRAME", environ))
            times["levelmem"].append(seconds_until(ours, sign, environ))
    medians = {name: statistics.median(found[1:]) for name, found in times.items()}
    ratio = medians["levelmem"] / medians["empty"]
    for name, median in medians.items():
        best = min(times[name][1:])
        print(f"{name:9} {median * 1000:6.0f} ms, at best {best * 1000:.0f} ms")
    print(f"ratio     {ratio:6.2f} (bound {BOUND})")
    return 0 if ratio <= BOUND or options.sessions else 1


if __name__ == "__main__":
    sys.exit(main())
