"""JSON of which nothing is sure: an object where one is expected, or an empty one."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular

Data = Mapping[str, Any]

_MOST_BYTES = 4 << 20


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
