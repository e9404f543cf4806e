"""The lines of a memory folder as they are on disk: LevelCode's fields, and ours.

Reading is tolerant: a field of a wrong type is no error, it stays in ``extra`` and is
written back as it was; a line that is no record of a known shape becomes
:class:`Other`. LevelCode ignores what it does not know, so levelmem's own fields
stand beside its own: ``from`` (where the words came from), ``lmKey`` (our key),
``lm`` (what a control means to levelmem where LevelCode reads another word),
``change`` (the step it belongs to, for undo) and ``undoes``.

Nobody changes a record once it is made. A long file has fifty thousand, so they are
msgspec's structures, which are made in a tenth of a dataclass's time; and as none
refers back to another, the cycle collector need not look through them.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from levelmem.engine.text import mend_surrogates

Json: TypeAlias = dict[str, Any]

HERE = "levelmem"
"""The ``source`` of what the person wrote in levelmem itself: no session."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})
"""What nearly every record has beside the known fields."""


class OriginKind(StrEnum):
    """Where the words of an observation came from."""

    TYPED = "typed"
    """The person typed them."""
    AGENT = "agent"
    """The agent's own statement."""
    COMMAND = "command"
    """The result of a command."""
    FILE = "file"
    WEB = "web"
    TOOL_SERVER = "tool-server"
    MEMORY = "memory"
    """A digest or a recall answer: levelmem's own words coming back."""


class Origin(Struct, frozen=True, gc=False):
    """Where the words of one observation came from, as exactly as is known."""

    kind: str
    """One of :class:`OriginKind`; a word of a later version is kept as it is."""
    agent: str = ""
    """The source of the session: ``claude-code``, ``codex``, ``levelcode``."""
    session: str = ""
    turn: int | None = None
    """The number of the turn in its session."""
    path: str = ""
    """The file, relative to the project where it lies inside."""
    host: str = ""
    command: str = ""
    server: str = ""
    """The tool server's name."""
    evidence: str = ""
    """What tells this evidence from others: a commit, the line that was read.
    Equal ones count once."""
    extra: Mapping[str, Any] = _NOTHING

    @classmethod
    def parse(cls, data: object) -> "Origin | None":
        """Return the origin that a JSON value describes, or None."""
        if not isinstance(data, dict):
            return None
        fields, extra = _sort_fields(data, _ORIGIN_FIELDS)
        kind = fields.pop("origin", "")
        return cls(kind=kind, extra=extra, **fields) if kind else None

    def to_json(self) -> Json:
        """Return the JSON object, without empty fields."""
        data = {"origin": str(self.kind)} | _filled(self, _ORIGIN_FIELDS)
        return data | dict(self.extra)


class Observation(Struct, frozen=True, gc=False):
    """A fact as it was seen once; with ``note``, one that the person asked for."""

    text: str
    source: str = ""
    """The session it comes from; distinct ones are what repetition counts."""
    at: str = ""
    """ISO 8601, as it was written."""
    note: bool = False
    kind: str = ""
    """Of a note: ``preference``, ``project`` or ``reference``."""
    said: str = ""
    """Of a note: the person's words for it."""
    verified: bool = False
    """Whether code found these words in what the person typed."""
    origin: Origin | None = None
    change: str = ""
    extra: Mapping[str, Any] = _NOTHING

    @property
    def credited(self) -> bool:
        """Whether it is a note in the person's own words."""
        return self.note and self.verified

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        data: Json = {"v": 1, "text": self.text}
        data |= _filled(self, ("source", "at"))
        if self.note:
            data["origin"] = "person"
        data |= _filled(self, ("kind", "said"))
        if self.note or self.verified:
            data["verified"] = self.verified
        if self.origin is not None:
            data["from"] = self.origin.to_json()
        data |= _filled(self, ("change",))
        return data | dict(self.extra)


class Control(Struct, frozen=True, gc=False):
    """What somebody decided about a fact."""

    key: str
    """LevelCode's key of the fact, or ``lm:…`` where LevelCode has nothing to do."""
    control: str
    """LevelCode's word; one that it does not know it ignores."""
    at: str = ""
    by: str = ""
    """The text that replaced the fact."""
    lm_key: str = ""
    """levelmem's key of the fact; empty in what LevelCode wrote."""
    lm: str = ""
    """What levelmem reads instead of ``control``."""
    text: str = ""
    """The new wording of an edit."""
    kind: str = ""
    """The new kind of a note."""
    change: str = ""
    undoes: str = ""
    """The change that this one takes back."""
    session: str = ""
    path: str = ""
    host: str = ""
    extra: Mapping[str, Any] = _NOTHING

    @property
    def action(self) -> str:
        """What the control does: ``confirm``, ``remove``, ``supersede``, ``edit``…"""
        return self.lm or self.control

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        data: Json = {"v": 1, "key": self.key, "control": self.control}
        data |= _filled(self, ("at", "by"))
        if self.lm_key:
            data["lmKey"] = self.lm_key
        data |= _filled(self, _CONTROL_OWN)
        return data | dict(self.extra)


class Other(Struct, frozen=True, gc=False):
    """A line of a kind that this version does not know: kept, and left alone."""

    data: Mapping[str, Any]

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        return dict(self.data)


Record: TypeAlias = Observation | Control | Other


class JournalLine(Struct, frozen=True, gc=False):
    """What one sealed session left behind; the newest line of an id stands."""

    id: str
    at: str = ""
    title: str = ""
    summary: str = ""
    files: tuple[str, ...] = ()
    turns: int = 0
    state: str = ""
    pinned: bool = False
    forgotten: bool = False
    change: str = ""
    undoes: str = ""
    extra: Mapping[str, Any] = _NOTHING

    @classmethod
    def parse(cls, data: Json) -> "JournalLine | None":
        """Return the journal line that a JSON object holds, or None without an id."""
        fields, extra = _sort_fields(data, _JOURNAL_FIELDS)
        if "v" in extra and extra["v"] == 1:
            del extra["v"]
        files = extra.get("files")
        if isinstance(files, list) and all(isinstance(name, str) for name in files):
            fields["files"] = tuple(map(mend_surrogates, extra.pop("files")))
        return cls(extra=extra, **fields) if fields.get("id") else None

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        data: Json = {"v": 1} | _filled(self, ("id", "at", "title", "summary"))
        if self.files:
            data["files"] = list(self.files)
        data |= _filled(self, ("turns", "state"))
        data["pinned"] = self.pinned
        data |= _filled(self, ("forgotten", "change", "undoes"))
        return data | dict(self.extra)


def parse_record(data: Json) -> Record:
    """Return the record that one JSON object of ``facts.jsonl`` holds."""
    if isinstance(data.get("control"), str) and data["control"]:
        fields, extra = _sort_fields(data, _CONTROL_FIELDS)
        if "lmKey" in fields:
            fields["lm_key"] = fields.pop("lmKey")
        fields.setdefault("key", "")
        _drop_version(extra)
        return Control(extra=extra, **fields)
    text = data.get("text")
    if isinstance(text, str) and text.strip():
        return _parse_observation(data)
    return Other(data)


def _parse_observation(data: Json) -> Observation:
    fields, extra = _sort_fields(data, _OBSERVATION_FIELDS)
    _drop_version(extra)
    if extra.get("origin") == "person":
        fields["note"] = True
        del extra["origin"]
    if "from" in extra and (origin := Origin.parse(extra["from"])):
        fields["origin"] = origin
        del extra["from"]
    return Observation(extra=extra, **fields)


def _drop_version(extra: Json) -> None:
    if extra.get("v") == 1:
        del extra["v"]


def _sort_fields(data: Json, known: Mapping[str, type]) -> tuple[Json, Json]:
    """Split an object into the fields of the right type, and all that is left."""
    fields: Json = {}
    extra: Json = {}
    for name, value in data.items():
        if type(value) is not known.get(name):
            extra[name] = value
        elif type(value) is str and not value.isascii():
            fields[name] = mend_surrogates(value)
        else:
            fields[name] = value
    return fields, extra


def _filled(record: object, names: Mapping[str, type] | tuple[str, ...]) -> Json:
    """Return the named fields that hold something: zero is a value, "" is none."""
    values = ((name, getattr(record, name, None)) for name in names)
    return {
        name: value
        for name, value in values
        if value is not None and value is not False and value != ""
    }


_ORIGIN_FIELDS: Mapping[str, type] = {
    "origin": str,
    "agent": str,
    "session": str,
    "turn": int,
    "path": str,
    "host": str,
    "command": str,
    "server": str,
    "evidence": str,
}
_OBSERVATION_FIELDS: Mapping[str, type] = {
    "text": str,
    "source": str,
    "at": str,
    "kind": str,
    "said": str,
    "verified": bool,
    "change": str,
}
_CONTROL_OWN = (
    *("lm", "text", "kind", "change", "undoes"),
    *("session", "path", "host"),
)
_CONTROL_FIELDS: Mapping[str, type] = dict.fromkeys(
    ("key", "control", "at", "by", "lmKey", *_CONTROL_OWN), str
)
_JOURNAL_FIELDS: Mapping[str, type] = {
    "id": str,
    "at": str,
    "title": str,
    "summary": str,
    "turns": int,
    "state": str,
    "pinned": bool,
    "forgotten": bool,
    "change": str,
    "undoes": str,
}
