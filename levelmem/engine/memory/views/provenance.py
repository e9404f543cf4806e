"""Where facts came from: the sessions, files and hosts behind them, as views.

"Everything that came from this file" is what a person asks when one line of it turned
out to be wrong, or planted.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.forgotten import below, within
from levelmem.engine.memory.records import HERE, Observation


class PlaceKind(StrEnum):
    """What kind of place facts came from."""

    SESSION = "session"
    FILE = "file"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Place:
    """One place that facts came from."""

    kind: PlaceKind
    name: str
    """The session's id, the path or folder, the host."""

    def holds(self, seen: Observation) -> bool:
        """Tell whether an observation came from here."""
        origin = seen.origin
        match self.kind:
            case PlaceKind.SESSION:
                return self.name in (seen.source, origin.session if origin else "")
            case PlaceKind.FILE:
                return origin is not None and within(origin.path, self.name)
            case PlaceKind.HOST:
                return origin is not None and below(origin.host, self.name)

    def gave(self, fact: Fact) -> bool:
        """Tell whether a fact came from here, among other places perhaps."""
        return any(map(self.holds, fact.observations))

    def as_source(self) -> dict[str, str]:
        """Return the argument that ``Memory.forget_source`` takes for it."""
        names = {PlaceKind.SESSION: "session", PlaceKind.FILE: "path"}
        return {names.get(self.kind, "host"): self.name}


def places_of(fact: Fact) -> list[Place]:
    """Return the places that a fact came from, files and hosts before sessions.

    What the person wrote in levelmem itself came from no place.
    """
    places: dict[Place, None] = {}
    for seen in reversed(fact.observations):
        if seen.origin and seen.origin.path:
            places[Place(PlaceKind.FILE, seen.origin.path)] = None
        if seen.origin and seen.origin.host:
            places[Place(PlaceKind.HOST, seen.origin.host)] = None
    for seen in reversed(fact.observations):
        if seen.source and seen.source != HERE:
            places[Place(PlaceKind.SESSION, seen.source)] = None
    return list(places)


def main_place(fact: Fact) -> Place | None:
    """Return the place that tells most about a fact, if it came from any."""
    return next(iter(places_of(fact)), None)


def counted_places(facts: Iterable[Fact]) -> Counter[Place]:
    """Return how many facts came from each place."""
    return Counter(place for fact in facts for place in places_of(fact))
