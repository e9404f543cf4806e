"""A session as JSON, for programs: what ``levelmem show --json`` tells, scrubbed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from levelmem.engine.sessions.as_json import session_fields, turn_fields
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.text import escaped_json

_SCHEMA = 1


def plain_json(
    session: Session, turns: Iterable[Turn], scrub: Callable[[str], str]
) -> Iterator[str]:
    """Yield a session as one JSON object, a turn on a line."""

    def line(fields: Mapping[str, Any]) -> str:
        clean = _scrubbed(fields, scrub)
        return escaped_json(json.dumps(clean, ensure_ascii=False, default=str))

    yield f'{{"schema": {_SCHEMA}, "session": {line(session_fields(session))},\n'
    yield '"turns": ['
    separator = "\n"
    for turn in turns:
        yield separator + line(turn_fields(turn))
        separator = ",\n"
    yield "\n]}\n"


def _scrubbed(value: Any, scrub: Callable[[str], str]) -> Any:
    """Return a JSON value whose texts, those of names among them, are scrubbed."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, Mapping):
        return {scrub(str(k)): _scrubbed(v, scrub) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_scrubbed(entry, scrub) for entry in value]
    return value
