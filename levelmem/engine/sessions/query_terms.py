"""What a query looks for in text: words, phrases, names by their parts, patterns.

Words and phrases are looked for in folded text (any case, accents typed or not),
patterns in the text as it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from levelmem.engine.text import fold

if TYPE_CHECKING:
    import regex

_SPACE = "[ \t\n\r\f\v]"
# A run of white space however long: what was typed with a space may be wrapped.
_PHRASE_GAP = f"{_SPACE}+"
_NAME_GAP = f"(?:{_SPACE}+|[_-]{{1,2}})?"
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]+")
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_SHORTEST_PART = 2


@dataclass(frozen=True, slots=True)
class Term:
    """A word, a phrase or a name of several parts."""

    pieces: tuple[str, ...]
    """Folded; they must stand in this order with ``gap`` between."""
    gap: str = ""
    """A regular expression; ``""`` where there is one piece."""
    text: str = field(default="", compare=False)
    """How it was typed, for people."""

    @property
    def longest(self) -> str:
        """The piece that rules most texts out."""
        return max(self.pieces, key=len)

    def stands_in(self, folded: str) -> bool:
        """Tell whether the term stands in a folded text."""
        if not self.gap:
            return self.pieces[0] in folded
        return all(p in folded for p in self.pieces) and bool(
            _pattern(self.pieces, self.gap).search(folded)
        )

    def stands_in_bytes(self, folded: bytes, start: int, end: int) -> bool:
        """Tell whether the term stands in a part of folded UTF-8."""
        needles = _needles(self.pieces)
        if any(folded.find(needle, start, end) < 0 for needle in needles):
            return False
        if not self.gap:
            return True
        return bool(_bytes_pattern(self.pieces, self.gap).search(folded, start, end))

    def places(self, folded: bytes, start: int, end: int) -> Iterator[int]:
        """Yield where the term begins in a part of folded UTF-8, as byte offsets."""
        if self.gap:
            found = _bytes_pattern(self.pieces, self.gap).finditer(folded, start, end)
            yield from (match.start() for match in found)
            return
        needle = _needles(self.pieces)[0]
        at = folded.find(needle, start, end)
        while at >= 0:
            yield at
            at = folded.find(needle, at + len(needle), end)

    def spans(self, folded: str) -> Iterator[tuple[int, int]]:
        """Yield where the term stands in a folded text, as character ranges."""
        for match in _pattern(self.pieces, self.gap).finditer(folded):
            yield match.span()


class TooSlow(Exception):
    """A pattern takes more time than a search may."""


class Stopwatch:
    """The time that the patterns of one search have left, in seconds."""

    def __init__(self, seconds: float = 10.0, each: float = 0.5) -> None:
        self._left, self._each = seconds, each

    @property
    def allowed(self) -> float:
        """How long the next look may take. Raises TooSlow when time is up."""
        if self._left <= 0:
            raise TooSlow
        return min(self._left, self._each)

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self._left <= 0

    def spent(self, seconds: float) -> None:
        """Note what a look took."""
        self._left -= seconds


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression of the person's: ``re:/…/``."""

    text: str
    """As it was typed, without the slashes. It compiles."""

    def first(self, text: str, watch: Stopwatch) -> int:
        """Return where the pattern first matches, or -1.

        ``^`` and ``$`` are the ends of a line; case does not count unless the
        pattern says ``(?-i)``. Raises TooSlow when it takes too long.
        """
        begun = monotonic()
        try:
            match = compiled(self.text).search(text, timeout=watch.allowed)
        except TimeoutError as error:
            raise TooSlow from error
        finally:
            watch.spent(monotonic() - begun)
        return match.start() if match else -1

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the pattern matches in a short text, as character ranges."""
        try:
            for match in compiled(self.text).finditer(text, timeout=0.05):
                if match.end() > match.start():
                    yield match.span()
        except TimeoutError:
            return


Sought: TypeAlias = Term | Pattern


def word(text: str) -> Term | None:
    """Return the term for a word as typed; None where nothing of it can be sought.

    A name of several parts (``refundRetry``, ``refund_retry``, ``refund-retry``) is
    sought by them: joined, or apart as other people write them.
    """
    folded = fold(text)
    if not folded.strip():
        return None
    parts = _parts(text)
    if len(parts) > 1:
        return Term(tuple(map(fold, parts)), _NAME_GAP, text)
    return Term((folded.strip(),), "", text)


def phrase(text: str) -> Term | None:
    """Return the term for a phrase, which stands exactly so but for white space."""
    pieces = tuple(fold(text).split())
    if not pieces:
        return None
    return Term(pieces, _PHRASE_GAP if len(pieces) > 1 else "", " ".join(text.split()))


def _parts(text: str) -> list[str]:
    if not _NAME.fullmatch(text):
        return []
    parts = [part for part in _HUMPS.split(text) if part]
    # "iPhone" or "-v" by parts would be found everywhere.
    return [] if any(len(part) < _SHORTEST_PART for part in parts) else parts


def compile_problem(text: str) -> str:
    """Return what is wrong with a regular expression, for people, or ``""``."""
    import regex

    try:
        compiled(text)
    except regex.error as error:
        return str(error)
    return ""


@lru_cache(maxsize=64)
def compiled(text: str) -> "regex.Pattern[str]":
    """Return a person's regular expression. Raises ``regex.error``."""
    # The standard library's engine can't be stopped; this one takes a time limit.
    import regex

    return regex.compile(text, regex.IGNORECASE | regex.MULTILINE)


@lru_cache(maxsize=256)
def _pattern(pieces: tuple[str, ...], gap: str) -> re.Pattern[str]:
    return re.compile(gap.join(map(re.escape, pieces)))


@lru_cache(maxsize=256)
def _bytes_pattern(pieces: tuple[str, ...], gap: str) -> re.Pattern[bytes]:
    return re.compile(gap.encode().join(map(re.escape, _needles(pieces))))


@lru_cache(maxsize=256)
def _needles(pieces: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(piece.encode("utf-8", "replace") for piece in pieces)
