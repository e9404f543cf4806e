"""Ranked search over the session logs of one project, in memcode's order."""

from datetime import datetime

from levelmem.engine.eventlog.records import LogRecord
from levelmem.engine.eventlog.store import Logs
from levelmem.engine.recall.classic.corpus import Corpus, Entry
from levelmem.engine.recall.classic.ranking import Options, classic_rank


def search_logs(
    logs: Logs,
    query: str,
    now: datetime,
    count: int = 30,
    options: Options | None = None,
) -> list[LogRecord]:
    """Return the records that answer a query, the best first, at most ``count``.

    A blank query returns every record, the latest session first, within it the last
    record first.

    Args:
        logs: the logs of one project.
        query: words, or the exact text of something.
        now: the moment of asking, aware: "last week" is counted from it.
        count: at most so many; 0 is all.
        options: memcode's optional layers.
    """
    if not query.strip():
        listed = list(logs.all_records())
        return listed[:count] if count > 0 else listed
    records = [r for session in logs.ids() for r in logs.log(session).records]
    corpus = Corpus([entry_of(record) for record in records])
    limit = count if count > 0 else len(records)
    hits = classic_rank(corpus, query, now, limit, options)
    return [records[hit.place] for hit in hits]


def entry_of(record: LogRecord) -> Entry:
    """Return a record as it is ranked: what was said, done and learned of it."""
    parts = [record.text, record.content, record.input, record.tool]
    if record.trigger or record.strategy:
        parts += [record.trigger, record.strategy]
    if record.entities:
        parts.append(" ".join(record.entities))
    return Entry(
        session=record.session,
        text="\0".join(parts),
        kind=record.kind,
        at=record.ts,
        entities=record.entities,
    )
