"""What commands print: JSON on standard output, complaints on standard error."""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from levelmem.engine.problem import Problem
from levelmem.engine.text import clip, escaped_json, safe_text, width

SCHEMA = 1
"""Version of every JSON object printed; it rises when a field changes meaning."""


class Refused(Problem):
    """A command that can't be done; its text tells a person why and what to do."""


class WrongUsage(Refused):
    """A command line that means nothing; levelmem exits with 2, not with 1."""


FOLDER_GONE = "the current folder is gone; go to another, or name one: --project PATH"


def prepare_streams() -> None:
    """Let commands read and print whatever was done to the standard streams.

    One that the caller closed reads as empty and swallows what it is given; its number
    must not go to the next file that is opened. What the terminal's encoding does not
    have is printed as an escape.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nothing)
            setattr(sys, f"__{name}__", nothing)  # what Textual draws on
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def complain(message: str) -> None:
    """Print a message for people on standard error."""
    print(f"levelmem: {safe_text(message)}", file=sys.stderr, flush=True)


def json_text(value: object, indent: int | None = None) -> str:
    """Return JSON that a terminal and any encoding take, whatever is in its texts.

    Letters of all scripts stay as they are where the output has them; what could steer
    a terminal, and what is no character at all (a raw byte of a file's name), is
    escaped.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    everything = encoding.lower().startswith("utf")
    return escaped_json(json.dumps(value, ensure_ascii=not everything, indent=indent))


def print_object(fields: Mapping[str, Any]) -> None:
    """Print one versioned JSON object."""
    print(json_text({"schema": SCHEMA, **fields}, indent=2))


def print_line(fields: Mapping[str, Any]) -> None:
    """Print one JSON line at once, for readers that follow along."""
    print(json_text(fields), flush=True)


def print_text(text: str) -> None:
    """Print text that may come from a session."""
    print(safe_text(text))


def print_table(rows: Iterable[tuple[str, ...]], columns: int) -> None:
    """Print rows whose last column takes what is left of ``columns`` cells.

    Cells must be on one line and safe to show.
    """
    table = list(rows)
    if not table:
        return
    fixed = [max(width(row[i]) for row in table) for i in range(len(table[0]) - 1)]
    last = max(20, columns - sum(fixed) - 2 * len(fixed))
    for row in table:
        cells = [c + " " * (fixed[i] - width(c)) for i, c in enumerate(row[:-1])]
        print("  ".join([*cells, clip(row[-1], last)]).rstrip())
