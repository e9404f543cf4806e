"""The fields of a query that look at what a session is: agent, dates, state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Kind as SessionKind
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.query_dates import Span
from levelmem.engine.text import fold

VALUE_FIELDS = ("agent", "project", "file", "model", "branch", "tag")
DATE_FIELDS = ("after", "before", "on")
FIELDS = (*VALUE_FIELDS, "cmd", "role", "is", "in", *DATE_FIELDS, "re")
"""Every field there is."""

_SYNONYMS = {
    "since": "after",
    "until": "before",
    "date": "on",
    "command": "cmd",
    "path": "file",
    "dir": "project",
    "folder": "project",
    "repo": "project",
    "regex": "re",
    "has": "is",
    "tags": "tag",
    "label": "tag",
    "from": "role",
}
"""What people coming from other tools type; it is answered, never guessed."""

PLACES: Mapping[str, frozenset[Kind]] = {
    "title": frozenset({Kind.TITLE}),
    "said": frozenset({Kind.SAID, Kind.ESCAPE}),
    "answered": frozenset({Kind.ANSWERED}),
    "tools": frozenset({Kind.COMMAND, Kind.CALL, Kind.OUTPUT}),
    "diff": frozenset({Kind.DIFF}),
}
"""The values of ``in:``."""

ROLES: Mapping[str, frozenset[Kind]] = {
    "user": frozenset({Kind.SAID, Kind.ESCAPE}),
    "assistant": frozenset({Kind.ANSWERED, Kind.COMMAND, Kind.CALL, Kind.DIFF}),
    "tool": frozenset({Kind.OUTPUT}),
}
"""The values of ``role:``."""

COMMANDS = frozenset({Kind.COMMAND, Kind.ESCAPE})
"""Where ``cmd:`` looks: commands that the agent ran, and those of the person."""

ANYWHERE = frozenset(Kind)

STATES: Mapping[str, Callable[[Session], bool]] = {
    "pinned": lambda session: session.pinned,
    "archived": lambda session: session.lifecycle == "archived",
    "trashed": lambda session: session.lifecycle == "trashed",
    "interrupted": lambda session: session.state == "interrupted",
    "edited": lambda session: bool(session.edits),
    "child": lambda session: session.kind is SessionKind.SUBAGENT,
}
"""The values of ``is:``."""


@dataclass(frozen=True, slots=True)
class FieldTerm:
    """A condition on what a session is: ``agent:codex``."""

    field: str
    """One of :data:`VALUE_FIELDS`."""
    value: str
    """Folded; found anywhere in the field."""
    negated: bool = False

    def admits(self, session: Session) -> bool:
        """Tell whether the session meets it."""
        values = _values(self.field, session)
        return any(self.value in fold(value) for value in values) != self.negated


@dataclass(frozen=True, slots=True)
class StateTerm:
    """A condition on the state of a session: ``is:pinned``."""

    state: str
    """One of :data:`STATES`."""
    negated: bool = False

    def admits(self, session: Session) -> bool:
        """Tell whether the session meets it."""
        return STATES[self.state](session) != self.negated


@dataclass(frozen=True, slots=True)
class DateTerm:
    """A condition on when a session went on: ``after:monday``.

    ``after`` wants something on that day or later, ``before`` something earlier, and
    ``on`` that the session touches the day (or week, or month).
    """

    field: str
    """One of :data:`DATE_FIELDS`."""
    span: Span
    text: str
    """As it was typed."""
    negated: bool = False

    def admits(self, session: Session) -> bool:
        """Tell whether the session meets it; one without a date never does."""
        last = session.updated or session.created
        first = session.created or last
        if first is None or last is None:
            return False
        return self._holds(first, last) != self.negated

    def _holds(self, first: datetime, last: datetime) -> bool:
        if self.field == "after":
            return last >= self.span.start
        if self.field == "before":
            return first < self.span.start
        return self.span.meets(first, last)


Admission = FieldTerm | StateTerm | DateTerm


def meant(name: str) -> str:
    """Return the field that a mistyped name most likely stands for, or ``""``."""
    if name in _SYNONYMS:
        return _SYNONYMS[name]
    close = get_close_matches(name, FIELDS, n=1, cutoff=0.65)
    return close[0] if close and len(name) > 2 else ""


def unknown_value(field: str, value: str, known: Sequence[str]) -> str:
    """Return what to tell a person about a value that a field does not know."""
    close = get_close_matches(value, known, n=1, cutoff=0.6)
    if close:
        return f"{field}:{value} is not known; did you mean {field}:{close[0]}?"
    return f"{field}: takes {', '.join(known[:-1])} or {known[-1]}, not {value}"


def _values(field: str, session: Session) -> Sequence[str]:
    if field == "agent":
        return (session.agent,)
    if field == "project":
        return (session.project, project_name(session.project))
    if field == "model":
        return session.models
    if field == "branch":
        return (session.branch,)
    if field == "tag":
        return session.tags
    return tuple(path for path, _ in session.edits)
