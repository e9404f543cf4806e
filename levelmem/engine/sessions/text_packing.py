"""How a searched conversation is kept as bytes.

Talk is kept as it is; the rest is compressed, with a list of its words beside it.
"""

import json
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.searched_text import SEPARATOR, Index, Stream
from levelmem.engine.sessions.word_lists import WordList, words_of

_LEVEL = 3
"""Level 6 takes three times as long and a twentieth less room."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A conversation as it is kept."""

    tables: Mapping[str, tuple[bytes, ...]]
    """The columns of each table, after the number of the row."""

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return sum(len(column) for row in self.tables.values() for column in row)


def pack(talk: Stream, rest: Stream) -> Packed:
    """Return a conversation as it is kept."""
    rest_places = (_zip(rest.raw), _pack_index(rest.index))
    words = _zip(words_of(rest.folded))
    return Packed(
        {
            "talk": (talk.kinds, talk.raw),
            "words": (bytes(sorted(set(rest.kinds))), words),
            "body": (_pack_index(talk.index), rest.kinds, *rest_places),
        }
    )


def unpack_talk(
    kinds: bytes, raw: bytes, more: Callable[[], tuple[bytes, Index]]
) -> Stream:
    """Return the talk of a kept conversation, only folded: few are looked at closer.

    Raises ``ValueError`` where it is damaged.
    """
    _check(kinds, raw)
    return Stream(kinds, raw.lower(), more)


def unpack_rest(kinds: bytes, packed: bytes, index: bytes) -> Stream:
    """Return the rest of a kept conversation.

    Raises ``ValueError`` where it is damaged.
    """
    raw = _unzip(packed)
    _check(kinds, raw)
    return Stream(kinds, raw.lower(), lambda: (raw, unpack_index(index)))


def _check(kinds: bytes, raw: bytes) -> None:
    if raw.count(SEPARATOR) != len(kinds):
        raise ValueError("a kept text is damaged")


def unpack_words(kinds: bytes, packed: bytes) -> WordList:
    """Return the words of the rest. Raises ``ValueError`` where they are damaged."""
    return WordList(_unzip(packed), frozenset(map(Kind, kinds)))


def _zip(raw: bytes) -> bytes:
    import zstandard  # a start that searches nothing needs none

    return zstandard.ZstdCompressor(level=_LEVEL).compress(raw)


def _unzip(packed: bytes) -> bytes:
    import zstandard

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


def unpack_index(packed: bytes) -> Index:
    """Return where passages stand. Raises ``ValueError`` where that is damaged."""
    raw = _unzip(packed)
    if len(raw) < 4:
        raise ValueError("a kept index is damaged")
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
