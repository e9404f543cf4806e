"""Python's cycle collector held off while many small objects are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_held() -> Iterator[None]:
    """Hold the cycle collector off for the length of a block.

    Reading a hundred thousand records makes as many objects, all of which stay and
    none of which is in a cycle. The collector would walk all of them again each time
    their number grew by a quarter, which takes as long as the work itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def leave_alone() -> None:
    """Let the collector pass over all that was made so far, for good.

    For who has just read what stays as long as the program: looking through it
    again and again would hold up a screen for a frame or two each time.
    """
    gc.freeze()
