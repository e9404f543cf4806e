"""Conversations made ready to be searched straight from the agents' files."""

from collections.abc import Sequence
from dataclasses import dataclass

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import passages
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
        return streams(passages(self.read(session)), self._scrubbed)

    def _scrubbed(self, text: str) -> str:
        folded = fold(text)
        for wanted in self.query.wanted:
            sought = wanted.sought
            if not isinstance(sought, Term):
                return self.scrub(text)
            if sought.stands_in(folded) or sought.stands_in(_MARKER):
                return self.scrub(text)
        return text
