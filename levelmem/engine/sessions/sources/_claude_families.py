"""Scans of one store joined: copies become one, subagents find their parents."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind, Scan, Session
from levelmem.engine.sessions.sources._claude_live import live_sessions
from levelmem.engine.sessions.sources._claude_prints import Prints
from levelmem.engine.sessions.sources._claude_titles import rank, title_of

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
        replace(s, children=s.children + counts[s.id]) for s in (*heads, *children)
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
        if session.kind is not Kind.SUBAGENT:
            candidates = dict(scan.hints.get("titles", {}))
            entry = indexes.get(session.id, {})
            candidates["index"] = text_of(entry.get("summary"))
            ends = _PRINT.findall(scan.hints.get("ends", ""))
            about = (summaries[end] for end in reversed(ends) if end in summaries)
            candidates["summary"] = next(about, "")
            title, source = title_of(candidates)
            session = replace(session, title=title, title_source=source)
        titled.append(Scan(session, scan.hints))
    return titled


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
    families: list[list[_Member]] = []
    by_anchor: dict[str, list[int]] = defaultdict(list)
    by_id: dict[str, int] = {}
    by_origin: dict[str, int] = {}
    by_sample = _anchored(members)
    for member in members:
        place = by_id.get(member.session.id)
        if place is None:
            place = _linked(member, by_id, by_origin)
        if place is None:
            place = _like(member, families, by_anchor, by_sample)
        if place is None:
            place = len(families)
            families.append([])
            for anchor in by_sample[id(member)]:
                by_anchor[anchor].append(place)
        families[place].append(member)
        by_id.setdefault(member.session.id, place)
        successor = text_of(member.hints.get("continued_in"))
        if successor:
            by_origin.setdefault(successor, place)
    return families


def _anchored(members: Sequence[_Member]) -> dict[int, set[str]]:
    """Return, for each member, the fingerprints that it shares with another's start.

    Most messages stand in one file only: leaving them out keeps this quick.
    """
    starts = Counter(a for m in members for a in set(m.prints.anchors()))
    shared: dict[int, set[str]] = {}
    seen = Counter[str]()
    for member in members:
        wanted = {w for w in member.prints.wanted() if w in starts}
        shared[id(member)] = wanted
        seen.update(wanted)
    return {key: {w for w in ws if seen[w] > 1} for key, ws in shared.items()}


def _linked(
    member: _Member, by_id: Mapping[str, int], by_origin: Mapping[str, int]
) -> int | None:
    """Follow ``continued-in``, in whichever file it stands."""
    successor = text_of(member.hints.get("continued_in"))
    if successor and successor in by_id:
        return by_id[successor]
    return by_origin.get(member.session.id)


def _like(
    member: _Member,
    families: Sequence[Sequence[_Member]],
    by_anchor: Mapping[str, Sequence[int]],
    by_sample: Mapping[int, set[str]],
) -> int | None:
    shared = by_sample[id(member)]
    places = dict.fromkeys(p for a in shared for p in by_anchor.get(a, ()))
    for place in sorted(places):
        if member.prints.copies(families[place][0].prints):
            return place
    return None


def _joined(family: Sequence[_Member], live: set[str]) -> Session:
    """Return the member to show and resume, with what the others add."""
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
        attached.append(replace(session, parent_id=known.get(parent, parent)))
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
        index = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    entries = index.get("entries") if isinstance(index, dict) else None
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, dict)]
