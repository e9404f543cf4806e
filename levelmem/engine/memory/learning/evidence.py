"""Which sightings are evidence, and how many distinct pieces they make.

The same file read in ten sessions says a thing once, and so does one planted line
that stands in three files: whoever writes a repository's README, its test output or
a web page must not promote a line by having it read often. Records without an
origin, LevelCode's own, have their session as their only evidence.
"""

from collections.abc import Collection, Iterable
from operator import attrgetter

from levelmem.engine.memory.records import HERE, Observation, Origin, OriginKind

OUTSIDE = frozenset(
    (
        OriginKind.FILE,
        OriginKind.WEB,
        OriginKind.TOOL_SERVER,
        OriginKind.COMMAND,
    )
)
"""Kinds of origin whose words neither the person nor the agent chose."""

_origin = attrgetter("origin")
_source = attrgetter("source")


def is_evidence(origin: Origin | None) -> bool:
    """Tell whether words of this origin say anything new: memory's own do not."""
    return origin is None or origin.kind != OriginKind.MEMORY


def sources(sightings: Iterable[Observation]) -> tuple[str, ...]:
    """Return the distinct sessions of some sightings, in the order they came."""
    found = dict.fromkeys(map(_source, sightings))
    found.pop("", None)
    found.pop(HERE, None)
    return tuple(found)


def count_evidence(sightings: Collection[Observation]) -> int:
    """Return how many distinct pieces of evidence the sightings of one fact make.

    Words read from outside (a file, a page, a tool, a command's output) count once
    for each distinct ``evidence`` that the origin names, and once altogether where it
    names none: the words are the same, so the line is the same. What an agent says
    counts once a session, yet not where the same words were read from outside: it
    may only repeat them. What the person typed counts once a turn.
    """
    if not any(map(_origin, sightings)):
        return len(set(map(_source, sightings)))
    outside: set[str] = set()
    agent: set[str] = set()
    own: set[tuple[str, str, int | None]] = set()
    for sighting in sightings:
        origin = sighting.origin
        if origin is None:
            own.add(("session", sighting.source, None))
        elif origin.kind in OUTSIDE:
            outside.add(origin.evidence)
        elif origin.kind == OriginKind.TYPED:
            own.add(("typed", sighting.source, origin.turn))
        else:
            # The agent, and words of a later version, which are trusted no further.
            agent.add(origin.evidence or sighting.source)
    return len(outside or agent) + len(own)
