"""JSON for hooks, without what :mod:`json` imports.

``json`` brings regular expressions and enums along, which take longer to load than
everything else that a hook does. The scanner and the quoting that it is built on are
in C and need neither; an interpreter without them falls back on ``json``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_BLANKS = " \t\r\n\ufeff"


class _Plain:
    """How the C scanner reads values: as ``json.loads`` does, any control character
    in a text allowed."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


try:
    from _json import encode_basestring_ascii as quoted
    from _json import make_scanner

    _scan: Callable[[str, int], tuple[Any, int]] = make_scanner(_Plain)  # type: ignore[arg-type]
except (ImportError, AttributeError, TypeError):  # not CPython, or another one
    from json import JSONDecoder
    from json.encoder import py_encode_basestring_ascii as quoted

    _scan = JSONDecoder(strict=False).raw_decode


def read_object(data: bytes) -> dict[str, Any]:
    """Return the JSON object that some bytes begin with; an empty one for anything
    else."""
    text = data.decode("utf-8", "replace").lstrip(_BLANKS)
    try:
        value, _ = _scan(text, 0)
    except (ValueError, RecursionError, StopIteration):
        return {}
    return value if isinstance(value, dict) else {}


def write_object(values: Mapping[str, Any]) -> str:
    """Return an object of texts, numbers, switches, lists and objects as JSON."""
    members = (f"{quoted(name)}: {_written(value)}" for name, value in values.items())
    return "{" + ", ".join(members) + "}"


def _written(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        return write_object(value)
    return "[" + ", ".join(map(_written, value)) + "]"
