"""The person's filing of sessions: pinned, archived, trashed, renamed, tagged.

LevelCode keeps filing in its own session files, so it is appended there: the only
thing that levelmem ever writes into an agent's files. For every other agent it goes
to an overlay of levelmem's own, and the agent's files stay as they are. Tags are
levelmem's own: they go to the overlay for every agent.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from levelmem.engine.problem import Problem
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.tags import normal_tags
from levelmem.engine.text import mend_surrogates

LIFECYCLES = ("active", "archived", "trashed")
"""How a session can be filed."""

LEVELCODE = "levelcode"


class LabelError(Problem):
    """Filing could not be written; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Label:
    """What the person says about a session; None where they say nothing."""

    lifecycle: str | None = None
    """One of :data:`LIFECYCLES`; ``""`` takes their word back."""
    pinned: bool | None = None
    title: str | None = None
    """Their own title; ``""`` takes it back."""
    tags: tuple[str, ...] | None = None
    """All of its tags."""

    def then(self, later: "Label") -> "Label":
        """Return this filing with what a later one says put over it."""
        return Label(
            self.lifecycle if later.lifecycle is None else later.lifecycle,
            self.pinned if later.pinned is None else later.pinned,
            self.title if later.title is None else later.title,
            self.tags if later.tags is None else later.tags,
        )


def read_labels(path: Path) -> dict[tuple[str, str], Label]:
    """Return the filing in an overlay by ``(agent, id)``: the last word counts.

    A missing file is an empty one; lines that can't be read are passed over.
    Raises ``OSError`` when the file is there and can't be opened.
    """
    found: dict[tuple[str, str], Label] = {}
    try:
        for record in read_records(path, Skipped()):
            key = text_of(record.data.get("agent")), text_of(record.data.get("id"))
            if all(key):
                found[key] = found.get(key, Label()).then(_label(record.data))
    except FileNotFoundError:
        return {}
    return found


def apply_labels(
    sessions: Iterable[Session], labels: Mapping[tuple[str, str], Label]
) -> list[Session]:
    """Return the sessions as the person filed them."""
    return [
        _filed(session, labels[session.key]) if session.key in labels else session
        for session in sessions
    ]


def file_session(
    session: Session,
    change: Label,
    overlay: Path,
    levelcode_roots: Iterable[Path] = (),
    at: datetime | None = None,
) -> None:
    """Write down what the person says about a session, wherever it is kept.

    Raises :class:`LabelError` when it can't be written.
    """
    if session.agent == LEVELCODE:
        label_levelcode(session.path, change, levelcode_roots, at)
        change = Label(tags=change.tags)
    append_label(overlay, session.key, change, at)


def append_label(
    overlay: Path, key: tuple[str, str], change: Label, at: datetime | None = None
) -> None:
    """Append filing to an overlay; ``key`` is the session's ``(agent, id)``.

    Raises :class:`LabelError` when it can't be written.
    """
    fields = _fields(change)
    if not fields:
        return
    agent, session_id = key
    record = {"v": 1, "agent": agent, "id": session_id, "at": _now(at), **fields}
    try:
        overlay.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _append(overlay, [record], os.O_CREAT)
    except OSError as error:
        raise _failure(overlay, error) from error


def label_levelcode(
    path: Path, change: Label, roots: Iterable[Path], at: datetime | None = None
) -> None:
    """Append filing to a LevelCode session as LevelCode itself does.

    ``path`` must be a session file inside one of ``roots``, links resolved. Raises
    :class:`LabelError` when it is not, or can't be written.
    """
    real = _inside(path, roots)
    events: list[dict[str, Any]] = []
    known = ("lifecycle", "pinned")
    filed = {k: v for k, v in _fields(change).items() if k in known and v != ""}
    if filed:
        events.append({"kind": "label", "t": _now(at), **filed})
    if change.title is not None:
        title = mend_surrogates(change.title)
        events.append({"kind": "title", "t": _now(at), "title": title})
    if not events:
        return
    try:
        # Never made anew: a session that is gone stays gone.
        _append(real, events, os.O_NOFOLLOW)
    except OSError as error:
        raise _failure(path, error) from error


def _label(data: Mapping[str, Any]) -> Label:
    lifecycle, pinned, title = (data.get(n) for n in ("lifecycle", "pinned", "title"))
    tags = data.get("tags")
    return Label(
        lifecycle if lifecycle in ("", *LIFECYCLES) else None,
        pinned if isinstance(pinned, bool) else None,
        text_of(title) if isinstance(title, str) else None,
        normal_tags(map(text_of, tags)) if isinstance(tags, list) else None,
    )


def _filed(session: Session, label: Label) -> Session:
    if label.lifecycle:
        session = replace(session, lifecycle=label.lifecycle, filed=True)
    if label.pinned is not None:
        session = replace(session, pinned=label.pinned)
    if label.title:
        session = replace(session, title=label.title, title_source="named")
    if label.tags:
        session = replace(session, tags=label.tags)
    return session


def _fields(change: Label) -> dict[str, Any]:
    if change.lifecycle and change.lifecycle not in LIFECYCLES:
        raise ValueError(f"not a lifecycle: {change.lifecycle}")
    fields = {
        "lifecycle": change.lifecycle,
        "pinned": change.pinned,
        "title": change.title
        if change.title is None
        else mend_surrogates(change.title),
        "tags": None if change.tags is None else list(normal_tags(change.tags)),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _now(at: datetime | None) -> str:
    """Return a time as LevelCode writes it: UTC, to the millisecond."""
    moment = (at or datetime.now(UTC)).astimezone(UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _inside(path: Path, roots: Iterable[Path]) -> Path:
    """Return the real path of a session file, once it is sure to lie in a store."""
    try:
        real = path.resolve(strict=True)
        # <root>/<project>/<session>.jsonl: the memory files lie one deeper.
        inside = any(real.parent.parent == root.resolve() for root in roots)
    except (OSError, RuntimeError) as error:
        raise LabelError(f"{path} can't be found, so nothing was written.") from error
    if not inside or real.suffix != ".jsonl":
        raise LabelError(
            f"{path} does not lie in LevelCode's store, so nothing was written."
        )
    return real


def _failure(path: Path, error: OSError) -> LabelError:
    reason = error.strerror or str(error)
    return LabelError(f"{path} can't be written: {reason}. Nothing was filed.")


def _append(path: Path, records: Iterable[Mapping[str, Any]], flags: int) -> None:
    """Append whole lines in one write, under an advisory lock."""
    lines = "".join(
        json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n" for r in records
    ).encode()
    with _locked(path, flags) as descriptor:
        size = os.fstat(descriptor).st_size
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            # A line that another writer left torn must not swallow this one.
            lines = b"\n" + lines
        if os.write(descriptor, lines) < len(lines):
            os.ftruncate(descriptor, size)  # A full disk: half a line must not stay.
            raise OSError("the disk is full")


@contextmanager
def _locked(path: Path, flags: int) -> Iterator[int]:
    flags |= os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
