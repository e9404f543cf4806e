"""What every command needs: settings, the places of this machine, the project."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from levelmem.cli.output import FOLDER_GONE, Refused, WrongUsage
from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.sources import sources
from levelmem.settings import Settings, load

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Memory


_EXAMPLE = "for example codex=/backup/codex"


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the person's settings; raises SettingsError where they can't be used."""
    return load(Places(os.environ).config, os.environ)


def places_of(options: argparse.Namespace, settings: Settings | None = None) -> Places:
    """Return the places, with the stores that settings and then ``--root`` name.

    Raises Refused where a store is not named as ``NAME=PATH`` or is no folder.
    """
    settings = settings or settings_of(options)
    try:
        roots = {agent_named(name): paths for name, paths in settings.roots.items()}
    except WrongUsage as error:
        config = Places(os.environ).config / "config.toml"
        raise Refused(f"{config}: roots: {error}") from error
    given: dict[str, tuple[Path, ...]] = {}
    for root in options.root:
        name, _, path = root.partition("=")
        if not name or not path:
            raise WrongUsage(f"--root {root}: write NAME=PATH, {_EXAMPLE}")
        agent = agent_named(name)
        folder = with_home(Path(path))
        if not folder.is_dir():
            raise Refused(f"--root {root}: there is no folder {folder}")
        given[agent] = (*given.get(agent, ()), folder)
    return Places(os.environ, {**roots, **given})


def agent_named(name: str) -> str:
    """Return the agent meant by a name, the start of one, or what people call it."""
    known = list(sources())
    spoken = {source.label.lower(): a for a, source in sources().items()}
    called = spoken.get(name.lower().replace("-", " "))
    fits = [a for a in known if a in (name, called)]
    fits = fits or [a for a in known if a.startswith(name)]
    if len(fits) > 1 and name:
        raise WrongUsage(f"{name!r} can be each of {', '.join(fits)}")
    if not fits or not name:
        raise WrongUsage(f"no agent is named {name!r}; there are {', '.join(known)}")
    return fits[0]


def project_folder(options: argparse.Namespace) -> str:
    """Return the folder of ``--project``, or the current one."""
    if options.project is not None:
        return str(with_home(options.project).absolute())
    try:
        return str(Path.cwd())
    except FileNotFoundError as error:
        raise Refused(FOLDER_GONE) from error


def with_home(path: Path) -> Path:
    """Return a path whose ``~`` is the person's home, where there is one."""
    try:
        return path.expanduser()
    except RuntimeError as error:  # ~nobody, or no home at all
        raise Refused(f"{path}: there is no such home folder") from error


def of_project(
    options: argparse.Namespace, sessions: tuple[Session, ...]
) -> tuple[Session, ...]:
    """Return the sessions that ``--project`` asks for: all where it is not given."""
    if options.project is None:
        return sessions
    # Sessions may come from another machine: the path need not exist here.
    project = Project.of(project_folder(options))
    return tuple(s for s in sessions if project.holds(s.project))


def memory_of(options: argparse.Namespace) -> "Memory":
    """Return the memory of ``--project``, or of the current folder's project."""
    from levelmem.engine.memory.opening import open_memory

    settings = settings_of(options)
    return open_memory(
        project_folder(options),
        places_of(options, settings),
        confirm_facts=settings.memory.confirm_facts,
        enabled=settings.memory.enabled,
    )
