"""Scans of one Codex store joined to its sessions."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from levelmem.engine.project import normalise
from levelmem.engine.sessions.model import Kind, Origin, Scan, Session
from levelmem.engine.sessions.sources.codex.files import is_archived
from levelmem.engine.sessions.sources.codex.index import ThreadIndex, ThreadRow
from levelmem.engine.sessions.sources.codex.meta import thread_kind, valid_model
from levelmem.engine.sessions.sources.codex.prompts import read_prompt
from levelmem.engine.sessions.sources.codex.scan import title_text

_EPOCH = datetime.fromtimestamp(0, UTC)


def assemble_threads(index: ThreadIndex, scans: Iterable[Scan]) -> list[Session]:
    """Join the files of each thread, name them, and count their subagents."""
    threads: defaultdict[str, list[Scan]] = defaultdict(list)
    for scan in scans:
        threads[scan.session.id].append(scan)
    sessions = [_thread(index.row(thread), files) for thread, files in threads.items()]
    return _with_children(sessions)


def _thread(row: ThreadRow, files: list[Scan]) -> Session:
    head = max(files, key=lambda scan: _currency(scan, row, files))
    session = _titled(_completed(head.session, row), head, row)
    others = {scan.session.path: None for scan in files}
    others |= dict.fromkeys(session.files)
    others.pop(session.path, None)
    return replace(session, files=tuple(sorted(others)))


def _currency(
    scan: Scan, row: ThreadRow, files: list[Scan]
) -> tuple[bool, bool, bool, datetime, bool, str]:
    """Order the files of a thread: the last is the one that it goes on in.

    One that can't be read is the last resort. The index knows the current file; where
    it doesn't, it is none that others begin in, and the newest of the rest.
    """
    session = scan.session
    bases = {path for other in files for path in other.session.files}
    return (
        not session.error,
        bool(row.rollout) and _name(str(session.path)) == _name(row.rollout),
        session.path not in bases,
        session.updated or _EPOCH,
        not is_archived(session.path),
        session.path.name,
    )


def _name(path: str) -> str:
    """Return the file name of a path, without the ending of compression."""
    return path.replace("\\", "/").rpartition("/")[2].removesuffix(".zst")


def _completed(session: Session, row: ThreadRow) -> Session:
    """Fill what the rollout itself does not say from the index."""
    model = valid_model(row.model)
    return replace(
        session,
        project=session.project or normalise(row.cwd),
        branch=session.branch or row.branch,
        models=session.models or ((model,) if model else ()),
        kind=_kind(session, row),
        parent_id=session.parent_id or row.parent_id,
        lifecycle="archived" if row.archived else session.lifecycle,
    )


def _kind(session: Session, row: ThreadRow) -> Kind:
    """Believe the rollout, and the index only where the rollout can't be read."""
    if session.kind is not Kind.MAIN:
        return session.kind
    if row.parent_id or session.error:
        return thread_kind(row.source, row.thread_source, row.parent_id)
    return session.kind


def _titled(session: Session, head: Scan, row: ThreadRow) -> Session:
    """Title a session: its name, else what Codex calls it, else what was typed."""
    for name in (row.name, str(head.hints.get("named", ""))):
        title = _typed_title(name)
        if title:
            return replace(session, title=title, title_source="named")
    if session.kind is not Kind.MAIN:
        return session
    title = _typed_title(row.title) or _typed_title(row.first_message)
    if not title or session.title.startswith(title.rstrip("….")):
        return session  # no more than the beginning of what was typed
    return replace(session, title=title, title_source="generated")


def _typed_title(text: str) -> str:
    """Return what a person typed as a title: the index also keeps injected text."""
    prompt = read_prompt(text)
    return title_text(prompt.text) if prompt.origin is Origin.HUMAN else ""


def _with_children(sessions: list[Session]) -> list[Session]:
    children = Counter(
        session.parent_id
        for session in sessions
        if session.kind is Kind.SUBAGENT and session.parent_id
    )
    return [replace(session, children=children[session.id]) for session in sessions]
