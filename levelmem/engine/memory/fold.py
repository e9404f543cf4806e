"""From the records of a memory to its current facts: one pure pass over the file.

The table of states is LevelCode's, so that what it wrote folds to the same result
here. Where levelmem knows more it holds more back: evidence is counted by origin,
a removed fact is not learned again in nearly the same words, and what was seen once
can't replace what the person confirmed or noted.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from datetime import UTC, date, datetime, time
from functools import lru_cache
from operator import attrgetter
from typing import Protocol, TypeVar

from levelmem.engine.collector import collector_held
from levelmem.engine.memory.changes import undone_changes
from levelmem.engine.memory.facts import Fact, Reason, State
from levelmem.engine.memory.group import Group, Index
from levelmem.engine.memory.learning.evidence import (
    count_evidence,
    is_evidence,
    sources,
)
from levelmem.engine.memory.learning.tombstones import Tombstones
from levelmem.engine.memory.records import Control, Observation, Record
from levelmem.engine.sessions.times import parse_time

_text = attrgetter("text")
_at = attrgetter("at")

UNCREDITED = "uncredited-note"
REMOVED_BEFORE = "removed-before"


class GuardReason(Protocol):
    """One reason of the guard: a rule and the span that it met."""

    @property
    def rule(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Verdict(Protocol):
    """What the fold needs of the guard's verdict on a text."""

    @property
    def held(self) -> bool: ...
    @property
    def reasons(self) -> Sequence[GuardReason]: ...


Dated = TypeVar("Dated")
Judge = Callable[[str], Verdict]


def fold(
    records: Iterable[Record],
    *,
    confirm_facts: bool = False,
    as_of: datetime | date | None = None,
    forgotten_sessions: frozenset[str] = frozenset(),
    judge: Judge | None = None,
) -> list[Fact]:
    """Return every fact of a memory, in the order they were learned.

    Removed facts are among them, in state ``removed``: who lists leaves them out.

    Args:
        records: the file's records, in its order.
        confirm_facts: whether an observed fact waits for a confirm to be active.
        as_of: what was believed then; a date means its end, in UTC. Records without
            a time count as older than any.
        forgotten_sessions: sessions that the journal says are forgotten: they are
            no evidence.
        judge: the guard, :func:`levelmem.engine.memory.rules.guard.judge` by
            default; it is asked once about a text.
    """
    with collector_held():
        known = list(records) if as_of is None else until(records, as_of)
        index = Index(undone_changes(known))
        index.read(known)
        folding = Folding(
            index,
            judge or judged,
            forgotten_sessions,
            confirm_facts,
            tombstones_of(index),
        )
        return [folding.fact(group) for group in index.groups]


@lru_cache(maxsize=65536)
def judged(text: str) -> Verdict:
    """Return the guard's verdict on a text, remembered between folds."""
    from levelmem.engine.memory.rules.guard import judge

    return judge(text)


class Folding:
    """Decides the state of each group, knowing all of them."""

    def __init__(
        self,
        index: Index,
        judge: Judge,
        forgotten_sessions: frozenset[str],
        confirm_facts: bool,
        tombstones: Tombstones,
    ) -> None:
        self._index = index
        self._judge = judge
        self._forgotten = forgotten_sessions
        self._confirm_facts = confirm_facts
        self._tombstones = tombstones

    def depends_on(self, group: Group, others: Set[Group]) -> bool:
        """Tell whether some other groups decide if a superseded one withstands."""
        control = group.superseded
        if control is None or not _may_withstand(group, control):
            return False
        rival = self._index.group_of(control.by)
        return rival is None or rival in others

    def fact(self, group: Group) -> Fact:
        """Return the fact that a group amounts to."""
        uncounted = self._uncounted(group)
        counted = _all_but(group.sightings, uncounted)
        seen_in, evidence = sources(counted), count_evidence(counted)
        many = len(seen_in) >= 2 and evidence >= 2
        state, text, reasons = self._state(group, counted, many)
        words, noted = group.words, group.noted
        first, last = _span(group.sightings)
        if words:
            last = parse_time(words.at)
        elif uncounted and counted:
            last = _span(counted)[1]
        return Fact(
            key=group.key,
            text=text,
            state=state,
            active=state is State.CONFIRMED
            or (state is State.OBSERVED and not self._confirm_facts),
            kind=group.kind or (words.kind if words else noted.kind if noted else ""),
            said=words.said if words else noted.said if noted else "",
            credited=words is not None,
            note=noted is not None,
            sources=seen_in,
            evidence=evidence,
            learned_at=first,
            updated_at=last,
            pinned=group.pinned,
            reasons=reasons,
            superseded_by=_replacement(group, state),
            ended_at=_ended_at(group, state),
            observations=tuple(group.sightings),
            uncounted=uncounted,
            history=tuple(group.events),
            keys=tuple(group.keys),
        )

    def _state(
        self, group: Group, counted: list[Observation], many: bool
    ) -> tuple[State, str, tuple[Reason, ...]]:
        """Return the state, the wording to show, and the reasons it is held for."""
        if group.removed:
            return State.REMOVED, group.text, ()
        if group.superseded and not self._withstands(group, group.superseded):
            return State.SUPERSEDED, group.text, ()
        if group.words:
            return State.CONFIRMED, group.words.text, ()
        if group.confirmed:
            return State.CONFIRMED, self._confirmed_text(group, counted), ()
        if not counted and not group.kept and not _only_memory(group):
            return State.REMOVED, group.text, ()
        if self._was_removed_before(group):
            reason = Reason(REMOVED_BEFORE, 0, len(group.text))
            return State.REMOVED, group.text, (reason,)
        return self._standing(group, counted, many)

    def _standing(
        self, group: Group, counted: list[Observation], many: bool
    ) -> tuple[State, str, tuple[Reason, ...]]:
        """Return what sightings alone make of a group: repetition is not trust."""
        text = counted[-1].text if counted else group.text
        wordings = dict.fromkeys(map(_text, counted)) if len(counted) > 1 else {}
        for wording in dict.fromkeys((text, *wordings)):
            verdict = self._judge(wording)
            if verdict.held:
                reasons = _guard_reasons(verdict) or (Reason("", 0, len(wording)),)
                return State.UNCONFIRMED, wording, reasons + _uncredited(group, wording)
        if group.noted:
            return State.UNCONFIRMED, text, _uncredited(group, text)
        if many:
            return State.OBSERVED, text, ()
        return State.INFERRED, text, ()

    def _confirmed_text(self, group: Group, counted: list[Observation]) -> str:
        """The latest wording wins, unless it is one that the person never saw and
        the guard holds."""
        latest = counted[-1].text if counted else group.text
        if latest == group.confirmed_text or not self._judge(latest).held:
            return latest
        return group.confirmed_text

    def _withstands(self, group: Group, control: Control) -> bool:
        """Tell whether a fact can't be replaced: a note or a confirmed one, by what
        was seen once or is held, unless the person did it."""
        if not _may_withstand(group, control):
            return False
        rival = self._index.group_of(control.by)
        if rival is None or rival is group or rival.words or rival.confirmed:
            return False
        counted = _all_but(rival.sightings, self._uncounted(rival))
        many = len(sources(counted)) >= 2 and count_evidence(counted) >= 2
        state, _, _ = self._standing(rival, counted, many)
        return state is not State.OBSERVED

    def _was_removed_before(self, group: Group) -> bool:
        return (
            bool(self._tombstones)
            and not group.kept
            and self._tombstones.holds(group.text, group.line)
        )

    def _uncounted(self, group: Group) -> frozenset[int]:
        """Return which sightings are no evidence: memory's own, forgotten ones."""
        if not (group.forgotten or group.has_echo or self._forgotten):
            return frozenset()
        may_be_forgotten = not group.kept and (group.forgotten or self._forgotten)
        return frozenset(
            place
            for place, seen in enumerate(group.sightings)
            if not is_evidence(seen.origin)
            or (may_be_forgotten and self._is_forgotten(group, place))
        )

    def _is_forgotten(self, group: Group, place: int) -> bool:
        return (
            place in group.forgotten or group.sightings[place].source in self._forgotten
        )


def tombstones_of(index: Index) -> Tombstones:
    """Return the removed texts of a memory."""
    tombstones = Tombstones()
    for group in index.groups:
        if group.removed:
            tombstones.add(group.text, group.removed_line)
    return tombstones


def heeds_tombstones(group: Group) -> bool:
    """Tell whether a removed text can keep a group out: the person's word on it, and
    its own removal, come first."""
    return not (group.removed or group.words or group.confirmed or group.kept)


def _may_withstand(group: Group, control: Control) -> bool:
    return not control.change and bool(group.confirmed or group.noted)


def _all_but(seen: list[Observation], places: frozenset[int]) -> list[Observation]:
    if not places:
        return seen
    return [one for place, one in enumerate(seen) if place not in places]


def _span(seen: list[Observation]) -> tuple[datetime | None, datetime | None]:
    """Return the first and the last time of some sightings."""
    written = list(map(_at, seen))
    first, last = min(written), max(written)
    one_form = set(map(len, written)) == {len(first)} and first[-1:] == last[-1:] == "Z"
    if one_form and "".join(written).count("Z") == len(written):
        # LevelCode's form and ours throughout: it sorts as text.
        return parse_time(first), parse_time(last)
    times = [at for at in map(parse_time, written) if at]
    return min(times, default=None), max(times, default=None)


def _ended_at(group: Group, state: State) -> datetime | None:
    if state is State.REMOVED and group.removed:
        return parse_time(group.removed.at)
    if state is State.SUPERSEDED and group.superseded:
        return parse_time(group.superseded.at)
    return None


def _only_memory(group: Group) -> bool:
    """Tell whether a group is nothing but memory's own words, coming back."""
    return not group.forgotten and all(
        seen.origin and not is_evidence(seen.origin) for seen in group.sightings
    )


def _replacement(group: Group, state: State) -> str:
    if state is State.SUPERSEDED and group.superseded:
        return group.superseded.by
    return ""


def _guard_reasons(verdict: Verdict) -> tuple[Reason, ...]:
    return tuple(Reason(why.rule, why.start, why.end) for why in verdict.reasons)


def _uncredited(group: Group, text: str) -> tuple[Reason, ...]:
    return (Reason(UNCREDITED, 0, len(text)),) if group.noted else ()


def until(records: Iterable[Dated], as_of: datetime | date) -> list[Dated]:
    """Return the records that stood at a moment, those without a time among them."""
    if not isinstance(as_of, datetime):
        as_of = datetime.combine(as_of, time.max, UTC)
    elif as_of.tzinfo is None:
        as_of = as_of.replace(tzinfo=UTC)
    limit = as_of
    return [
        record
        for record in records
        if (at := parse_time(getattr(record, "at", ""))) is None or at <= limit
    ]
