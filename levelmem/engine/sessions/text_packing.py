"""How a searched conversation is kept as bytes.

Talk is kept as it is; the rest is compressed, with a list of its words beside it.
"""

import json
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

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
    parts: Sequence[tuple[bytes, bytes]], more: Callable[[], tuple[bytes, Index]]
) -> Stream:
    """Return the talk of a kept conversation, only folded: few are looked at closer.

    Args:
        parts: kinds and text of each part.
        more: how the text and its places are loaded.

    Raises ``ValueError`` where it is damaged.
    """
    for kinds, raw in parts:
        _check(kinds, raw)
    folded = b"".join(raw for _, raw in parts).lower()
    return Stream(b"".join(kinds for kinds, _ in parts), folded, more)


def unpack_rest(parts: Sequence[tuple[bytes, bytes, bytes]]) -> Stream:
    """Return the rest of a kept conversation, given kinds, text and index of each part.

    Raises ``ValueError`` where it is damaged.
    """
    texts = [_unzip(packed) for _, packed, _ in parts]
    for (kinds, _, _), text in zip(parts, texts, strict=True):
        _check(kinds, text)
    raw = b"".join(texts)
    indexes = [index for _, _, index in parts]
    kinds = b"".join(kinds for kinds, _, _ in parts)
    return Stream(kinds, raw.lower(), lambda: (raw, unpack_index(indexes, texts)))


def unpack_words(parts: Sequence[tuple[bytes, bytes]]) -> WordList:
    """Return the words of the rest. Raises ``ValueError`` where they are damaged."""
    words = b" ".join(_unzip(packed) for _, packed in parts)
    return WordList(words, frozenset(Kind(k) for kinds, _ in parts for k in kinds))


def unpack_index(parts: Sequence[bytes], texts: Sequence[bytes]) -> Index:
    """Return where the passages of all parts stand, one after another.

    Raises ``ValueError`` where that is damaged.
    """
    if len(parts) == 1:
        return _part_index(parts[0])
    starts, turns, blocks = array("Q"), array("I"), array("I")
    originals: dict[int, str] = {}
    before = 0
    for packed, text in zip(parts, texts, strict=True):
        index = _part_index(packed)
        originals.update((len(starts) + at, t) for at, t in index.originals.items())
        starts.extend(before + start for start in index.starts)
        turns.extend(index.turns)
        blocks.extend(index.blocks)
        before += len(text)
    return Index(starts, turns, blocks, originals)


def _check(kinds: bytes, raw: bytes) -> None:
    if raw.count(SEPARATOR) != len(kinds):
        raise ValueError("a kept text is damaged")


class _Zstd(threading.local):
    """What packs and unpacks, made once: for each of many small texts anew, that costs
    half as much again as the work. None of it may be used by two threads at a time.
    """

    def __init__(self) -> None:
        import zstandard  # a start that searches nothing needs none

        self.pack = zstandard.ZstdCompressor(level=_LEVEL).compress
        self.unpack = zstandard.ZstdDecompressor().decompress
        self.error: type[Exception] = zstandard.ZstdError


@cache
def _zstd() -> _Zstd:
    return _Zstd()


def _zip(raw: bytes) -> bytes:
    return _zstd().pack(raw)


def _unzip(packed: bytes) -> bytes:
    zstd = _zstd()
    try:
        return zstd.unpack(packed)
    except zstd.error as error:
        raise ValueError("a kept text is damaged") from error


def _pack_index(index: Index) -> bytes:
    """Return an index as one blob: three arrays of 32-bit numbers, then the texts."""
    count = array("I", [len(index.starts)])
    # Differences repeat where places do not.
    numbers = (_differences(index.starts), _differences(index.turns), index.blocks)
    head = b"".join(array("I", column).tobytes() for column in (count, *numbers))
    texts = json.dumps(list(index.originals.items())) if index.originals else ""
    return _zip(head + texts.encode())


def _part_index(packed: bytes) -> Index:
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
