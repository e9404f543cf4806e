"""How a searched conversation is kept as bytes: talk as it is, the rest compressed."""

import json
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from levelmem.engine.sessions.searched_text import Index, Stream
from levelmem.engine.sessions.trigram_signs import signs_of

_LEVEL = 6
"""Level 3 takes half the time and a tenth more room."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The columns of a kept conversation."""

    talk_kinds: bytes
    talk_index: bytes
    talk: bytes
    signs: bytes
    """What rules the rest out, see :mod:`levelmem.engine.sessions.trigram_signs`."""
    rest_kinds: bytes
    rest_index: bytes
    rest: bytes

    @property
    def columns(self) -> tuple[bytes, ...]:
        """The columns in the order of the table."""
        talk = (self.talk_kinds, self.talk_index, self.talk, self.signs)
        return (*talk, self.rest_kinds, self.rest_index, self.rest)

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return sum(map(len, self.columns))


def pack(talk: Stream, rest: Stream) -> Packed:
    """Return a conversation as it is kept."""
    return Packed(
        talk.kinds,
        _pack_index(talk.index),
        talk.raw,
        signs_of(rest.folded),
        rest.kinds,
        _pack_index(rest.index),
        _zip(rest.raw),
    )


def unpack_talk(kinds: bytes, index: bytes, raw: bytes) -> Stream:
    """Return the talk of a kept conversation."""
    return Stream(raw, kinds, _later(index))


def unpack_rest(kinds: bytes, index: bytes, packed: bytes) -> Stream:
    """Return the rest of a kept conversation.

    Raises ``ValueError`` where it is damaged.
    """
    return Stream(_unzip(packed), kinds, _later(index))


def _later(packed: bytes) -> Callable[[], Index]:
    return lambda: _unpack_index(packed)


def _zip(raw: bytes) -> bytes:
    import zstandard  # a start that searches nothing needs none

    return zstandard.ZstdCompressor(level=_LEVEL).compress(raw) if raw else b""


def _unzip(packed: bytes) -> bytes:
    import zstandard

    if not packed:
        return b""
    try:
        return zstandard.ZstdDecompressor().decompress(packed)
    except zstandard.ZstdError as error:
        raise ValueError("a kept text is damaged") from error


def _pack_index(index: Index) -> bytes:
    """Return an index as one blob: three arrays of 32-bit numbers, then the texts."""
    count = array("I", [len(index.starts)])
    # Differences repeat where places do not.
    numbers = (_differences(index.starts), _differences(index.turns), index.blocks)
    head = b"".join(array("I", column).tobytes() for column in (count, *numbers))
    texts = json.dumps(list(index.originals.items())) if index.originals else ""
    return _zip(head + texts.encode())


def _unpack_index(packed: bytes) -> Index:
    if not packed:
        return Index((), (), (), {})
    raw = _unzip(packed)
    count = array("I", raw[:4])[0]
    columns = [array("I", raw[4 + 4 * count * i :][: 4 * count]) for i in range(3)]
    starts, turns, blocks = columns
    texts = raw[4 + 12 * count :]
    originals = dict(json.loads(texts)) if texts else {}
    return Index(_sums(starts), _sums(turns), blocks, originals)


def _differences(numbers: Sequence[int]) -> list[int]:
    before, found = 0, []
    for number in numbers:
        # A source may number its turns in any order: differences wrap around.
        found.append((number - before) & 0xFFFFFFFF)
        before = number
    return found


def _sums(differences: "array[int]") -> "array[int]":
    total, found = 0, array("I")
    for difference in differences:
        total = (total + difference) & 0xFFFFFFFF
        found.append(total)
    return found
