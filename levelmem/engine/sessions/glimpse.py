"""The newest sessions of the last listing, kept so that a list is there at once.

Reading and joining the scans of ten thousand sessions takes most of a second. A list
shows a screenful: the newest rows, as they were listed last, are shown until the
whole listing is there. They are a cache: what does not fit is not shown.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from levelmem.engine.places import Places
from levelmem.engine.project import normalise
from levelmem.engine.sessions.model import Kind, Session
from levelmem.engine.sessions.packing import FIELDS, packed, plain, unpacked

_SCHEMA = 1
_NEWEST = 120
"""So many of all are kept ..."""
_OF_PROJECT = 20
"""... and so many of each project, as levelmem opens on one ..."""
_MOST = 240
"""... but never more than these."""


class NotedEnviron(Mapping[str, str]):
    """An environment that notes which variables are asked for."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.asked: dict[str, str | None] = {}
        """Each name that was asked for and its value, None where it is not set."""

    def __getitem__(self, name: str) -> str:
        """Return a value, and note it."""
        self.asked[name] = self._environ.get(name)
        return self._environ[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self._environ)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._environ)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The newest sessions of an earlier listing."""

    sessions: tuple[Session, ...]
    """Newest first, main sessions only."""
    agents: Mapping[str, str] = field(default_factory=dict)
    """The agents' names for people, by the names of their sources."""


def recall_glimpse(places: Places) -> Glimpse | None:
    """Return what was kept last, or None where it belongs to other stores."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        data = json.loads(_path(places).read_bytes())
        environ: dict[str, str | None] = data["environ"]
        if (
            data["schema"] == _SCHEMA
            and data["fields"] == list(FIELDS)
            and data["roots"] == _named(places)
            and all(places.environ.get(n) == value for n, value in environ.items())
        ):
            rows = (dict(zip(FIELDS, row, strict=True)) for row in data["rows"])
            return Glimpse(tuple(map(unpacked, rows)), dict(data["agents"]))
    return None


def keep_glimpse(
    sessions: Iterable[Session],
    agents: Mapping[str, str],
    places: Places,
    environ: Mapping[str, str | None],
) -> None:
    """Keep the newest of ``sessions``, which come newest first and free of secrets.

    Args:
        sessions: a whole listing.
        agents: the agents' names for people.
        places: where the cache is.
        environ: the variables that decided where the stores are, as they were.
    """
    data = {
        "schema": _SCHEMA,
        "fields": FIELDS,
        "roots": _named(places),
        "environ": environ,
        "agents": dict(agents),
        "rows": [list(packed(session).values()) for session in _newest(sessions)],
    }
    body = json.dumps(data, default=plain, separators=(",", ":"))
    with suppress(OSError):  # a cache that can't be written is done without
        _write(_path(places), body.encode("utf-8", "surrogatepass"))


def _newest(sessions: Iterable[Session]) -> Iterator[Session]:
    taken, of_project = 0, Counter[str]()
    for session in sessions:
        if session.kind is not Kind.MAIN:
            continue
        project = normalise(session.project)
        if taken < _NEWEST or of_project[project] < _OF_PROJECT:
            taken += 1
            of_project[project] += 1
            yield session
        if taken == _MOST:
            return


def _named(places: Places) -> dict[str, list[str]]:
    """Return the stores that the person named, as JSON has them."""
    return {name: list(map(str, paths)) for name, paths in places.roots.items()}


def _path(places: Places) -> Path:
    return places.cache / "newest.json"


def _write(path: Path, body: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}.new")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(body)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
