"""The terminal that a screen is drawn on, whatever the standard streams are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from levelmem.cli.output import Refused


@contextmanager
def drawn_on_terminal(instead: str) -> Iterator[None]:
    """Draw on the terminal itself while standard streams are pipes or files.

    Without one, Textual would wait for keys that never come, at full speed. Raises
    Refused where there is no terminal; ``instead`` says what to do then.
    """
    if sys.stdin.isatty() and sys.__stderr__ is not None and sys.__stderr__.isatty():
        yield  # Textual draws on standard error and reads standard input.
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise Refused(f"this needs a terminal; try: {instead}") from error
    before = [os.dup(0), os.dup(2)]
    try:
        for descriptor in (0, 2):
            os.dup2(terminal, descriptor)
        yield
    finally:
        for saved, descriptor in zip(before, (0, 2), strict=True):
            os.dup2(saved, descriptor)
            os.close(saved)
        os.close(terminal)
