"""What every command needs: the places of this machine and the chosen project."""

import argparse
import os
from pathlib import Path

from levelmem.cli.output import Refused
from levelmem.engine.places import Places
from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.sources import sources


def places_of(options: argparse.Namespace) -> Places:
    """Return the places, with the stores that ``--root`` names.

    Raises Refused where a store is not named as ``NAME=PATH`` or is no folder.
    """
    roots: dict[str, tuple[Path, ...]] = {}
    for given in options.root:
        name, _, path = given.partition("=")
        agent = agent_named(name)
        folder = Path(path).expanduser()
        if not path or not folder.is_dir():
            raise Refused(f"--root {given}: no folder there; write {agent}=PATH")
        roots[agent] = (*roots.get(agent, ()), folder)
    return Places(os.environ, roots)


def agent_named(name: str) -> str:
    """Return the agent meant by a name or the start of one."""
    known = list(sources())
    fits = [a for a in known if a == name] or [a for a in known if a.startswith(name)]
    if len(fits) != 1 or not name:
        raise Refused(f"no agent is named {name!r}; there are {', '.join(known)}")
    return fits[0]


def project_of(options: argparse.Namespace) -> Project:
    """Return the project of ``--project``, or of the current folder."""
    folder = options.project or Path.cwd()
    return Project.of(str(folder.expanduser().absolute()))


def of_project(
    options: argparse.Namespace, sessions: tuple[Session, ...]
) -> tuple[Session, ...]:
    """Return the sessions that ``--project`` asks for: all where it is not given."""
    if options.project is None:
        return sessions
    # Sessions may come from another machine: the path need not exist here.
    project = project_of(options)
    return tuple(s for s in sessions if project.holds(s.project))
