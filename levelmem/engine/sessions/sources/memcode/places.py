"""Where stores of memcode may lie: in projects, so likely places are looked at."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.eventlog.writer import SESSIONS, STORE
from levelmem.engine.sessions.known_projects import known_projects


def session_stores(environ: Mapping[str, str]) -> list[Path]:
    """Return the ``sessions`` folders that exist in likely places, each once."""
    found: dict[Path, Path] = {}
    for folder in _projects(environ):
        store = folder / STORE / SESSIONS
        with suppress(OSError):
            if store.is_dir():
                found.setdefault(store.resolve(), store)
    return list(found.values())


def sessions_below(root: Path) -> Path:
    """Return the ``sessions`` folder that a person meant by a path."""
    if (root / STORE / SESSIONS).is_dir():
        return root / STORE / SESSIONS
    if root.name == STORE or (root.name != SESSIONS and (root / SESSIONS).is_dir()):
        return root / SESSIONS
    return root


def project_of(log: Path) -> str:
    """Return the project that a log stands in, or ``""`` outside of any."""
    store = log.parent.parent.parent
    return str(store.parent) if store.name == STORE else ""


def _projects(environ: Mapping[str, str]) -> Iterator[Path]:
    if named := environ.get("MEMCODE_HOME"):
        yield Path(named)
        if Path(named).name == STORE:
            yield Path(named).parent
    yield from known_projects(environ)
