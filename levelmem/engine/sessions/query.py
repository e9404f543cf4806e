"""What a person asks for: words, phrases, words to leave out, and a few fields."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.engine.text import fold

FIELDS = ("agent", "project", "model", "branch", "file")

_PART = re.compile(
    r"""(?P<minus>-?)(?:(?P<field>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))"""
)


@dataclass(frozen=True, slots=True)
class FieldTerm:
    """A condition on what a session is: ``agent:codex``."""

    field: str
    value: str
    """Folded; found anywhere in the field."""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. All its parts must hold."""

    words: tuple[str, ...] = ()
    """Folded words and phrases that must stand somewhere in the session."""
    without: tuple[str, ...] = ()
    """Folded words and phrases that must not."""
    fields: tuple[FieldTerm, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is asked for."""
        return bool(self.words or self.without or self.fields)

    def admits(self, session: Session) -> bool:
        """Tell whether the session as such meets every field."""
        return all(
            any(term.value in fold(v) for v in _values(term.field, session))
            != term.negated
            for term in self.fields
        )


def parse(text: str) -> Query:
    """Parse what a person typed. Every text is a query; none raises."""
    words: list[str] = []
    without: list[str] = []
    fields: list[FieldTerm] = []
    for match in _PART.finditer(text):
        negated = bool(match["minus"])
        found = match["phrase"] if match["phrase"] is not None else match["word"]
        if match["field"] in FIELDS:
            if found:
                fields.append(FieldTerm(match["field"], fold(found), negated))
            continue
        if match["field"]:
            found = f"{match['field']}:{found}"
        if term := fold(" ".join(found.split())):
            (without if negated else words).append(term)
    return Query(tuple(dict.fromkeys(words)), tuple(without), tuple(fields))


def _values(field: str, session: Session) -> Sequence[str]:
    if field == "agent":
        return (session.agent,)
    if field == "project":
        return (session.project, project_name(session.project))
    if field == "model":
        return session.models
    if field == "branch":
        return (session.branch,)
    return tuple(path for path, _ in session.edits)
