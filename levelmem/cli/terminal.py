"""The terminal that a screen is drawn on, whatever the standard streams are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from levelmem.cli.output import Refused


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


@contextmanager
def drawn_on_terminal(instead: str) -> Iterator[None]:
    """Draw on the terminal itself while standard streams are pipes or files.

    Without one, Textual would wait for keys that never come, at full speed. Raises
    Refused where there is no terminal; ``instead`` says what to do then.
    """
    if _is_terminal(sys.__stdin__) and _is_terminal(sys.__stderr__):
        with _size_of_terminal():
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
        with _size_of_terminal():
            yield
    finally:
        for saved, descriptor in zip(before, (0, 2), strict=True):
            os.dup2(saved, descriptor)
            os.close(saved)
        os.close(terminal)


@contextmanager
def _size_of_terminal() -> Iterator[None]:
    """Let the size of the screen be that of the terminal which it is drawn on.

    It is asked of standard output, which may be a pipe: then it would be a guess.
    """
    before = sys.__stdout__
    if not _is_terminal(before):
        sys.__stdout__ = sys.__stderr__  # type: ignore[misc]
    try:
        yield
    finally:
        sys.__stdout__ = before  # type: ignore[misc]
