"""A conversation in the form that is searched: two streams of bytes, with places.

The talk and the rest (tools, diffs, output) are kept apart, since the talk is a tenth
of the text and holds most of what people look for. A stream is the UTF-8 of its
passages, parted by zero bytes. Passages that folding changes in nothing but the case
of ASCII letters stand there as they are, so that lowering the stream, which is as
fast as reading it, folds them; the others stand there folded, with the text as it was
beside it.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from levelmem.engine.sessions.passages import TALK, Kind, Passage
from levelmem.engine.text import fold

Scrub: TypeAlias = Callable[[str], str]
"""Takes secrets out of a text."""

SEPARATOR = b"\0"


@dataclass(frozen=True, slots=True)
class Index:
    """Where the passages of a stream stand, and where they came from."""

    starts: Sequence[int]
    """Where each passage begins in the stream, as byte offsets."""
    turns: Sequence[int]
    """The turn of each passage."""
    blocks: Sequence[int]
    """The block of each passage."""
    originals: Mapping[int, str]
    """The texts, by passage, of those that stand folded in the stream."""


class Stream:
    """Passages of one conversation, one after another.

    Most streams are only looked through: how they read as they were, and where their
    passages stand, is loaded for those in which something was found.
    """

    def __init__(
        self, kinds: bytes, folded: bytes, more: Callable[[], tuple[bytes, Index]]
    ) -> None:
        """``more`` returns ``raw`` and ``index``; it is asked once, if at all."""
        self.kinds = kinds
        """The :class:`Kind` of each passage."""
        self.folded = folded
        """The stream as it is searched: ``raw``, lowered."""
        self._load = more

    @cached_property
    def _more(self) -> tuple[bytes, Index]:
        return self._load()

    @property
    def raw(self) -> bytes:
        """The passages, each followed by a zero byte.

        Raises ``ValueError`` where they were kept and are damaged, as all do that
        tell of places.
        """
        return self._more[0]

    @property
    def index(self) -> Index:
        """Where the passages stand."""
        return self._more[1]

    @cached_property
    def here(self) -> frozenset[Kind]:
        """The kinds of passages that occur."""
        return frozenset(map(Kind, set(self.kinds)))

    def bounds(self, passage: int) -> tuple[int, int]:
        """Return where a passage begins and ends in ``raw``."""
        starts, following = self.index.starts, passage + 1
        end = starts[following] if following < len(starts) else len(self.folded)
        return starts[passage], end - len(SEPARATOR)

    def passage_at(self, offset: int) -> int:
        """Return the passage that a byte of ``raw`` belongs to."""
        return bisect_right(self.index.starts, offset) - 1

    def text(self, passage: int) -> str:
        """Return the text of a passage as it was."""
        if passage in self.index.originals:
            return self.index.originals[passage]
        start, end = self.bounds(passage)
        return self.raw[start:end].decode("utf-8", "replace")

    def of_kinds(self, kinds: frozenset[Kind]) -> Iterator[int]:
        """Yield the passages of the given kinds."""
        for passage, kind in enumerate(self.kinds):
            if kind in kinds:
                yield passage


def no_scrubbing(text: str) -> str:
    """Return the text as it is."""
    return text


def streams(found: Iterable[Passage]) -> tuple[Stream, Stream]:
    """Return the talk and the rest of a conversation."""
    talk, rest = _Writer(), _Writer()
    for passage in found:
        writer = talk if passage.kind in TALK else rest
        writer.add(passage)
    return talk.stream(), rest.stream()


class _Writer:
    def __init__(self) -> None:
        self._raw: list[bytes] = []
        self._size = 0
        self._kinds = bytearray()
        self._starts, self._turns, self._blocks = array("I"), array("I"), array("I")
        self._originals: dict[int, str] = {}

    def add(self, passage: Passage) -> None:
        text = passage.text
        body = text.encode("utf-8", "replace")
        if not text.isascii():
            folded = fold(text).encode("utf-8", "replace")
            if folded != body.lower():
                self._originals[len(self._kinds)] = text
                # Folding never makes a zero byte, but for one that was there.
                body = folded
        self._starts.append(self._size)
        self._kinds.append(passage.kind)
        self._turns.append(passage.turn)
        self._blocks.append(passage.block)
        self._raw += (body, SEPARATOR)
        self._size += len(body) + len(SEPARATOR)

    def stream(self) -> Stream:
        index = Index(self._starts, self._turns, self._blocks, self._originals)
        raw = b"".join(self._raw)
        return Stream(bytes(self._kinds), raw.lower(), lambda: (raw, index))
