"""Where Copilot CLI keeps its sessions, and what lies beside a log."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
)

EVENTS, WORKSPACE = "events.jsonl", "workspace.yaml"
STATE, HISTORY = "session-state", "history-session-state"
_MOST_BYTES = 1 << 20


def roots(environ: Mapping[str, str]) -> Sequence[Path]:
    """Return the folders that hold sessions.

    ``COPILOT_HOME`` replaces ``~/.copilot``; some versions keep theirs by the rules
    of XDG.
    """
    candidates: dict[Path, Path] = {}
    for root in _candidates(environ):
        named = (root / STATE, root / HISTORY)
        candidates[root] = next((p for p in named if _is_folder(p)), named[0])
    return existing_roots(candidates)


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the logs of one root; ``root`` may be the folder of sessions itself.

    Raises ``OSError`` when it can't be listed.
    """
    seen: Seen = set()
    folders = [f for f in (root / STATE, root / HISTORY) if _is_folder(f)] or [root]
    list(folders[0].iterdir())  # Says why, where it can't be listed.
    for folder in folders:
        for entry in entries(folder):
            path = Path(entry.path)
            if path.suffix in (".jsonl", ".json"):
                file = session_file(agent, root, path, seen)
            else:
                beside = path / WORKSPACE
                file = session_file(agent, root, path / EVENTS, seen, beside)
            if file:
                yield file


def session_name(path: Path) -> str:
    """Return the id that a log has by its place."""
    if path.name == EVENTS:
        return path.parent.name
    if path.suffix == ".json":  # session_<id>_<time>
        return path.stem.removeprefix("session_").rpartition("_")[0] or path.stem
    return path.stem


def workspace_of(path: Path) -> Mapping[str, str]:
    """Return what ``workspace.yaml`` beside a log says.

    The client writes ``key: value`` lines by hand, and longer texts as a block below
    ``key: |-``: so no more of YAML is read than that.
    """
    found: dict[str, str] = {}
    if path.name != EVENTS:
        return found
    with suppress(OSError), open_regular(path.with_name(WORKSPACE)) as stream:
        key, block = "", False
        for raw in stream.read(_MOST_BYTES).decode("utf-8", "replace").splitlines():
            if raw[:1] in (" ", "\t") or not raw.strip():
                if block:
                    found[key] = f"{found[key]}\n{raw.strip()}".strip()
                continue
            key, colon, value = raw.partition(":")
            key, value = key.strip(), value.strip()
            block = value[:1] in ("|", ">")
            if colon and not key.startswith("#"):
                found[key] = "" if block else _scalar(value)
            else:
                block = False
    return found


def _scalar(value: str) -> str:
    if value in ("null", "~", "''", '""'):
        return ""
    if value.startswith('"'):
        with suppress(ValueError, RecursionError):
            return text_of(json.loads(value))
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return text_of(value)


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    if named := environ.get("COPILOT_HOME"):
        yield Path(named)
    home = environ.get("HOME") or environ.get("USERPROFILE")
    if home:
        yield Path(home, ".copilot")
    for variable, default in (
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_STATE_HOME", ".local/state"),
    ):
        base = environ.get(variable) or (str(Path(home, default)) if home else "")
        if base:
            yield Path(base, "copilot")
            yield Path(base, ".copilot")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
