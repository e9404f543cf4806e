"""The spool: what the person typed in a run, scrubbed and private.

A hook must return at once, and scrubbing needs rules that take time to load. So the
hook splits off a process of its own that scrubs and writes, and no word touches the
disk before it is scrubbed. As long as that process lives it shares a lock; a reader
waits for it. Should it be killed, the words are still in the agent's session file.

Where levelmem can't read that file, the same process keeps the log of the session.
"""

from __future__ import annotations

import fcntl
import os
import time

from levelmem.engine.agents.runs import TYPED, make_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LOCK = "spooling"
_TURN = "writing"
_LONGEST = 1 << 20
"""Characters; a longer prompt is a paste, and its quotes are in the session file."""
_LARGEST = 8 << 20
"""Bytes of one run's spool."""
_PATIENCE = 3.0
"""Seconds that a reader waits for words which are just being written."""


def spool_later(run: str, prompts: Sequence[str]) -> None:
    """Write down what was typed, in a process of its own, and return at once."""
    texts = spoolable(prompts)
    if texts:
        write_later(run, lambda: spool(run, texts))


def spoolable(prompts: Sequence[str]) -> list[str]:
    """Return the prompts that are worth a line of the spool."""
    return [text for text in prompts if text.strip() and len(text) <= _LONGEST]


def write_later(run: str, write: Callable[[], None]) -> None:
    """Let a process of its own write, in its turn, and return at once.

    Processes of one run write one after the other, in the order of their hooks.
    """
    make_private(run)
    lock = _open_lock(run, _LOCK)
    fcntl.flock(lock, fcntl.LOCK_SH)
    if os.fork() == 0:
        _write_and_exit(run, write)
    os.close(lock)


def spool(run: str, prompts: Sequence[str]) -> None:
    """Scrub and append what was typed. Raises ``OSError`` when it can't be written."""
    from pathlib import Path

    from levelmem.engine.agents.spool_line import SpoolLine
    from levelmem.engine.memory.store import MemoryStore

    store = MemoryStore(Path(run))
    if store.signature(TYPED)[1] < _LARGEST:
        store.append([SpoolLine(time.time(), text) for text in prompts], TYPED)


def wait_for_spool(run: str) -> None:
    """Return when nobody writes to the spool of a run, or patience is at its end."""
    try:
        lock = os.open(os.path.join(run, _LOCK), os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return
    try:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(0.01)
    finally:
        os.close(lock)


def _open_lock(run: str, name: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    return os.open(os.path.join(run, name), flags, 0o600)


def _write_and_exit(run: str, write: Callable[[], None]) -> None:
    """Be the split-off process: let go of the host's streams, write, and end."""
    try:
        os.setsid()
        # Asked for at once, so that it is had in the order of the hooks.
        fcntl.flock(_open_lock(run, _TURN), fcntl.LOCK_EX)
        os.nice(10)  # the next hook goes first
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        write()
    finally:
        os._exit(0)
