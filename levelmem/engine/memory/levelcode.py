"""What LevelCode makes of the same file, to write what it will understand.

LevelCode groups by its own key and knows three control words. Before levelmem
writes a control it asks here what LevelCode shows under a key and whether that is
active, so that both programs end up telling an agent the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.records import Control, Observation, Record


@dataclass(slots=True)
class LevelCodeFact:
    """One fact as LevelCode folds it, its instruction guard left aside."""

    text: str = ""
    sources: set[str] = field(default_factory=set)
    note: bool = False
    credited: bool = False
    confirmed: bool = False
    removed: bool = False
    superseded: bool = False
    by: str = ""

    @property
    def active(self) -> bool:
        """Whether it can reach LevelCode's digest."""
        if self.removed or self.superseded:
            return False
        if self.confirmed or self.credited:
            return True
        return not self.note and len(self.sources) >= 2


class LevelCodeView:
    """LevelCode's facts by its key, by the rules of its specification."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._facts: dict[str, LevelCodeFact] = {}
        self._keys: dict[str, str] = {}
        self._by_fact_key: dict[str, list[str]] = {}
        self._found_by_fact_key = 0
        self.add(records)

    def add(self, records: Iterable[Record]) -> None:
        """Take in records that follow."""
        for record in records:
            if isinstance(record, Observation):
                key = self._keys.get(record.text)
                if key is None:
                    key = self._keys[record.text] = levelcode_key(record.text)
                _observe(self._fact(key), record)
            elif isinstance(record, Control):
                # It may stand before the first sighting of its fact.
                _decide(self._fact(record.key), record)

    def get(self, key: str) -> LevelCodeFact | None:
        """Return the fact that LevelCode shows under a key, if there is one."""
        fact = self._facts.get(key)
        return fact if fact and fact.text else None

    def places_of(self, key: str) -> list[str]:
        """Return LevelCode's keys that show a wording with one of levelmem's keys."""
        # Only who takes something back asks, so it is made when somebody does.
        texts = islice(self._keys, self._found_by_fact_key, None)
        for text in texts:
            self._by_fact_key.setdefault(fact_key(text), []).append(text)
        self._found_by_fact_key = len(self._keys)
        places = ((self._keys[text], text) for text in self._by_fact_key.get(key, ()))
        return [
            place for place, text in places if place and self._facts[place].text == text
        ]

    def items(self) -> Iterator[tuple[str, LevelCodeFact]]:
        """Yield every key with its fact."""
        return ((key, fact) for key, fact in self._facts.items() if fact.text)

    def _fact(self, key: str) -> LevelCodeFact:
        fact = self._facts.get(key)
        if fact is None:
            fact = self._facts[key] = LevelCodeFact()
        return fact


def _observe(fact: LevelCodeFact, seen: Observation) -> None:
    fact.sources.add(seen.source)
    fact.note |= seen.note
    if seen.credited or not fact.credited:
        fact.text = seen.text
    fact.credited |= seen.credited


def _decide(fact: LevelCodeFact, control: Control) -> None:
    match control.control:
        case "confirm":
            fact.confirmed, fact.removed, fact.superseded = True, False, False
        case "remove":
            fact.removed = True
        case "supersede":
            fact.superseded, fact.by = True, control.by
