"""What the next session is told, kept ready for hooks.

``briefing.json`` lies in levelmem's own folder of a project. It says which state of
the memory it was made from, so a hook knows without reading the memory whether it
still holds. ``digest.md`` beside it is the text alone, for hosts that load a file.
"""

from __future__ import annotations

import os

from levelmem.engine.agents.quick import Here, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BRIEFING = "briefing.json"
DIGEST_COPY = "digest.md"
_FILES = ("facts.jsonl", "journal.jsonl")
_SEAL = "memory-seal.json"

# A plain observation waits until it was seen twice and the next consolidation; what
# the person said or decided counts at once. Spelled as any writer spells them.
_DECIDES = {
    "facts.jsonl": (b'"control"', b'"person"'),
    "journal.jsonl": (b'"forgotten"',),
}


class Briefing:
    """A digest as it goes out, and one line for the person."""

    __slots__ = ("digest", "welcome")

    def __init__(self, digest: str = "", welcome: str = "") -> None:
        self.digest = digest
        self.welcome = welcome


def ready_briefing(here: Here) -> Briefing | None:
    """Return what was made ready, or None where it no longer holds.

    A memory without any file has nothing to tell, and that is an answer.
    """
    marks = memory_marks(here)
    if not any(marks["facts.jsonl"]) and not any(marks["journal.jsonl"]):
        return Briefing()
    known = read_json(os.path.join(here.sides, BRIEFING))
    made_from = known.get("marks")
    digest, welcome = known.get("digest"), known.get("welcome")
    if (
        not isinstance(made_from, dict)
        or not isinstance(digest, str)
        or not isinstance(welcome, str)
        or made_from.get(_SEAL) != marks[_SEAL]
        or any(_decides(here, name, made_from.get(name), marks) for name in _FILES)
    ):
        return None
    return Briefing(digest, welcome)


def exact_briefing(here: Here) -> Briefing | None:
    """Return what was made ready, or None where anything at all came since.

    What only counts, and is told to nobody as a fact, may not lag behind either.
    """
    known = read_json(os.path.join(here.sides, BRIEFING))
    if known and known.get("marks") != memory_marks(here):
        return None
    return ready_briefing(here)


def memory_marks(here: Here) -> dict[str, list[int]]:
    """Return inode, size and time of each file that a digest is made from."""
    marks = {name: _mark(os.path.join(here.memory, name)) for name in _FILES}
    marks[_SEAL] = _mark(os.path.join(here.sides, _SEAL))
    return marks


def _mark(path: str) -> list[int]:
    try:
        found = os.stat(path)
    except OSError:
        return [0, 0, 0]
    return [found.st_ino, found.st_size, found.st_mtime_ns]


def _decides(here: Here, name: str, known: Any, marks: dict[str, list[int]]) -> bool:
    """Tell whether what was appended since changes what a session must be told."""
    now = marks[name]
    if known == now:
        return False
    if not isinstance(known, list) or known[:1] != now[:1] or known[1] >= now[1]:
        return True
    try:
        with open(os.path.join(here.memory, name), "rb") as stream:
            stream.seek(known[1])
            added = stream.read()
    except OSError:
        return True
    return any(word in added for word in _DECIDES[name])
