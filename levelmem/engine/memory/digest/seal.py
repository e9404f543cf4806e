"""The seal: what MEMORY.md said when levelmem last wrote it, to notice other hands.

It lies beside levelmem's own files, not with the digest, so that who can change the
one (a repository that carries its memory along, another program) does not reach the
other.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from levelmem.engine.memory.digest.defang import plain_line
from levelmem.engine.memory.digest.handwritten import (
    FACTS,
    FROM_YOU,
    Block,
    Parts,
    take_apart,
)
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.keys import fact_key

SEAL = "memory-seal.json"

_FRAME = 2
"""Lines above the first heading: the title and the first of the warning."""
_MACHINE_WORDS = 4
"""Words that LevelCode may put around a fact on its line: "9 days old", "you
confirmed it". More than these were written by somebody."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What was last written, or nothing."""

    text: str = ""
    sha256: str = ""
    previous: str = ""
    """The hash before that, which the file still has if its writer died between
    the seal and the file."""

    def renewed(self, text: str) -> "Seal":
        """Return the seal of a text that is about to be written."""
        return Seal(text, _hash(text), self.sha256)

    @classmethod
    def parse(cls, text: str | None) -> "Seal":
        """Return the seal that a side file holds; none where it is damaged."""
        try:
            data: Any = json.loads(text or "")
            seal = cls(
                str(data["text"]), str(data["sha256"]), str(data.get("previous", ""))
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            return cls()
        return seal if seal.sha256 == _hash(seal.text) else cls()

    def to_text(self) -> str:
        """Return what the side file holds."""
        data = {"v": 1, "sha256": self.sha256, "previous": self.previous}
        return json.dumps(data | {"text": self.text}) + "\n"

    def matches(self, text: str) -> bool:
        """Tell whether a text is the one that was sealed."""
        return bool(self.sha256) and _hash(text) in (self.sha256, self.previous)


@dataclass(frozen=True, slots=True)
class ForeignEdit:
    """What another hand put into MEMORY.md: it waits for the person's decision."""

    diff: str
    """A unified diff from what was sealed to what the file says now."""
    blocks: tuple[Block, ...]
    """Pinned blocks and sections that are new or changed."""
    lines: tuple[tuple[str, str], ...]
    """Other new lines, each with the heading it stands under."""
    taken_out: tuple[tuple[str, str], ...] = ()
    """Facts whose lines are gone: the key and the line, as it was written."""

    def texts(self) -> list[str]:
        """Return every new line that holds words, markers and headings left out."""
        inside = [line for block in self.blocks for line in block.text.splitlines()]
        told = [*inside, *(line for _, line in self.lines)]
        return [line for line in map(_bare, told) if fact_key(line) and line]


def foreign_edit(
    seal: Seal, found: str, facts: Sequence[Fact], names: Sequence[str] = ()
) -> ForeignEdit | None:
    """Return what a file says beyond its seal and what levelmem would write itself.

    A line that LevelCode generated from the same records is nobody's edit: it names
    a known fact (or one of ``names``, the journal's titles) and hardly a word more.
    A line of a fact that somebody took out says "not this": whether that is so is the
    person's to decide. A session's line that was taken out comes back.
    """
    if not found.strip() or seal.matches(found):
        return None
    sealed, now = take_apart(seal.text), take_apart(found)
    known = {block.text for block in sealed.blocks}
    blocks = tuple(block for block in now.blocks if block.text not in known)
    lines = _unexplained(sealed, now, bool(seal.sha256), _explainer(facts, names))
    taken_out = _taken_out(sealed, now, facts)
    if not blocks and not lines and not taken_out:
        return None
    diff = unified_diff(
        seal.text.splitlines(),
        found.splitlines(),
        "as written",
        "as found",
        lineterm="",
    )
    return ForeignEdit("\n".join(diff), blocks, lines, taken_out)


def _taken_out(
    sealed: Parts, now: Parts, facts: Sequence[Fact]
) -> tuple[tuple[str, str], ...]:
    """Return the facts that were told and are no more, in a file that is still ours.

    A program that writes the file anew, LevelCode or another machine's levelmem, has
    its own title and chooses by itself what it tells.
    """
    if not set(sealed.generated[:_FRAME]) <= set(now.generated):
        return ()
    left = {line for _, line in now.generated}
    known = {fact_key(plain_line(fact.text)): fact for fact in facts}
    found: dict[str, str] = {}
    for section, line in sealed.generated:
        if section in (FROM_YOU, FACTS) and line.startswith("- ") and line not in left:
            words = f"{fact_key(line)} "
            begins = [key for key in known if words.startswith(f"{key} ")]
            fact = known[max(begins, key=len)] if begins else None
            if fact is not None and fact.active:
                found[fact.key] = line.removeprefix("- ")
    return tuple(found.items())


def _unexplained(
    sealed: Parts, now: Parts, was_sealed: bool, is_explained: Callable[[str], bool]
) -> tuple[tuple[str, str], ...]:
    before = {line for _, line in sealed.generated}
    return tuple(
        (section, line)
        for section, line in now.generated
        if line not in before
        and line.strip() != section
        # Above the first heading another program has its own title and frame.
        and (section or was_sealed)
        and not line.startswith("# ")
        and not is_explained(line)
    )


def _explainer(facts: Sequence[Fact], names: Sequence[str]) -> Callable[[str], bool]:
    told = [set(_words(f"{fact.text} {fact.said}")) for fact in facts if fact.active]
    told += [set(_words(name)) for name in names]

    def is_explained(line: str) -> bool:
        words = _words(line)
        if not line.lstrip().startswith(("-", "*", ">")):
            return False
        if "recall_sessions" in words:
            return len(words) <= 2 * _MACHINE_WORDS
        return any(
            words
            and len([word for word in words if word not in own]) <= _MACHINE_WORDS
            and len([word for word in words if word in own]) * 2 > len(own)
            for own in told
        )

    return is_explained


def _words(text: str) -> list[str]:
    return [word for word in fact_key(text).split() if not word[0].isdigit()]


def _bare(line: str) -> str:
    stripped = line.strip()
    if stripped.startswith(("#", "<!--", "```")):
        return ""
    return stripped.lstrip("-*>+ ").strip()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
