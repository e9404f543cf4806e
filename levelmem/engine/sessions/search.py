"""Search over everything said and done: titles at once, then conversations.

Everything that is asked for must stand somewhere in the session's title or
conversation, in any case, accents typed or not; nothing that is refused may.
Conversations come 50 at a time, newest first, from kept texts where there are some
and from the agents' own files otherwise, with the same results. Where texts are kept,
what was said is searched in all sessions before what tools did and gave back.
"""

from collections.abc import Iterator, Sequence

from levelmem.engine.sessions.file_search import FileReader
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import Query
from levelmem.engine.sessions.rescue import rescued, vocabulary
from levelmem.engine.sessions.search_results import (
    BATCH,
    Cancelled,
    Found,
    NoTexts,
    Progress,
    Read,
    Texts,
)
from levelmem.engine.sessions.search_run import Run
from levelmem.engine.sessions.searched_text import Scrub, no_scrubbing

_VOCABULARY_SESSIONS = 400
"""Newest sessions whose kept talk is looked through for what may be meant."""


def _never() -> bool:
    return False


def search(
    sessions: Sequence[Session],
    query: Query,
    read: Read,
    cancelled: Cancelled = _never,
    texts: Texts | None = None,
    scrub: Scrub = no_scrubbing,
) -> Iterator[Found]:
    """Yield title hits at once, then hits of conversations with progress.

    ``sessions`` come newest first; hidden ones are passed over, and subagents unless
    ``is:child`` asks for them. ``read`` opens a conversation, ``scrub`` takes secrets
    out of what it says; ``texts`` were scrubbed when they were kept. A session yields
    one hit. Where nothing matches exactly, words that stand nowhere are taken for
    ones like them, and those hits are marked. Stops within one conversation after
    ``cancelled()`` turns true.
    """
    if not query:
        yield Progress(0, 0, 0, done=True)
        return
    asked = [session for session in sessions if query.admits(session)]
    kept = texts or NoTexts()
    run = Run(asked, query, FileReader(query, read, scrub), kept, cancelled)
    yield from run.found()
    if run.hits or run.stopped or not query.asked:
        return
    words = vocabulary(asked, _talk_texts(asked[:_VOCABULARY_SESSIONS], kept))
    if near := rescued(query, words):
        nearly, meant = near
        files = FileReader(nearly, read, scrub)
        yield from Run(asked, nearly, files, kept, cancelled, meant).found()


def _talk_texts(sessions: Sequence[Session], texts: Texts) -> Iterator[str]:
    """Yield the folded talk of sessions that are kept."""
    for start in range(0, len(sessions), BATCH):
        for talk in texts.talks(sessions[start : start + BATCH]).values():
            yield talk.folded.decode("utf-8", "replace")
