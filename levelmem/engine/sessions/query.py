"""What a person asks for: words, phrases, words to leave out, fields and patterns.

The language is the same in the application, the quick pick and the shell. Every text
is a query: what can't be understood is said in :attr:`Query.problems`, and the rest
still counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from levelmem.engine.sessions import query_fields as fields
from levelmem.engine.sessions import query_terms as terms
from levelmem.engine.sessions.model import Kind as SessionKind
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.query_dates import MAX_WORDS, parse_span
from levelmem.engine.text import fold

_PART = re.compile(
    r"""
    (?P<minus>-?)
    (?: re:/(?P<pattern>(?:[^/\\]|\\.)+)/?(?=\s|$)
      | (?P<empty>[A-Za-z]+):(?=\s|$)
      | (?:(?P<field>[A-Za-z]+):)?
        (?: "(?P<phrase>[^"]*)"? | (?P<word>[^\s"]\S*) )
    )
    """,
    re.VERBOSE,
)
_DATE_WORD = re.compile(r"\s+([^\s:\"]+)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that must stand in a session, or must not."""

    sought: terms.Sought
    kinds: frozenset[Kind] = fields.ANYWHERE
    """The kinds of passages that count."""
    negated: bool = False
    field: str = ""
    """The field it was given with: ``cmd``, ``re`` or ``""``."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. All its parts must hold."""

    wanted: tuple[Wanted, ...] = ()
    """What must stand, or must not, in the title or the conversation."""
    admissions: tuple[fields.Admission, ...] = ()
    """What the session itself must be."""
    places: tuple[str, ...] = ()
    """The values of ``in:`` and ``role:``, for people; ``-`` before negated ones."""
    problems: tuple[str, ...] = field(default=(), compare=False)
    """What was not understood, and what may have been meant."""

    def __bool__(self) -> bool:
        """Tell whether anything is asked for."""
        return bool(self.wanted or self.admissions)

    @property
    def asked(self) -> tuple[Wanted, ...]:
        """What must stand somewhere."""
        return tuple(w for w in self.wanted if not w.negated)

    @property
    def refused(self) -> tuple[Wanted, ...]:
        """What must stand nowhere."""
        return tuple(w for w in self.wanted if w.negated)

    @property
    def lit(self) -> tuple[terms.Sought, ...]:
        """What is lit in a line that matched."""
        return tuple(w.sought for w in self.asked)

    @property
    def words(self) -> tuple[str, ...]:
        """The folded pieces of what must stand somewhere."""
        found = (w.sought for w in self.asked)
        pieces = (p for t in found if isinstance(t, terms.Term) for p in t.pieces)
        return tuple(dict.fromkeys(pieces))

    @property
    def asks_for_output(self) -> bool:
        """Tell whether the output of tools is asked for by name."""
        return any(place in ("tools", "tool") for place in self.places)

    def admits(self, session: Session) -> bool:
        """Tell whether the session as such meets every condition.

        Subagents are listed under their session, so only ``is:child`` finds them.
        """
        if not self.admissions:
            return session.kind is SessionKind.MAIN
        children = any(
            isinstance(a, fields.StateTerm) and a.state == "child" and not a.negated
            for a in self.admissions
        )
        kind = SessionKind.SUBAGENT if children else SessionKind.MAIN
        return session.kind is kind and all(a.admits(session) for a in self.admissions)


def parse(text: str, now: datetime | None = None) -> Query:
    """Parse what a person typed. Every text is a query; none raises.

    Dates are understood as of ``now`` (aware), the moment itself by default.
    """
    return _Parser(text, now or datetime.now().astimezone()).query()


class _Parser:
    def __init__(self, text: str, now: datetime) -> None:
        self._text, self._now = text, now
        self._found: list[Wanted] = []
        self._admissions: list[fields.Admission] = []
        self._in: list[tuple[str, frozenset[Kind], bool]] = []
        self._roles: list[tuple[str, frozenset[Kind], bool]] = []
        self._problems: list[str] = []

    def query(self) -> Query:
        at = 0
        while match := _PART.search(self._text, at):
            at = self._take(match)
        kinds = _kinds(self._in) & _kinds(self._roles)
        found = (
            Wanted(w.sought, w.kinds & kinds, w.negated, w.field)
            if w.field != "cmd"
            else w
            for w in self._found
        )
        places = [*self._in, *self._roles]
        return Query(
            tuple(dict.fromkeys(found)),
            tuple(dict.fromkeys(self._admissions)),
            tuple(f"{'-' * negated}{name}" for name, _, negated in places),
            tuple(self._problems),
        )

    def _take(self, match: re.Match[str]) -> int:
        """Take in one part; return where the next begins."""
        negated = bool(match["minus"])
        if match["pattern"] is not None:
            self._pattern(match["pattern"], negated)
            return match.end()
        if match["empty"]:
            if match["empty"].lower() not in fields.FIELDS:
                self._word(match["empty"] + ":", negated, False)
            return match.end()
        quoted = match["phrase"] is not None
        value = match["phrase"] if quoted else match["word"]
        name = (match["field"] or "").lower()
        if name in fields.DATE_FIELDS:
            return self._date(name, value, negated, match.end(), quoted)
        if name in fields.FIELDS:
            self._field(name, value, negated, quoted)
        elif name:
            self._unknown_field(match["field"], value, negated, quoted)
        else:
            self._word(value, negated, quoted)
        return match.end()

    def _word(self, value: str, negated: bool, quoted: bool) -> None:
        term = terms.phrase(value) if quoted else terms.word(value)
        if term:
            self._found.append(Wanted(term, negated=negated))

    def _pattern(self, source: str, negated: bool) -> None:
        source = source.replace("\\/", "/")
        if problem := terms.compile_problem(source):
            self._problems.append(f"re:/{source}/ can't be read: {problem}")
        else:
            kinds = fields.ANYWHERE
            self._found.append(Wanted(terms.Pattern(source), kinds, negated, "re"))

    def _field(self, name: str, value: str, negated: bool, quoted: bool) -> None:
        folded = fold(" ".join(value.split()))
        if not folded:
            return
        if name in fields.VALUE_FIELDS:
            self._admissions.append(fields.FieldTerm(name, folded, negated))
        elif name == "cmd":
            if term := terms.phrase(value):
                self._found.append(Wanted(term, fields.COMMANDS, negated, "cmd"))
        elif name == "is":
            if self._knows(name, folded, tuple(fields.STATES)):
                self._admissions.append(fields.StateTerm(folded, negated))
        elif name == "in":
            if self._knows(name, folded, tuple(fields.PLACES)):
                self._in.append((folded, fields.PLACES[folded], negated))
        elif name == "role":
            if self._knows(name, folded, tuple(fields.ROLES)):
                self._roles.append((folded, fields.ROLES[folded], negated))
        else:
            self._problems.append("A pattern stands between slashes: re:/refund.*job/")

    def _knows(self, name: str, value: str, known: tuple[str, ...]) -> bool:
        if value in known:
            return True
        self._problems.append(fields.unknown_value(name, value, known))
        return False

    def _date(self, name: str, value: str, negated: bool, at: int, quoted: bool) -> int:
        """Take in a date, which may go on over several words."""
        ends = [(value, at)]
        if not quoted:
            ends += self._further_words(value, at)
        for text, end in reversed(ends):
            if span := parse_span(text, self._now):
                term = fields.DateTerm(name, span, text, negated)
                self._admissions.append(term)
                return end
        self._problems.append(
            f"{name}: does not know the date {value}; "
            "try 2026-03-31, march, monday, 3d or last week"
        )
        return at

    def _further_words(self, value: str, at: int) -> Iterator[tuple[str, int]]:
        for _ in range(MAX_WORDS - 1):
            match = _DATE_WORD.match(self._text, at)
            if not match:
                return
            value, at = f"{value} {match[1]}", match.end()
            yield value, at

    def _unknown_field(
        self, name: str, value: str, negated: bool, quoted: bool
    ) -> None:
        """Take ``name:value`` for a word, and say what may have been meant."""
        self._word(f"{name}:{value}", negated, quoted)
        likely = fields.meant(name.lower())
        if likely and not value.startswith((":", "/")):
            self._problems.append(
                f"{name}: did you mean {likely}:{value}? "
                "It is no field, and was taken as a word"
            )


def _kinds(places: list[tuple[str, frozenset[Kind], bool]]) -> frozenset[Kind]:
    """Return the kinds that several ``in:`` or ``role:`` together leave."""
    wanted = [kinds for _, kinds, negated in places if not negated]
    found = frozenset[Kind]().union(*wanted) if wanted else fields.ANYWHERE
    for _, kinds, negated in places:
        if negated:
            found -= kinds
    return found
