"""JSON of which nothing is sure: an object where one is expected, or an empty one."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import Skipped

Data = Mapping[str, Any]

_MOST_BYTES = 4 << 20
_decoder = json.JSONDecoder()


def as_dict(value: object) -> Data:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Data]:
    """Return the objects of a JSON array, or nothing for anything else."""
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, dict)]


def read_object(path: Path) -> Data:
    """Return the object of a small file; an empty one where it can't be read."""
    with suppress(OSError, ValueError, RecursionError), open_regular(path) as file:
        return as_dict(json.loads(file.read(_MOST_BYTES)))
    return {}


def arguments_of(value: object) -> dict[str, Any]:
    """Return a tool's arguments, given as an object or as the text of one.

    Text that is none is the argument ``input``.
    """
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not value.strip():
        return {}
    with suppress(ValueError, RecursionError):
        found = json.loads(value)
        if isinstance(found, dict):
            return found
    return {"input": value}


def read_array(path: Path, skipped: Skipped, key: str = "") -> list[Data]:
    """Return the objects of a file's array: the file itself, or what is under ``key``.

    Of one that is torn, those before the tear are returned, and one counts as
    skipped. Raises ``OSError`` when it can't be opened.
    """
    with open_regular(path) as file:
        text = file.read().decode("utf-8-sig", "replace").strip("\x00 \t\r\n")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        skipped.lines += 1 if text else 0
        begin = text.find("[", text.find(f'"{key}"') if key else 0)
        return list(_before_the_tear(text, begin + 1)) if begin >= 0 else []
    return as_list(as_dict(whole).get(key) if key else whole)


def _before_the_tear(text: str, at: int) -> Iterator[Data]:
    while at < len(text):
        if text[at] in " \t\r\n,":
            at += 1
            continue
        try:
            value, at = _decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict):
            yield value
