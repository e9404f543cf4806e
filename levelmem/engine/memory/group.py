"""Records gathered by fact: sightings and what was decided about them, in order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from levelmem.engine.memory.facts import Event
from levelmem.engine.memory.forgotten import ForgottenSources
from levelmem.engine.memory.keys import (
    fact_key,
    folded_levelcode_key,
    levelcode_key,
)
from levelmem.engine.memory.learning.evidence import is_evidence
from levelmem.engine.memory.learning.tombstones import near_identical
from levelmem.engine.memory.records import Control, Observation, Record
from levelmem.engine.sessions.times import parse_time


@dataclass(slots=True, eq=False)
class Group:
    """All that the file says about one fact."""

    key: str
    line: int
    """Position of its first sighting among the records."""
    keys: list[str] = field(default_factory=list)
    sightings: list[Observation] = field(default_factory=list)
    forgotten: set[int] = field(default_factory=set)
    """Positions of sightings whose source was forgotten."""
    last_line: int = 0
    """Position of its latest sighting."""
    has_echo: bool = False
    """Whether memory's own words are among its sightings."""
    words: Observation | None = None
    """The newest note in the person's own words."""
    words_line: int = 0
    noted: Observation | None = None
    """The newest note, credited or not."""
    confirmed: bool = False
    confirmed_text: str = ""
    removed: Control | None = None
    removed_line: int = 0
    superseded: Control | None = None
    kept: bool = False
    """Whether the person brought it back by hand: no tombstone holds it."""
    pinned: bool = False
    kind: str = ""
    events: list[Event] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its wording as things stand: the person's own, or the latest."""
        return self.words.text if self.words else self.sightings[-1].text


class Index:
    """The groups of one file, found by every key that may mean them."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.touched: set[Group] = set()
        """Groups that changed since somebody cleared this."""
        self._undone: frozenset[str] = frozenset()
        self._by_key: dict[str, Group] = {}
        self._by_text: dict[str, Group] = {}
        self._shown = ShownByLevelCode(frozenset())
        self._waiting: dict[str, list[tuple[Control, bool]]] = {}
        self._forgotten = ForgottenSources()
        self._any_forgotten = False
        self._line = -1

    def read(self, records: Sequence[Record], undone: frozenset[str]) -> None:
        """Take in all records of a file, leaving out what was undone."""
        self._shown = ShownByLevelCode(_keys_of_levelcode(records))
        self._undone = undone
        self.read_on(records)

    def can_read_on(self, records: Sequence[Record]) -> bool:
        """Tell whether these records can follow without reading all others again."""
        return (
            not any(getattr(record, "undoes", "") for record in records)
            and _keys_of_levelcode(records) <= self._shown.wanted
        )

    def read_on(self, records: Sequence[Record]) -> None:
        """Take in the records that follow."""
        for record in records:
            self._line += 1
            if isinstance(record, Observation):
                group = self._by_text.get(record.text)
                if group is not None and self._adds_nothing_else(record, group):
                    group.sightings.append(record)
                    group.last_line = self._line
                    self.touched.add(group)
                elif not record.change or record.change not in self._undone:
                    self._observe(record)
            elif isinstance(record, Control):
                self._decide(record, record.change in self._undone)

    def _adds_nothing_else(self, seen: Observation, group: Group) -> bool:
        """Tell whether an observation is one more sighting in the words of the last
        one: what nearly all records of a long file are."""
        return not (
            seen.note
            or seen.origin
            or seen.change
            or self._any_forgotten
            or group.sightings[-1].text != seen.text
        )

    def group_of(self, text: str) -> Group | None:
        """Return the group that a text belongs to, if there is one."""
        return self._by_text.get(text) or self._by_key.get(fact_key(text))

    def _observe(self, seen: Observation) -> None:
        group = self._by_text.get(seen.text)
        if group is None:
            group = self._group_for(seen)
        elif group.sightings[-1].text != seen.text:
            group.events.append(_event(seen, "reworded", seen.text))
        if seen.note:
            self._note(seen, group)
        if seen.origin and not is_evidence(seen.origin):
            group.has_echo = True
        if self._any_forgotten and self._forgotten.holds(seen):
            group.forgotten.add(len(group.sightings))
        group.sightings.append(seen)
        group.last_line = self._line
        self.touched.add(group)
        if self._waiting and len(group.sightings) == 1:
            self._catch_up(group, seen)

    def _note(self, seen: Observation, group: Group) -> None:
        group.noted = seen
        if seen.verified:
            group.words, group.words_line = seen, self._line
        if group.sightings:
            group.events.append(_event(seen, "noted", seen.said))

    def _group_for(self, seen: Observation) -> Group:
        key = fact_key(seen.text)
        group = self._by_key.get(key)
        if group is None:
            group = Group(key, self._line, [key])
            group.events.append(_event(seen, "learned", seen.text))
            self._by_key[key] = group
            self.groups.append(group)
        else:
            group.events.append(_event(seen, "reworded", seen.text))
        self._by_text[seen.text] = group
        self._shown.add(seen.text, group)
        return group

    def _decide(self, control: Control, undone: bool) -> None:
        if control.action == "forget-source":
            if not undone:
                self._forget_source(control)
            return
        targets = self._targets(control)
        if not targets:
            # The observation may follow, where files were merged.
            waiting = _lm(control.lm_key) if control.lm_key else _folded(control.key)
            self._waiting.setdefault(waiting, []).append((control, undone))
        for group in targets:
            self._apply(control, group, undone)

    def _targets(self, control: Control) -> list[Group]:
        if control.lm_key:
            group = self._by_key.get(control.lm_key)
            return [group] if group else []
        meant = self._shown.group(control.key)
        if meant is None:
            return []
        if control.control not in ("remove", "supersede"):
            return [meant]
        return [
            group
            for group in self._shown.siblings(control.key)
            if group is meant or near_identical(group.text, meant.text)
        ]

    def _catch_up(self, group: Group, seen: Observation) -> None:
        """Apply the controls that stand before the first sighting of their fact."""
        for waiting in (_lm(group.key), _folded(levelcode_key(seen.text))):
            for control, undone in self._waiting.pop(waiting, ()):
                self._apply(control, group, undone)

    def _apply(self, control: Control, group: Group, undone: bool) -> None:
        step = _STEPS.get(control.action)
        if step is None:
            return
        self.touched.add(group)
        what, detail = step, control.by or control.text or control.kind
        group.events.append(Event(parse_time(control.at), what, detail, undone=undone))
        if undone:
            return
        match control.action:
            case "confirm":
                group.confirmed, group.confirmed_text = True, group.text
                group.removed = group.superseded = None
                group.kept = True
            case "restore":
                group.removed = group.superseded = None
                group.kept = True
            case "remove":
                group.removed, group.removed_line = control, self._line
            case "supersede":
                group.superseded = control
            case "pin" | "unpin":
                group.pinned = control.action == "pin"
            case "kind":
                group.kind = control.kind
            case "edit":
                group.removed = group.superseded = None
                group.kept = True
                self._reword(group, control.text or control.by)

    def _reword(self, group: Group, text: str) -> None:
        """Make a text lead to the group too; one that was its own joins it."""
        key = fact_key(text)
        other = self._by_key.get(key)
        if other is group:
            return
        if other is not None:
            self._join(other, group)
        else:
            group.keys.append(key)
            self._by_key[key] = group

    def _join(self, other: Group, group: Group) -> None:
        offset = len(group.sightings)
        group.sightings += other.sightings
        group.forgotten |= {offset + place for place in other.forgotten}
        group.has_echo |= other.has_echo
        group.last_line = max(group.last_line, other.last_line)
        if other.words:
            group.words, group.words_line = other.words, other.words_line
        group.noted = other.noted or group.noted
        group.events += other.events
        group.keys += other.keys
        self.groups.remove(other)
        self._by_key.update(dict.fromkeys(other.keys, group))
        self._by_text.update(
            {seen.text: group for seen in other.sightings},
        )
        self._shown.rename(other, group)

    def _forget_source(self, control: Control) -> None:
        self._forgotten.add(control)
        self._any_forgotten = True
        for group in self.groups:
            places = {
                place
                for place, seen in enumerate(group.sightings)
                if self._forgotten.holds(seen)
            }
            if places - group.forgotten:
                self.touched.add(group)
                source = control.session or control.path or control.host
                group.events.append(
                    Event(parse_time(control.at), "source forgotten", source)
                )
            group.forgotten |= places


class ShownByLevelCode:
    """Which fact LevelCode shows under a key, where several of ours share it.

    LevelCode shows the newest credited note of a key, or else the latest wording: a
    control that it wrote means the fact that the person saw there.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        """LevelCode's keys that controls without one of ours have."""
        self._siblings: dict[str, dict[Group, None]] = {}

    def add(self, text: str, group: Group) -> None:
        """Take in a wording that was not seen before."""
        if self.wanted and (key := _folded(levelcode_key(text))) in self.wanted:
            self._siblings.setdefault(key, {})[group] = None

    def group(self, key: str) -> Group | None:
        """Return the fact that LevelCode shows under its key."""
        return max(self.siblings(key), key=_newest, default=None)

    def siblings(self, key: str) -> list[Group]:
        """Return every fact that shares LevelCode's key."""
        return list(self._siblings.get(_folded(key), ()))

    def rename(self, old: Group, new: Group) -> None:
        """Let one group stand for another that joined it."""
        for groups in self._siblings.values():
            if groups.pop(old, 0) is None:
                groups[new] = None


def _newest(group: Group) -> tuple[bool, int]:
    return group.words is not None, group.words_line if group.words else group.last_line


_STEPS = {
    "confirm": "confirmed",
    "remove": "removed",
    "supersede": "superseded",
    "restore": "restored",
    "pin": "pinned",
    "unpin": "unpinned",
    "edit": "edited",
    "kind": "kind",
    "undo": "undone",
}


def _keys_of_levelcode(records: Iterable[Record]) -> frozenset[str]:
    return frozenset(
        _folded(record.key)
        for record in records
        if isinstance(record, Control) and not record.lm_key
    )


def _folded(key: str) -> str:
    return folded_levelcode_key(key)


def _lm(key: str) -> str:
    return "lm:" + key


def _event(seen: Observation, what: str, detail: str) -> Event:
    return Event(parse_time(seen.at), what, detail)
