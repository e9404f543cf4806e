"""Where the memory of a project lies, and whether it may be used at all.

LevelCode's own folder is used in place where LevelCode knows the project; any other
project has a folder of the same shape in levelmem's data. Slugs are lossy, so a
folder belongs to a project only where a file in it names the project's path.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from levelmem.engine.memory.store import DIGEST, FACTS, JOURNAL, StoreError
from levelmem.engine.places import Places
from levelmem.engine.project import Project, normalise, slug
from levelmem.engine.regular_file import open_regular

_META_BYTES = 65536
"""How much of a session file is read to find its first line's project."""
_OWNER = "project.json"
_OFF = "disabled"


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """The memory folder of one project."""

    project: str
    """The absolute path of the project."""
    path: Path
    switches: Path
    """The folder of levelmem's own files about the project, its off switch among
    them: nothing of the kind is written into LevelCode's store."""
    of_levelcode: bool = False

    @property
    def off(self) -> bool:
        """Whether the person opted this project out of memory."""
        return (self.switches / _OFF).exists()

    def turn_off(self) -> None:
        """Opt the project out: its memory is neither read nor written from now on."""
        _write_owner(self.switches, self.project)
        _write_private(self.switches / _OFF, "memory is off for this project\n")

    def turn_on(self) -> None:
        """Take the project back in; what was remembered is still there."""
        (self.switches / _OFF).unlink(missing_ok=True)

    def claim(self) -> None:
        """Write down whose folder it is, before anything is put into it."""
        _write_owner(self.switches, self.project)


def memory_folder(
    folder: str, places: Places, levelcode_roots: Iterable[Path]
) -> MemoryFolder:
    """Return the memory folder of the project that a working folder belongs to.

    All worktrees of a repository share one. A subfolder that LevelCode opened as a
    project of its own keeps its own memory there.
    """
    here, root = normalise(folder), Project.of(folder).path
    for project in dict.fromkeys((here, root)):
        for store in levelcode_roots:
            sessions = store / slug(project)
            if project in _projects_of(sessions):
                return MemoryFolder(
                    project, sessions / "memory", own_folder(project, places), True
                )
    own = own_folder(root, places)
    return MemoryFolder(root, own / "memory", own)


def own_folder(project: str, places: Places) -> Path:
    """Return levelmem's folder for a project: its slug, with a hash where taken."""
    base = places.data / "projects"
    plain = base / slug(project)
    owner = _owner(plain)
    if owner in ("", project):
        return plain
    mark = hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return base / f"{plain.name}-{mark}"


def all_memories(places: Places, levelcode_roots: Sequence[Path]) -> list[MemoryFolder]:
    """Return every memory folder on this machine that holds anything."""
    found: dict[Path, MemoryFolder] = {}
    for root in levelcode_roots:
        for sessions in _folders(root):
            memory = sessions / "memory"
            projects = _projects_of(sessions) if _holds_memory(memory) else []
            if projects:
                switches = own_folder(projects[0], places)
                found[memory] = MemoryFolder(projects[0], memory, switches, True)
    for own in _folders(places.data / "projects"):
        project = _owner(own)
        memory = own / "memory"
        if project and _holds_memory(memory):
            found[memory] = MemoryFolder(project, memory, own)
    return list(found.values())


def _projects_of(sessions: Path) -> list[str]:
    """Return the project paths that the sessions of a LevelCode folder name."""
    named: dict[str, None] = {}
    with suppress(OSError):
        for file in sorted(sessions.glob("*.jsonl")):
            project = _project_of(file)
            if project:
                named[normalise(project)] = None
    return list(named)


def _project_of(file: Path) -> str:
    with suppress(OSError, ValueError, RecursionError):
        with open_regular(file) as stream:
            meta = json.loads(stream.readline(_META_BYTES))
        if isinstance(meta, dict) and meta.get("kind") == "meta":
            project = meta.get("project")
            return project if isinstance(project, str) else ""
    return ""


def _owner(own: Path) -> str:
    with suppress(OSError, ValueError, RecursionError):
        data = json.loads((own / _OWNER).read_bytes())
        if isinstance(data, dict) and isinstance(data.get("path"), str):
            path: str = data["path"]
            return path
    return ""


def _folders(root: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(entry for entry in root.iterdir() if entry.is_dir())


def _holds_memory(memory: Path) -> bool:
    return any((memory / name).exists() for name in (FACTS, JOURNAL, DIGEST))


def _write_owner(own: Path, project: str) -> None:
    if _owner(own) != project:
        _write_private(own / _OWNER, json.dumps({"v": 1, "path": project}) + "\n")


def _write_private(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{path} can't be written: {reason}.") from error
