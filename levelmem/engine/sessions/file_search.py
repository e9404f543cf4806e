"""Conversations made ready to be searched straight from the agents' files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import Kind, Passage, passages
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_terms import Term
from levelmem.engine.sessions.raw_filter import Raw, longest_run, raw, rules_out
from levelmem.engine.sessions.search_results import Read
from levelmem.engine.sessions.searched_text import Scrub, Stream, streams
from levelmem.engine.sessions.sources import Hasty, hasty
from levelmem.engine.text import fold

_BEGINNING = 128 * 1024
"""Bytes of a file that are looked through as they are."""
_MARKER = "[redacted]"
"""What scrubbing puts in the place of a secret."""


@dataclass
class FileReader:
    """Reads conversations for one query."""

    query: Query
    read: Read
    scrub: Scrub
    _last: tuple[Path, Raw | None] | None = None
    """The file that was read last, which is asked for twice."""

    def conversation(
        self, session: Session, missing: Sequence[Wanted]
    ) -> tuple[Stream, Stream] | None:
        """Return the talk and the rest; None where the file can't hold ``missing``.

        Only passages that say something about the query are scrubbed: the others
        change no result. Raises ``OSError`` when the file can't be read.
        """
        main = self._raw(session)
        self._last = None
        if rules_out(session, [wanted.sought for wanted in missing], main):
            return None
        return self.whole(session)

    def surely_holds(self, session: Session, missing: Sequence[Wanted]) -> bool:
        """Tell whether answers that are told from single lines hold all of ``missing``.

        False leaves it open. A common word is found so in a fiftieth of the time.
        """
        source = hasty(session.agent)
        if source is None or not missing:
            return False
        words = [run for wanted in missing if (run := _plain_run(wanted))]
        if len(words) < len(missing) or session.path.suffix != ".jsonl":
            return False
        main = self._raw(session) or Raw(b"")
        return all(
            any(
                wanted.sought.stands_in(fold(self.scrub(text)))
                for text in _sure_answers(source, main, word)
                if wanted.sought.stands_in(fold(text))
            )
            for wanted, word in zip(missing, words, strict=True)
            if isinstance(wanted.sought, Term)
        )

    def whole(self, session: Session) -> tuple[Stream, Stream]:
        """Return the talk and the rest. Raises ``OSError`` as ``conversation`` does."""
        return streams(map(self._scrubbed, passages(self.read(session))))

    def _raw(self, session: Session) -> Raw | None:
        if self._last is None or self._last[0] != session.path:
            self._last = (session.path, raw(session.path))
        return self._last[1]

    def _scrubbed(self, passage: Passage) -> Passage:
        if not self._may_count(passage.text):
            return passage
        return replace(passage, text=self.scrub(passage.text))

    def _may_count(self, text: str) -> bool:
        """Tell whether a passage says something about the query."""
        folded = fold(text)
        for wanted in self.query.wanted:
            sought = wanted.sought
            if not isinstance(sought, Term):
                return True
            if sought.stands_in(folded) or sought.stands_in(_MARKER):
                return True
        return False


def _sure_answers(source: Hasty, main: Raw, word: str) -> Iterator[str]:
    # Common words soon stand in lower case, and lowering a file takes longer.
    if main.data.find(word.encode(), 0, _BEGINNING) >= 0:
        yield from source.sure_answers(main.data, main.data, word.encode())
    elif main.holds(word):
        yield from source.sure_answers(main.data, main.lowered, word.encode())


def _plain_run(wanted: Wanted) -> str:
    """Return a part of what is asked for that can be looked for in lower-case bytes.

    Empty where there is none, or where an answer does not count.
    """
    return longest_run(wanted.sought) if Kind.ANSWERED in wanted.kinds else ""
