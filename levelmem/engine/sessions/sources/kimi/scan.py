"""One pass over a log: the session as a list shows it."""

import re
from pathlib import Path

from levelmem.engine.sessions.json_values import Data, as_dict, read_object
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.model import Kind, Origin, Scan, Session, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.kimi import store
from levelmem.engine.sessions.sources.kimi.legacy import read_context, read_events
from levelmem.engine.sessions.sources.kimi.wire import read_wire
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_CONTEXT = re.compile(r"\A\s*<git-context>.*?</git-context>", re.DOTALL)


def read_talk(path: Path, skipped: Skipped) -> Talk:
    """Return the conversation of a log. Raises ``OSError`` when it can't be opened."""
    if store.is_of_kimi_code(path):
        return read_wire(read_records(path, skipped))
    if path.name != store.WIRE:
        return read_context(read_records(path, skipped))
    talk = read_events(read_records(path, skipped))
    context = path.with_name(store.CONTEXT)
    if not talk.turns and context.is_file():
        # A log of an early version tells nothing.
        return read_context(read_records(context, skipped))
    return talk


def scan_file(file: SessionFile) -> Scan:
    """Read one log; never raises for what it holds."""
    skipped = Skipped()
    try:
        talk = read_talk(file.path, skipped)
    except OSError as error:
        return Scan(unreadable(file, _ident(file.path), error))
    return Scan(_session(file, talk, skipped.lines))


def _session(file: SessionFile, talk: Talk, skipped: int) -> Session:
    row = Row()
    for turn in talk.turns:
        row.take(turn)
    row.see(talk.first)
    row.see(talk.last)
    if talk.model and not row.models:
        row.models[talk.model] = None
    state = read_object(store.state_of(file.path))
    agent = store.agent_of(file.path)
    is_main = agent == store.MAIN
    if is_main and not talk.first:
        row.see(parse_time(state.get("createdAt")))
    return row.session(
        file,
        _ident(file.path),
        project=store.project_of(file.root, file.path, state) or talk.project,
        title=_title(state) if is_main else _task_of(talk),
        title_source="named" if _is_named(state) else "generated",
        state=talk.state,
        kind=row.kind if is_main else Kind.SUBAGENT,
        parent_id="" if is_main else _parent(file.path, state, agent),
        children=talk.children,
        lifecycle="archived" if state.get("archived") is True else "active",
        skipped=skipped,
    )


def _task_of(talk: Talk) -> str:
    """Return what a subagent was told to do, without what the client put before it."""
    tasks = (turn.text for turn in talk.turns if turn.origin is Origin.SUBAGENT_PROMPT)
    return _CONTEXT.sub("", next(tasks, "")).strip()


def _ident(path: Path) -> str:
    agent, session = store.agent_of(path), store.folder_of(path).name
    return session if agent == store.MAIN else f"{session}.{agent}"


def _parent(path: Path, state: Data, agent: str) -> str:
    """Return the session of the agent that started this one: its own, as a rule."""
    session = store.folder_of(path).name
    known = as_dict(as_dict(state.get("agents")).get(agent))
    above = text_of(known.get("parentAgentId"))
    return session if above in ("", store.MAIN, agent) else f"{session}.{above}"


def _title(state: Data) -> str:
    return text_of(state.get("custom_title")) or text_of(state.get("title"))


def _is_named(state: Data) -> bool:
    given = state.get("custom_title") and state.get("title_generated") is not True
    return bool(given) or state.get("isCustomTitle") is True
