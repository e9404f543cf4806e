"""Conversations made ready to be searched straight from the agents' files."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import Passage, passages
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_terms import Term
from levelmem.engine.sessions.raw_filter import rules_out
from levelmem.engine.sessions.search_results import Read
from levelmem.engine.sessions.searched_text import Scrub, Stream, streams
from levelmem.engine.text import fold

_MARKER = "[redacted]"
"""What scrubbing puts in the place of a secret."""


@dataclass
class FileReader:
    """Reads conversations for one query."""

    query: Query
    read: Read
    scrub: Scrub

    def conversation(
        self, session: Session, missing: Sequence[Wanted]
    ) -> tuple[Stream, Stream] | None:
        """Return the talk and the rest; None where the file can't hold ``missing``.

        Only passages that say something about the query are scrubbed: the others
        change no result. Raises ``OSError`` when the file can't be read.
        """
        if rules_out(session, [wanted.sought for wanted in missing]):
            return None
        return self.whole(session)

    def surely_holds(self, session: Session, missing: Sequence[Wanted]) -> bool:
        """Tell whether the file's first lines show that it holds all of ``missing``.

        False leaves it open. Raises ``OSError`` when the file can't be read.
        """
        return False

    def whole(self, session: Session) -> tuple[Stream, Stream]:
        """Return the talk and the rest. Raises ``OSError`` as ``conversation`` does."""
        return streams(map(self._scrubbed, passages(self.read(session))))

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
