"""The distinct words of a text: a twentieth of it, and most questions' answer.

A run of letters and digits stands in a text if and only if it stands in one of its
words. So what tools gave back, which is nine tenths of what is kept, is looked through
only for what has other signs in it, and where a line is to be shown.
"""

from dataclasses import dataclass

from levelmem.engine.byte_search import holds
from levelmem.engine.sessions.passages import Kind
from levelmem.engine.sessions.query import Wanted
from levelmem.engine.sessions.query_terms import Term

_GAP = 0x20
# Bytes beyond ASCII are parts of letters; those that are of other signs do no harm.
_WORD_BYTES = bytes(
    code if code >= 0x80 or chr(code).isalnum() else _GAP for code in range(256)
)


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a text, and the kinds of its passages."""

    words: bytes
    """Each once, with spaces between."""
    kinds: frozenset[Kind]

    def stands(self, wanted: Wanted) -> bool | None:
        """Tell whether something stands in the text; None where that is open."""
        if not wanted.kinds & self.kinds:
            return False
        if not isinstance(wanted.sought, Term):
            return None
        pieces = wanted.sought.pieces
        runs = [run for piece in pieces for run in _runs(_bytes_of(piece))]
        if not all(holds(self.words, run) for run in runs):
            return False
        whole = len(pieces) == 1 and runs == [_bytes_of(pieces[0])]
        return True if whole and self.kinds <= wanted.kinds else None


def words_of(folded: bytes) -> bytes:
    """Return the words of a folded text, each once, in the order they come."""
    return b" ".join(dict.fromkeys(_runs(folded)))


def _runs(folded: bytes) -> list[bytes]:
    return folded.translate(_WORD_BYTES).split()


def _bytes_of(piece: str) -> bytes:
    return piece.encode("utf-8", "replace")
