"""Copies of a text in which a disguised or broken secret reads as one piece.

A key with a zero-width space inside, in full-width letters, coloured by a terminal,
written with JSON escapes or wrapped over two lines has no known shape. Each copy
here undoes such things and keeps where every character came from, so that what is
found in the copy can be cut out of the original.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from levelmem.engine.memory.secret_shapes import TOKEN_SIGNS

# Characters that draw nothing and are neither format nor control characters.
_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2065\u2800\u3164\ufe00-\ufe0f"
    "\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
    # Marks drawn over the letter before: `s̲k̲-` reads as the key that it is.
    "\u0300-\u036f\u20d0-\u20ff]"
)
_ESCAPE = r"(?:\x1b|\\+(?:u001[bB]|x1[bB]|033|e))"
_NOISE = re.compile(
    "|".join(
        (
            rf"(?P<colour>{_ESCAPE}\[[0-?]*[ -/]*[@-~])",
            r"(?P<pair>\\+u[dD][89abAB][0-9a-fA-F]{2}\\+u[dD][c-fC-F][0-9a-fA-F]{2})",
            r"\\+(?:u(?P<hex>[0-9a-fA-F]{4})|(?P<slash>/))",
            # Only the signs that a token or its neighbourhood holds: - . / : = + @ _ ~
            r"%(?P<percent>2[bBdDeEfF]|3[aAdD]|40|5[fF]|7[eE])",
            r"&#(?:(?P<entity>[0-9]{1,7})|[xX](?P<hex_entity>[0-9a-fA-F]{1,6}));",
            r"\\+",  # no noise: passed over as a whole
        )
    )
)
# All of ASCII with which no noise begins.
_PLAIN_BYTES = bytes(
    code for code in range(0x80) if chr(code) in "\t\n\r" or chr(code).isprintable()
).translate(None, b"\\%&")
_WRITTEN_LINE_END = re.compile(r"(?<!\\)\\++(?:r\\++)?n")
# What an editor, a shell, a mail or a terminal puts where it breaks a line.
_WRAP_MARKS = " \t\r\\│┃|>"

_TOKEN_SIGNS = frozenset(TOKEN_SIGNS)
# Beside one of these, a disguised character may belong to a secret.
_NEIGHBOURS = _TOKEN_SIGNS | {'"'}
# A line that opens a block of code ends in a colon; no token is broken after one.
_PART_ENDS = _TOKEN_SIGNS.union(_WRAP_MARKS) - {":"}
_PART_STARTS = _TOKEN_SIGNS.union(_WRAP_MARKS)
# Two parts of a line shorter than this together are no token.
_SHORTEST_TOKEN = 15
# How far from a disguised character the same token may reach.
_REACH = 1024
# A copy leaves out what is of no interest. This stands there: no token has it.
_GAP = " \0 "


@dataclass
class Copy:
    """A copy of a text, in pieces, and where each of them stands in the original."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    """Where each piece begins in the copy, ascending."""
    origins: list[int] = field(default_factory=list)
    """Where the same piece begins in the original."""
    replaced: list[int] = field(default_factory=list)
    """For a piece that replaces something, where that ends in the original, else 0."""
    joints: list[int] = field(default_factory=list)
    """Where two lines were joined, offsets in the copy, ascending."""

    def original_start(self, offset: int) -> int:
        """Where the character at `offset` of the copy begins in the original."""
        piece = bisect_right(self.starts, offset) - 1
        if self.replaced[piece]:
            return self.origins[piece]
        return self.origins[piece] + offset - self.starts[piece]

    def original_end(self, offset: int) -> int:
        """Where the text that ends at `offset` of the copy ends in the original."""
        piece = bisect_right(self.starts, offset - 1) - 1
        if self.replaced[piece]:
            return self.replaced[piece]
        return self.origins[piece] + offset - self.starts[piece]

    def has_gap(self, begin: int, end: int) -> bool:
        """Whether something was left out of this part of the copy."""
        return _GAP in self.text[begin:end]


class _Writer:
    """Puts a copy together, piece by piece."""

    def __init__(self) -> None:
        self._copy = Copy()
        self._pieces: list[str] = []
        self._length = 0

    def add(self, piece: str, origin: int, replaced_end: int = 0) -> None:
        """Add a piece, unless it is empty."""
        if piece:
            self._copy.starts.append(self._length)
            self._copy.origins.append(origin)
            self._copy.replaced.append(replaced_end)
            self._pieces.append(piece)
            self._length += len(piece)

    def join(self) -> None:
        """Note that the next piece is a line joined to the piece before."""
        self._copy.joints.append(self._length)

    def skip(self, begin: int, end: int) -> None:
        """Leave out this part of the original."""
        if begin < end:
            self.add(_GAP, begin, end)

    def copy(self) -> Copy:
        """Return the copy."""
        self._copy.text = "".join(self._pieces)
        return self._copy


def unveiled(text: str, reach: int = _REACH) -> Copy | None:
    """The text with NFKC applied and escapes decoded, without invisible characters.

    Undone is only what can hide a part of an ASCII token; other characters stay.

    Args:
        text: the original.
        reach: how much of the text to copy on both sides of what is undone.

    Returns:
        The copy, or None where nothing was to be undone.
    """
    writer = _Writer()
    done = 0
    for begin, end, plain in _undone_near_tokens(text):
        if begin - done > 2 * reach:
            writer.add(text[done : done + reach if done else 0], done)
            writer.skip(done + reach if done else 0, begin - reach)
            done = begin - reach
        writer.add(text[done:begin], done)
        writer.add(plain, begin, end)
        done = end
    if not done:
        return None
    writer.add(text[done : done + reach], done)
    copy = writer.copy()
    if reach < len(text) and "PRIVATE KEY" in copy.text:
        return unveiled(text, len(text))  # a key block may be longer than the reach
    return copy if copy.text else None


def unwrapped(text: str) -> Copy | None:
    """Lines that may have parted a token, joined, without the marks of wrapping.

    A line break written as `\\n` in a transcript that was not decoded counts too.

    Returns:
        The copy, or None where no line goes on with a token of the line before.
    """
    lines = _lines(text)
    writer = _Writer()
    copied = -1
    for number, (line, following) in enumerate(pairwise(lines.texts)):
        if not (line and following and _may_be_parted(line, following)):
            continue
        if copied != number:
            writer.skip(*lines.gap_before(number))
            writer.add(*lines.kept(number))
        writer.join()
        writer.add(*lines.kept(number + 1))
        copied = number + 1
    copy = writer.copy()
    return copy if copy.joints else None


@dataclass
class _Lines:
    """The lines of a text, and where each begins."""

    texts: list[str]
    begins: list[int]

    def kept(self, number: int) -> tuple[str, int]:
        """The line without marks of wrapping, and where it begins then."""
        line = self.texts[number]
        kept = line.lstrip(_WRAP_MARKS)
        return kept.rstrip(_WRAP_MARKS), self.begins[number] + len(line) - len(kept)

    def gap_before(self, number: int) -> tuple[int, int]:
        """What parts the line from the line before, as (start, end)."""
        begin = self.begins[number]
        return max(0, begin - 1), begin


def _lines(text: str) -> _Lines:
    texts: list[str] = []
    begins: list[int] = []
    begin = 0
    for line in text.split("\n"):
        if "\\n" in line:
            for part, part_begin in _written_lines(line, begin):
                texts.append(part)
                begins.append(part_begin)
        else:
            texts.append(line)
            begins.append(begin)
        begin += len(line) + 1
    return _Lines(texts, begins)


def _written_lines(line: str, begin: int) -> Iterator[tuple[str, int]]:
    """Yield what stands between line breaks that are written as `\\n`."""
    done = 0
    for end in _WRITTEN_LINE_END.finditer(line):
        yield line[done : end.start()], begin + done
        done = end.end()
    yield line[done:], begin + done


def _may_be_parted(line: str, following: str) -> bool:
    """Whether a token at the end of a line can go on at the start of the next."""
    if line[-1] not in _PART_ENDS or following[0] not in _PART_STARTS:
        return False
    line, following = line.rstrip(_WRAP_MARKS), following.lstrip(_WRAP_MARKS)
    if line[-1:] not in _TOKEN_SIGNS or following[:1] not in _TOKEN_SIGNS:
        return False
    head = following.find(" ")
    tail = len(line) - line.rfind(" ") - 1
    return tail + (head if head >= 0 else len(following)) >= _SHORTEST_TOKEN


def _undone_near_tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, plain text) of what is to be undone beside a token."""
    found = [
        (noise.start(), noise.end(), plain)
        for noise in _noise_in(text)
        if (plain := _plain_text_of(noise)) is not None
    ]
    disguised = {begin for begin, _, _ in found} | {end - 1 for _, end, _ in found}
    for begin, end, plain in found:
        if (
            text[begin - 1 : begin] in _NEIGHBOURS
            or text[end : end + 1] in _NEIGHBOURS
            or begin - 1 in disguised
            or end in disguised
        ):
            yield begin, end, plain


def _noise_in(text: str) -> Iterator[re.Match[str]]:
    """Yield all that is perhaps to be undone in this text."""
    signs = _signs_of_noise(text)
    if not signs:
        return
    searched = 0
    for sign in _pattern_of(signs).finditer(text):
        if sign.start() >= searched:
            noise = _NOISE.match(text, sign.start()) or sign
            searched = noise.end()
            yield noise


def _signs_of_noise(text: str) -> str:
    """The characters of the text with which noise begins, each once."""
    # Bytes are sifted ten times as fast as characters.
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN_BYTES)
    return "".join(
        sorted(
            sign
            for sign in set(odd.decode("utf-8", "surrogatepass"))
            if sign.isascii() or _plain_character(sign) is not None
        )
    )


@lru_cache(maxsize=64)
def _pattern_of(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs)}]")


def _plain_text_of(noise: re.Match[str]) -> str | None:
    """What the match stands for: "" for nothing, None if it is to stay as it is."""
    kind = noise.lastgroup
    if kind is None:
        sign = noise.group()
        return None if sign[0] in "\\%&" else _plain_character(sign)
    if kind == "colour":
        return ""
    if kind == "slash":
        return "/"
    if kind == "pair":
        high, low = (int(half[-4:], 16) for half in _halves(noise.group()))
        return _plain_character(chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)))
    code = int(noise.group(kind), 10 if kind == "entity" else 16)
    return _plain_character(chr(code)) if code <= 0x10FFFF else None


def _halves(pair: str) -> tuple[str, str]:
    low = pair.rindex("\\")
    return pair[:low].rstrip("\\"), pair[low:]


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str | None:
    """The ASCII text that the character stands for, "" if it draws nothing."""
    if character.isascii():
        return character if character.isprintable() or character in "\t\n\r" else ""
    if unicodedata.category(character) in ("Cc", "Cf") or _FILLERS.match(character):
        return ""
    plain = unicodedata.normalize("NFKC", character)
    # An ellipsis is no three full stops, nor a fraction three signs of a token.
    return plain if plain.isascii() and (len(plain) == 1 or plain.isalnum()) else None
