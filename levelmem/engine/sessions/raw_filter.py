"""Files that can't hold a word are told from their bytes, before anything is decoded.

Where no cache helps, this is what makes a search over session files fast. It must
never rule out a file that matches, so it knows how a letter of a folded word may
stand in JSON lines: as itself in either case, as an escape, or as another character
that folding turns into it (``é``, ``ﬁ``, full-width letters).
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from levelmem.engine.byte_search import holds, offsets
from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query_terms import Sought, Term
from levelmem.engine.text import fold

AGENTS = frozenset(
    {"claude-code", "codex", "levelcode", "pi", "omp", "openclaw", "droid"}
)
"""Agents whose conversations stand in JSON lines, every word of them."""

_ASCII = bytes(range(128))
_RUN = re.compile(r"[a-z0-9_]+")
_CODES = re.compile(
    # A half of a pair may be left alone, beside an escape that is no half.
    rb"[0-9a-fA-F]{4}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_TEXT_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
# A long output of Claude Code's lies in a file of its own.
_STUB = b"persisted-output"
# Words that are not in the file: readers put them in when they cut or sum up.
_READERS_WORDS = "in of done more characters lines bytes kb mb redacted"


@dataclass(frozen=True)
class Raw:
    """What a file holds."""

    data: bytes
    _known: dict[str, bool] = field(default_factory=dict)
    """Runs that were looked for."""

    @cached_property
    def lowered(self) -> bytes:
        """The same, its ASCII letters in lower case."""
        return self.data.lower()

    @cached_property
    def escapes(self) -> bool:
        """Whether any character is written by its number."""
        return bool(offsets(self.data, (b"\\u",)))

    def holds(self, run: str) -> bool:
        """Tell whether it holds a run of plain letters as such, in any case."""
        if run not in self._known:
            self._known[run] = holds(self.lowered, run.encode())
        return self._known[run]


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
        if left and holds(found.data, _STUB):
            if "subagents" in path.parts:
                return False  # their outputs lie with their parent's
            for output in (path.with_suffix("") / "tool-results").glob("*"):
                left -= _held(raw(output) or Raw(b""), left)
        if not left:
            return False
    return True


def _held(found: Raw, runs: set[str]) -> set[str]:
    """Return the runs that a file may hold."""
    held = {run for run in runs if found.holds(run)}
    missing = runs - held
    if missing:
        plain = set("".join(missing))
        letters = {c for c in _characters(found) if _matters(c, plain)}
        if letters:
            held |= _held_near(letters, found, missing)
    return held


def _characters(found: Raw) -> set[str]:
    """Return the characters of a file that are not plain ASCII, or are escaped."""
    characters: set[str] = set()
    if not found.data.isascii():
        others = found.data.translate(None, _ASCII)
        characters.update(others.decode("utf-8", "replace"))
    if found.escapes:
        characters.update(_escaped_characters(found.data))
    return characters


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


def _held_near(letters: set[str], found: Raw, runs: set[str]) -> set[str]:
    """Return the runs that stand near one of the letters, once all is folded.

    Every letter of a run takes at most two escapes, and a mark that is dropped is
    one of ``letters`` itself, so that the surroundings of all of them hold the run.
    """
    reach = 12 * (max(map(len, runs)) + 2)
    held: set[str] = set()
    places = sorted(_written(letters, found))
    for start, end in _surroundings(places, reach):
        text = found.data[max(0, start) : end].decode("utf-8", "replace")
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


def _written(letters: set[str], found: Raw) -> Iterator[int]:
    """Yield where letters stand, as themselves or escaped."""
    as_they_are = (letter for letter in letters if not letter.isascii())
    yield from offsets(found.data, tuple(sorted(map(str.encode, as_they_are))))
    if found.escapes:
        yield from offsets(found.lowered, tuple(sorted(map(_as_escape, letters))))


def _as_escape(letter: str) -> bytes:
    """Return a letter as JSON may write it, in lower case."""
    if letter.isascii():
        return b"\\u%04x" % ord(letter)
    return json.dumps(letter)[1:-1].encode()


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
