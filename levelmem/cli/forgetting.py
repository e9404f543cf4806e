"""``forget`` of all that came from one source: a session, a file or a host."""

import argparse
import os
from pathlib import Path

from levelmem.cli.context import places_of
from levelmem.cli.output import Refused, WrongUsage
from levelmem.engine.memory.records import Observation
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.sessions.catalog import Catalog


def names_source(options: argparse.Namespace) -> bool:
    """Tell whether a source is to be forgotten, and not single facts.

    Raises Refused where neither or both are named: with ``--said``, ``--session`` and
    ``--host`` name the run that an agent calls from.
    """
    given = [options.file, options.session, options.host]
    named = sum(bool(name) for name in given)
    if options.key and options.file:
        raise WrongUsage("name facts by their keys or a file, not both")
    if options.key and named and options.said is None:
        raise WrongUsage("name facts by their keys or one source, not both")
    if options.key or options.said is not None:
        return False
    if named != 1:
        raise WrongUsage("name facts to forget, or one of --file, --session and --host")
    return True


def forget_source(options: argparse.Namespace, memory: Memory) -> Change:
    """Forget what came from the named source, in one step that can be undone."""
    if options.session:
        return memory.forget_source(session=_session(options, memory))
    if options.file:
        return memory.forget_source(path=_path(options.file, memory.project))
    return memory.forget_source(host=options.host)


def _session(options: argparse.Namespace, memory: Memory) -> str:
    """Return the id of a session that memory or the catalog knows, by its start.

    Raises Refused where none or several begin so.
    """
    asked: str = options.session
    known = {r.source for r in memory.records() if isinstance(r, Observation)}
    known |= {line.id for line in memory.journal()}
    found = {asked} & known or {name for name in known if name.startswith(asked)}
    if not found:
        listing = Catalog.open(places_of(options)).listing()
        found = {session.id for session in listing.find(asked)}
    if len(found) > 1:
        raise Refused(f"{len(found)} sessions begin with {asked}: write more of it")
    if not found:
        raise Refused(f"no session has the id {asked}")
    return found.pop()


def _path(asked: str, project: str) -> str:
    """Return a file or folder as origins name it: from the project, where inside."""
    path = Path(asked).expanduser()
    here = Path(os.path.normpath(Path.cwd() / path))
    if path.is_absolute() or here.exists():
        return (
            here.relative_to(project).as_posix()
            if here.is_relative_to(project)
            else str(here)
        )
    return path.as_posix()
