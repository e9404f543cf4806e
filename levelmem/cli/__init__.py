"""The command line: parses, calls the engine, prints text or JSON.

Heavy rooms are imported inside the command that needs them, so that ``--help`` and
hooks stay light. Exit codes: 0 done, 1 refused or not found, 2 wrong usage.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from levelmem.cli.output import FOLDER_GONE, WrongUsage, complain, prepare_streams
from levelmem.engine.problem import Problem


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    from levelmem.cli.parser import parse

    prepare_streams()
    options = parse(argv)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
        return code
    except Problem as problem:
        complain(str(problem))
        return 2 if isinstance(problem, WrongUsage) else 1
    except BrokenPipeError:
        # The reader (head, a pager) has gone: nothing is left to say to it.
        _drop_unwritten()
        return 0
    except OSError as error:
        # A full disk, a folder without permission: rooms tell what they know better.
        if _folder_is_gone():
            complain(FOLDER_GONE)
        else:
            name = f"{error.filename}: " if error.filename else ""
            complain(f"{name}{error.strerror or error}")
        _drop_unwritten()
        return 1
    except KeyboardInterrupt:
        return 130


def _drop_unwritten() -> None:
    """Keep Python from failing once more on what it could not print."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _folder_is_gone() -> bool:
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False
