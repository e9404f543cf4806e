"""One pass over a task: as a list shows it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from levelmem.engine.sessions.joining import joined
from levelmem.engine.sessions.json_values import (
    Data,
    as_dict,
    as_list,
    read_array,
    read_object,
)
from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import Kind, Origin, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources._cline_family import store
from levelmem.engine.sessions.sources._cline_family.listed import read_listed
from levelmem.engine.sessions.sources._cline_family.messages import read_messages
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time


def read_talk(path: Path, skipped: Skipped) -> Talk:
    """Return the conversation of a file. Raises ``OSError`` when it is gone."""
    asked = Origin.SUBAGENT_PROMPT if store.parent_of(path) else Origin.HUMAN
    if store.is_session(path):
        return read_messages(read_array(path, skipped, "messages"), asked)
    messages = read_array(path, skipped)
    if path.name == store.API:
        return read_messages(messages, asked)
    return read_listed(messages, asked)


def scan_file(file: SessionFile) -> Scan:
    """Read one task; never raises for what it holds."""
    skipped, ident = Skipped(), store.ident_of(file.path)
    parent = store.parent_of(file.path)
    try:
        talk = read_talk(file.path, skipped)
    except OSError as error:
        return Scan(unreadable(file, ident, error))
    row = Row()
    for turn in talk.turns:
        row.take(turn)
    row.see(talk.first)
    row.see(talk.last)
    about = _about(file.path)
    for name in ("started_at", "ended_at", "ts"):
        row.see(parse_time(about.get(name)))
    if not talk.first and ident.isdecimal():
        row.see(parse_time(int(ident[:16])))
    session = row.session(
        file,
        ident,
        project=store.folder_in(about) or talk.project,
        title=_task_of(talk) if parent else _title(about),
        state=talk.state,
        kind=Kind.SUBAGENT if parent else row.kind,
        parent_id=parent,
        skipped=skipped.lines,
    )
    models = session.models or _models(file.path, about, talk)
    return Scan(replace(session, models=models))


def assemble(root: Path, scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions; the history knows where those that don't say it worked."""
    known: dict[str, Data] | None = None
    found: list[Session] = []
    for session in joined(scans):
        if not session.project:
            known = store.history(root) if known is None else known
            folder = store.folder_in(known.get(session.id, {}))
            found.append(replace(session, project=folder))
        else:
            found.append(session)
    return found


def _about(path: Path) -> Data:
    """Return what lies beside a conversation and describes it."""
    if store.is_session(path):
        return read_object(store.manifest_of(path))
    return read_object(path.with_name(store.HISTORY))


def _title(about: Data) -> str:
    return text_of(as_dict(about.get("metadata")).get("title"))


def _task_of(talk: Talk) -> str:
    """Return what a subagent was told to do."""
    return talk.turns[0].text if talk.turns else ""


def _models(path: Path, about: Data, talk: Talk) -> tuple[str, ...]:
    """Return the models that no message names, the last one first."""
    used = as_list(read_object(path.with_name(store.META)).get("model_usage"))
    names = [text_of(use.get("model_id")) for use in used]
    told = [text_of(about.get("model")), text_of(about.get("modelId")), talk.model]
    return tuple(dict.fromkeys(filter(None, [*reversed(names), *told])))
