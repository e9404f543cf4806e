"""Waking the sweep: one process waits until the hooks are quiet, then sweeps.

Sessions start and end in bursts, and a sweep takes a second to load. So a hook only
leaves a mark; the first one also starts a process that waits, with low priority and
nearly no memory, until no further mark came.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time

from levelmem.engine.agents.quick import agents_folder
from levelmem.engine.agents.runs import changed_at, make_private, touch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_QUIET = 2.0
"""Seconds without a mark after which the sweep begins."""
_LONGEST = 20.0
"""Seconds that the wait may take, however many marks come."""


def wake_sweep(environ: Mapping[str, str]) -> None:
    """Ask for a sweep that outlives the host, and do not wait for it."""
    folder = agents_folder(environ)
    make_private(folder)
    touch(os.path.join(folder, "sweep.woken"))
    lock = _lock(folder)
    if lock is None:
        return
    os.close(lock)
    nothing = [
        (os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in range(3)
    ]
    # -P: a folder that an agent works in may hold a module by any name.
    arguments = [sys.executable, "-P", "-m", "levelmem", "hook", "sweep", "wait"]
    os.posix_spawn(
        sys.executable,
        arguments,
        {**environ, "LEVELMEM_CHILD": "1"},
        file_actions=nothing,
        setpgroup=0,
    )


def wait_and_sweep(environ: Mapping[str, str]) -> None:
    """Be the process that waits; another one that waits already is enough."""
    os.nice(15)
    folder = agents_folder(environ)
    lock = _lock(folder)
    if lock is None:
        return
    end = time.monotonic() + _LONGEST
    woken = os.path.join(folder, "sweep.woken")
    while time.time() - changed_at(woken) < _QUIET and time.monotonic() < end:
        time.sleep(0.1)
    # From here on a mark wakes another: this one might not see its session.
    os.close(lock)
    from levelmem.engine.agents.sweep import sweep_in_turn

    sweep_in_turn(environ)


def _lock(folder: str) -> int | None:
    """Return the held lock of the process that waits; None where one does."""
    path = os.path.join(folder, "sweep.waiting")
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock
