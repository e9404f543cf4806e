"""One pass over a session: as a list shows it."""

from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import Kind, Scan, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._database import database_of
from levelmem.engine.sessions.sources.hermes import store
from levelmem.engine.sessions.sources.hermes.turns import delegate_of, talk_of
from levelmem.engine.sessions.times import parse_time

_TIMES = ("started_at", "ended_at", "last_activity_at")


def scan_session(file: SessionFile) -> Scan:
    """Read one session; never raises for what it holds."""
    skipped, ident = Skipped(), store.ident_in(file.path)
    try:
        about, messages = store.read(file.path, skipped)
    except OSError as error:
        return Scan(unreadable(file, ident, error))
    talk = talk_of(about, messages)
    row = Row()
    for turn in talk.turns:
        row.take(turn)
    for when in (talk.first, talk.last, *(parse_time(about.get(n)) for n in _TIMES)):
        row.see(when)
    delegate = delegate_of(about)
    kind = Kind.HIDDEN if about.get("hidden") else row.kind
    task = talk.turns[0].text if delegate and talk.turns else ""
    source = "named" if about.get("title_source") == "user" else "generated"
    facts = {"size": sum(len(str(m)) for m in messages)} if _is_row(file) else {}
    return Scan(
        row.session(
            file,
            text_of(about.get("id")) or ident,
            project=text_of(about.get("cwd")),
            branch=text_of(about.get("git_branch")),
            title=task or text_of(about.get("title")),
            title_source=source,
            kind=Kind.SUBAGENT if delegate else kind,
            parent_id=delegate or text_of(about.get("parent_session_id")),
            lifecycle="archived" if about.get("archived") else "active",
            skipped=skipped.lines,
            **facts,
        )
    )


def _is_row(file: SessionFile) -> bool:
    return database_of(file.path) is not None
