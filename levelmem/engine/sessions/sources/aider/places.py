"""Where histories of Aider may lie: in projects, so likely places are looked at."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.known_projects import known_projects, near_below
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.store_files import Seen, existing_roots, session_file

HISTORY, INPUTS = ".aider.chat.history.md", ".aider.input.history"
CONFIG = ".aider.conf.yml"
_SETTING = "chat-history-file"


def roots(environ: Mapping[str, str]) -> list[Path]:
    """Return the projects that hold a history, and histories of other names."""
    candidates: dict[Path, Path] = {}
    home = environ.get("HOME") or environ.get("USERPROFILE") or ""
    everywhere = [
        environ.get("AIDER_CHAT_HISTORY_FILE", ""),
        _configured(Path(home, CONFIG)) if home else "",
    ]
    for folder in known_projects(environ):
        candidates.setdefault(folder, folder / HISTORY)
        for named in filter(None, (*everywhere, _configured(folder / CONFIG))):
            path = _at_home(named, home, folder)
            if path.name != HISTORY:
                candidates.setdefault(path, path)
            else:
                candidates.setdefault(path.parent, path)
    return existing_roots(candidates)


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the histories of one root: a file, a project, or a folder of projects.

    Raises ``OSError`` when it can't be listed.
    """
    seen: Seen = set()
    if not root.is_dir():
        root.stat()  # Says why, where there is nothing.
        paths: Iterator[Path] = iter((root,))
    elif (root / HISTORY).exists():
        paths = iter((root / HISTORY,))
    else:
        list(root.iterdir())
        paths = (folder / HISTORY for folder in near_below(root))
    for path in paths:
        if file := session_file(agent, root, path, seen, path.with_name(INPUTS)):
            yield file


def project_of(history: Path) -> str:
    """Return the folder that a history is about, ``""`` where it lies apart."""
    folder = history.parent
    apart = history.name != HISTORY and not (folder / ".git").exists()
    return "" if apart else str(folder)


def _configured(config: Path) -> str:
    """Return the history that a configuration names, or ``""``."""
    with suppress(OSError, ValueError), open_regular(config) as stream:
        for line in stream.read(1 << 16).decode("utf-8", "replace").splitlines():
            key, colon, value = line.partition(":")
            if colon and key.strip() == _SETTING:
                return value.partition(" #")[0].strip().strip("'\"")
    return ""


def _at_home(named: str, home: str, folder: Path) -> Path:
    if home and named.startswith("~/"):
        return Path(home, named[2:])
    return folder / named
