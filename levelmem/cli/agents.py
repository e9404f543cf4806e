"""The doors for agents by hand: ``sweep``, ``connect``, ``doctor``, ``mcp``."""

import argparse
import os
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from levelmem.cli.context import (
    memory_of,
    places_of,
    project_folder,
    settings_of,
)
from levelmem.cli.output import Refused, complain, print_object, print_text
from levelmem.engine.agents.hosts import SESSION_NAMES, agent_around
from levelmem.engine.text import one_line

if TYPE_CHECKING:
    from levelmem.engine.agents.connect import Backups, Plan, Where
    from levelmem.engine.agents.tools import Desk


def sweep(options: argparse.Namespace) -> int:
    """Seal the sessions that ended or went quiet, and consolidate."""
    from levelmem.engine.agents.sweep import SECONDS
    from levelmem.engine.agents.sweep import sweep as run_sweep

    settings = settings_of(options)
    places = places_of(options, settings)
    seconds = options.seconds or SECONDS
    done = run_sweep(places, settings, seconds=seconds)
    if options.json:
        print_object({"ran": done is not None, **(asdict(done) if done else {})})
    elif done is None:
        print_text("another sweep is at work")
    else:
        print_text(
            f"{done.sealed} sessions sealed, {done.left} left for later,"
            f" {len(done.consolidated)} digests written"
        )
    for problem in done.problems if done else ():
        complain(problem)
    return 0


def mcp(options: argparse.Namespace) -> int:
    """Serve memory to an agent over the Model Context Protocol."""
    from levelmem.engine.agents.mcp import make_server

    try:
        # What the environment says of the session is of no use here: a server lives
        # on when its host begins another one.
        server = make_server(_desk(options, options.session or ""))
    except ModuleNotFoundError as error:
        raise Refused(
            "the server needs the Model Context Protocol's SDK:"
            " pip install 'levelmem[mcp]'"
        ) from error
    server.run("stdio")
    return 0


def remember_for_person(options: argparse.Namespace) -> int:
    """Keep a note that an agent hands in, with the person's words for it."""
    done = _desk(options, _session(options)).remember(
        options.text, options.said, options.kind
    )
    if options.json:
        print_object(asdict(done))
    else:
        print_text(done.message)
    return 0


def forget_on_request(options: argparse.Namespace) -> int:
    """Remove what the person's typed words ask to forget."""
    done = _desk(options, _session(options)).forget(" ".join(options.key), options.said)
    if options.json:
        print_object(asdict(done))
    else:
        print_text(done.message)
    return 0 if done.removed else 1


def _desk(options: argparse.Namespace, session: str) -> "Desk":
    from levelmem.engine.agents.hosts import HOSTS
    from levelmem.engine.agents.tools import Desk

    settings = settings_of(options)
    host = getattr(options, "host", None) or agent_around(os.environ)
    return Desk(
        places_of(options, settings),
        settings.memory,
        project_folder(options),
        host=HOSTS.get(host, host),
        session=session,
    )


def _session(options: argparse.Namespace) -> str:
    """Return the session that a command is called from, where anything tells it."""
    name = SESSION_NAMES.get(agent_around(os.environ), "")
    return options.session or os.environ.get(name, "")


def connect(options: argparse.Namespace) -> int:
    """Let an agent reach memory, or git merge it: show the change, then make it."""
    if options.agent == "git":
        from levelmem.cli.sharing import connect_git

        return connect_git(options)
    from levelmem.engine.agents.connect import plan_connect

    where = _where(options)
    if options.agent == "opencode" and where.project:
        _desk(options, "").digest()  # the file that opencode is to load
    plan = plan_connect(options.agent, where)
    return _carry_out(options, plan, "connected")


def disconnect(options: argparse.Namespace) -> int:
    """Take levelmem out of an agent's configuration again."""
    from levelmem.engine.agents.connect import plan_disconnect

    where = _where(options)
    plan = plan_disconnect(options.agent, where, _backups(options))
    return _carry_out(options, plan, "disconnected")


def _carry_out(options: argparse.Namespace, plan: "Plan", what: str) -> int:
    from levelmem.engine.agents.connect import apply

    kept = []
    if not options.dry_run:
        backups = _backups(options)
        kept = [str(apply(change, backups)) for change in plan.changes]
    if options.json:
        changes = [
            {"path": str(change.path), "diff": change.diff()} for change in plan.changes
        ]
        told = {"agent": options.agent, "dry_run": options.dry_run}
        print_object({**told, "changes": changes, "backups": kept, "notes": plan.notes})
        return 0
    for change in plan.changes:
        print_text(change.diff().rstrip("\n"))
    if not plan.changes:
        print_text(f"{options.agent} is {what} already: nothing to change")
    elif options.dry_run:
        complain("nothing was written: this was a dry run")
    else:
        complain(f"{options.agent} is {what}; backups are in {_backup_folder(options)}")
        for note in plan.notes:
            complain(note)
    return 0


def _where(options: argparse.Namespace) -> "Where":
    from levelmem.engine.agents.connect import Where
    from levelmem.engine.agents.refresh import digest_copy
    from levelmem.engine.memory.opening import open_memory
    from levelmem.engine.project import Project

    places = places_of(options)
    if options.person:
        return Where(places.home, os.environ, _own_command())
    folder = project_folder(options)
    return Where(
        places.home,
        os.environ,
        # A project's files may be shared: each machine finds its own levelmem.
        project=Path(Project.of(folder).path),
        digest=digest_copy(open_memory(folder, places)),
    )


def _own_command() -> tuple[str, ...]:
    """Return what starts this levelmem from anywhere, also without a shell's PATH."""
    found = shutil.which("levelmem")
    if found:
        return (str(Path(found).absolute()),)
    return (sys.executable, "-P", "-m", "levelmem")


def _backup_folder(options: argparse.Namespace) -> Path:
    return places_of(options).data / "agents" / "backups"


def _backups(options: argparse.Namespace) -> "Backups":
    from levelmem.engine.agents.connect import Backups

    return Backups(_backup_folder(options))


def doctor(options: argparse.Namespace) -> int:
    """Prove each door: what is connected, when it was used, whether it answers."""
    from levelmem.engine.agents.doctor import examine

    settings = settings_of(options).memory
    options.person = False
    here = _where(options)
    options.person = True
    found = list(examine(memory_of(options), settings, here, _where(options)))
    if options.json:
        print_object({"doors": [asdict(finding) for finding in found]})
    else:
        for one in found:
            sign = ("✓" if one.proven else "·") if one.ok else "✗"
            print_text(f"{sign} {one.door:<12} {one_line(one.text)}")
    return 0 if all(finding.ok for finding in found) else 1


def welcome(options: argparse.Namespace) -> int:
    """Print one line for a new terminal: what is known here, what was last done."""
    from levelmem.engine.agents.briefing import exact_briefing
    from levelmem.engine.agents.quick import find_memory, memory_switches
    from levelmem.engine.agents.refresh import refresh_here

    folder = project_folder(options)
    here = find_memory(folder, os.environ)
    if not memory_switches(os.environ)["enabled"] or here.off:
        return 0
    briefing = exact_briefing(here) or refresh_here(folder, os.environ)
    if options.json:
        print_object({"project": here.project, "welcome": briefing.welcome})
    elif briefing.welcome:
        print_text(briefing.welcome)
    return 0


def summarise(options: argparse.Namespace) -> int:
    """Word one session's outcome by the model that is set up; write nothing."""
    from levelmem.engine.agents.excerpt import make_request
    from levelmem.engine.agents.summarise import Summariser
    from levelmem.engine.memory.learning.outcome import outcome
    from levelmem.engine.sessions.catalog import Catalog
    from levelmem.engine.sessions.recap import recap

    settings = settings_of(options)
    catalog = Catalog.open(places_of(options, settings))
    chosen = catalog.listing().find(options.id)[:1]
    if not chosen:
        raise Refused(f"no session has the id {options.id}")
    turns = list(catalog.turns(chosen[0]))
    found = outcome(chosen[0], recap(turns))
    if found is None:
        raise Refused("there is nothing to tell of this session")
    model = Summariser(settings.model, os.environ)
    request = make_request(turns, found)
    if not options.dry_run:
        if not model.is_on:
            raise Refused("no model is set up: see [model] in config.toml")
        found = model.reword(chosen[0], turns, found)
    told = {
        "id": chosen[0].id,
        "summary": found.summary,
        "model": found.model,
        "request": request.text if options.dry_run else None,
        "tokens": request.tokens,
        "cost": model.cost(request),
        "secrets": list(request.secrets),
    }
    if options.json:
        print_object({**told, "problems": model.problems})
    else:
        print_text(request.text if options.dry_run else found.summary)
        complain(f"{request.tokens} tokens, at most {model.cost(request):.4f} a call")
    if request.secrets:
        complain("the session holds a secret and is never sent")
    for problem in model.problems:
        complain(problem)
    return 1 if model.problems else 0
