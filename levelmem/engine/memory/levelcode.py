"""What LevelCode makes of the same file, to write what it will understand.

LevelCode groups by its own key and knows three control words. Before levelmem
writes a control it asks here what LevelCode shows under a key and whether that is
active, so that both programs end up telling an agent the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from levelmem.engine.memory.keys import levelcode_key
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


def levelcode_fold(records: Iterable[Record]) -> dict[str, LevelCodeFact]:
    """Return LevelCode's facts by its key, by the rules of its specification."""
    facts: dict[str, LevelCodeFact] = {}
    controls: list[Control] = []
    for record in records:
        if isinstance(record, Observation):
            _observe(
                facts.setdefault(levelcode_key(record.text), LevelCodeFact()), record
            )
        elif isinstance(record, Control):
            controls.append(record)
    for control in controls:
        if control.key in facts:
            _decide(facts[control.key], control)
    return facts


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
