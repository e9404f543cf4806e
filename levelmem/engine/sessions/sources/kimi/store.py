"""Where Kimi keeps its sessions.

Kimi Code: ``sessions/<folder>/<session>/agents/<agent>/wire.jsonl``, beside ``agents``
``state.json``. Kimi CLI: ``sessions/<md5 of the folder>/<session>/wire.jsonl`` and
``context.jsonl``, at first ``<session>.jsonl``.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from levelmem.engine.sessions.json_values import Data, as_dict, as_list, read_object
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.model import Session, SessionFile
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
    subfolders,
)

WIRE, CONTEXT, STATE = "wire.jsonl", "context.jsonl", "state.json"
MAIN = "main"
_MOVED = ".migrated-to-kimi-code"


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the homes that hold sessions: ``KIMI_CODE_HOME`` and ``KIMI_SHARE_DIR``
    replace those in the person's home."""
    home = environ.get("HOME") or environ.get("USERPROFILE")
    named = (
        environ.get("KIMI_CODE_HOME") or (home and str(Path(home, ".kimi-code"))),
        environ.get("KIMI_SHARE_DIR") or (home and str(Path(home, ".kimi"))),
    )
    candidates = [Path(path) for path in named if path]
    return existing_roots({root: root / "sessions" for root in candidates})


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the logs of one home. Raises ``OSError`` when it can't be listed."""
    sessions = root / "sessions"
    list(sessions.iterdir())  # Says why, where it can't be listed.
    seen: Seen = set()
    for project in subfolders(sessions, seen):
        for path in _logs(project, seen):
            beside = (state_of(path), path.with_name(CONTEXT))
            if file := session_file(agent, root, path, seen, *beside):
                yield file


def _logs(project: Path, seen: Seen) -> Iterator[Path]:
    for session in subfolders(project, seen):
        agents = subfolders(session / "agents", seen)
        if agents:
            yield from (agent / WIRE for agent in agents)
        elif (session / WIRE).is_file():
            yield session / WIRE
        else:
            yield session / CONTEXT
    for entry in entries(project):
        if entry.name.endswith(".jsonl"):
            path = Path(entry.path)
            if not path.with_suffix("").joinpath(CONTEXT).exists():
                yield path


def is_of_kimi_code(path: Path) -> bool:
    """Tell whether a log is one of Kimi Code's, not of Kimi CLI's before it."""
    return path.parent.parent.name == "agents"


def folder_of(path: Path) -> Path:
    """Return the folder of the session that a log belongs to."""
    if is_of_kimi_code(path):
        return path.parent.parent.parent
    return path.parent if path.name in (WIRE, CONTEXT) else path.with_suffix("")


def state_of(path: Path) -> Path:
    """Return where the state of a log's session is kept."""
    return folder_of(path) / STATE


def agent_of(path: Path) -> str:
    """Return which agent of its session wrote a log: ``main`` or a subagent."""
    return path.parent.name if is_of_kimi_code(path) else MAIN


def project_of(root: Path, path: Path, state: Data) -> str:
    """Return the folder that a session works in, as far as the store says it."""
    known = text_of(state.get("cwd")) or text_of(state.get("workDir"))
    if known:
        return known
    if is_of_kimi_code(path):
        return _indexed(root, folder_of(path).name)
    return _hashed(root, path)


def _indexed(root: Path, session: str) -> str:
    """Return what the index of Kimi Code's sessions says, the last line first."""
    found = ""
    try:
        for record in read_records(root / "session_index.jsonl", Skipped()):
            if record.data.get("sessionId") == session:
                found = text_of(record.data.get("workDir")) or found
    except OSError:
        return ""
    return found


def _hashed(root: Path, path: Path) -> str:
    """Return the folder whose hash the sessions of Kimi CLI lie under."""
    key = folder_of(path).parent.name.rpartition("_")[2]
    for known in as_list(read_object(root / "kimi.json").get("work_dirs")):
        folder = text_of(known.get("path"))
        if hashlib.md5(folder.encode(), usedforsecurity=False).hexdigest() == key:
            return folder
    return ""


def has_moved(root: Path, session: Session) -> bool:
    """Tell whether Kimi Code took a session over from Kimi CLI: it lists it then."""
    marker = root / _MOVED
    if is_of_kimi_code(session.path) or not marker.is_file():
        return False
    named = read_object(marker)
    several = named.get("target_paths")
    targets = [
        named.get("target_path"),
        *(several if isinstance(several, list) else []),
    ]
    homes = [Path(target) for target in map(text_of, targets) if target]
    return any(
        _took_over(folder, session.id)
        for home in (*homes, root.with_name(".kimi-code"))
        for folder in subfolders(home / "sessions", set())
    )


def _took_over(project: Path, ident: str) -> bool:
    for prefix in ("ses_", "session_"):
        custom = as_dict(
            read_object(project / f"{prefix}{ident}" / STATE).get("custom")
        )
        if custom.get("imported_from_kimi_cli"):
            return True
    return False
