"""What the next session is told of a memory, and what MEMORY.md on disk says of it.

Two things, and a person must be able to tell them apart: a session is told what
levelmem would write at that moment; the file says what was written last, and is
written anew when a session starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from levelmem.engine.memory.digest.defang import plain_line
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.store import DIGEST

if TYPE_CHECKING:
    from datetime import date

    from levelmem.engine.memory.digest.consolidate import Consolidator
    from levelmem.engine.memory.digest.seal import ForeignEdit
    from levelmem.engine.memory.facts import Fact
    from levelmem.engine.memory.records import JournalLine
    from levelmem.engine.memory.service import Memory

_DATED = ("# Project memory as of ", "> Known as of ")
_DATE = re.compile(r"(?<= as of )\d{4}-\d\d-\d\d")
_AGE = re.compile(r"(?: \(|(, ))(?:1 day old|\d+ days old|of unknown age)\)$")
_TITLE = 100
"""Characters of a session's title that its line in MEMORY.md has."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Whether the next session is told one thing, and whether MEMORY.md says it."""

    why_not: str = ""
    """Why the next session is not told, for people; ``""`` where it is."""
    written: bool = False
    """Whether MEMORY.md says it as it is on disk."""

    @property
    def told(self) -> bool:
        """Whether the next session is told."""
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Tellings:
    """What the next session is told of one memory."""

    by_key: Mapping[str, Telling] = field(default_factory=dict)
    """By key of a fact or id of a session."""
    foreign: bool = False
    """Whether MEMORY.md waits for a decision: another hand changed it."""

    def get(self, key: str) -> Telling | None:
        """Return what is known of a fact or a session."""
        return self.by_key.get(key)


def tellings(memory: Memory, consolidator: Consolidator, today: date) -> Tellings:
    """Return what the next session is told of a memory, and what the file says."""
    digest, foreign = consolidator.digest(today), consolidator.foreign_edit()
    file = _File(what_the_file_says(memory, consolidator, foreign))
    why = {**dict(digest.left_out), **dict.fromkeys(digest.included, "")}
    found: dict[str, Telling] = {}
    for fact in memory.facts():
        if fact.key in why:
            found[fact.key] = Telling(why[fact.key], file.has_fact(fact))
        elif file.has_fact(fact):
            found[fact.key] = Telling("it was removed", written=True)
    for line in memory.journal():
        if line.id in why:
            found[line.id] = Telling(why[line.id], file.has_session(line))
    return Tellings(found, foreign is not None)


def what_the_file_says(
    memory: Memory, consolidator: Consolidator, foreign: ForeignEdit | None
) -> str:
    """Return MEMORY.md as far as it counts: what another hand added does not."""
    if foreign is not None:
        return consolidator.sealed()
    return memory.store.read_text(DIGEST) or ""


def ageless(text: str) -> list[str]:
    """Return the lines of a MEMORY.md without what every day changes: its date, and
    how old each line is."""
    return [
        _DATE.sub("…", line) if line.startswith(_DATED) else _AGE.sub(_rest, line)
        for line in text.splitlines()
    ]


def _rest(age: re.Match[str]) -> str:
    return ")" if age.group(1) else ""


class _File:
    """The items of one MEMORY.md, to be asked for what they say."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self._items = [line[2:] for line in lines if line.startswith("- ")]
        self._said = {words for item in self._items for words in _beginnings(item)}
        self._first_words = {_first_word(fact_key(item)) for item in self._items}

    def has_fact(self, fact: Fact) -> bool:
        """Tell whether an item is about a fact, in the words that it has now."""
        # The first word first: most of thousands of facts are in no file.
        likely = any(_first_word(key) in self._first_words for key in fact.keys)
        return likely and plain_line(fact.text) in self._said

    def has_session(self, line: JournalLine) -> bool:
        """Tell whether an item is about a session."""
        title, summary = plain_line(line.title, _TITLE), plain_line(line.summary, 300)
        return summary in self._said or any(
            bool(title) and item.startswith(title) for item in self._items
        )


def _first_word(key: str) -> str:
    return key.partition(" ")[0]


def _beginnings(item: str) -> Iterator[str]:
    """Yield what an item may be about: where its words end and what levelmem says of
    them begins can't be told for sure, so each possible end is one."""
    yield item
    for mark in (" (", " — you said: "):
        at = item.rfind(mark)
        while at > 0:
            yield item[:at]
            at = item.rfind(mark, 0, at)
