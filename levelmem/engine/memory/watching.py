"""Which files decide what a memory says: when none of them changed, nor did it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import FACTS, JOURNAL
from levelmem.engine.places import Places
from levelmem.engine.project import Project, slug
from levelmem.engine.sessions.labels import LEVELCODE
from levelmem.engine.sessions.sources import sources


def watched_files(
    memory: Memory, folder: str, environ: Mapping[str, str]
) -> Iterator[str]:
    """Yield the files and folders that decide what ``folder`` is told of its memory.

    The memory's own files, its off switch, the settings, and the folders where
    LevelCode would keep another memory for the same project.
    """
    places = Places(environ)
    yield str(memory.store.folder / FACTS)
    yield str(memory.store.folder / JOURNAL)
    yield str(memory.sides)
    yield str(places.config / "config.toml")
    yield str(Path(folder) / ".git")
    for root in sources()[LEVELCODE].roots(environ):
        for project in dict.fromkeys((folder, Project.of(folder).path)):
            yield str(root / slug(project))
