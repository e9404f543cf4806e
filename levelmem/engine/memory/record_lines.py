"""The lines of ``facts.jsonl`` decoded straight into records, as nearly all can be.

A memory of years has fifty thousand lines, and each time that somebody looks all of
them are read. What is exactly as LevelCode and levelmem write it is decoded by
msgspec in one go; a line with anything else in it (a field of a wrong type, one that
is not known, two objects) is refused there and goes the long and tolerant way of
:func:`levelmem.engine.memory.records.parse_record`, to the same result.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.json import Decoder

from levelmem.engine.memory.records import (
    Control,
    Observation,
    Origin,
    Record,
    parse_record,
)
from levelmem.engine.sessions.jsonl import decode_line


class _OriginLine(Struct, forbid_unknown_fields=True, gc=False):
    """What stands under ``from``."""

    origin: str
    agent: str = ""
    session: str = ""
    turn: int | UnsetType = UNSET
    path: str = ""
    host: str = ""
    command: str = ""
    server: str = ""
    evidence: str = ""


class _ObservationLine(Struct, forbid_unknown_fields=True, gc=False):
    """What a line of something seen or noted may hold, to be taken as it is."""

    text: str
    v: Literal[1] = 1
    source: str = ""
    at: str = ""
    origin: Literal["person"] | UnsetType = UNSET
    kind: str = ""
    said: str = ""
    verified: bool = False
    where: _OriginLine | UnsetType = field(default=UNSET, name="from")
    change: str = ""


class _ControlLine(Struct, forbid_unknown_fields=True, gc=False):
    """What a line of something decided may hold, to be taken as it is."""

    control: str
    v: Literal[1] = 1
    key: str = ""
    at: str = ""
    by: str = ""
    lm_key: str = field(default="", name="lmKey")
    lm: str = ""
    text: str = ""
    kind: str = ""
    change: str = ""
    undoes: str = ""
    session: str = ""
    path: str = ""
    host: str = ""


_observation_line = Decoder(_ObservationLine).decode
_control_line = Decoder(_ControlLine).decode


def decode_records(line: bytes) -> list[Record]:
    """Return the records of one line: none where it is blank, two where glued.

    Raises ``ValueError`` where the line holds no JSON object.
    """
    try:
        if b'"control"' in line:
            return [_control(_control_line(line))]
        return [_observation(_observation_line(line))]
    except ValueError:
        return [parse_record(data) for data in decode_line(line)]


def _control(line: _ControlLine) -> Control:
    if not line.control:
        raise ValueError("no control")
    return Control(
        line.key,
        line.control,
        line.at,
        line.by,
        line.lm_key,
        line.lm,
        line.text,
        line.kind,
        line.change,
        line.undoes,
        line.session,
        line.path,
        line.host,
    )


def _observation(line: _ObservationLine) -> Observation:
    if not line.text or line.text.isspace():
        raise ValueError("no text")
    where = line.where
    return Observation(
        line.text,
        line.source,
        line.at,
        line.origin is not UNSET,
        line.kind,
        line.said,
        line.verified,
        None if where is UNSET else _origin(where),
        line.change,
    )


def _origin(line: _OriginLine) -> Origin:
    if not line.origin:
        raise ValueError("no origin")
    return Origin(
        line.origin,
        line.agent,
        line.session,
        None if line.turn is UNSET else line.turn,
        line.path,
        line.host,
        line.command,
        line.server,
        line.evidence,
    )
