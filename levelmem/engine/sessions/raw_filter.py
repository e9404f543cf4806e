"""Files that can't hold a word are told from their bytes, before anything is decoded.

Where no cache helps, this is what makes a search over session files fast. It must
never rule out a file that matches, so it knows how a letter of a folded word may
stand in JSON lines: as itself in either case, as an escape, or as another character
that folding turns into it (``é``, ``ﬁ``, full-width letters).
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query_terms import Sought, Term
from levelmem.engine.text import fold

AGENTS = frozenset({"claude-code", "codex", "levelcode"})
"""Agents whose conversations stand in JSON lines, every word of them."""

_ASCII = bytes(range(128))
_RUN = re.compile(r"[a-z0-9_]+")
_CODES = re.compile(rb"[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})?")
_TEXT_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
# A long output of Claude Code's lies in a file of its own.
_STUB = b"persisted-output"
# Words that are not in the file: readers put them in when they cut or sum up.
_READERS_WORDS = "in of done more characters lines bytes kb mb redacted"


@dataclass(frozen=True)
class Raw:
    """What a file holds."""

    data: bytes

    @cached_property
    def lowered(self) -> bytes:
        """The same, its ASCII letters in lower case."""
        return self.data.lower()


def raw(path: Path) -> Raw | None:
    """Return what a file holds; None where it can't be read."""
    try:
        with open_regular(path) as stream:
            return Raw(stream.read())
    except OSError:
        return None


def rules_out(session: Session, sought: Iterable[Sought], main: Raw | None) -> bool:
    """Tell whether the session's files can't hold one of what is sought.

    ``main`` is what its first file holds. False where that can't be told, as of a file
    that can't be read: whoever reads it for good will say why.
    """
    runs = [run for item in sought if (run := longest_run(item))]
    if not runs or main is None or session.agent not in AGENTS:
        return False
    paths = (session.path, *session.files)
    if any(path.suffix != ".jsonl" for path in paths):
        return False
    left = set(runs)
    for path in paths:
        found = main if path == session.path else raw(path)
        if found is None:
            continue  # a copy that vanished takes nothing away
        left -= _held(found, left)
        if left and _STUB in found.data:
            if "subagents" in path.parts:
                return False  # their outputs lie with their parent's
            for output in (path.with_suffix("") / "tool-results").glob("*"):
                left -= _held(raw(output) or Raw(b""), left)
        if not left:
            return False
    return True


def _held(found: Raw, runs: set[str]) -> set[str]:
    """Return the runs that a file may hold."""
    data, lowered = found.data, found.lowered
    held = {run for run in runs if run.encode() in lowered}
    missing = runs - held
    if missing:
        plain = set("".join(missing))
        letters = {c for c in _characters(data) if _matters(c, plain)}
        if letters:
            held |= _held_near(letters, data, lowered, missing)
    return held


def _characters(data: bytes) -> set[str]:
    """Return the characters of a file that are not plain ASCII, or are escaped."""
    found: set[str] = set()
    if not data.isascii():
        found.update(data.translate(None, _ASCII).decode("utf-8", "replace"))
    if b"\\u" in data:
        found.update(_escaped_characters(data))
    return found


def _escaped_characters(data: bytes) -> Iterator[str]:
    """Yield the characters that stand escaped in a file, and perhaps some others."""
    pieces = data.split(b"\\u")[1:]
    codes = {piece[:4] for piece in pieces}
    if any(code[:1] in b"dD" for code in codes):
        # A character beyond the first 65,536 is written as two.
        pairs = pairwise(pieces)
        codes.update(
            first + b"\\u" + then[:4] for first, then in pairs if len(first) == 4
        )
    for code in codes:
        if _CODES.fullmatch(code):
            yield json.loads(b'"\\u' + code + b'"')


def _held_near(
    letters: set[str], data: bytes, lowered: bytes, runs: set[str]
) -> set[str]:
    """Return the runs that stand near one of the letters, once all is folded.

    Every letter of a run takes at most two escapes, and a mark that is dropped is
    one of ``letters`` itself, so that the surroundings of all of them hold the run.
    """
    reach = 12 * (max(map(len, runs)) + 2)
    held: set[str] = set()
    places = sorted(_written(letters, data, lowered))
    for start, end in _surroundings(places, reach):
        text = data[max(0, start) : end].decode("utf-8", "replace")
        folded = fold(_TEXT_ESCAPES.sub(_unescaped, text))
        held |= {run for run in runs - held if run in folded}
    return held


def _surroundings(places: Iterable[int], reach: int) -> Iterator[tuple[int, int]]:
    """Yield what lies around places, those that touch made one."""
    begin = end = -1
    for place in places:
        if place - reach > end:
            if end >= 0:
                yield begin, end
            begin = place - reach
        end = place + reach
    if end >= 0:
        yield begin, end


def _written(letters: set[str], data: bytes, lowered: bytes) -> Iterator[int]:
    """Yield where letters stand, as themselves or escaped."""
    escapes = b"\\u" in data
    for letter in letters:
        if not letter.isascii():
            yield from _finds(data, letter.encode())
        if escapes and letter.isascii():
            yield from _finds(lowered, b"\\u%04x" % ord(letter))
        elif escapes:
            yield from _finds(lowered, json.dumps(letter)[1:-1].encode())


def _finds(data: bytes, needle: bytes) -> Iterator[int]:
    at = data.find(needle)
    while at >= 0:
        yield at
        at = data.find(needle, at + len(needle))


def _unescaped(match: re.Match[str]) -> str:
    text: str = json.loads(f'"{match[0]}"')
    return text.encode("utf-8", "replace").decode()


def longest_run(sought: Sought) -> str:
    """Return the longest run of plain letters in a term; ``""`` where none helps."""
    if not isinstance(sought, Term):
        return ""
    runs = (run for piece in sought.pieces for run in _RUN.findall(piece))
    longest = max(runs, key=len, default="")
    return "" if longest in _READERS_WORDS else longest


def _matters(character: str, plain: set[str]) -> bool:
    """Tell whether a character may stand for one of some plain letters, or vanish.

    Plain letters are among those: as an escape one stands for itself. Marks that
    vanish part a word's letters in the file.
    """
    folded = _folded(character)
    return not folded or not plain.isdisjoint(folded)


_folded = lru_cache(maxsize=8192)(fold)
