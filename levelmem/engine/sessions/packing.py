"""Sessions as JSON values, for the caches."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Kind, Session


def packed(session: Session) -> dict[str, Any]:
    """Return the fields of a session; :func:`plain` makes JSON of what is none."""
    return {name: getattr(session, name) for name in FIELDS}


def unpacked(values: dict[str, Any]) -> Session:
    """Return the session that was packed; takes ``values`` over.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` for what never was one.
    """
    for name, revive in _REVIVE.items():
        values[name] = revive(values[name])
    return Session(**values)


def plain(value: object) -> object:
    """Return a path or a time as text; the ``default`` of :func:`json.dumps`."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} can't be kept")


def _moment(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _paths(values: list[str]) -> tuple[Path, ...]:
    return tuple(map(Path, values)) if values else ()


def _edits(values: list[list[Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((path, count) for path, count in values) if values else ()


FIELDS = tuple(field.name for field in fields(Session))
"""The fields of a session: a cache whose fields are others does not fit."""

_REVIVE: Mapping[str, Callable[[Any], Any]] = {
    "path": Path,
    "kind": {str(kind): kind for kind in Kind}.__getitem__,
    "files": _paths,
    "edits": _edits,
    "models": tuple,
    "tags": tuple,
    "spark": tuple,
    "created": _moment,
    "updated": _moment,
}
"""How the fields come back that JSON does not keep as they are."""
