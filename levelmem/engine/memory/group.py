"""Records gathered by fact: sightings and what was decided about them, in order."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from levelmem.engine.memory.facts import Event
from levelmem.engine.memory.forgotten import ForgottenSources
from levelmem.engine.memory.keys import fact_key, folded_levelcode_key
from levelmem.engine.memory.learning.evidence import is_evidence
from levelmem.engine.memory.learning.tombstones import near_identical
from levelmem.engine.memory.records import Control, Observation, Record
from levelmem.engine.memory.shown import (
    OWN,
    ShownByLevelCode,
    key_shown_for,
    keys_of_levelcode,
)
from levelmem.engine.sessions.times import parse_time


class Group(Struct, eq=False, gc=False):
    """All that the file says about one fact."""

    key: str
    line: int
    """Position of its first sighting among the records."""
    lines: list[int] = field(default_factory=list)
    """Positions of all records that made it what it is."""
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

    def __init__(self, undone: frozenset[str] = frozenset()) -> None:
        """Leave out what belongs to the changes that are ``undone``."""
        self.groups: list[Group] = []
        self.touched: set[Group] = set()
        """Groups that changed since somebody cleared this."""
        self.undone = undone
        self.line = -1
        """Position of the record that was read last."""
        self.by_key: dict[str, Group] = {}
        self.by_text: dict[str, Group] = {}
        self.shown = ShownByLevelCode(frozenset())
        self.waiting: dict[str, list[tuple[int, Control]]] = {}
        """Controls whose fact was not seen yet, by :func:`waiting_key`."""
        self.forgotten = ForgottenSources()
        self.forgetting: list[int] = []
        """Positions of the controls that forget a source."""

    def read(self, records: Sequence[Record]) -> None:
        """Take in all records of a file."""
        self.shown = ShownByLevelCode(keys_of_levelcode(records))
        self.read_on(records)

    def knows_keys_of(self, records: Sequence[Record]) -> bool:
        """Tell whether these records can follow without reading all others again."""
        return keys_of_levelcode(records) <= self.shown.wanted

    def read_on(self, records: Iterable[Record]) -> None:
        """Take in the records that follow."""
        self.read_lines(enumerate(records, self.line + 1))

    def read_lines(self, numbered: Iterable[tuple[int, Record]]) -> None:
        """Take in records, each with its position in the file."""
        by_text, touched, undone = self.by_text, self.touched, self.undone
        for line, record in numbered:
            self.line = line
            if isinstance(record, Observation):
                text = record.text
                group = by_text.get(text)
                if (
                    group is not None
                    and not (record.note or record.change or self.forgetting)
                    and group.sightings[-1].text == text
                    and (record.origin is None or is_evidence(record.origin))
                ):
                    # One more sighting in the words of the last one: what nearly
                    # all records of a long file are.
                    group.sightings.append(record)
                    group.lines.append(line)
                    group.last_line = line
                    touched.add(group)
                elif not record.change or record.change not in undone:
                    self._observe(record)
            elif isinstance(record, Control):
                self._decide(record)

    def touch_sessions(self, sessions: frozenset[str]) -> None:
        """Take the groups for changed that some sessions are a source of."""
        self.touched.update(
            group
            for group in self.groups
            if any(seen.source in sessions for seen in group.sightings)
        )

    def group_of(self, text: str) -> Group | None:
        """Return the group that a text belongs to, if there is one."""
        return self.by_text.get(text) or self.by_key.get(fact_key(text))

    def _observe(self, seen: Observation) -> None:
        group = self.by_text.get(seen.text)
        if group is None:
            group = self._group_for(seen)
        elif group.sightings[-1].text != seen.text:
            group.events.append(_event(seen, "reworded", seen.text))
        if seen.note:
            self._note(seen, group)
        if seen.origin and not is_evidence(seen.origin):
            group.has_echo = True
        if self.forgetting and self.forgotten.holds(seen):
            group.forgotten.add(len(group.sightings))
        group.sightings.append(seen)
        group.lines.append(self.line)
        group.last_line = self.line
        self.touched.add(group)
        if self.waiting and len(group.sightings) == 1:
            self._catch_up(group, seen)

    def _note(self, seen: Observation, group: Group) -> None:
        group.noted = seen
        if seen.verified:
            group.words, group.words_line = seen, self.line
        if group.sightings:
            group.events.append(_event(seen, "noted", seen.said))

    def _group_for(self, seen: Observation) -> Group:
        key = fact_key(seen.text)
        group = self.by_key.get(key)
        if group is None:
            group = Group(key, self.line, keys=[key])
            group.events.append(_event(seen, "learned", seen.text))
            self.by_key[key] = group
            self.groups.append(group)
        else:
            group.events.append(_event(seen, "reworded", seen.text))
        self.by_text[seen.text] = group
        self.shown.add(seen.text, group)
        return group

    def _decide(self, control: Control) -> None:
        if control.action == "forget-source":
            self.forgetting.append(self.line)
            if control.change not in self.undone:
                self._forget_source(control)
            return
        if not control.lm_key and control.key.startswith(OWN):
            return
        targets = self._targets(control)
        if not targets:
            # The observation may follow, where files were merged.
            awaited = waiting_key(control)
            self.waiting.setdefault(awaited, []).append((self.line, control))
        for group in targets:
            self._apply(control, group, self.line)

    def _targets(self, control: Control) -> list[Group]:
        if control.lm_key:
            group = self.by_key.get(control.lm_key)
            return [group] if group else []
        meant = self.shown.group(control.key)
        if meant is None:
            return []
        if control.control not in ("remove", "supersede"):
            return [meant]
        return [
            group
            for group in self.shown.siblings(control.key)
            if group is meant or near_identical(group.text, meant.text)
        ]

    def _catch_up(self, group: Group, seen: Observation) -> None:
        """Apply the controls that stand before the first sighting of their fact."""
        for awaited in waiting_keys(group.key, seen.text):
            for line, control in self.waiting.pop(awaited, ()):
                self._apply(control, group, line)

    def _apply(self, control: Control, group: Group, line: int) -> None:
        group.lines.append(line)
        undone = control.change in self.undone
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
                group.removed, group.removed_line = control, self.line
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
        other = self.by_key.get(key)
        if other is group:
            return
        if other is not None:
            self._join(other, group)
        else:
            group.keys.append(key)
            self.by_key[key] = group

    def _join(self, other: Group, group: Group) -> None:
        offset = len(group.sightings)
        group.lines += other.lines
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
        self.by_key.update(dict.fromkeys(other.keys, group))
        self.by_text.update(
            {seen.text: group for seen in other.sightings},
        )
        self.shown.rename(other, group)

    def _forget_source(self, control: Control) -> None:
        self.forgotten.add(control)
        for group in self.groups:
            places = {
                place
                for place, seen in enumerate(group.sightings)
                if self.forgotten.holds(seen)
            }
            if places - group.forgotten:
                self.touched.add(group)
                source = control.session or control.path or control.host
                group.events.append(
                    Event(parse_time(control.at), "source forgotten", source)
                )
            group.forgotten |= places


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


def waiting_key(control: Control) -> str:
    """Return what a control is found by while its fact was not seen yet."""
    if control.lm_key:
        return OWN + control.lm_key
    return folded_levelcode_key(control.key)


def waiting_keys(key: str, text: str) -> tuple[str, str]:
    """Return what the controls wait under that a fact's first sighting brings in."""
    return OWN + key, key_shown_for(text)


def _event(seen: Observation, what: str, detail: str) -> Event:
    return Event(parse_time(seen.at), what, detail)
