"""Scans of one store joined: copies become one, subagents find their parents."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session
from levelmem.engine.sessions.sources.claude_code.live import live_sessions
from levelmem.engine.sessions.sources.claude_code.prints import Prints
from levelmem.engine.sessions.sources.claude_code.titles import rank, title_of

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_INDEX_LIMIT = 16 * 1024 * 1024
_PRINT = re.compile(".{10}")


@dataclass(slots=True)
class _Member:
    """A main session on its way to its family."""

    session: Session
    hints: Mapping[str, Any]
    prints: Prints


def assemble(root: Path, scans: Iterable[Scan]) -> list[Session]:
    """Return the sessions of one store: each conversation once, subagents apart."""
    found = sorted(scans, key=lambda s: _newest_first(s.session))
    indexes = _indexes({scan.session.path.parent for scan in found})
    named = _with_titles(found, indexes)
    mains = [s for s in named if s.session.kind is Kind.MAIN]
    others = [s for s in named if s.session.kind is not Kind.MAIN]
    families = _families([_Member(s.session, s.hints, Prints(s.hints)) for s in mains])
    live = live_sessions(root)
    heads = [_joined(family, live) for family in families]
    known = {
        member.session.id: head.id
        for head, family in zip(heads, families, strict=True)
        for member in family
    }
    children = _attached(others, mains, known)
    counts = Counter(child.parent_id for child in children)
    sessions = [
        replace(s, children=s.children + counts[s.id]) if counts[s.id] else s
        for s in (*heads, *children)
    ]
    return list(_once(_with_projects(sessions, indexes)))


def _newest_first(session: Session) -> tuple[float, str]:
    moment = session.updated or _LONG_AGO
    return -moment.timestamp() if session.updated else 0.0, session.id


def _with_titles(
    scans: Sequence[Scan], indexes: Mapping[str, Mapping[str, Any]]
) -> list[Scan]:
    """Give each main session the titles that are kept in other files."""
    summaries = _summaries(scans)
    titled = []
    for scan in scans:
        session = scan.session
        indexed = text_of(indexes.get(session.id, {}).get("summary"))
        summary = _summary_of(scan, summaries)
        if session.kind is not Kind.SUBAGENT and (indexed or summary):
            found = {**scan.hints.get("titles", {}), "index": indexed}
            title, source = title_of({**found, "summary": summary})
            session = replace(session, title=title, title_source=source)
            scan = Scan(session, scan.hints)
        titled.append(scan)
    return titled


def _summary_of(scan: Scan, summaries: Mapping[str, str]) -> str:
    """Return the summary about the latest of a session's own messages."""
    if not summaries:
        return ""
    ends = _PRINT.findall(scan.hints.get("ends", ""))
    return next((summaries[e] for e in reversed(ends) if e in summaries), "")


def _summaries(scans: Sequence[Scan]) -> dict[str, str]:
    """Map the last message of a conversation to its summary, over all files."""
    found: dict[str, str] = {}
    for scan in reversed(scans):  # The newest file has the last word.
        for leaf, summary in scan.hints.get("summaries", ()):
            found[leaf] = summary
    return found


def _families(members: Sequence[_Member]) -> list[list[_Member]]:
    """Group copies; ``members`` come newest first, and lead their family.

    Copies are compared with the leader only: two long branches of one beginning
    are two conversations, even where a short copy of that beginning is like both.
    """
    related = _related(members)
    families: dict[int, list[int]] = {}
    for number, member in enumerate(members):
        leaders = sorted(related[number] & families.keys())
        leader = next((n for n in leaders if _same(members[n], member)), None)
        if leader is None:
            families[number] = [number]
        else:
            families[leader].append(number)
    return [[members[n] for n in family] for family in families.values()]


def _related(members: Sequence[_Member]) -> dict[int, set[int]]:
    """Return which members may be copies of each other, by their places.

    Most messages stand in one file only: looking for the beginnings of files in
    other files keeps this quick.
    """
    owners: dict[str, list[int]] = defaultdict(list)
    for number, member in enumerate(members):
        for mark in _marks(member):
            owners[mark].append(number)
    related: dict[int, set[int]] = defaultdict(set)
    for number, member in enumerate(members):
        for mark in (*member.prints.found_in(owners.keys()), *_marks(member)):
            for other in owners[mark]:
                if other != number:
                    related[number].add(other)
                    related[other].add(number)
    return related


def _marks(member: _Member) -> Iterator[str]:
    """Yield what a member is found by: its id, its successor's, its beginning."""
    yield member.session.id
    if successor := text_of(member.hints.get("continued_in")):
        yield successor
    yield from member.prints.anchors


def _same(one: _Member, other: _Member) -> bool:
    """Tell whether two transcripts are one conversation."""
    ids = {one.session.id, other.session.id}
    handed_on = ids & {m.hints.get("continued_in") for m in (one, other)}
    return len(ids) == 1 or bool(handed_on) or one.prints.copies(other.prints)


def _joined(family: Sequence[_Member], live: set[str]) -> Session:
    """Return the member to show and resume, with what the others add."""
    if len(family) == 1:
        return family[0].session
    head = _head(family, live).session
    sessions = [member.session for member in family]
    best = min(sessions, key=lambda s: (rank(s.title_source), s is not head))
    return replace(
        head,
        title=best.title,
        title_source=best.title_source,
        project=head.project or next((s.project for s in sessions if s.project), ""),
        created=min((s.created for s in sessions if s.created), default=None),
        updated=max((s.updated for s in sessions if s.updated), default=None),
        files=tuple(s.path for s in sessions if s.path != head.path),
    )


def _head(family: Sequence[_Member], live: set[str]) -> _Member:
    """Return the newest one that a person can go on with.

    A copy in the background counts once its process has ended.
    """
    for member in family:
        running = member.session.id in live
        if not member.hints.get("background") or not running:
            return member
    return family[0]


def _attached(
    others: Sequence[Scan], mains: Sequence[Scan], known: Mapping[str, str]
) -> list[Session]:
    """Give subagents the parent whose call started them.

    A subagent may start others: the id of the call tells which transcript of the
    session holds it.
    """
    callers: dict[str, str] = {}
    for scan in (*others, *mains):
        for call in scan.hints.get("tasks", ()):
            callers[call] = scan.session.id
    attached = []
    for scan in others:
        session = scan.session
        caller = callers.get(text_of(scan.hints.get("task")), "")
        parent = caller if caller != session.id else ""
        parent = parent or session.parent_id
        parent = known.get(parent, parent)
        if parent != session.parent_id:
            session = replace(session, parent_id=parent)
        attached.append(session)
    return attached


def _with_projects(
    sessions: Sequence[Session], indexes: Mapping[str, Mapping[str, Any]]
) -> Iterator[Session]:
    """Fill in a missing project: from the index, else from its neighbours' folder.

    The folder's name is made from the path and can't be read backwards; a
    neighbour whose path makes that very name worked in the same place.
    """
    places = {
        s.path.parent.name: s.project
        for s in sessions
        if s.project and folder_name(s.project) == s.path.parent.name
    }
    for session in sessions:
        if not session.project:
            indexed = text_of(indexes.get(session.id, {}).get("projectPath"))
            project = indexed or places.get(session.path.parent.name, "")
            session = replace(session, project=project)
        yield session


def folder_name(path: str) -> str:
    """Return the name of the folder that holds the sessions of a working folder."""
    return re.sub(r"[^A-Za-z0-9]", "-", path)


def _once(sessions: Iterable[Session]) -> Iterator[Session]:
    """Yield each id once: a main session before a subagent of the same name."""
    seen: set[str] = set()
    for session in sessions:
        if session.id not in seen:
            seen.add(session.id)
            yield session


def _indexes(folders: Iterable[Path]) -> dict[str, Mapping[str, Any]]:
    """Return the entries of every ``sessions-index.json`` by session id.

    The file is a cache of the client's: it may be missing, stale or broken.
    """
    found: dict[str, Mapping[str, Any]] = {}
    for folder in folders:
        for entry in _index_entries(folder / "sessions-index.json"):
            found[text_of(entry.get("sessionId"))] = entry
    return found


def _index_entries(path: Path) -> list[Mapping[str, Any]]:
    try:
        if path.stat().st_size > _INDEX_LIMIT:
            return []
        with open_regular(path) as stream:
            index = json.load(stream)
    except (OSError, ValueError, RecursionError):
        return []
    entries = index.get("entries") if isinstance(index, dict) else None
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, dict)]
